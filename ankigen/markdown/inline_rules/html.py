"""The few HTML tags that mean something here; all others are text, so `vector<int>` is seen as written."""

import re

from markdown_it.rules_inline import StateInline

_TAG = re.compile(r"<(?P<close>/?)(?P<name>br|sub|sup|kbd|u|mark)(?:[ \t\n]+[^<>]{0,200})?[ \t]*/?>", re.IGNORECASE)


def html(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push `hardbreak` for `<br>`, else an `html` token, which counts only if its partner turns up."""
    if state.src[state.pos] != "<":
        return False
    match = _TAG.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        name = match["name"].lower()
        if name == "br":
            state.push("hardbreak", "br", 0).meta = {"at": state.pos}
        else:
            token = state.push("html", name, 0)
            token.content = match[0]
            token.meta = {"closes": bool(match["close"])}
    state.pos = match.end()
    return True


def comment(state: StateInline, silent: bool) -> bool:  # noqa: FBT001, ARG001 - markdown-it's contract
    """Skip `<!-- … -->`, and `%%…%%` unless a digit or letter stands before it, as in `5%%`."""
    source, position = state.src, state.pos
    if source.startswith("<!--", position):
        closing, start = "-->", position + 4
    elif source.startswith("%%", position):
        closing, start = "%%", position + 2
        before = source[position - 1] if position else " "
        if (before.isascii() and before.isalnum()) or source.startswith("%", start):
            return False
    else:
        return False
    found = _find(state, closing, start)
    if found < 0 or found + len(closing) > state.posMax:
        return False
    state.pos = found + len(closing)
    if state.pending.endswith((" ", "\n")) or not state.pending:
        while state.pos < state.posMax and source[state.pos] == " ":
            state.pos += 1
    return True


def _find(state: StateInline, closing: str, start: int) -> int:
    """Find the end; where the last one stands is remembered, since many openings may ask."""
    searched, last = state.env.get(f"last {closing}", ("", -1))
    if searched is not state.src:
        last = state.src.rfind(closing)
        state.env[f"last {closing}"] = (state.src, last)
    return state.src.find(closing, start) if start <= last else -1
