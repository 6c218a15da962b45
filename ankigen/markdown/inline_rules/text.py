"""Plain text, entities and line breaks: markdown-it's rules without their quadratic cost on very long lines."""

import re
from typing import Final

from markdown_it.common.entities import entities
from markdown_it.common.utils import fromCodePoint, isValidEntityCode
from markdown_it.rules_inline import StateInline

_PLAIN = re.compile(r"[^\n!$%&*<=\[\\\]_`{~]+")
_ENTITY = re.compile(
    r"&(?:#[xX](?P<hex>[0-9a-fA-F]{1,6})|#(?P<decimal>[0-9]{1,7})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));"
)
_CHUNK: Final = 2_000
"""Pending text longer than this is put into a token of its own: appending to a long string copies it."""


def text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Take everything up to the next character that may mean something."""
    match = _PLAIN.match(state.src, state.pos, state.posMax)
    if match is None:
        if len(state.pending) > _CHUNK and not silent:
            state.pushPending()
        return False
    if not silent:
        if len(state.pending) > _CHUNK:
            state.pushPending()
        state.pending += match[0]
    state.pos = match.end()
    return True


def newline(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a soft break, or a hard one after two blanks; the token knows where it stands."""
    if state.src[state.pos] != "\n":
        return False
    if not silent:
        bare = state.pending.rstrip(" ")
        hard = len(state.pending) - len(bare) > 1
        state.pending = bare
        token = state.push("hardbreak" if hard else "softbreak", "br", 0)
        token.meta = {"at": state.pos}
    position = state.pos + 1
    while position < state.posMax and state.src[position] in " \t":
        position += 1
    state.pos = position
    return True


def entity(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Decode `&lt;` and the like."""
    if state.src[state.pos] != "&":
        return False
    match = _ENTITY.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if match["name"]:
        if match["name"] not in entities:
            return False
        decoded = entities[match["name"]]
    else:
        code = int(match["hex"], 16) if match["hex"] else int(match["decimal"])
        decoded = fromCodePoint(code) if isValidEntityCode(code) else "\ufffd"
    if not silent:
        state.push("text_special", "", 0).content = decoded
    state.pos = match.end()
    return True
