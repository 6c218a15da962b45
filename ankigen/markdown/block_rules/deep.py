"""Quotes and lists nested beyond reason: their text is kept as a paragraph.

markdown-it would drop it without a word; and Python's stack has an end.
"""

from typing import Final

from markdown_it.rules_block import StateBlock, paragraph

DEEPEST: Final = 40


def deep(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Take lines below the deepest level as a paragraph."""
    if state.level < DEEPEST:
        return False
    return silent or paragraph(state, start_line, end_line, silent)
