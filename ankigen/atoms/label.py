"""`label` and `enum`: `术语：解释`, `**Term**: text`, `**Term** — text` in an item or paragraph."""

import re
from dataclasses import dataclass, replace

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import (
    ANNOUNCING_LABEL,
    CONDITION,
    KIND_WORD,
    NO_LABEL,
    NOUN_PHRASE_ZH,
    PLACEHOLDER,
    PRONOUN_START,
    VERB_BASES_EN,
)
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, LABEL_COLUMNS, Range, columns, units
from ankigen.atoms.numbers import is_number
from ankigen.atoms.place import bare_title, make_label, split_label
from ankigen.atoms.prompts import Ask, ask, ask_all, ask_label, count_asked, kind_of, name_label
from ankigen.atoms.rule import AtomRule, Claim, Clause, Leaf, LeafFind, Refusal, Role
from ankigen.atoms.segments import clauses, members, protected, sentences
from ankigen.model.atom import BasicAtom, Level
from ankigen.model.text import MarkKind, RichText

RULE_NAME = "label"
ENUM_NAME = "enum"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A leaf parted at its label."""

    label: RichText
    right: Range


def part(leaf: Leaf) -> Labelled | Refusal:
    """Part a leaf at its label, or say why it has none."""
    separator = split_label(leaf.text)
    if separator is None:
        return Refusal("no top-level colon")
    start, end = separator
    label = bare_title(leaf.text.slice(0, start)).without(MarkKind.STRONG, MarkKind.EMPHASIS)
    stress = any(mark.start == 0 and mark.end >= start - 1 for mark in leaf.text.marked(MarkKind.STRONG))
    refusal = _no_label(label, stress=stress, named=bool(leaf.place.labels))
    if refusal:
        return Refusal(refusal)
    right_start = end + len(leaf.plain[end:]) - len(leaf.plain[end:].lstrip())
    if not leaf.plain[right_start:].strip():
        return Refusal("nothing stands behind the colon")
    if PLACEHOLDER.fullmatch(leaf.plain[right_start:].strip()):
        return Refusal("a placeholder stands behind the colon")
    if leaf.role is Role.PARAGRAPH and not stress and len(sentences(leaf.text, 0, start)) > 1:
        return Refusal("the colon stands in a later sentence")
    return Labelled(label=label, right=(right_start, len(leaf.plain)))


def _no_label(label: RichText, *, stress: bool, named: bool) -> str | None:
    plain = label.plain
    outside = "".join(character for character, hidden in zip(plain, protected(label), strict=True) if not hidden)
    if not re.search(r"[A-Za-z\u3400-\u9fff]", plain) and not re.fullmatch(r"\d{1,4}" if named else r"\d{3,4}", plain):
        return "the label has no letter"
    if NO_LABEL.fullmatch(plain.strip(" *")):
        return f"“{plain}” introduces a remark"
    if ANNOUNCING_LABEL.search(plain.strip(" *")):
        return f"“{plain}” only announces"
    if re.match(r"(?:例如|比如|如(?!何|果)|e\.g\.)", plain):
        return "the label begins an example"
    if PRONOUN_START.match(plain) and not stress:
        return "the label begins with a pronoun"
    if not stress and re.search(r"\b(?:this|it|that)\b|这|它|该", plain, re.IGNORECASE):
        return "the label holds a pronoun"
    if columns(plain) > LABEL_COLUMNS:
        return f"the label is longer than {LABEL_COLUMNS} columns"
    if re.search(r"[，,。；;！!？?\n]", outside) and not stress:
        return "the label holds a comma or full stop"
    if not HAN.search(plain) and len(plain.split()) > 7 and not stress:
        return "the label is a sentence"
    return None


def find_enum(leaf: Leaf) -> Claim | Refusal:
    """Take a label whose right side is a bare enumeration: name all of it."""
    parted = part(leaf)
    if isinstance(parted, Refusal):
        return parted
    start, end = parted.right
    spans = sentences(leaf.text, start, end)
    if not spans:
        return Refusal("nothing stands behind the colon")
    found = members(leaf.text, *spans[0])
    if len(found) < 3:
        return Refusal("what stands behind the colon is no list of three or more")
    if any(
        re.match(r"(?:like|such as|e\.g\.|including|例如|比如|如)\b", leaf.plain[slice(*member)]) for member in found
    ):
        return Refusal("one of its members is an example")
    if any(re.search(r"\d", leaf.plain[slice(*member)]) for member in found) and not KIND_WORD.search(
        parted.label.plain
    ):
        return Refusal("its members say things, with numbers, and are no names")
    if len(found) > 7:
        return Refusal(f"{len(found)} members are too many to name")
    text = leaf.text.slice(*spans[0])
    if units(text.plain) > ANSWER_LIMIT:
        return Refusal("the list is too long to recall")
    later = tuple(
        Clause(leaf=leaf, start=begin, end=stop) for span in spans[1:] for begin, stop in clauses(leaf.text, *span)
    )
    atom = BasicAtom(
        origin=leaf.origin(ENUM_NAME, parted.label.plain),
        breadcrumb=leaf.place.breadcrumb,
        prompt=_ask_kinds(parted.label, len(found), leaf),
        answer=text,
        typed=leaf.typed,
    )
    return Claim(atoms=(atom,), asks=f"asks to name {len(found)}", rest=later)


def _ask_kinds(label: RichText, count: int, leaf: Leaf) -> RichText:
    """Ask for all members; a label that only counts (`Three things`) leaves the word to its question."""
    title = leaf.place.question.title
    if make_label(label, frozenset()).generic and re.search(r"[?？]$", title.plain):
        return count_asked(title.strip("?？ "), count, leaf.place)
    return ask_all(_kind_label(label, leaf), count, leaf.place)


def _kind_label(label: RichText, leaf: Leaf) -> RichText:
    """Cut `包括` and the like off a label; put the subject before an aspect."""
    trimmed = re.sub(r"(?:主要)?(?:包括|包含|有|如下|分为|为)$|\s+(?:are|include|includes)$", "", label.plain).strip()
    return name_label(label.slice(0, len(trimmed)) if trimmed else label, leaf.place)


def find_label(leaf: Leaf) -> Claim | Refusal:
    """Take `label: text`: the first sentence answers, what follows is left to the clause rules."""
    parted = part(leaf)
    if isinstance(parted, Refusal):
        return parted
    start, end = parted.right
    spans = sentences(leaf.text, start, end)
    if not spans:
        return Refusal("nothing stands behind the colon")
    whole = spans[0]
    first = _first_fact(parted.label, whole, leaf)
    if _is_lead_in(parted.label.plain) and len(clauses(leaf.text, *whole)) > 1:
        return Refusal(f"“{parted.label.plain}” is a lead-in")
    answer = leaf.text.slice(*first)
    # A sentence too long to recall is asked clause by clause behind its label.
    too_long = units(leaf.plain[slice(*whole)]) > ANSWER_LIMIT
    by_clause = too_long or _is_no_question(parted.label, answer.plain, leaf)
    atom = BasicAtom(
        origin=leaf.origin(RULE_NAME, parted.label.plain),
        breadcrumb=leaf.place.breadcrumb,
        prompt=ask_label(parted.label, answer.plain, leaf.place),
        answer=answer,
        extra=_more(leaf, first, whole, end),
        reverse=leaf.reverse,
        typed=leaf.typed,
    )
    rest = _rest(leaf, spans, by_clause=by_clause)
    if by_clause:
        return Claim(
            atoms=(),
            asks="clauses behind the label: " + ("it is too long to recall" if too_long else "it is no description"),
            rest=rest,
            otherwise=() if too_long else (replace(atom, prompt=ask(parted.label, Ask.BARE, leaf.place)),),
        )
    return Claim(atoms=(atom,), asks=f"asks “{atom.prompt.plain}”", rest=rest)


def _is_no_question(label: RichText, answer: str, leaf: Leaf) -> bool:
    """Tell a label of which `what is it?` cannot be asked; what it says is asked clause by clause behind it."""
    kind = kind_of(label, answer, leaf.place)
    if leaf.reverse or kind not in {Ask.IS, Ask.SENTENCE, Ask.DOES, Ask.HOW}:
        return False
    if kind in {Ask.DOES, Ask.HOW}:
        return _MODAL.match(answer) is not None or (kind is Ask.HOW and _is_noun(label.plain, answer))
    if HAN.search(answer) or HAN.search(label.plain):
        return bool(_SIDE.search(label.plain))
    if leaf.typed:
        return False
    if kind is Ask.IS:
        says = re.match(r"\w+ing (?:an?|the)\b", label.plain) or english.finite_verbs(label.plain)
        return bool(says or _NO_TERM.search(label.plain)) or not _describes(answer)
    return not _NAME.search(label.plain) and (_NO_TERM.search(label.plain) is not None or not _GENERAL.match(answer))


def _describes(answer: str) -> bool:
    """Tell an English noun phrase that says what something is (`a cache of translations`)."""
    head = re.split(r"[,;:]|\s(?:that|which|where|who|whose)\s", answer)[0]
    if english.finite_verbs(head) or re.match(r"\w+(?:ing|ed)\b", head):
        return False
    if re.match(r"(?:an?|the|one|two|any|many|no more than|at most|at least|up to|about)\s", head, re.IGNORECASE):
        return True
    if re.search(r"\s(?:that|which|where|who|whose)\s", re.split(r"[,;:]", answer)[0]):
        return True  # `32 threads that run one instruction at a time`
    words = head.split()
    return len(words) > _FEW and not re.match(
        r"(?:with|on|in|by|at|from|for|to|no|not|only|just)\b", head, re.IGNORECASE
    )


_MODAL = re.compile(r"(?:must|should|can|could|may|might|need|needs|will|has to|have to|is|are|was)\b", re.IGNORECASE)
"""What is said of a label and is nothing that it does."""


def _is_noun(label: str, answer: str) -> bool:
    """Tell an English label that begins with a noun which is a verb too (`Hit rate`), by what is said of it."""
    if HAN.search(label) or answer.split(maxsplit=1)[0].lower() in VERB_BASES_EN:
        return False
    return english.first_verb(answer) < len(answer) or bool(re.match(r"\d", answer))


_FEW = 3
"""Words of a description without an article: fewer are a value."""
_SIDE = re.compile(r"(?:(?<![前后户务云终高低两])端|侧|方面|这边|那边|层面|常规|默认|典型|一般|常见|通常)$")
"""`NVLink 侧`, `软件层面`: one of the places where something is done, and no term."""
_NO_TERM = re.compile(
    r"^(?:two|three|four|five|some|a few|several|other|small|misc\w*|more) [a-z]+$|"
    r"\b(?:things|stuff|bits|version|gotchas)$|^pitfalls\b|\b(?:works?|replaces|translates|fences|shows?|gives?|makes?)\b",
    re.IGNORECASE,
)
"""`Small things`, `Three syscalls`, `Cilium translates traffic`: counts, heaps and statements."""
_NAME = re.compile(r"\b[A-Z]{2,}|[a-z][A-Z]|\d|_|^[a-z]\w*$")
"""An abbreviation or a name from code: it is known by what it is."""
_GENERAL = re.compile(
    r"(?:an?|every|each|all|any|two|three|several|many|no|both|one|nothing|if|when|whenever|it|the \w+ itself)\s",
    re.IGNORECASE,
)
"""The start of a sentence that holds for all of a kind, as one that says what a term means does."""


def _more(leaf: Leaf, first: Range, whole: Range, end: int) -> RichText | tuple[()]:
    """Give what stands behind the answer, to be read after it."""
    rest = leaf.text.slice(first[1] if first != whole else whole[1], end)
    start = re.match(r"[\s，,；;。.：:!！?？]*", rest.plain)
    rest = rest.slice(start.end() if start else 0, len(rest.plain))
    return rest if rest.plain else ()


def _first_fact(label: RichText, sentence: Range, leaf: Leaf) -> Range:
    """Give what answers: of a sentence of many facts in a row the first, for nobody recalls them as one."""
    start, end = sentence
    answer = leaf.plain[start:end]
    if leaf.reverse or kind_of(label, answer, leaf.place) not in {Ask.IS, Ask.DOES, Ask.SENTENCE}:
        return sentence
    outside = re.sub(r"（[^（）]*）|\([^()]*\)", "", answer)
    if len(re.findall(r"[，；]|[,;]\s", outside)) < _MOST_FACTS:
        return sentence
    first = clauses(leaf.text, start, end)[0]
    text = leaf.plain[slice(*first)]
    return sentence if units(text) < _SAYS or CONDITION.match(text) else first


_MOST_FACTS = 3
"""Commas of an answer from which on its facts are asked one by one."""
_SAYS = 3
_HALF, _FACTS = 14, 24
"""Units of a sentence from which on its later clauses, and its first, are asked beside the whole. Measured on the notes
in benchmarks/: with 14 for both 3 % more cards are made for no more facts."""


def _rest(leaf: Leaf, spans: list[Range], *, by_clause: bool) -> tuple[Clause, ...]:
    """Give the clauses left: all of later sentences; of the first only what is worth a card beside its question."""
    left: list[Clause] = []
    for number, span in enumerate(spans):
        parts = clauses(leaf.text, *span)
        for place, (start, end) in enumerate(parts):
            if number == 0 and is_number(leaf.plain[slice(*span)]):
                continue
            weak = (
                number > 0
                or by_clause
                or (len(parts) > 1 and units(leaf.plain[slice(*span)]) > (_FACTS if place == 0 else _HALF))
            )
            if (
                not weak
                and len(parts) == 1
                and units(leaf.plain[start:end]) <= 24
                and not re.search(r"[≈（(、]|用于|用来", leaf.plain[start:end])
            ):
                continue
            left.append(Clause(leaf=leaf, start=start, end=end, behind_label=place == 0 and number == 0, weak=weak))
    return tuple(left)


def _is_lead_in(label: str) -> bool:
    """Tell a label that only announces (`使用 X 分析…`, `There are three kinds`)."""
    if HAN.search(label):
        return (
            not NOUN_PHRASE_ZH.search(label) and bool(chinese.begins_with_verb(label)) and len(HAN.findall(label)) > 12
        )
    return bool(re.match(r"(?:there (?:is|are)|these are|here (?:is|are)|we |you |i )", label, re.IGNORECASE))


ENUM_RULE: AtomRule[LeafFind] = AtomRule(
    ENUM_NAME, Level.LEAF, "a label whose text is a bare list `a、b、c`: Basic, “name all n”", find_enum
)
RULE: AtomRule[LeafFind] = AtomRule(
    RULE_NAME, Level.LEAF, "`术语：解释`, `**Term**: text`: Basic, asked by the answer's shape", find_label
)
