"""Displayed formulas: `$$` on lines of their own."""

from markdown_it.rules_block import StateBlock


def math_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a `math_block` token for `$$ x $$` or for the lines between two `$$`."""
    position = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("$$", position) or state.is_code_block(start_line):
        return False
    first = state.src[position + 2 : state.eMarks[start_line]].strip()
    if first.endswith("$$") and "$$" not in first[:-2] and first[:-2].strip():
        content, next_line = first[:-2].strip(), start_line + 1
    elif "$$" in first:
        return False
    else:
        last_line = _closing_line(state, start_line + 1, end_line, bare=not first)
        if last_line is None:
            return False
        between = state.getLines(start_line + 1, last_line, state.sCount[start_line], keepLastLF=False)
        closing = state.src[state.bMarks[last_line] + state.tShift[last_line] : state.eMarks[last_line]].rstrip()[:-2]
        content = "\n".join(part for part in (first, between, closing.rstrip()) if part.strip()).strip("\n")
        next_line = last_line + 1
        if not content.strip():
            return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.content = content
        token.map = [start_line, next_line]
        state.line = next_line
    return True


def _closing_line(state: StateBlock, line: int, end_line: int, *, bare: bool) -> int | None:
    while line < end_line:
        if state.isEmpty(line):
            if not bare:
                return None
        elif state.sCount[line] < state.blkIndent:
            return None
        else:
            text = state.src[state.bMarks[line] : state.eMarks[line]].rstrip()
            if text.endswith("$$") and "$$" not in text[:-2]:
                return line
            if "$$" in text:
                return None
        line += 1
    return None
