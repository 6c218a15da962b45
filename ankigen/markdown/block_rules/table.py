"""Tables: GFM's, but the first line without a pipe ends them."""

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as gfm_table

_WHOLE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\$(?=\S)[^$\n]*?(?<=\S)\$(?!\d)")


def table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push one `table` token; its meta holds the rows as lists of cells, the header first, and their lines."""
    if start_line + 1 >= end_line or not gfm_table(state, start_line, end_line, True):  # noqa: FBT003
        return False
    if silent:
        return True
    header = _line(state, start_line)
    rows = [(start_line, split_row(header))]
    width = len(rows[0][1])
    leading = header.startswith("|")
    parent, state.parentType = state.parentType, "table"
    line = start_line + 2
    while line < end_line and _goes_on(state, line, end_line, leading=leading):
        text = _line(state, line)
        cells = split_row(text)
        if len(cells) > width:
            # A pipe inside code or a formula needs a backslash in GFM; where the count tells, none is asked for.
            whole = split_row(text, keep_code=True)
            cells = whole if len(whole) == width else cells
        rows.append((line, cells))
        line += 1
    state.parentType = parent
    token = state.push("table", "table", 0)
    token.map = [start_line, line]
    token.meta = {"rows": rows}
    state.line = line
    return True


def split_row(text: str, *, keep_code: bool = False) -> list[str]:
    r"""Split a row at its pipes; `\|` is a pipe inside a cell."""
    whole = [match.span() for match in _WHOLE.finditer(text)] if keep_code else []
    cells: list[str] = []
    start = 0
    for match in re.finditer(r"\|", text):
        position = match.start()
        escaped = position > 0 and text[position - 1] == "\\"
        if not escaped and not any(begin < position < end for begin, end in whole):
            cells.append(text[start:position])
            start = position + 1
    cells.append(text[start:])
    if not cells[0].strip():
        del cells[0]
    if cells and not cells[-1].strip():
        del cells[-1]
    return [cell.replace("\\|", "|").strip() for cell in cells]


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()


def _goes_on(state: StateBlock, line: int, end_line: int, *, leading: bool) -> bool:
    if state.isEmpty(line) or state.sCount[line] < state.blkIndent or state.is_code_block(line):
        return False
    text = _line(state, line)
    if text.startswith("|"):
        return True
    if leading or "|" not in text:
        return False
    silent = True
    return not any(rule(state, line, end_line, silent) for rule in state.md.block.ruler.getRules("blockquote"))
