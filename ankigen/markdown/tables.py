"""Tables: cells to rich text, rows as wide as the header."""

from collections.abc import Callable

from ankigen.markdown.findings import Findings
from ankigen.model.diagnostic import Span
from ankigen.model.document import Table, TableRow
from ankigen.model.text import RichText


def read_table(
    rows: list[tuple[int, list[str]]], span: Span, inline: Callable[[str, int], RichText], findings: Findings
) -> Table:
    """Read a header and its rows; too many cells are joined into the last one, so that nothing is lost."""
    width = len(rows[0][1])
    for line, cells in rows[1:]:
        if len(cells) != width:
            findings.warn(
                line + 1,
                code="table-cells",
                message=f"this row has {_cells(len(cells))}, the header {width}",
                mend="add or remove a |; a pipe inside a cell is written \\|",
            )
    read = [(line + 1, tuple(inline(cell, line + 1) for cell in _fit(cells, width))) for line, cells in rows]
    body = tuple(TableRow(cells=cells, span=Span(first=line, last=line)) for line, cells in read[1:])
    return Table(header=read[0][1], rows=body, span=span)


def _fit(cells: list[str], width: int) -> list[str]:
    if len(cells) > width:
        return [*cells[: width - 1], " | ".join(cells[width - 1 :])]
    return [*cells, *[""] * (width - len(cells))]


def _cells(count: int) -> str:
    return f"{count} cell" if count == 1 else f"{count} cells"
