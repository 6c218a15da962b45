"""Cut inline text into sentences and clauses; never inside brackets, quotes, code or a formula."""

import re

from ankigen.atoms.lexicon import VERB_FORMS_EN
from ankigen.atoms.measure import HAN, units
from ankigen.model.text import MarkKind, RichText

Range = tuple[int, int]
"""Characters `plain[start:end]` of a text."""

_PAIRS = {"（": "）", "(": ")", "[": "]", "【": "】", "「": "」", "『": "』", "“": "”", "《": "》", "{": "}"}
_SENTENCE_END = re.compile(r"[。！？；;\n]|[!?](?=\s|$)|\.(?=\s+[A-Z0-9\"'`(\u3400-\u9fff]|\s*$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|cf|approx|resp|no|fig|eq|al|dr|mr|st|ca|incl|max|min)|\b[A-Z]|^\s*\d{1,2})$", re.IGNORECASE
)
_CLAUSE_END = re.compile(
    r"[，,](?!\d{3}\b)|——|\s[—–]+\s|(?<![:\d/]):(?=\s)|：|"
    r"\s(?=(?:but|because|so that|whereas|although|unless|which means|which is why|and then|and so|so (?=\w+ \w+))\b)"
)


def protected(text: RichText) -> list[bool]:
    """Tell for each character whether it stands inside brackets, quotes, code, a formula or a picture."""
    shield = [False] * len(text.plain)
    for mark in text.marked(MarkKind.CODE, MarkKind.MATH, MarkKind.DISPLAY_MATH, MarkKind.IMAGE):
        shield[mark.start : mark.end] = [True] * (mark.end - mark.start)
    open_brackets: list[tuple[str, int]] = []
    for place, character in enumerate(text.plain):
        if shield[place]:
            continue
        if character in _PAIRS:
            open_brackets.append((_PAIRS[character], place))
        elif any(character == closing for closing, _ in open_brackets):
            while open_brackets:
                closing, start = open_brackets.pop()
                if closing == character:
                    shield[start : place + 1] = [True] * (place + 1 - start)
                    break
    return shield


def _split(text: RichText, start: int, end: int, ends: list[Range]) -> list[Range]:
    """Cut `[start, end)` at the given ends; blanks at the edges belong to no piece."""
    pieces: list[Range] = []
    begin = start
    for stop, following in [*ends, (end, end)]:
        piece = text.plain[begin:stop]
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            pieces.append((begin + lead, begin + len(piece.rstrip())))
        begin = following
    return pieces


def sentences(text: RichText, start: int = 0, end: int | None = None) -> list[Range]:
    """Cut into sentences, without their full stops; `；` and a line break end one too."""
    end = len(text.plain) if end is None else end
    shield = protected(text)
    ends = [
        match.span()
        for match in _SENTENCE_END.finditer(text.plain, start, end)
        if not shield[match.start()]
        and not (match.group() == "." and _ABBREVIATION.search(text.plain[max(start, match.start() - 8) : match.start()]))
    ]
    return _split(text, start, end, ends)


def clauses(text: RichText, start: int, end: int) -> list[Range]:
    """Cut a sentence at its commas, dashes and conjunctions; pieces too short to say anything stay with a neighbour.

    An English list (`a, b, and c`) is one clause.
    """
    shield = protected(text)
    ends = [match.span() for match in _CLAUSE_END.finditer(text.plain, start, end) if not shield[match.start()]]
    pieces = _split(text, start, end, ends)
    joined: list[Range] = []
    for piece in [part for whole in pieces for part in _coordinated(text, whole, shield)]:
        if joined and (_is_fragment(text.plain[slice(*piece)]) or _is_fragment(text.plain[slice(*joined[-1])], lead=True)):
            joined[-1] = (joined[-1][0], piece[1])
        else:
            joined.append(piece)
    return joined


_COORDINATION = re.compile(
    r"\s(?=and (?:can|cannot|can't|is|are|has|have|does|doesn't|don't|never|must|may|will|then|so)\b"
    r"|and (?P<verb>[a-z]+s) (?:the|an?|its|their|all|every|each|no|any|to|on|in|it|one|only|back|up|out|what|how)\b)"
)


def _coordinated(text: RichText, piece: Range, shield: list[bool]) -> list[Range]:
    """Cut `tracks A and aborts B` before its second verb."""
    ends = [
        match.span()
        for match in _COORDINATION.finditer(text.plain, *piece)
        if not shield[match.start()]
        and (match["verb"] is None or match["verb"] in VERB_FORMS_EN)
        and len(text.plain[piece[0] : match.start()].split()) > 2
    ]
    return _split(text, *piece, ends)


def _is_fragment(piece: str, *, lead: bool = False) -> bool:
    """Tell a member of an English list or a lead-in (`For example`) from a clause."""
    if re.search(r"[\u3400-\u9fff]", piece):
        return len(piece) < 3
    words = piece.split()
    if lead:
        return len(words) <= 1
    return len(words) <= 3 or (words[0].lower() in {"and", "or"} and len(words) <= 4)


def members(text: RichText, start: int, end: int) -> list[Range]:
    """Give the members of an enumeration (`a、b、c`, `a, b and c`, `a / b / c`), or nothing when it is none.

    Members are short (at most 16 units) and at least two; prose with commas is no enumeration.
    """
    shield = protected(text)
    plain = text.plain
    for pattern in (r"、|和(?=[^，。；]{1,16}$)|以及", r"[,，]\s*(?:and\s|or\s|以及|和)?|\s+and\s+|\s+or\s+", r"\s/\s"):
        ends = [match.span() for match in re.finditer(pattern, plain[:end]) if match.start() >= start and not shield[match.start()]]
        first = [stop for stop in ends if plain[stop[0]] in "、,，/" or plain[stop[0]].isspace()]
        if not first:
            continue
        pieces = _split(text, start, end, ends)
        # A Chinese comma parts clauses, not members.
        if "," in pattern and any(HAN.search(plain[slice(*piece)]) for piece in pieces):
            continue
        if len(pieces) >= 2 and all(_is_member(plain[slice(*piece)]) for piece in pieces):
            return pieces
    return []


def _is_member(piece: str) -> bool:
    if re.search(r"[。；;！？!?：:，]", re.sub(r"（.*?）|\(.*?\)", "", piece)):
        return False
    if re.match(r"(?:先|再|然后|首先|最后|如果|当|并|但)", piece):
        return False
    han = len(HAN.findall(piece))
    return 0 < units(piece) <= 20 and (han <= 14 if han else len(piece.split()) <= 5)
