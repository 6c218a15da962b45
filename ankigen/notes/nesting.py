"""Marks and deletions as one tree: HTML and clozes nest, ranges need not.

A formula, a picture or a footnote cannot be cut: what would cut it grows to hold it whole. A deletion is kept in one
piece; a mark that crosses another range is cut in two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ankigen.model.text import ATOMIC_KINDS, Mark, RichText


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """A deletion with its number."""

    start: int
    end: int
    number: int
    hint: str = ""


Range = Mark | Hole

_RangeT = TypeVar("_RangeT", Mark, Hole)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """Text that nothing divides: `plain[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A range and what stands in it."""

    range: Range
    children: "tuple[Branch | Leaf, ...]" = ()


Tree = tuple[Branch | Leaf, ...]


def nest(text: RichText, holes: Iterable[Hole] = ()) -> Tree:
    """Arrange the marks of a text and its deletions in a tree whose leaves are the whole text."""
    length = len(text)
    wholes = _uncut(mark for mark in text.marks if mark.kind in ATOMIC_KINDS)
    placed: list[Range] = list(_nested_holes(_grown(hole, wholes, length) for hole in holes))
    for mark in text.marks:
        grown = _grown(mark, wholes, length)
        if mark.kind not in ATOMIC_KINDS and grown.start < grown.end and not _within(mark, wholes):
            placed.extend(_pieces(grown, placed))
    placed.extend(wholes)
    return _tree(sorted(placed, key=_outer_first), 0, length)


def _uncut(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Keep the marks that cannot be cut, without those inside another one."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return tuple(kept)


def _grown(piece: _RangeT, wholes: Iterable[Mark], length: int) -> _RangeT:
    """Move the ends of a range out of what cannot be cut, and into the text."""
    start, end = max(0, piece.start), min(piece.end, length)
    if start < end:
        for whole in wholes:
            start = whole.start if whole.start < start < whole.end else start
            end = whole.end if whole.start < end < whole.end else end
    return replace(piece, start=start, end=end)


def _within(mark: Mark, wholes: Iterable[Mark]) -> bool:
    return any(
        whole.start <= mark.start and mark.end <= whole.end and (whole.start, whole.end) != (mark.start, mark.end)
        for whole in wholes
    )


def _nested_holes(holes: Iterable[Hole]) -> tuple[Hole, ...]:
    """Shorten deletions that cross one that began before them, and leave out the empty ones."""
    kept: list[Hole] = []
    for hole in sorted(holes, key=lambda hole: (hole.start, -hole.end)):
        if hole.start < hole.end:
            kept.append(_shortened(hole, kept))
    return tuple(kept)


def _shortened(hole: Hole, kept: Iterable[Hole]) -> Hole:
    for other in kept:
        if other.start < hole.start < other.end < hole.end:
            return _shortened(replace(hole, start=other.end), kept)
    return hole


def _pieces(mark: Mark, placed: Iterable[Range]) -> list[Mark]:
    """Cut a mark wherever it would cross a range that is already there."""
    pieces = [mark]
    for other in placed:
        pieces = [part for piece in pieces for part in _cut(piece, other)]
    return pieces


def _cut(piece: Mark, other: Range) -> tuple[Mark, ...]:
    if other.start < piece.start < other.end < piece.end:
        at = other.end
    elif piece.start < other.start < piece.end < other.end:
        at = other.start
    else:
        return (piece,)
    return replace(piece, end=at), replace(piece, start=at)


def _outer_first(piece: Range) -> tuple[int, int, int, int]:
    """Sort by start, longer ones first; what is empty comes before all that starts at its place."""
    empty = piece.start == piece.end
    rank = 0 if isinstance(piece, Hole) else 2 if piece.kind in ATOMIC_KINDS else 1
    return piece.start, 0 if empty else 1, -piece.end, rank


def _tree(pieces: Sequence[Range], start: int, end: int) -> Tree:
    """Build the tree of `plain[start:end]` from ranges that nest, outer before inner."""
    nodes: list[Branch | Leaf] = []
    position, index = start, 0
    while index < len(pieces):
        piece = pieces[index]
        inner_end = index + 1
        while inner_end < len(pieces) and pieces[inner_end].start < piece.end:
            inner_end += 1
        if position < piece.start:
            nodes.append(Leaf(start=position, end=piece.start))
        nodes.append(Branch(range=piece, children=_tree(pieces[index + 1 : inner_end], piece.start, piece.end)))
        position, index = piece.end, inner_end
    if position < end:
        nodes.append(Leaf(start=position, end=end))
    return tuple(nodes)
