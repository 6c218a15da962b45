"""Comments on lines of their own: `<!-- … -->` and Obsidian's `%%…%%`, blank lines inside allowed."""

from bisect import bisect_left
from typing import Final

from markdown_it.rules_block import StateBlock

_PAIRS: Final = (("<!--", "-->"), ("%%", "%%"))


def comment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Skip a comment and push nothing; what stands behind its end stays."""
    position = state.bMarks[start_line] + state.tShift[start_line]
    if state.src[position : position + 1] not in {"<", "%"}:
        return False
    closing = next((end for begin, end in _PAIRS if state.src.startswith(begin, position)), None)
    if closing is None or state.is_code_block(start_line):
        return False
    found = _find(state, closing, position + (4 if closing == "-->" else 2))
    if found < 0 or found >= state.eMarks[end_line - 1]:
        return False
    after = found + len(closing)
    last = bisect_left(state.eMarks, after, start_line)
    rest = state.src[after : state.eMarks[last]]
    if rest.strip():
        if "\n\n" not in state.src[position:found]:
            return False  # the rule for comments inside a text takes it
        if not silent:
            state.bMarks[last] = after
            state.tShift[last] = len(rest) - len(rest.lstrip())
            state.sCount[last] = state.blkIndent
            state.line = last
        return True
    if not silent:
        state.line = last + 1
    return True


def _find(state: StateBlock, closing: str, start: int) -> int:
    """Find the end of a comment; remembered, since many openings may look for the same one."""
    searched, found = state.env.get(closing, (0, -2))
    if found == -2 or not searched <= start or 0 <= found < start:  # noqa: PLR2004 - not searched yet
        found = state.src.find(closing, start)
        state.env[closing] = (start, found)
    return int(found)
