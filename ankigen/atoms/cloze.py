"""`cloze`: the author's own marks, `==x==` and `{{c1::x}}`."""

from collections.abc import Iterable, Iterator

from ankigen.atoms.rule import AtomRule, Claim, Clause, Leaf, LeafFind, Refusal
from ankigen.atoms.segments import clauses, sentences
from ankigen.model.atom import ClozeAtom, ClozeLine, Deletion, Level
from ankigen.model.text import Mark, MarkKind, RichText

RULE_NAME = "cloze"
_DEEPEST = 8
"""Marks inside each other that are still asked for."""


def marked_deletions(text: RichText) -> tuple[Deletion, ...]:
    """Turn the author's highlights and native clozes into deletions."""
    return tuple(
        Deletion(
            start=mark.start,
            end=mark.end,
            name=text.plain[mark.start : mark.end],
            rule=RULE_NAME,
            hint=mark.hint,
            number=int(mark.value) if mark.kind is MarkKind.CLOZE and mark.value.isdigit() else None,
        )
        for mark in _shallow(text.marked(MarkKind.HIGHLIGHT, MarkKind.CLOZE))
        if text.plain[mark.start : mark.end].strip()
    )


def _shallow(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Leave out a highlight inside many others: nobody learns those one by one, and a card has an end of depth."""
    ends: list[int] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        ends = [end for end in ends if end > mark.start]
        if mark.kind is MarkKind.CLOZE or len(ends) < _DEEPEST:
            ends.append(mark.end)
            yield mark


def unmarked(text: RichText) -> RichText:
    """Give the text without its cloze marks: deletions say the same."""
    return text.without(MarkKind.HIGHLIGHT, MarkKind.CLOZE)


def find_cloze(leaf: Leaf) -> Claim | Refusal:
    """Take a leaf in which the author marked what is to be hidden."""
    deletions = marked_deletions(leaf.text)
    if not deletions:
        return Refusal("no ==mark== and no {{c1::…}}")
    atom = ClozeAtom(
        origin=leaf.origin(RULE_NAME, leaf.plain),
        breadcrumb=leaf.place.breadcrumb,
        lines=(ClozeLine(text=unmarked(leaf.text), deletions=deletions),),
        typed=leaf.typed,
    )
    asks = ", ".join(f"hides “{deletion.name}”" for deletion in deletions)
    return Claim(atoms=(atom,), asks=asks, rest=_unmarked_sentences(leaf, deletions))


def _unmarked_sentences(leaf: Leaf, deletions: tuple[Deletion, ...]) -> tuple[Clause, ...]:
    """Leave sentences without a highlight to the clause rules; who numbers clozes chose them all."""
    if any(deletion.number is not None for deletion in deletions):
        return ()
    return tuple(
        Clause(leaf=leaf, start=start, end=end)
        for span in sentences(leaf.text)
        if not any(deletion.start < span[1] and span[0] < deletion.end for deletion in deletions)
        for start, end in clauses(leaf.text, *span)
    )


RULE: AtomRule[LeafFind] = AtomRule(
    RULE_NAME, Level.LEAF, "`==x==` or `{{c1::x::hint}}`: one Cloze note a block, one card a deletion", find_cloze
)
