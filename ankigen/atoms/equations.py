"""Part a formula at its equals sign, so that one side of it can be hidden."""

import re
from dataclasses import replace

from ankigen.model.text import Mark, MarkKind, RichText

_KINDS = (MarkKind.MATH, MarkKind.DISPLAY_MATH)
_SIGN = re.compile(r"(?<![<>!:\\])=|\\approx(?![A-Za-z])|\\propto(?![A-Za-z])")
_UNCUTTABLE = re.compile(r"\\begin|\\left|\\right|\\\\|&")


def split_equations(text: RichText) -> RichText:
    """Cut each formula mark behind its first top-level `=`; the plain text stays as it is.

    `$M = 2n$` becomes two formulas, `M =` and `2n`: TeX sets them alike side by side, and a deletion can take the
    second.
    """
    marks: list[Mark] = []
    for mark in text.marks:
        cut = _place(text.plain[mark.start : mark.end]) if mark.kind in _KINDS else None
        if cut is None:
            marks.append(mark)
        else:
            marks.append(replace(mark, kind=MarkKind.MATH, end=mark.start + cut))
            marks.append(replace(mark, kind=MarkKind.MATH, start=mark.start + cut))
    return replace(text, marks=tuple(marks))


def _place(tex: str) -> int | None:
    """Find the end of the first sign outside braces, when both sides hold something."""
    if _UNCUTTABLE.search(tex):
        return None
    for match in _SIGN.finditer(tex):
        head = re.sub(r"\\[{}]", "", tex[: match.start()])
        if head.count("{") == head.count("}") and head.strip() and tex[match.end() :].strip():
            return match.end()
    return None
