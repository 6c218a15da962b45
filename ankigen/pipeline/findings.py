"""What the atoms of a document say about it: blocks without a card, questions with too many, unchecked code."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import assert_never

from ankigen.atoms import needs_check
from ankigen.identity import Identified
from ankigen.model.atom import Atom, Atomized, BasicAtom, ClozeAtom, CodeAtom, Leftover
from ankigen.model.diagnostic import Diagnostic, Severity, Span
from ankigen.model.document import Document, Fence, Question, Section, blocks_below
from ankigen.pipeline.walk import question_at

MOST_CARDS = 12
"""More cards than this from one question, and it is no one question."""
WEAK_RULES = frozenset({"member", "whole"})
"""Rules of the last resort: they hide something when nothing says what is worth asking."""
LONGEST_QUOTE = 40


def findings(
    document: Document, atomized: Atomized, identified: Sequence[Identified], *, unanswered: AbstractSet[int]
) -> Iterator[Diagnostic]:
    """Yield the diagnostics that need a document's atoms.

    Args:
        document: as parsed.
        atomized: what the rules made of it.
        identified: its atoms, with the numbers of their cards.
        unanswered: first lines of questions that are known to have no answer; no need to say it of each block again.
    """
    leftovers = [leftover for leftover in atomized.leftovers if not _is_in(document, leftover.span, unanswered)]
    yield from _blocks_without_card(document, leftovers)
    yield from _crowded_questions(document, identified)
    yield from _unchecked_code(document, {leftover.span for leftover in leftovers})
    yield from _weak_blocks(document, identified)
    yield from _idle_marks(document, identified)


def count_cards(identified: Identified) -> int:
    """Count the cards that Anki will make of a note."""
    match identified.atom:
        case BasicAtom(reverse=reverse):
            return 2 if reverse else 1
        case ClozeAtom():
            return len({number for _, number in identified.ordinals})
        case CodeAtom():
            return 1
        case _:
            assert_never(identified.atom)


def is_rehearsal(atom: Atom) -> bool:
    """Tell whether an atom is a whole answer, to be said aloud."""
    return isinstance(atom, BasicAtom) and atom.rehearsal


def _is_in(document: Document, span: Span, questions: AbstractSet[int]) -> bool:
    question = question_at(document, span.first)
    return question is not None and question.span.first in questions


def _blocks_without_card(document: Document, leftovers: Iterable[Leftover]) -> Iterator[Diagnostic]:
    for leftover in leftovers:
        yield Diagnostic(
            path=document.path,
            line=leftover.span.first,
            severity=Severity.WARNING,
            code=leftover.code,
            message=f"no card from “{shorten(leftover.text)}”: {leftover.reason}",
            mend=f"write {leftover.mark}",
        )


def _crowded_questions(document: Document, identified: Sequence[Identified]) -> Iterator[Diagnostic]:
    cards: Counter[int] = Counter()
    for each in identified:
        question = question_at(document, each.atom.origin.span.first)
        # The regions of a task are as many as they are, whatever the question says.
        if question is not None and not is_rehearsal(each.atom) and not each.atom.origin.task:
            cards[question.span.first] += count_cards(each)
    for question in document.questions:
        number = cards[question.span.first]
        if number > MOST_CARDS:
            yield Diagnostic(
                path=document.path,
                line=question.span.first,
                severity=Severity.WARNING,
                code="many-cards",
                message=f"{number} cards come from this one question (more than {MOST_CARDS})",
                mend="part it into smaller questions, or put {.skip} on what need not be learnt",
            )


def _unchecked_code(document: Document, reported: AbstractSet[Span]) -> Iterator[Diagnostic]:
    """Yield code that stands on a card; what became none is among the leftovers."""
    for question in document.questions:
        for block in blocks_below(question.blocks):
            if isinstance(block, Fence) and block.span not in reported and needs_check(block):
                yield Diagnostic(
                    path=document.path,
                    line=block.span.first,
                    severity=Severity.WARNING,
                    code="unchecked-code",
                    message="nothing has checked that this code works",
                    mend="put {solution=TASK} on the line above it, or {.display} if it is only to be looked at",
                )


def _weak_blocks(document: Document, identified: Sequence[Identified]) -> Iterator[Diagnostic]:
    rules: dict[Span, set[str]] = {}
    for each in identified:
        if not is_rehearsal(each.atom):
            rules.setdefault(each.atom.origin.span, set()).update(_rules_of(each.atom))
    for span, names in rules.items():
        if names <= WEAK_RULES:
            yield Diagnostic(
                path=document.path,
                line=span.first,
                severity=Severity.INFO,
                code="weak",
                message=f"only the last resort ({', '.join(sorted(names))}) found something to ask here",
                mend="mark what matters with ==…==, or write it as `term: text`",
            )


_HEEDS: dict[str, tuple[Callable[[Atom], bool], str, str]] = {
    "reverse": (
        lambda atom: isinstance(atom, BasicAtom) and atom.reverse,
        "no card here has a front and a back to turn round",
        "write `front ::: back` or `term: text`",
    ),
    "type": (
        lambda atom: not isinstance(atom, CodeAtom) and atom.typed,
        "no card here has an answer to type",
        "write `term: text`, `front :: back` or ==x==",
    ),
    "cloze": (lambda atom: isinstance(atom, ClozeAtom), "nothing here can be hidden", "put ==…== around what is to be"),
    "each": (lambda _: True, "no item here gave a card", "put it on the line above a list of short items"),
}
"""For each mark: which cards heed it, why none does, and the mend."""


def _idle_marks(document: Document, identified: Sequence[Identified]) -> Iterator[Diagnostic]:
    atoms = [each.atom for each in identified if not is_rehearsal(each.atom)]
    for place in chain.from_iterable((question, *blocks_below(question.blocks)) for question in document.questions):
        if "skip" in place.attributes.classes:
            continue
        below = [atom for atom in atoms if place.span.first <= atom.origin.span.first <= place.span.last]
        for mark in place.attributes.classes:
            if mark == "cloze" and isinstance(place, Question | Section):
                below = []  # It is about one text, and a heading hides nothing.
            if mark in _HEEDS and not any(_HEEDS[mark][0](atom) for atom in below):
                _, reason, mend = _HEEDS[mark]
                yield Diagnostic(
                    path=document.path,
                    line=place.span.first,
                    severity=Severity.WARNING,
                    code="mark-idle",
                    message=f"{{.{mark}}} changes nothing: {reason}",
                    mend=f"{mend}, or leave the mark out",
                )


def _rules_of(atom: Atom) -> set[str]:
    match atom:
        case ClozeAtom(lines=lines):
            found = {deletion.rule for line in lines for deletion in line.deletions}
            return found or {atom.origin.rule}
        case BasicAtom() | CodeAtom():
            return {atom.origin.rule}
        case _:
            assert_never(atom)


def shorten(text: str) -> str:
    """Give the start of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else f"{line[: LONGEST_QUOTE - 1]}…"
