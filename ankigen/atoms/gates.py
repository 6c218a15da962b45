"""Gates: what must never be hidden. Each has a name that `explain` prints."""

import re
from collections.abc import Callable

from ankigen.atoms.lexicon import (
    AUXILIARY_EN,
    BARE_PRONOUN,
    CONDITION,
    FUNCTION_WORD,
    META,
    PRAISE,
    SYMBOL_DEFINITION,
    VERB_FORMS_EN,
)
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, units
from ankigen.atoms.rule import Clause, Hide
from ankigen.atoms.segments import protected

Gate = Callable[[Clause, str, str], bool]
"""Given the clause, the hidden text and all else that the card shows: is it to be refused?"""


def _normal(text: str) -> str:
    return re.sub(r"[\s`*“”\"'。，,.;；:：]+", " ", text).strip().casefold()


def leaks(hidden: str, shown: str) -> bool:
    """Tell whether the hidden text can be read elsewhere on the card."""
    answer = _normal(hidden)
    if not answer:
        return True
    if re.fullmatch(r"[\w .+/%-]+", answer, re.ASCII):
        telling = [word for word in answer.split() if not FUNCTION_WORD.fullmatch(word)]
        shown_words = set(_normal(shown).split())
        if (
            telling
            and not re.search(r"\d", answer)
            and all(word in shown_words for word in telling)
            and len(telling) <= 2
        ):
            return True
        return re.search(rf"(?<![A-Za-z0-9_.]){re.escape(answer)}(?![A-Za-z0-9_])", _normal(shown)) is not None
    return answer in _normal(shown)


def _too_short(_clause: Clause, hidden: str, _shown: str) -> bool:
    text = hidden.strip()
    return not re.search(r"[\u3400-\u9fff]{2}|[\u3400-\u9fff]\w|\w[\u3400-\u9fff]|[A-Za-z]{2}|\d|[A-Za-z]", text) or (
        len(text) == 1 and not text.isalpha() and not text.isdigit()
    )


def _bare_digit(_clause: Clause, hidden: str, _shown: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?i)used|done|possible|needed|required|written|called|made|set|there|available|true|"
            r"false|(?:at )?once|\d|一次|一个|一种|一条|一样|一起",
            hidden.strip(),
        )
    )


def _condition(clause: Clause, hidden: str, _shown: str) -> bool:
    if HAN.search(clause.plain):
        return bool(CONDITION.search(hidden.strip())) and not re.search(r"\d", hidden)
    return bool(CONDITION.match(hidden.strip()))


def _sentence(clause: Clause) -> str:
    """Give the sentence a clause stands in."""
    before = re.split(r"[。！？\n]|[.!?]\s", clause.leaf.plain[: clause.start])[-1]
    return before + re.split(r"[。！？\n]|[.!?](?:\s|$)", clause.leaf.plain[clause.start :])[0]


_ABOUT_NOTES = re.compile(r"这篇|本文|本节|笔记|面试")
_COMPARATIVE = re.compile(
    r"(?:\w+\s){0,2}(?:earlier|later|sooner|faster|slower|better|worse|cheaper|"
    r"longer|shorter|more|less|(?:more|less) \w+)",
    re.IGNORECASE,
)
"""`reacts earlier`: than what?"""
_REMARK = re.compile(
    r"which (?:is|are|was) (?:far|too|very|much|quite|often|fine|usually) ",
    re.IGNORECASE,
)
"""A clause that comments on what the main clause says."""
_ONLY_PRONOUN = re.compile(
    r"(?:but |and |so )?(?:it|they|this|that|these|those|he|she|which)(?:\s+(?:also|only|never|always|is|are|was|does|"
    r"do|did|doesn't|don't|can|cannot|can't|will|has|have|may|must))*",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"^\w+(?:\s\w+)?\s(?:both|it|them)$|\b(?:that|this|such|those|these|the same)\s+\w+$|"
    r"(?<![A-Za-z]\s)(?:这|此|上述)(?:个|些|种|类|样)?[\u3400-\u9fff]{1,4}$|^该[\u3400-\u9fff]{1,4}$",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(r"(?:为|是|有|如下|来?估算?|计算|得到|可得|says?|is|are|follows|be|by|gives?|becomes?)\s?$")
"""The end of a hidden text that only announces what follows its colon."""
_ANNOUNCED_WORD = re.compile(r"(?<=[A-Za-z]):\s+[A-Za-z]+$")
"""`adds the part that matters: else`: the word at the end begins what follows."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_ARROW = re.compile(r"→|⇒|➜|->|=>|⟶")


def _refers_back(hidden: str) -> bool:
    """Tell `that room`, `这个分解` from a relative clause (`a process that hangs`)."""
    match = _REFERS_BACK.search(hidden)
    return match is not None and match.group().split()[-1].lower() not in VERB_FORMS_EN | AUXILIARY_EN


def _repeats_numbers(hidden: str, shown: str) -> bool:
    """Tell a short hidden text whose numbers can all be read beside it (`max-lag 10：【超过 10 秒】`)."""
    numbers = set(_DIGITS.findall(hidden))
    return bool(numbers) and units(hidden) <= 5 and numbers <= set(_DIGITS.findall(shown))


GATES: tuple[tuple[str, Gate], ...] = (
    ("too-short", _too_short),
    ("bare-digit", _bare_digit),
    ("function-word", lambda _clause, hidden, _shown: bool(FUNCTION_WORD.fullmatch(hidden.strip()))),
    ("pronoun", lambda _clause, hidden, _shown: bool(BARE_PRONOUN.fullmatch(hidden.strip()))),
    ("condition", _condition),
    (
        "symbol-definition",
        lambda clause, _hidden, _shown: bool(
            SYMBOL_DEFINITION.match(_sentence(clause).strip()) or SYMBOL_DEFINITION.match(clause.plain.strip())
        ),
    ),
    ("refers-back", lambda _clause, hidden, _shown: _refers_back(hidden.strip())),
    ("comparative", lambda _clause, hidden, _shown: bool(_COMPARATIVE.fullmatch(hidden.strip()))),
    ("remark", lambda clause, _hidden, _shown: bool(_REMARK.match(clause.plain))),
    ("meta", lambda clause, _hidden, _shown: bool(META.search(clause.plain) or _ABOUT_NOTES.search(_sentence(clause)))),
    ("praise", lambda _clause, hidden, _shown: bool(PRAISE.fullmatch(hidden.strip()))),
    ("too-long", lambda _clause, hidden, _shown: units(hidden) > ANSWER_LIMIT),
    ("leak", lambda _clause, hidden, shown: leaks(hidden, shown)),
)


def refused_by(clause: Clause, hide: Hide, *, context: str, label: str) -> str | None:
    """Name the gate that refuses to hide a span, or None.

    Args:
        clause: where the span stands.
        hide: the span.
        context: breadcrumb and other lines of the card; the rest of the leaf is added here.
        label: what stands before the leaf on the card.
    """
    plain = clause.leaf.plain
    hidden = plain[hide.start : hide.end]
    shown = f"{plain[: hide.start]} … {plain[hide.end :]} {context}"
    for name, refuses in GATES:
        if refuses(clause, hidden, shown):
            return name
    if (plain[hide.end :].startswith(("：", ":")) and _ANNOUNCES.search(hidden)) or _ANNOUNCED_WORD.search(hidden):
        return "announces"
    sentence = _sentence(clause)
    if len(sentence.strip()) < len(plain.strip()) - 4 and not sentence.replace(hidden, "").strip(" .,;:，。；：…"):
        return "no-cue"
    result = re.search(r"[=≈→]\s*$", plain[: hide.start])
    if not result and _repeats_numbers(hidden, f"{plain[: hide.start]} {plain[hide.end :]}"):
        return "leak"
    if _ONLY_PRONOUN.fullmatch(sentence.replace(hidden, "").strip(" .,;:，。；：…")):
        return "only-a-pronoun"
    shield = protected(clause.leaf.text)
    if any(not shield[match.start()] for match in _ARROW.finditer(plain, hide.start, hide.end)):
        return "arrow"
    if units(plain[: hide.start] + plain[hide.end :]) + units(label) < 2:
        return "nothing-left"
    return None
