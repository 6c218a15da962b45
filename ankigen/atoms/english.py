"""Find the main verb of an English clause, and what it says: lists and neighbours, no model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ankigen.atoms.lexicon import (
    AUXILIARY_EN,
    DETERMINERS_EN,
    PAST_FORMS_EN,
    VERB_BASES_EN,
    VERB_FORMS_EN,
    VERB_NOUNS_EN,
)
from ankigen.atoms.measure import Range, units

_NAME = "•"
"""Stands for a capitalised word inside a sentence: a name (`Read committed`), never the verb."""
_LEADING = frozenset(["and", "but", "or", "then", "also", "so", "which", "that"])
_CONDITION_WORDS = frozenset(
    [
        "if",
        "when",
        "whenever",
        "unless",
        "until",
        "once",
        "although",
        "though",
        "while",
        "whereas",
        "exactly",
        "precisely",
        "after",
        "before",
        "since",
        "as",
        "because",
        "even",
        "given",
    ]
)
_DEMONSTRATIVES = frozenset(["this", "that", "it", "them", "these", "those"])
_PARTICLES = frozenset(["back", "up", "out", "off", "down", "away", "together", "apart", "along", "around", "ahead"])
_ADVERBS = frozenset(
    [
        "not",
        "only",
        "also",
        "always",
        "never",
        "usually",
        "still",
        "just",
        "often",
        "really",
        "typically",
        "normally",
        "now",
        "then",
        "simply",
        "either",
        "already",
        "therefore",
        "thus",
    ]
)
_LIGHT = AUXILIARY_EN | frozenset(
    [
        "use",
        "uses",
        "need",
        "needs",
        "require",
        "requires",
        "take",
        "takes",
        "contain",
        "contains",
        "include",
        "includes",
        "mean",
        "means",
        "give",
        "gives",
        "make",
        "makes",
        "provide",
        "provides",
        "cost",
        "costs",
        "become",
        "becomes",
        "became",
        "stay",
        "stays",
        "keep",
        "keeps",
        "get",
        "gets",
        "support",
        "supports",
        "equal",
        "equals",
    ]
)
"""Verbs that say nothing by themselves and stay in sight."""
_COUNTS = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "several",
        "many",
        "few",
        "some",
        "most",
        "all",
        "each",
        "every",
        "no",
    ]
)
_INTRANSITIVE_PAST = frozenset(
    [
        "arrived",
        "appeared",
        "started",
        "began",
        "happened",
        "occurred",
        "came",
        "went",
        "became",
        "existed",
        "remained",
        "stayed",
    ]
)
_PLURAL_SUBJECTS = frozenset(
    [
        "they",
        "we",
        "you",
        "both",
        "all",
        "which",
        "that",
        "and",
        "then",
        "never",
        "always",
        "only",
        "not",
        "usually",
        "often",
        "also",
    ]
)
_STOP = re.compile(
    r"(?<!\bat)(?<!\band)(?<!\bonly)(?:,?\s|,\s)(?:when|if|while|unless|until|whenever|once(?=\s\S+\s\S)|before|after|even|"
    r"instead|rather than|as soon as|whereas)\b"
)
"""Where what a verb says ends; `is assigned once` goes on to its end."""
_ADJECTIVES = frozenset(
    [
        "new",
        "old",
        "other",
        "same",
        "next",
        "more",
        "fewer",
        "extra",
        "small",
        "large",
        "big",
        "full",
        "single",
        "long",
        "short",
    ]
)
"""Behind one of these a word is a noun (`admits new requests`)."""


_BEHIND_NOUNS = frozenset(["of", "and", "or", "at", "on", "for", "with", "from", "per", "that"])


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str


def _words(text: str) -> list[_Word]:
    words: list[_Word] = []
    # What stands in brackets is a remark: `shallow clones (depth 1) save time`.
    outside = re.sub(
        r"(?<!\b(?:on|of|by|to|in) )(?<!\b(?:for) )\([^()]*\)", lambda match: " " * len(match.group()), text
    )
    for number, match in enumerate(re.finditer(r"\S+", outside)):
        word = match.group().strip("*`\"'“”(),;")
        name = number > 0 and word[:1].isupper()
        plural = "s" if re.search(r"[A-Za-z]s$", word) else ""
        text_of = _NAME + plural if name else word.lower().rsplit("-", 1)[-1]
        words.append(_Word(match.start(), match.end(), text_of))
    while words and words[0].text in _LEADING:
        words = words[1:]
    return words


def finite_verbs(text: str) -> list[Range]:
    """Give the places of the finite verbs of a clause, in order; an order (`Run ANALYZE`) when there is no other."""
    words = _words(text)
    return [(words[number].start, words[number].end) for number in _finite(words)]


def _finite(words: list[_Word]) -> list[int]:
    finite = [number for number in range(len(words)) if _is_finite(words, number)]
    if finite and words[0].text in VERB_BASES_EN and _is_relative(words, finite[0]):
        # `spill nodes that cannot be coloured`: an order, whatever its relative clause says.
        return [0]
    if finite and words[0].text in VERB_BASES_EN and words[finite[0] - 1].text in {"and", "then"}:
        return [0, *finite]  # `finish the calls, then exit`
    if words and words[0].text in _CONDITION_WORDS:
        # Of `if X fails it does Y` the second verb is what is said; a condition alone says nothing.
        return finite[1:]
    if not finite and len(words) > 1 and words[0].text in VERB_BASES_EN:
        return [0]
    if words and words[0].text == "what":
        # `What it does not stop is X`: what follows the last `is`.
        cleft = [number for number in finite if words[number].text in {"is", "are", "was"}]
        return cleft[-1:] or finite
    return finite


def _is_relative(words: list[_Word], number: int) -> bool:
    return any(word.text in {"that", "which", "who", "whose"} for word in words[max(1, number - 2) : number])


def _is_finite(words: list[_Word], number: int) -> bool:
    word = words[number].text
    if word in AUXILIARY_EN:
        return number > 0 and words[number - 1].text != "there"
    if number == 0:
        # `Splits at the right edge leave pages half full`: a noun with what belongs to it.
        return _is_third_person(word) and len(words) > 2 and words[1].text not in _BEHIND_NOUNS | AUXILIARY_EN
    before = words[number - 1].text
    following = words[number + 1].text if number + 1 < len(words) else ""
    if before in DETERMINERS_EN or before.endswith("'s") or before in _COUNTS - {"all", "each", "most"} | _ADJECTIVES:
        return False
    if word in VERB_FORMS_EN:
        if _is_third_person(word):
            # `reads the page` has an object; `dirty reads` stands at the end or before another verb.
            base = following in VERB_FORMS_EN and not following.endswith("s")
            return (
                bool(following)
                and not base
                and following not in AUXILIARY_EN | {"and", "or", "of", "per", "such", "then"}
            )
        plural = words[0].text.endswith("s") and not words[0].text.endswith("ss") and words[1].text in _BEHIND_NOUNS
        if plural and word not in VERB_NOUNS_EN and before not in AUXILIARY_EN | {"to", "that", "which"}:
            return True
        return (before.endswith("s") and not before.endswith("ss")) or before in AUXILIARY_EN | _PLURAL_SUBJECTS
    if word in _INTRANSITIVE_PAST:
        return before not in AUXILIARY_EN and bool(following)
    if word in PAST_FORMS_EN:
        return (
            before not in AUXILIARY_EN | {"be", "been", "being", "only"}
            and bool(following)
            and not (_is_third_person(following) and number + 2 < len(words))
            and following
            not in {
                "by",
                "in",
                "on",
                "with",
                "from",
                "at",
                "as",
            }
        )
    return False


def _is_third_person(word: str) -> bool:
    return word in VERB_FORMS_EN and word.endswith("s") and not word.endswith("ss")


def object_span(text: str, shield: Sequence[bool]) -> Range | None:
    """Give what a clause says: `Hash indexes [give O(1) look-ups]`, `The row is [updated in place]`.

    Args:
        text: the clause.
        shield: for each character, whether it stands in brackets, code or a formula.
    """
    words = _words(text)
    for number in _finite(words):
        if shield[words[number].start]:
            continue
        begin, following = words[number].end, words[number + 1 :]
        if words[number].text not in _LIGHT and (number > 0 or _is_third_person(words[number].text)):
            # What a subject does is the answer, its verb included: `cwnd [doubles every RTT]`.
            stop = _STOP.search(text, begin)
            end = stop.start() if stop and units(text[begin : stop.start()]) >= 2 else len(text)
            if units(text[begin:end]) >= 2:
                return words[number].start, end
            continue
        if len(following) > 1 and following[0].text in _PARTICLES:
            begin, following = following[0].end, following[1:]
        if len(following) > 2 and following[0].text in _DEMONSTRATIVES and following[1].text not in VERB_FORMS_EN:
            begin, following = following[0].end, following[1:]
        # `is never blocked`, `can be evicted`: the chain stays, what it says is hidden.
        while following and following[0].text in AUXILIARY_EN | _ADVERBS:
            begin, following = following[0].end, following[1:]
        stop = _STOP.search(text, begin)
        end = stop.start() if stop and units(text[begin : stop.start()]) >= 4 else len(text)
        if re.search(r"\b(?:and|or|but)$", text[:end]):
            end = len(text)  # `to replicate entries and, when empty, as a heartbeat`: it goes on
        if units(text[begin:end]) >= 2:
            return begin, end
    return None


def said_span(text: str, shield: Sequence[bool] = ()) -> Range | None:
    """Give what a clause says of a subject that stands before its first verb: `is [never blocked]`, `[tracks reads]`.

    An auxiliary stays in sight, for it tells what kind of answer is wanted; a `not` behind it does not.
    """
    verbs = [place for place in finite_verbs(text) if not (shield and shield[place[0]])]
    if not verbs or verbs[0][0] == 0:
        return None
    start = verbs[0][0]
    if len(verbs) > 1 and re.search(r"\S\s(?:that|which|who|whose\s\S+)\s$", text[:start]):
        # `a page that is not resident [is read from disk]`: what the subject is, then what is said of it.
        start = next((place[0] for place in verbs[1:] if place[0] > start + 4), start)
    chain = _CHAIN.match(text, start)
    return (chain.end() if chain and text[chain.end() :].strip() else start), len(text)


_CHAIN = re.compile(
    r"(?:(?:can|could|may|might|must|should|will|would|shall|has|have|had)\s+(?:be|been)|(?:has|have|had)\s+to|is|are|was|were|be|has|have|had|can|"
    r"could|may|might|must|should|will|would|shall|does|do)\s+",
    re.IGNORECASE,
)
"""Auxiliaries in front of what is said; a negation belongs to what is said."""


def first_verb(text: str, shield: Sequence[bool] = ()) -> int:
    """Give where the first finite verb outside brackets begins, or the length of the text."""
    return next((start for start, _ in finite_verbs(text) if not (shield and shield[start])), len(text))
