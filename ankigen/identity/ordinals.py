"""Numbers of the deletions of a cloze note: each is a card, and a card must keep its number."""

from collections.abc import Sequence

from ankigen.model.atom import Atom, ClozeAtom, Deletion

TABLE_RULE = "table"
"""Rule whose lines are a table's columns; the first is the row's name."""

Ordinals = tuple[tuple[str, int], ...]


def number_deletions(atom: Atom) -> Ordinals:
    """Number every deletion of an atom, in the order of its lines and of their deletions.

    Numbers of the author stay. A table row's deletions are numbered by the place of their column, so that a cell
    filled in later moves no other card. The others take the lowest free numbers in the order of the text.
    """
    if not isinstance(atom, ClozeAtom):
        return ()
    deletions = [(line, deletion) for line, entry in enumerate(atom.lines) for deletion in entry.deletions]
    numbers = _fixed_numbers(atom, deletions)
    taken = {number for number in numbers if number is not None}
    if atom.origin.rule == TABLE_RULE:
        taken |= set(range(1, len(atom.lines)))
    by_place = sorted(
        range(len(deletions)), key=lambda i: (deletions[i][0], deletions[i][1].start, -deletions[i][1].end)
    )
    free = 1
    for index in by_place:
        if numbers[index] is None:
            while free in taken:
                free += 1
            numbers[index] = free
            taken.add(free)
    names = _unique_names([deletion.name for _, deletion in deletions])
    return tuple((name, number) for name, number in zip(names, numbers, strict=True) if number is not None)


def _fixed_numbers(atom: ClozeAtom, deletions: Sequence[tuple[int, Deletion]]) -> list[int | None]:
    numbers: list[int | None] = [deletion.number for _, deletion in deletions]
    if atom.origin.rule != TABLE_RULE:
        return numbers
    taken = {number for number in numbers if number is not None}
    for index, (line, deletion) in enumerate(deletions):
        if line and deletion.number is None and line not in taken:
            numbers[index] = line
            taken.add(line)
    return numbers


def _unique_names(names: Sequence[str]) -> list[str]:
    seen: set[str] = set()
    result = []
    for name in names:
        candidate, number = name, 2
        while candidate in seen:
            candidate, number = f"{name}~{number}", number + 1
        seen.add(candidate)
        result.append(candidate)
    return result
