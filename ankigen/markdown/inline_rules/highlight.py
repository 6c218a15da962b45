"""Highlights: `==x==`, with nothing blank inside its ends; `a == b` and `a==b==c` stay text."""

from typing import Final

from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

_MARKER: Final = ord("=")


def highlight(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push `==` as text and note it as a delimiter that may open or close."""
    source, start = state.src, state.pos
    if silent or source[start] != "=":
        return False
    end = start
    while end < state.posMax and source[end] == "=":
        end += 1
    if end - start != 2:  # noqa: PLR2004 - `===` is an operator or a line drawn by hand
        state.pending += source[start:end]
        state.pos = end
        return True
    before = source[start - 1] if start else " "
    after = source[end] if end < state.posMax else " "
    token = state.push("text", "", 0)
    token.content = "=="
    state.delimiters.append(
        Delimiter(
            marker=_MARKER,
            length=0,
            token=len(state.tokens) - 1,
            end=-1,
            open=not after.isspace() and not _is_word(before),
            close=not before.isspace() and not _is_word(after),
        )
    )
    state.pos = end
    return True


def pair_highlights(state: StateInline) -> None:
    """Turn delimiters that found their partner into `highlight_open` and `highlight_close`."""
    groups = [state.delimiters, *(meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta)]
    for delimiters in groups:
        for opener in delimiters:
            if opener.marker == _MARKER and opener.end >= 0:
                for index, kind in ((opener.token, "open"), (delimiters[opener.end].token, "close")):
                    token = state.tokens[index]
                    token.type = f"highlight_{kind}"
                    token.tag = "mark"
                    token.content = ""


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in "_)]")
