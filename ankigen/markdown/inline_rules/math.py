"""Formulas `$x$` and `$$x$$`, told from money by pandoc's rule and two of our own."""

import re

from markdown_it.rules_inline import StateInline

_INLINE = re.compile(r"\$(?=[^\s$])((?:[^$\\`]|\\.)+)(?<!\s)\$(?!\d)", re.DOTALL)
_DISPLAY = re.compile(r"\$\$((?:[^$\\]|\\.)+)\$\$", re.DOTALL)
_SUFFIX = re.compile(r"(?:th|st|nd|rd|s|d|D)?(?![A-Za-z_])")
"""What may stand glued behind a formula: `the $i$th`; other letters make it a shell variable, `$HOME/$PATH`."""
_PUNCTUATION = re.compile(r"[,;:!?)\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]|\.(?!\d)")
"""No formula starts so; it is text between two prices, `100$, 200$`."""
_MONEY = re.compile(r"\d[\d,.]*[kKmMbB]?(?:\s+(?:[A-Za-z]{2,}\s+){1,}|[\uff0c\u3002\u3001\uff1b])")


def math(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a `math` or `display_math` token; `costs $5 and then $6` stays text."""
    if state.src[state.pos] != "$":
        return False
    display = state.src.startswith("$$", state.pos)
    match = (_DISPLAY if display else _INLINE).match(state.src, state.pos, state.posMax)
    if match is None or not match[1].strip() or "{{c" in match[1] or _PUNCTUATION.match(match[1]):
        return _skip_dollars(state, silent=silent, count=2 if display else 1)
    if not display and (not _SUFFIX.match(state.src, match.end()) or _MONEY.match(match[1])):
        return _skip_dollars(state, silent=silent, count=1)
    if not silent:
        token = state.push("display_math" if display else "math", "math", 0)
        token.content = match[1].strip()
    state.pos = match.end()
    return True


def _skip_dollars(state: StateInline, *, silent: bool, count: int) -> bool:
    if not silent:
        state.pending += "$" * count
    state.pos += count
    return True
