"""Inline text: a plain string, and marks over ranges of it.

Rules look at `plain` with ordinary regular expressions and speak of character ranges; composing turns ranges and
marks into HTML. Nothing of Markdown is left in `plain`: a formula stands there as its TeX source, a picture as its
alternative text, a line break as a newline.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class MarkKind(StrEnum):
    """What a mark says about its range."""

    STRONG = "strong"
    EMPHASIS = "emphasis"
    STRIKE = "strike"
    CODE = "code"
    MATH = "math"
    DISPLAY_MATH = "display-math"
    LINK = "link"
    IMAGE = "image"
    HIGHLIGHT = "highlight"
    CLOZE = "cloze"
    SUBSCRIPT = "sub"
    SUPERSCRIPT = "sup"
    KEYBOARD = "kbd"
    UNDERLINE = "underline"
    FOOTNOTE = "footnote"


NO_ALT = "\ufffc"
"""Stands in the plain text for a picture without alternative text."""

ATOMIC_KINDS = frozenset({MarkKind.MATH, MarkKind.DISPLAY_MATH, MarkKind.IMAGE, MarkKind.FOOTNOTE})
"""Kinds whose range cannot be cut: half a formula is no formula."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark over `plain[start:end]`."""

    start: int
    end: int
    kind: MarkKind
    value: str = ""
    """Link target, picture path, footnote label, or the number of a native cloze (`1` of `{{c1::`)."""
    hint: str = ""
    """Hint of a native cloze."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RichText:
    """A plain string with marks, sorted by start, outer before inner."""

    plain: str = ""
    marks: tuple[Mark, ...] = ()

    def __len__(self) -> int:
        """Length of the plain string in characters."""
        return len(self.plain)

    def slice(self, start: int, end: int) -> "RichText":
        """Cut out `plain[start:end]` with the marks that reach into it; an empty mark belongs to what is before it."""
        end = min(end, len(self.plain))
        marks = tuple(
            replace(mark, start=max(mark.start, start) - start, end=min(mark.end, end) - start)
            for mark in self.marks
            if (mark.start < end and mark.end > start) or (mark.start == mark.end and start < mark.end <= end)
        )
        return RichText(plain=self.plain[start:end], marks=marks)

    def strip(self, characters: str | None = None) -> "RichText":
        """Cut blanks (or the given characters) off both ends."""
        start = len(self.plain) - len(self.plain.lstrip(characters))
        return self.slice(start, max(start, len(self.plain.rstrip(characters))))

    def without(self, *kinds: MarkKind) -> "RichText":
        """Drop the marks of the given kinds, keep their text."""
        return replace(self, marks=tuple(mark for mark in self.marks if mark.kind not in kinds))

    def marked(self, *kinds: MarkKind) -> tuple[Mark, ...]:
        """Give the marks of the given kinds, in order."""
        return tuple(mark for mark in self.marks if mark.kind in kinds)


def join(parts: Iterable[RichText | str], separator: str = "") -> RichText:
    """Put texts one after the other, moving their marks along."""
    plain: list[str] = []
    marks: list[Mark] = []
    length = 0
    for number, part in enumerate(parts):
        if number and separator:
            plain.append(separator)
            length += len(separator)
        text = part if isinstance(part, str) else part.plain
        if not isinstance(part, str):
            marks.extend(replace(mark, start=mark.start + length, end=mark.end + length) for mark in part.marks)
        plain.append(text)
        length += len(text)
    return RichText(plain="".join(plain), marks=tuple(marks))
