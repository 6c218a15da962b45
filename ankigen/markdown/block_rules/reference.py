"""Link reference definitions, but only those that do define a link."""

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import reference as commonmark_reference

_DEFINITION = re.compile(r"\[[^\]\n]+\]:[ \t]*(?:<[^>\n]*>|[A-Za-z][\w+.-]*:|[./#]|[\w%~./-]+\.\w{2,5}\b)")
_MOST_LINES = 4
"""Lines of one definition, its title among them."""


def reference(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Take `[name]: target`; `[Note]: words` is text that CommonMark would swallow."""
    position = state.bMarks[start_line] + state.tShift[start_line]
    if not _DEFINITION.match(state.src, position, state.eMarks[start_line]):
        return False
    parent, last = state.parentType, state.lineMax
    # It looks for the paragraph's end before it reads: a list of links would be read to its end for each of them.
    state.lineMax = min(last, start_line + _MOST_LINES)
    matched = commonmark_reference(state, start_line, end_line, silent)
    state.lineMax = last
    state.parentType = parent  # markdown-it 3 and 4 leave it changed when the rule fails
    return matched
