"""Inline Markdown to rich text: a plain string with marks."""

import re
from typing import Final, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from ankigen.markdown.breaks import kept_breaks
from ankigen.markdown.characters import is_cjk
from ankigen.markdown.punctuation import full_width
from ankigen.model.text import NO_ALT, Mark, MarkKind, RichText

_SPECIAL = re.compile(r"[\n!$%&*<=\[\\\]_`{~]")
_PAIRS: Final = {
    "strong": MarkKind.STRONG,
    "em": MarkKind.EMPHASIS,
    "s": MarkKind.STRIKE,
    "highlight": MarkKind.HIGHLIGHT,
    "link": MarkKind.LINK,
    "cloze": MarkKind.CLOZE,
    "sub": MarkKind.SUBSCRIPT,
    "sup": MarkKind.SUPERSCRIPT,
    "kbd": MarkKind.KEYBOARD,
    "u": MarkKind.UNDERLINE,
    "mark": MarkKind.HIGHLIGHT,
}
_LEAVES: Final = {
    "code_inline": MarkKind.CODE,
    "math": MarkKind.MATH,
    "display_math": MarkKind.DISPLAY_MATH,
}
_TAGS_LOOKED_BACK: Final = 50
_SIZE = re.compile(r"\|?\d+(?:x\d+)?$")
_REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def read_inline(content: str, line: int, parser: MarkdownIt, env: EnvType) -> RichText:
    """Read a text that starts in the given line of the document."""
    if not _SPECIAL.search(content):
        return full_width(RichText(plain=content.strip()))
    env["line"] = line
    tokens = parser.inline.parse(content, parser, env, [])
    builder = _Builder(kept_breaks(content) if "\n" in content else frozenset())
    builder.add_all(tokens)
    return full_width(builder.finish())


class _Open(NamedTuple):
    name: str
    start: int
    value: str
    hint: str


class _Builder:
    """Text and marks while the tokens go by."""

    def __init__(self, kept: frozenset[int]) -> None:
        self._kept = kept
        self._parts: list[str] = []
        self._length = 0
        self._last = ""
        self._wrapped_at: int | None = None
        """How many marks were open at a line end that waits for the text behind it."""
        self._open: list[_Open] = []
        self._marks: list[Mark] = []

    def add_all(self, tokens: list[Token]) -> None:
        partners = _pair_tags(tokens)
        for index, token in enumerate(tokens):
            if token.type == "html" and index not in partners:
                self._write(token.content)
            else:
                self._add(token)

    def finish(self) -> RichText:
        # Inner marks end first; over the same range the later one is the outer one.
        outer_first = self._marks[::-1]
        marks = sorted(outer_first, key=lambda mark: (mark.start, -mark.end))
        return RichText(plain="".join(self._parts), marks=tuple(marks)).strip()

    def _add(self, token: Token) -> None:
        kind = token.type
        if kind in {"text", "text_special"}:
            self._write(token.content)
        elif kind in _LEAVES:
            self._mark_text(token.content, _LEAVES[kind])
        elif kind == "softbreak" and token.meta["at"] not in self._kept:
            self._wrapped_at = len(self._open)
        elif kind in {"softbreak", "hardbreak"}:
            self._wrapped_at = None
            self._write("\n")
        elif kind in {"image", "picture"}:
            self._add_picture(token)
        elif kind == "footnote":
            self._marks.append(
                Mark(start=self._length, end=self._length, kind=MarkKind.FOOTNOTE, value=token.meta["label"])
            )
        else:
            self._add_edge(token)

    def _add_picture(self, token: Token) -> None:
        if token.type == "picture":
            alternative, path = token.content, token.meta["path"]
        else:
            source = str(token.attrs.get("src", ""))
            alternative, path = _plain(token.children or []), source if _REMOTE.match(source) else unquote(source)
        self._mark_text(_SIZE.sub("", alternative).strip() or NO_ALT, MarkKind.IMAGE, path)

    def _add_edge(self, token: Token) -> None:
        name, _, edge = (
            (token.tag, "", "close" if token.meta["closes"] else "open")
            if token.type == "html"
            else (token.type.rpartition("_"))
        )
        if edge == "open":
            value = str(token.attrs.get("href") or token.meta.get("number", ""))
            self._open.append(_Open(name, self._length, value, token.meta.get("hint", "")))
        else:
            opened = self._open.pop()
            self._mark(opened.start, _PAIRS[opened.name], opened.value, opened.hint)

    def _write(self, text: str) -> None:
        if not text:
            return
        if self._wrapped_at is not None:
            if self._needs_blank(text[0]):
                self._parts.append(" ")
                self._length += 1
                # The blank stands before the marks that opened behind the line end.
                for index in range(self._wrapped_at, len(self._open)):
                    self._open[index] = self._open[index]._replace(start=self._length)
            self._wrapped_at = None
        self._parts.append(text)
        self._length += len(text)
        self._last = text[-1]

    def _needs_blank(self, following: str) -> bool:
        before = self._last
        return bool(before) and not (is_cjk(before) or is_cjk(following) or before.isspace() or following.isspace())

    def _mark_text(self, text: str, kind: MarkKind, value: str = "") -> None:
        self._write(text)
        self._mark(self._length - len(text), kind, value)

    def _mark(self, start: int, kind: MarkKind, value: str = "", hint: str = "") -> None:
        if start < self._length:
            self._marks.append(Mark(start=start, end=self._length, kind=kind, value=value, hint=hint))


def _pair_tags(tokens: list[Token]) -> frozenset[int]:
    """Find the HTML tags that have a partner within the same emphasis, link or cloze; one without stays text."""
    inside = [-1]
    waiting: list[tuple[str, int, int]] = []
    paired: list[int] = []
    for index, token in enumerate(tokens):
        if token.type.endswith("_open"):
            inside.append(index)
        elif token.type.endswith("_close"):
            inside.pop()
        elif token.type == "html" and not token.meta["closes"]:
            waiting.append((token.tag, index, inside[-1]))
        elif token.type == "html":
            for depth in range(len(waiting) - 1, max(-1, len(waiting) - _TAGS_LOOKED_BACK), -1):
                tag, opening, within = waiting[depth]
                if tag == token.tag and within == inside[-1]:
                    paired += (opening, index)
                    del waiting[depth:]
                    break
    return frozenset(paired)


def _plain(tokens: list[Token]) -> str:
    builder = _Builder(frozenset())
    builder.add_all(tokens)
    return builder.finish().plain
