"""`table`: one Cloze note a body row, each cell but the first a deletion numbered by its column."""

import re
from dataclasses import replace

from ankigen.atoms.cloze import unmarked
from ankigen.atoms.place import bare_title
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind, Refusal
from ankigen.model.atom import ClozeAtom, ClozeLine, Deletion, Leftover, Level
from ankigen.model.document import Table, TableRow
from ankigen.model.text import RichText

RULE_NAME = "table"
_EMPTY_CELL = re.compile(r"\s*(?:[-–—/.…]*|n/?a|N/?A|无|－|同左)\s*")

_AS_ABOVE = re.compile(r"\s*(?:同上|ditto|same as above|″|〃)\s*", re.IGNORECASE)


def find_table(container: Container) -> Claim | Refusal:
    """Take a table: a Cloze note a row, shown as name/value lines."""
    table = container.block
    if not isinstance(table, Table):
        return Refusal("no table")
    if len(table.header) < 2:
        return Refusal("a table of one column relates nothing")
    atoms = tuple(atom for row in _written_out(table.rows) if (atom := _row_atom(container, table, row)) is not None)
    left = tuple(
        Leftover(
            span=row.span,
            text=" | ".join(cell.plain for cell in row.cells)[:60],
            reason="its first cell is empty, so nothing names the row",
            mark="a name into the first cell",
        )
        for row in table.rows
        if not row.cells[0].plain.strip() and any(not _EMPTY_CELL.fullmatch(cell.plain) for cell in row.cells)
    )
    return Claim(atoms=atoms, asks=f"{len(atoms)} rows, a cell a card", left=left)


def _written_out(rows: tuple[TableRow, ...]) -> list[TableRow]:
    """Put the cell above into each cell that only says `同上`: on a card of its own it says nothing."""
    written: list[TableRow] = []
    for row in rows:
        above = written[-1].cells if written else row.cells
        cells = tuple(
            upper if place and _AS_ABOVE.fullmatch(cell.plain) else cell
            for place, (cell, upper) in enumerate(zip(row.cells, above, strict=True))
        )
        written.append(replace(row, cells=cells))
    return written


def _row_atom(container: Container, table: Table, row: TableRow) -> ClozeAtom | None:
    name = row.cells[0]
    header = [bare_title(cell) for cell in table.header]
    lines = [ClozeLine(name=header[0] if header[0].plain else None, text=unmarked(name))]
    plain = [re.sub(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", "", cell.plain).strip() for cell in row.cells]
    for place, (column, cell) in enumerate(zip(header, row.cells, strict=True)):
        if place:
            # Equal cells of a row, but for a remark in brackets, share a card: each would be read off the other.
            first = plain.index(plain[place], 1)
            like = first if first != place else None
            lines.append(ClozeLine(name=column, text=unmarked(cell), deletions=_deletions(column, cell, like)))
    if not name.plain.strip() or not any(line.deletions for line in lines):
        return None
    origin = container.origin(RULE_NAME, name.plain)
    return ClozeAtom(
        origin=type(origin)(
            rule=origin.rule, slot=origin.slot, span=row.span, question=origin.question, explicit_id=origin.explicit_id
        ),
        breadcrumb=container.place.breadcrumb,
        lines=tuple(lines),
    )


def _deletions(column: RichText, cell: RichText, like_line: int | None) -> tuple[Deletion, ...]:
    if _EMPTY_CELL.fullmatch(cell.plain):
        return ()
    return (Deletion(start=0, end=len(cell.plain), name=column.plain, rule=RULE_NAME, like_line=like_line),)


RULE: AtomRule[ContainerFind] = AtomRule(
    RULE_NAME, Level.CONTAINER, "a body row: one Cloze note, each cell but the first a deletion", find_table
)
