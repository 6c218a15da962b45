"""A line of attributes, `{#id .class key=value}`, said of the block below it."""

from markdown_it.rules_block import StateBlock

from ankigen.markdown.attributes import is_attributes


def attributes_line(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: ARG001, FBT001 - markdown-it's contract
    """Push an `attributes` token."""
    position, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
    if position >= end or state.src[position] != "{" or state.is_code_block(start_line):
        return False
    text = state.src[position:end].rstrip()
    if not is_attributes(text):
        return False
    if not silent:
        token = state.push("attributes", "", 0)
        token.content = text
        token.map = [start_line, start_line + 1]
        state.line = start_line + 1
    return True
