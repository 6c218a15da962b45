"""Links and pictures, tried only where one can be: a long line of brackets would cost quadratic time."""

from typing import Final

from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline import image as commonmark_image
from markdown_it.rules_inline import link as commonmark_link

_DEEPEST_PICTURE: Final = 4


def link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Take `[text](target)` and `[text][name]`."""
    return state.src[state.pos] == "[" and _is_possible(state) and commonmark_link(state, silent)


def image(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Take `![alt](path)`; markdown-it would call itself once for each one nested in another's text, however many."""
    if not state.src.startswith("![", state.pos) or not _is_possible(state):
        return False
    depth = state.env.get("picture_depth", 0)
    if depth >= _DEEPEST_PICTURE:
        return False
    state.env["picture_depth"] = depth + 1
    try:
        return commonmark_image(state, silent)
    finally:
        state.env["picture_depth"] = depth


def _is_possible(state: StateInline) -> bool:
    """Tell whether the end of a link follows at all; remembered, where none was found further up there is none."""
    ending = "]" if "references" in state.env else "]("
    searched, last = state.env.get("last_link_end", ("", -1))
    if searched is not state.src:
        last = state.src.rfind(ending)
        state.env["last_link_end"] = (state.src, last)
    return bool(state.pos < last)
