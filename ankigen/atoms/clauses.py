"""The clause level: what the leaf rules left of a leaf becomes Cloze notes, a sentence each."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from ankigen.atoms import english
from ankigen.atoms.cloze import unmarked
from ankigen.atoms.gates import refused_by
from ankigen.atoms.lexicon import LEANS, PRONOUN_START
from ankigen.atoms.measure import HAN, Range, columns, cut, units
from ankigen.atoms.place import Place, make_label, split_label
from ankigen.atoms.registry import CLAUSE_RULES, PARALLEL_RULES
from ankigen.atoms.rule import AtomRule, Clause, ClauseFind, Hide, Leaf, Refusal, Role
from ankigen.atoms.segments import sentences
from ankigen.model.atom import ClozeAtom, ClozeLine, Deletion, Level, Trace
from ankigen.model.document import Language
from ankigen.model.text import MarkKind, RichText, join

_BY_WORDS = frozenset({"verb", "whole", "cause", "member", "purpose"})
_ONE_THOUGHT = {Role.ITEM: 10, Role.PARAGRAPH: 14, Role.HEADING: 18}
"""Units up to which neighbouring clauses are hidden as one. Items say things more tersely than prose does. Measured on
the notes in benchmarks/: with 18 for both fewer facts are asked, with 0 for items more cards are made for no more."""
_FILLER = re.compile(r"[a-z]+s? (?:the|an?|it|them|its)(?: [a-z]+)?")
_LEFT = 2
"""Fewest units of the text that stay in sight when clauses are joined."""
_PARTS = re.compile(
    r"[、；;：:。！？.!?]|^(?:和|并|并且|以及| and )$|^[，,]\s?(?:但|不过|然而)|^[，,]\s?[^，,\s]+[就则才]$"
)
"""What between two clauses tells that they are two thoughts."""
_GAP, _GAP_ZH = 12, 6
"""Characters between them: a comma, a conjunction; in Chinese six hold a subject already."""
_CONNECTIVES = re.compile(
    r"[\s,]*(?:(?:and|but|so|or|because|since|hence|thus|therefore|then|which|that|yet|also|it|they|this|you|is|are|was|"
    r"were|can|may|will|must|does|do|has|have)\b[\s,]*)*"
)
"""What may stand between English clauses that are hidden as one: anything else would be hidden with them unasked."""
SLOT_RULE = "clause"
"""Cloze notes of the clause level share one rule name in their keys: a better rule must not restart a history."""
MOST = 6
"""Most deletions a note: a sentence of six clauses says six things."""
_ONE_NOTE_COLUMNS = 100
"""A leaf up to this wide is one note; a longer one is cut into its sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    rule: str
    hide: Hide
    parallel: bool
    units: int

    @classmethod
    def of(cls, rule: AtomRule[ClauseFind], hide: Hide, clause: Clause, *, parallel: bool = False) -> "_Found":
        hidden = clause.leaf.plain[hide.start : hide.end]
        return cls(rule=rule.name, hide=hide, parallel=parallel, units=units(hidden))


def clause_atoms(leaf: Leaf, clauses: Sequence[Clause], runs: frozenset[str]) -> tuple[list[ClozeAtom], list[Trace]]:
    """Let the clause rules look at the given clauses of a leaf.

    Args:
        leaf: where the clauses stand.
        clauses: stretches of its text, in order.
        runs: names of the rules that may run.
    """
    atoms: list[ClozeAtom] = []
    traces: list[Trace] = []
    for start, end in _groups(leaf):
        inside = [clause for clause in clauses if start <= clause.start < end]
        context = _context(leaf, start)
        found: list[_Found] = []
        for clause in inside:
            found.extend(_look(clause, runs, context.plain, traces, found))
        chosen = [
            item
            for item in _choose(found, leaf.plain, _ONE_THOUGHT[leaf.role])
            if item.rule == "member"
            or units(context.plain + leaf.plain[start : item.hide.start] + leaf.plain[item.hide.end : end]) >= _LEFT
        ]
        if chosen:
            atoms.append(_note(leaf, (start, end), context, chosen))
    return atoms, traces


def _groups(leaf: Leaf) -> list[Range]:
    """Cut a long leaf into sentences; a short one stays whole."""
    if columns(leaf.plain) <= _ONE_NOTE_COLUMNS:
        return [(0, len(leaf.plain))]
    spans = sentences(leaf.text)
    starts = [0]
    for (_, stop), (start, _) in itertools.pairwise(spans):
        # A semicolon parts halves of one thought: the second may lean on the first.
        if leaf.plain[stop : stop + 1] not in ";；" or columns(leaf.plain[starts[-1] : start]) > _ONE_NOTE_COLUMNS:
            starts.append(start)
    ends = [*starts[1:], len(leaf.plain)]
    return [(start, len(leaf.plain[:end].rstrip())) for start, end in zip(starts, ends, strict=True)]


def _look(clause: Clause, runs: frozenset[str], context: str, traces: list[Trace], taken: list[_Found]) -> list[_Found]:
    found: list[_Found] = []
    for rule in CLAUSE_RULES:
        if rule.name not in runs or (not clause.weak and rule.name in {"whole", "member", "verb"}):
            continue
        hides = _ask(rule, clause, context, traces)
        if hides:
            found.extend(_Found.of(rule, hide, clause) for hide in hides)
            if rule.name in _OF_A_SUBJECT and clause.weak:
                found.extend(_said_behind(hides, clause, runs & _SAYING, context, traces))
            break
    for rule in PARALLEL_RULES:
        if rule.name in runs:
            hides = [
                hide
                for hide in _ask(rule, clause, context, traces)
                if not any(hide.start < other.hide.end and other.hide.start < hide.end for other in (*found, *taken))
            ]
            found.extend(_Found.of(rule, hide, clause, parallel=True) for hide in hides)
    return found


def _said_behind(
    hides: list[Hide], clause: Clause, runs: frozenset[str], context: str, traces: list[Trace]
) -> list[_Found]:
    """Ask for what is said of a subject with a number in it (`rows of 【4096 bytes】 【hit the same sets】`)."""
    found: list[_Found] = []
    for rule in CLAUSE_RULES:
        if rule.name in runs:
            behind = (_Found.of(rule, hide, clause) for hide in _ask(rule, clause, context, traces))
            found.extend(
                item for item in behind if item.units >= _SAYS and all(item.hide.start >= other.end for other in hides)
            )
        if found:
            break
    return found


_OF_A_SUBJECT = frozenset({"number", "ident"})
_SAYING = frozenset({"cause", "purpose", "verb"})
_SAYS = 4
"""Fewest units of what is asked beside a number or name."""


def _ask(rule: AtomRule[ClauseFind], clause: Clause, context: str, traces: list[Trace]) -> list[Hide]:
    """Ask one rule, pass what it hides through the gates, and write down what came of it."""
    answer = rule.find(clause)
    if isinstance(answer, Refusal):
        traces.append(_trace(rule, clause, answer.reason, claimed=False))
        return []
    kept: list[Hide] = []
    # A member is left among its siblings, which stand beside it on the card.
    beside = " ".join(text.plain for text in clause.leaf.siblings) if rule.name == "member" else context
    for hide in map(partial(_balanced, clause.leaf.plain), answer):
        hidden = clause.leaf.plain[hide.start : hide.end]
        gate = refused_by(clause, hide, context=f"{clause.leaf.place.breadcrumb} {context}", label=beside)
        traces.append(
            _trace(rule, clause, f"gate {gate}: “{hidden}”" if gate else f"hides “{hidden}”", claimed=gate is None)
        )
        if gate is None:
            kept.append(hide)
    return kept


def _balanced(plain: str, hide: Hide) -> Hide:
    """Leave out a bracket at the end that was opened before: `(1422 + 28 = 【1450】)`."""
    text = plain[hide.start : hide.end]
    for opening, closing in ("()", "（）"):
        if text.endswith(closing) and text.count(closing) > text.count(opening):
            return replace(hide, end=hide.end - 1)
    return hide


def _trace(rule: AtomRule[ClauseFind], clause: Clause, detail: str, *, claimed: bool) -> Trace:
    return Trace(
        span=clause.leaf.span, level=Level.CLAUSE, rule=rule.name, claimed=claimed, detail=detail, text=clause.plain
    )


def _choose(found: list[_Found], plain: str, limit: int) -> list[_Found]:
    """Keep at most six: winners before what runs in parallel, then in order; short neighbours are one."""
    if len(found) > 1:
        # `detects the cycle` beside what follows from it says nothing worth a card; the last clause is what follows.
        found = [
            item
            for item in found
            if item is found[-1] or item.rule != "verb" or not _FILLER.fullmatch(plain[item.hide.start : item.hide.end])
        ]
    ranked = sorted(
        _merged(found, plain, limit),
        key=lambda item: (item.parallel, item.rule in {"whole", "member"}, item.hide.start),
    )
    return sorted(ranked[:MOST], key=lambda item: item.hide.start)


def _merged(found: list[_Found], plain: str, limit: int) -> list[_Found]:
    """Make one of neighbouring clauses that say little each: one thought (`X, because Y`) is asked at once."""
    merged: list[_Found] = []
    for item in sorted(found, key=lambda item: item.hide.start):
        last = merged[-1] if merged else None
        # Members of a list and halves at a semicolon are thoughts of their own.
        between = plain[last.hide.end : item.hide.start] if last is not None else ""
        if (
            last is not None
            and not re.search(r"一是|二是|其一|首先|\bfirst\b", plain[last.hide.start : item.hide.end])
            and not _PARTS.search(between)
            and units(plain[: last.hide.start] + plain[item.hide.end :]) >= _LEFT
            and last.rule in _BY_WORDS
            and item.rule in _BY_WORDS
            and 0 <= item.hide.start - last.hide.end <= (_GAP_ZH if HAN.search(plain) else _GAP)
            and (HAN.search(plain) or _CONNECTIVES.fullmatch(between))
            and _span_units(plain, last, item) <= limit
        ):
            merged[-1] = replace(
                last, hide=Hide(start=last.hide.start, end=item.hide.end), units=_span_units(plain, last, item)
            )
        else:
            merged.append(item)
    return merged


def _span_units(plain: str, first: _Found, last: _Found) -> int:
    """Count what is hidden of two neighbours, and of English what stands between them: their subject is one."""
    return first.units + last.units if HAN.search(plain) else units(plain[first.hide.start : last.hide.end])


def _note(leaf: Leaf, group: Range, context: RichText, chosen: list[_Found]) -> ClozeAtom:
    start, end = group
    shift = len(context) - start
    text = join([context, leaf.text.slice(start, end)])
    deletions = tuple(
        Deletion(
            start=item.hide.start + shift,
            end=item.hide.end + shift,
            name=leaf.plain[item.hide.start : item.hide.end],
            rule=item.rule,
            hint=item.hide.hint,
        )
        for item in chosen
    )
    lines = [ClozeLine(text=unmarked(text), deletions=deletions)]
    before = _sibling_before(leaf, start)
    if before is not None:
        lines.insert(0, ClozeLine(text=before))
    if any(item.rule == "member" for item in chosen):
        lines.extend(ClozeLine(text=unmarked(text)) for place, text in enumerate(leaf.siblings) if place != leaf.index)
    return ClozeAtom(
        origin=leaf.origin(SLOT_RULE, leaf.plain[start:end]),
        breadcrumb=leaf.place.breadcrumb,
        lines=tuple(lines),
        typed=leaf.typed,
    )


def _sibling_before(leaf: Leaf, start: int) -> RichText | None:
    """Show what a pronoun at a text's start stands for: the item before it."""
    if start == 0 and leaf.role is Role.ITEM and leaf.index > 0 and PRONOUN_START.match(leaf.plain):
        return unmarked(leaf.siblings[leaf.index - 1])
    return None


def _context(leaf: Leaf, start: int) -> RichText:
    """Give what has to stand before a text: the label above an item, the sentence a pronoun refers to."""
    if start > 0:
        head = leaf.plain[start : start + 40]
        before = sentences(leaf.text, 0, start)[-1:]
        pronoun = PRONOUN_START.match(head)
        leans = LEANS.match(head) and not re.search(r"\s[A-Z]", head)
        # `Turning off fsync can corrupt it`: what `it` is stands in the sentence before.
        refers = re.search(r"\b(?:it|them)\b", re.split(r"[,;:]", leaf.plain[start : start + 120])[0])
        if before and (pronoun or ((leans or refers) and columns(leaf.plain[slice(*before[0])]) <= 160)):
            stop = "。" if HAN.search(leaf.plain[slice(*before[0])]) else ". "
            asked = leaf.plain[before[0][1] : before[0][1] + 1]
            return join([leaf.text.slice(*before[0]), asked + stop.strip("。.") if asked in {"?", "？"} else stop])
        own = _own_label(leaf, start)
        return own if own.plain else _label_before(leaf, head)
    return _label_before(leaf, leaf.plain)


def _own_label(leaf: Leaf, start: int) -> RichText:
    """Repeat the label of a leaf before a later sentence of it: `GIN: reads fast`."""
    separator = split_label(leaf.text)
    if separator is None or separator[1] > start or not _stands_alone(leaf):
        return RichText()
    label = leaf.text.slice(0, separator[0])
    return join([label, "：" if leaf.place.language is Language.CHINESE else ": "])


def _label_before(leaf: Leaf, text: str) -> RichText:
    if _stands_alone(leaf):
        return RichText()
    label = nearest_label(leaf.place)
    if label is None or leaf.role is Role.HEADING:
        return RichText()
    words = re.sub(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", "", label.plain)
    if words.casefold() in leaf.plain.casefold():
        return RichText()
    if leaf.role is Role.PARAGRAPH and any(
        word.casefold() in text.casefold() for word in re.findall(r"[A-Za-z]{4,}|[\u3400-\u9fff]{2}", words)
    ):
        return RichText()
    return join([label, "：" if leaf.place.language is Language.CHINESE else ": "])


def _stands_alone(leaf: Leaf) -> bool:
    """Tell a text with a label of its own that names its subject."""
    separator = split_label(leaf.text)
    if separator is None:
        return False
    own = make_label(leaf.text.slice(0, separator[0]), leaf.place.recurring)
    if leaf.role is Role.PARAGRAPH and (english.finite_verbs(own.plain) or not _is_stressed(leaf, separator[0])):
        return False
    return not own.aspect and not own.generic and columns(own.plain) <= 44


def _is_stressed(leaf: Leaf, end: int) -> bool:
    """Tell a label in bold or code: it heads its whole paragraph, another only its sentence."""
    marks = leaf.text.marked(MarkKind.STRONG, MarkKind.CODE)
    return any(mark.start == 0 and mark.end >= end - 1 for mark in marks)


def nearest_label(place: Place) -> RichText | None:
    """Name the list a leaf stands in; an aspect takes its subject along (`AllGather — 典型用途`)."""
    if not place.labels:
        return None
    label = place.labels[-1]
    if columns(label.plain) > 60:
        return RichText(plain=cut(label.plain, 40))
    if not label.aspect and not label.generic:
        return label.text
    subject = replace(place, labels=place.labels[:-1]).subject
    if subject is None:
        return None if label.generic else label.text
    if label.generic:
        return subject
    if subject.plain in label.plain:
        return label.text
    return join([subject, " — ", label.text])
