"""Numbers of the deletions of a cloze note: each is a card, and a card must keep its number."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ankigen.identity.alike import ratio
from ankigen.model.atom import Atom, ClozeAtom, Deletion
from ankigen.model.lock import Ordinals

TABLE_RULE = "table"
"""Rule whose lines are a table's columns; the first is the row's name."""
CONTEXT = 12
"""Characters on each side of a deletion that tell its place in the sentence."""
SAME_TEXT = 0.6
"""Two hidden texts this alike are one, mended."""


_SECOND = re.compile(r"~(\d+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """Numbers of the cards of one note."""

    shown: Ordinals = ()
    """One pair a deletion, in the order of the lines and of their deletions; two that share a card share a number."""
    reserved: Ordinals = ()
    """Numbers without a card, kept for the deletions that had them or would have them if they shared no other's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A note as the lock remembers it."""

    front: str
    shown: Ordinals
    reserved: Ordinals


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hole:
    line: int
    deletion: Deletion
    name: str
    hidden: str
    frame: tuple[str, str]
    """What stands before and behind it; a table's cell is told by what it hides instead."""


def number_deletions(atom: Atom, before: Before | None = None) -> Numbering:
    """Number every deletion of an atom.

    Numbers of the author stay. What was there before keeps its number, whatever was added, dropped or moved around it;
    what is new takes a number that nothing ever had. A table row's deletions start with the place of their column, so
    that a cell filled in later moves no other card. The others take the lowest free numbers in the order of the text.
    """
    if not isinstance(atom, ClozeAtom):
        return Numbering()
    holes = _holes(atom)
    known = dict((*before.shown, *before.reserved)) if before is not None else {}
    continued = _continued(holes, known, before.front, atom) if before is not None else {}
    numbers: list[int | None] = [hole.deletion.number for hole in holes]
    taken = {number for number in numbers if number is not None}
    for index, name in continued.items():
        if numbers[index] is None and known[name] not in taken:
            numbers[index] = known[name]
            taken.add(known[name])
    _number_the_rest(atom, holes, numbers, taken | set(known.values()))
    own = {hole.name: number for hole, number in zip(holes, numbers, strict=True) if number is not None}
    shown = tuple((hole.name, own[holes[_leader(index, holes)].name]) for index, hole in enumerate(holes))
    dropped = {name: number for name, number in known.items() if name not in continued.values()}
    # A deletion that its author numbered anew leaves a number behind that has no name any more.
    left = set(known.values()) - set(dropped.values()) - set(own.values())
    dropped |= {f"~{number}": number for number in left}
    used = {number for _, number in shown}
    reserved = {name: number for name, number in (dropped | own).items() if number not in used}
    return Numbering(shown=shown, reserved=tuple(sorted(reserved.items(), key=lambda entry: (entry[1], entry[0]))))


def _number_the_rest(atom: ClozeAtom, holes: Sequence[_Hole], numbers: list[int | None], taken: set[int]) -> None:
    if atom.origin.rule == TABLE_RULE:
        for index, hole in enumerate(holes):
            if hole.line and numbers[index] is None and hole.line not in taken:
                numbers[index] = hole.line
                taken.add(hole.line)
        taken = taken | set(range(1, len(atom.lines)))
    by_place = sorted(range(len(holes)), key=lambda i: (holes[i].line, holes[i].deletion.start, -holes[i].deletion.end))
    free = 1
    for index in by_place:
        if numbers[index] is None:
            while free in taken:
                free += 1
            numbers[index] = free
            taken.add(free)


def _leader(index: int, holes: Sequence[_Hole]) -> int:
    """Find the deletion whose number this one carries: the first of its line of the same content, or itself."""
    like = holes[index].deletion.like_line
    return index if like is None else next((i for i, hole in enumerate(holes) if hole.line == like), index)


def _holes(atom: ClozeAtom) -> list[_Hole]:
    found: list[_Hole] = []
    seen: set[str] = set()
    for line, entry in enumerate(atom.lines):
        text = entry.text.plain
        for deletion in entry.deletions:
            name, number = deletion.name, 2
            while name in seen:
                name, number = f"{deletion.name}~{number}", number + 1
            seen.add(name)
            found.append(
                _Hole(
                    line=line,
                    deletion=deletion,
                    name=name,
                    hidden=_squeezed(text[deletion.start : deletion.end]),
                    frame=_frame(text, deletion.start, deletion.end),
                )
            )
    return found


def _continued(holes: Sequence[_Hole], known: Mapping[str, int], front: str, atom: Atom) -> dict[int, str]:
    """Find for each deletion the name it had: by name, by what stands around it, by how alike the texts are."""
    same_place = _same_cell if atom.origin.rule == TABLE_RULE else _same_frame
    found: dict[int, str] = {}
    old = dict.fromkeys(known)
    # Where one text is hidden twice, its place tells which is which.
    signs: tuple[Callable[[str, _Hole], bool], ...] = (
        lambda name, hole: _text_of(name) == hole.deletion.name and _same_frame(name, hole, front),
        lambda name, hole: name == hole.name,
        lambda name, hole: same_place(name, hole, front),
    )
    for sign in signs:
        for index, hole in enumerate(holes):
            name = next((name for name in old if sign(name, hole)), None) if index not in found else None
            if name is not None:
                found[index] = name
                del old[name]
    scored = sorted(
        (
            (-ratio(name, hole.name, at_least=SAME_TEXT), index, name)
            for index, hole in enumerate(holes)
            if index not in found
            for name in old
        ),
    )
    for score, index, name in scored:
        if score and index not in found and name in old:
            found[index] = name
            del old[name]
    return found


def _same_cell(name: str, hole: _Hole, front: str) -> bool:
    """Tell whether a column of another name had the same cell in this row."""
    start = f"{_squeezed(name)}: "
    return any(line == f"{start}{hole.hidden}" for line in front.splitlines() if line.startswith(start))


def _same_frame(name: str, hole: _Hole, front: str) -> bool:
    """Tell whether a text was hidden between the same words."""
    text = _squeezed(_text_of(name))
    starts = [found.start() for found in re.finditer(re.escape(text), front)]
    which = int(_SECOND.findall(name)[0]) if _SECOND.search(name) else 1
    if not any(hole.frame) or len(starts) < which:
        return False
    start = starts[which - 1]
    return _frame(front, start, start + len(text)) == hole.frame


def _text_of(name: str) -> str:
    """Give the hidden text of a name: without the `~2` that tells it from an equal one before it."""
    return _SECOND.sub("", name)


def _frame(text: str, start: int, end: int) -> tuple[str, str]:
    return _squeezed(text[:start])[-CONTEXT:], _squeezed(text[end:])[:CONTEXT]


def _squeezed(text: str) -> str:
    return " ".join(text.split())
