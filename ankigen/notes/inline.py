"""Inline text to HTML, with cloze deletions where asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ankigen.model.text import NO_ALT, Mark, MarkKind, RichText
from ankigen.notes.escape import BREAK, escape_attribute, escape_hint, escape_tex, escape_text, escape_url
from ankigen.notes.nesting import Branch, Hole, Leaf, Tree, nest

_TAGS = {
    MarkKind.STRONG: "strong",
    MarkKind.EMPHASIS: "em",
    MarkKind.STRIKE: "del",
    MarkKind.HIGHLIGHT: "mark",
    MarkKind.SUBSCRIPT: "sub",
    MarkKind.SUPERSCRIPT: "sup",
    MarkKind.KEYBOARD: "kbd",
    MarkKind.UNDERLINE: "u",
}
_WITHOUT_FILE = ("http://", "https://", "data:image/")
"""How the address of a picture begins that clients show without a file of the package."""
_SCHEMES = ("http://", "https://", "mailto:")
_SHORT_CODE = 20
"""Characters of inline code that may stand on one line without a break."""
_DEEPEST = 6
"""Marks of one kind inside each other that are still shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """The name inside the package of each picture, by its path as the document writes it."""

    names: Mapping[str, str]

    def source_of(self, path: str) -> str:
        """Give what an `img` shows: a file of the package, a picture of the web or of the text itself, or nothing."""
        return self.names.get(path, path if path.lower().startswith(_WITHOUT_FILE) else "")


NO_PICTURES = Pictures(names={})


def inline_html(text: RichText, pictures: Pictures = NO_PICTURES, holes: Iterable[Hole] = ()) -> str:
    """Render an inline text.

    Args:
        text: the text; highlights become `mark`, unless they are hidden by one of the deletions.
        pictures: where the pictures are; one that is nowhere is shown as its alternative text.
        holes: deletions over it; each is kept in one piece and grows to hold what cannot be cut.
    """
    deletions = tuple(holes)
    hidden = {(hole.start, hole.end) for hole in deletions}
    marks = _shallow(mark for mark in text.marks if not _is_deletion(mark, hidden))
    shown = RichText(plain=text.plain, marks=marks)
    return _Renderer(text=shown.plain, pictures=pictures).render(nest(shown, deletions), deleted=False)


def _is_deletion(mark: Mark, hidden: set[tuple[int, int]]) -> bool:
    return mark.kind is MarkKind.CLOZE or (mark.kind is MarkKind.HIGHLIGHT and (mark.start, mark.end) in hidden)


def _shallow(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Leave out a mark inside many of its own kind: bold in bold shows nothing, and pages have an end of depth."""
    kept: list[Mark] = []
    open_ends: dict[MarkKind, list[int]] = {}
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        ends = [end for end in open_ends.get(mark.kind, []) if end > mark.start]
        if len(ends) < _DEEPEST:
            kept.append(mark)
            ends.append(mark.end)
        open_ends[mark.kind] = ends
    return tuple(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Renderer:
    text: str
    pictures: Pictures

    def render(self, tree: Tree, *, deleted: bool) -> str:
        return "".join(self._node(node, deleted=deleted) for node in tree)

    def _node(self, node: Branch | Leaf, *, deleted: bool) -> str:
        if isinstance(node, Leaf):
            return escape_text(self.text[node.start : node.end], deleted=deleted).replace("\n", "<br>")
        if isinstance(node.range, Hole):
            return self._deletion(node.range, node.children)
        return self._mark(node.range, node.children, deleted=deleted)

    def _deletion(self, hole: Hole, children: Tree) -> str:
        body = self.render(children, deleted=True)
        hint = escape_hint(hole.hint)
        if _ends_open(body, before_hint=bool(hint)):
            body += BREAK
        return f"{{{{c{hole.number}::{body}{f'::{hint}' if hint else ''}}}}}"

    def _mark(self, mark: Mark, children: Tree, *, deleted: bool) -> str:  # noqa: PLR0911 -- one line a kind
        plain = self.text[mark.start : mark.end]
        match mark.kind:
            case MarkKind.MATH:
                return rf"\({escape_tex(plain, deleted=deleted)}\)"
            case MarkKind.DISPLAY_MATH:
                return rf"\[{escape_tex(plain, deleted=deleted)}\]"
            case MarkKind.IMAGE:
                return self._picture(mark, plain, deleted=deleted)
            case MarkKind.FOOTNOTE:
                return f'<sup class="ag-footnote">{escape_text(mark.value or plain, deleted=deleted)}</sup>'
            case MarkKind.CODE:
                short = ' class="ag-short"' if len(plain) <= _SHORT_CODE else ""
                return f"<code{short}>{self.render(children, deleted=deleted)}</code>"
            case MarkKind.LINK:
                return self._link(mark, self.render(children, deleted=deleted), deleted=deleted)
            case _:
                tag = _TAGS[mark.kind]
                return f"<{tag}>{self.render(children, deleted=deleted)}</{tag}>"

    def _picture(self, mark: Mark, alternative: str, *, deleted: bool) -> str:
        source = self.pictures.source_of(mark.value)
        alternative = "" if alternative == NO_ALT else alternative
        if not source:
            return escape_text(alternative or mark.value, deleted=deleted)
        alt = escape_attribute(alternative, deleted=deleted)
        return f'<img src="{escape_url(source, deleted=deleted)}" alt="{alt}">'

    def _link(self, mark: Mark, body: str, *, deleted: bool) -> str:
        if not mark.value.lower().startswith(_SCHEMES):
            return body
        return f'<a href="{escape_url(mark.value, deleted=deleted)}">{body}</a>'


def _ends_open(body: str, *, before_hint: bool) -> bool:
    """Tell whether the end of a deletion's text would run into the `}}` or `::` that follows it."""
    closes_inner = body.endswith("}}")
    return (body.endswith("}") and not closes_inner) or (before_hint and body.endswith(":"))
