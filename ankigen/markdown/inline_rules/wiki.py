"""Obsidian's links and pictures, and references to footnotes."""

import re
from typing import Final

from markdown_it.rules_inline import StateInline

_PICTURE = re.compile(r"!\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_LINK = re.compile(r"\[\[(?![\d\s.,;-]+\]\])([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
_PICTURE_FILE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif|tiff?|ico)$", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_CPP_ATTRIBUTES: Final = frozenset(
    {"nodiscard", "maybe_unused", "likely", "unlikely", "noreturn", "deprecated", "fallthrough", "no_unique_address"}
)


def wiki_picture(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a `picture` token for `![[file.png]]`; other embeds are read as links."""
    if not state.src.startswith("![[", state.pos):
        return False
    match = _PICTURE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        target = match[1].strip()
        if _PICTURE_FILE.search(target):
            token = state.push("picture", "img", 0)
            token.content = match[2] or ""
            token.meta = {"path": target}
        else:
            state.push("text", "", 0).content = (match[2] or target).strip()
    state.pos = match.end()
    return True


def wiki_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Keep the text of `[[page]]` and `[[page|text]]`; `a[[0]]` and `[[nodiscard]]` are code."""
    if not state.src.startswith("[[", state.pos):
        return False
    before = state.src[state.pos - 1] if state.pos else " "
    match = _LINK.match(state.src, state.pos, state.posMax)
    if match is None or match[1] in _CPP_ATTRIBUTES or (before.isascii() and (before.isalnum() or before in "_)]")):
        return False
    if not silent:
        state.push("text", "", 0).content = (match[2] or match[1].lstrip("#")).strip()
    state.pos = match.end()
    return True


def footnote_reference(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a `footnote` token for `[^label]` when the document defines that label."""
    if not state.src.startswith("[^", state.pos):
        return False
    match = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None or f":{match[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    if not silent:
        state.push("footnote", "", 0).meta = {"label": match[1]}
    state.pos = match.end()
    return True
