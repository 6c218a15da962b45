"""Cut inline text into sentences and clauses; never inside brackets, quotes, code or a formula."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import AUXILIARY_EN, VERB_FORMS_EN, VERB_ZH_WORDS
from ankigen.atoms.measure import HAN, Range, units
from ankigen.model.text import MarkKind, RichText

_PAIRS = {"（": "）", "(": ")", "[": "]", "【": "】", "「": "」", "『": "』", "“": "”", "《": "》", "{": "}"}
_STRAIGHT_QUOTES = re.compile(r'(?<!\d)"[^"\n]{1,80}"')
"""A quotation in straight quotes; behind a digit one means inches."""
_SENTENCE_END = re.compile(r"[。！？；;\n]|[!?](?=\s|$)|\.(?=\s+[A-Za-z0-9\"'`(\u3400-\u9fff]|\s*$)")
_ABBREVIATION = re.compile(
    r"(?:(?i:\b(?:e\.g|i\.e|vs|etc|cf|approx|resp|no|fig|eq|al|dr|mr|st|ca|incl))|(?<![A-Za-z/])[A-Z]|^\s*\d{1,2})$"
)
_CLAUSE_END = re.compile(
    r"[，,](?!\d{3}\b)|——|\s[—–]+\s|(?<![:\d/]):(?=\s)|：|"
    r"\s(?=(?:but|because|so that|whereas|although|unless|which means|which is why|and then|and so|so (?=\w+ \w+))\b)"
)


@lru_cache(maxsize=16)
def protected(text: RichText) -> tuple[bool, ...]:
    """Tell for each character whether it stands inside brackets, quotes, code, a formula or a picture."""
    shield = [False] * len(text.plain)
    for mark in text.marked(MarkKind.CODE, MarkKind.MATH, MarkKind.DISPLAY_MATH, MarkKind.IMAGE):
        shield[mark.start : mark.end] = [True] * (mark.end - mark.start)
    for quoted in _STRAIGHT_QUOTES.finditer(text.plain):
        if not any(shield[quoted.start() : quoted.end()]):
            shield[quoted.start() : quoted.end()] = [True] * len(quoted.group())
    open_brackets: list[tuple[str, int]] = []
    wanted: Counter[str] = Counter()
    for place, character in enumerate(text.plain):
        if shield[place]:
            continue
        if character in _PAIRS:
            open_brackets.append((_PAIRS[character], place))
            wanted[_PAIRS[character]] += 1
        elif wanted[character]:
            while open_brackets:
                closing, start = open_brackets.pop()
                wanted[closing] -= 1
                if closing == character:
                    shield[start : place + 1] = [True] * (place + 1 - start)
                    break
    return tuple(shield)


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
        and not (
            match.group() == "." and _ABBREVIATION.search(text.plain[max(start, match.start() - 8) : match.start()])
        )
    ]
    return _split(text, start, end, ends)


def clauses(text: RichText, start: int, end: int) -> list[Range]:
    """Cut a sentence at its commas, dashes and conjunctions; pieces too short to say anything stay with a neighbour.

    An English list (`a, b, and c`) is one clause.
    """
    shield = protected(text)
    ends = [match.span() for match in _CLAUSE_END.finditer(text.plain, start, end) if not shield[match.start()]]
    pieces = [part for piece in _split(text, start, end, ends) for part in _listed(text, piece, shield)]
    pieces = [_without_frame(text, piece) for piece in pieces]
    joined: list[Range] = []
    for piece in [
        part
        for whole in pieces
        for half in _coordinated(text, whole, shield)
        for part in _coordinated_zh(text, half, shield)
    ]:
        if (joined and _continues_list(text.plain[slice(*piece)])) or (
            joined
            and (_is_fragment(text.plain[slice(*piece)]) or _is_fragment(text.plain[slice(*joined[-1])], lead=True))
        ):
            joined[-1] = (joined[-1][0], piece[1])
        else:
            joined.append(piece)
    return joined


FRAME = re.compile(
    r"(?:(?:one|another|the|a) (?:[\w-]+ ){0,6}?(?:is|was) that|"
    r"(?:it is|it's) (?:[\w-]+ ){0,2}?(?:noting|remembering|knowing|mentioning|recalling) that|"
    r"(?:note|remember|recall|keep in mind|bear in mind|be aware|don't forget) that|"
    r"(?:most |many |some )?(?:people|everyone|everybody|candidates|beginners) (?:[\w-]+ )?"
    r"(?:forgets?|overlooks?|misses|miss)(?: to mention)? that)\s+"
    r"|(?:需要|要|值得|特别)?(?:注意|一提|强调|说明|指出)的是[，,：:]?\s*(?=.{4})|(?:很多|不少)人(?:会|常|都)?(?:忘|忽略)[了掉]?[，,]?\s*(?=.{4})",
    re.IGNORECASE,
)
"""Words that only introduce what is said (`One thing people forget is that …`): the statement begins behind them."""


def _without_frame(text: RichText, piece: Range) -> Range:
    match = FRAME.match(text.plain, *piece)
    return (match.end(), piece[1]) if match and match.end() < piece[1] else piece


_COORDINATION = re.compile(
    r"\s(?=and (?:can|cannot|can't|is|are|has|have|does|doesn't|don't|never|must|may|will|then|so)\b"
    r"|and (?:the|an?|its|their|all|each|every|no|both) (?:[\w-]+ ){1,4}(?:is|are|can|has|have|"
    r"stays?|does|will|must|may|gets?|becomes?)\b"
    r"|and (?P<verb>[a-z]+s) (?P<next>[a-z'-]+))"
)


def _listed(text: RichText, piece: Range, shield: Sequence[bool]) -> list[Range]:
    """Cut at `、` between parts that each say something (`搜索时间长、动态shape支持有限`), not a list of names."""
    ends = [
        match.span()
        for match in re.finditer("、", text.plain[: piece[1]])
        if match.start() >= piece[0] and not shield[match.start()]
    ]
    parts = _split(text, *piece, ends)
    texts = [text.plain[slice(*part)] for part in parts]
    if not 1 < len(parts) <= _MOST_PARTS or any(units(part) < _SAYS for part in texts):
        return [piece]
    # `要求地址、offset 和长度都对齐`: one verb governs the list, so it is one thought.
    if re.match(r"[^，。]{1,6}的", texts[1]) and not texts[0].endswith("的"):
        return [piece]  # `给每个进程一个独立、连续的地址空间`: two adjectives of one noun
    objects = chinese.governs(texts[0]) and not all(chinese.begins_with_verb(part) for part in texts[1:])
    return [piece] if objects else parts


_COORDINATION_ZH = re.compile(rf"(?:并且|并|以及|同时|且|和)(?=(?:自动)?(?:{VERB_ZH_WORDS})[^，。；的]{{2,}})")


def _coordinated_zh(text: RichText, piece: Range, shield: Sequence[bool]) -> list[Range]:
    """Cut `推导切分方式和插入通信算子` before its second verb, when both halves say something."""
    for match in _COORDINATION_ZH.finditer(text.plain, *piece):
        if shield[match.start()] or text.plain[match.start() - 1] in "合归兼":
            continue
        halves = [(piece[0], match.start()), (match.end(), piece[1])]
        if re.search(rf"(?:{VERB_ZH_WORDS})$", text.plain[slice(*halves[0])]):
            continue  # `保存和恢复寄存器`: two verbs of one object
        if all(units(text.plain[slice(*half)]) >= 6 for half in halves):
            return halves
    return [piece]


_MOST_PARTS = 4
_SAYS = 6
"""Fewest units of a part that says something by itself."""
_NO_OBJECT = VERB_FORMS_EN | AUXILIARY_EN | {"and", "or", "of", "per"}


def _coordinated(text: RichText, piece: Range, shield: Sequence[bool]) -> list[Range]:
    """Cut `tracks A and aborts B` before its second verb."""
    ends = [
        match.span()
        for match in _COORDINATION.finditer(text.plain, *piece)
        if not shield[match.start()]
        and (match["verb"] is None or (match["verb"] in VERB_FORMS_EN and match["next"] not in _NO_OBJECT))
        and len(text.plain[piece[0] : match.start()].split()) > 2
    ]
    return _split(text, *piece, ends)


def _continues_list(piece: str) -> bool:
    """Tell the rest of an English list (`…, a dynamic table and Huffman coding`) from a clause."""
    if HAN.search(piece) or re.match(
        r"(?:no|not|including|as|with|without|compared|e\.g\.|i\.e\.|so|but|which|who)\b", piece
    ):
        return False
    if _has_verb(piece):
        return False
    return bool(re.match(r"(?:and|or)\s", piece)) or (" and " in piece and len(piece.split()) <= 8)


def _has_verb(piece: str) -> bool:
    words = {word.strip(".,;()`*").rsplit("-", 1)[-1] for word in piece.split()[1:]}
    return bool(words & (VERB_FORMS_EN | AUXILIARY_EN))


def _is_fragment(piece: str, *, lead: bool = False) -> bool:
    """Tell a member of an English list or a lead-in (`For example`) from a clause."""
    if re.search(r"[\u3400-\u9fff]", piece):
        return len(piece) < 3
    words = piece.split()
    if len(words) > 2 and _has_verb(piece):
        return False
    if lead:
        return len(words) <= 1
    return len(words) <= 3 or (words[0].lower() in {"and", "or"} and len(words) <= 4)


_BY_COMMA = re.compile(r"[,，]\s*(?:and\s|or\s|以及|和)?|\s+and\s+|\s+or\s+")
_MEMBER_ENDS = (re.compile(r"、|和(?=[^，。；、]{1,16}$)|以及"), _BY_COMMA, re.compile(r"\s/\s"))


def members(text: RichText, start: int, end: int) -> list[Range]:
    """Give the members of an enumeration (`a、b、c`, `a, b and c`, `a / b / c`), or nothing when it is none.

    Members are short (at most 16 units) and at least two; prose with commas is no enumeration.
    """
    shield = protected(text)
    plain = text.plain
    for pattern in _MEMBER_ENDS:
        by_comma = pattern is _BY_COMMA
        ends = [
            match.span()
            for match in pattern.finditer(plain, 0, end)
            if match.start() >= start and not shield[match.start()]
        ]
        first = [stop for stop in ends if plain[stop[0]] in "、,，/" or plain[stop[0]].isspace()]
        if not first:
            continue
        pieces = _split(text, start, end, ends)
        if by_comma and len(pieces) > 2 and not re.search("[,，]", plain[start:end]):
            continue
        # A Chinese comma parts clauses, not members.
        if by_comma and any(HAN.search(plain[slice(*piece)]) for piece in pieces):
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
    if not han and len(piece.split()) > 2 and english.finite_verbs(piece):
        return False
    # `搜索时间长、动态shape支持有限`: parts that state something are facts of their own, no names.
    if (
        han
        and units(piece) > 6
        and (chinese.begins_with_verb(piece) or chinese.predicate_span(piece, [False] * (len(piece) + 1)))
    ):
        return False
    return 0 < units(piece) <= 20 and (han <= 14 if han else len(piece.split()) <= 8)
