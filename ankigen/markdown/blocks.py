"""Block tokens to pieces: openings and the model's blocks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from ankigen.markdown import vocabulary
from ankigen.markdown.attributes import ends_in_mark, merge, read_attributes, report_unknown, split_attributes
from ankigen.markdown.findings import Findings
from ankigen.markdown.footnotes import flatten
from ankigen.markdown.pieces import Kind, Opening, Piece
from ankigen.markdown.richtext import read_inline
from ankigen.markdown.tables import read_table
from ankigen.model.diagnostic import Span
from ankigen.model.document import Attributes, Block, Fence, Item, ListBlock, MathBlock, Paragraph, Quote, Table
from ankigen.model.text import RichText

_BLOCK_ID = re.compile(r"(?:(?<=\s)|^)\^(?!\d+[ \t]*$)(?:[A-Za-z0-9-]{3,}|[A-Za-z]\d)[ \t]*$", re.MULTILINE)
_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_CALLOUT = re.compile(r"\[!([\w-]+)\][+-]?[ \t]*(.*)")
_CLOSING_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_NO_ATTRIBUTES = Attributes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What reading tokens takes: the text they come from and the parser for what is inside them."""

    lines: list[str]
    parser: MarkdownIt
    env: EnvType
    findings: Findings
    footnotes: dict[str, RichText]

    def inline(self, content: str, line: int) -> RichText:
        """Read inline text that starts in the given line."""
        if "^" in content:
            content = _BLOCK_ID.sub("", content)
        return read_inline(content.rstrip(), line, self.parser, self.env)

    def part(self, content: str, line: int) -> tuple[str, Attributes]:
        """Part a text from the attributes at its end, and say which of these are unknown."""
        content, attributes = split_attributes(content)
        report_unknown(attributes, line, self.findings)
        return content, attributes

    def span(self, token: Token) -> Span:
        """Give the lines of a token, without blank ones at its end."""
        first, end = token.map or [0, 1]
        while end > first + 1 and not self.lines[end - 1].strip(" \t>"):
            end -= 1
        return Span.from_token_map([first, end])


def read_pieces(tokens: list[Token], source: Source) -> tuple[Piece, ...]:
    """Read the tokens of a whole document."""
    return tuple(_read(iter(tokens), "", source))


def _read(tokens: Iterator[Token], closing: str, source: Source) -> Iterator[Piece]:
    """Read up to the closing token; attributes go to the next piece."""
    pending = _NO_ATTRIBUTES
    pending_line = 0
    for token in tokens:
        if token.type == closing:
            break
        if token.type == "attributes":
            written = read_attributes(token.content)
            pending = merge(pending, written)
            pending_line = token.map[0] + 1 if token.map else 1
            report_unknown(written, pending_line, source.findings)
            continue
        reader = _READERS.get(token.type)  # none for a thematic break, which says nothing
        piece = reader(token, tokens, source) if reader else None
        if piece is None:
            continue
        if pending != _NO_ATTRIBUTES:
            _report_twice(pending, piece, source.findings)
            piece = replace(piece, attributes=merge(pending, piece.attributes))
            pending = _NO_ATTRIBUTES
        yield piece
    if pending != _NO_ATTRIBUTES:
        source.findings.warn(
            pending_line,
            code="attributes-unused",
            message="no block follows these attributes, so they say nothing",
            mend="put them on the line above the block, or at the end of a heading or of an item's first line",
        )


def _report_twice(above: Attributes, piece: Piece, findings: Findings) -> None:
    """Warn of what the line above a block and the block itself say differently."""
    own = dict(piece.attributes.pairs)
    said = {f"{key}=": (value, own[key]) for key, value in above.pairs if key in own}
    said["#"] = (above.id, piece.attributes.id)
    for name, (outer, inner) in said.items():
        if outer and inner and outer != inner:
            findings.warn(
                piece.span.first,
                code="mark-twice",
                message=f"the line above says {{{name}{outer}}} and this one {{{name}{inner}}}, which counts",
                mend="leave one of the two out",
            )


def _paragraph(_: Token, tokens: Iterator[Token], source: Source) -> Paragraph | None:
    inline = next(tokens)
    next(tokens)
    content, attributes = inline.content, _NO_ATTRIBUTES
    if ends_in_mark(content):
        content, attributes = source.part(content, _line(inline))
    text = source.inline(content, _line(inline))
    return Paragraph(text=text, span=source.span(inline), attributes=attributes) if text.plain else None


def _heading(token: Token, tokens: Iterator[Token], source: Source) -> Opening | None:
    inline = next(tokens)
    next(tokens)
    content, attributes = source.part(inline.content, _line(inline))
    title = source.inline(content, _line(inline))
    if not title.plain:
        return None
    step = vocabulary.STEP_HEADING.match(title.plain) is not None
    return Opening(
        kind=Kind.STEP if step else Kind.HEADING,
        title=title,
        span=source.span(token),
        level=int(token.tag[1:]),
        attributes=attributes,
        marked=vocabulary.QUESTION_MARK.match(title.plain) is not None,
    )


def _marked_line(token: Token, _: Iterator[Token], source: Source) -> Opening:
    content, attributes = source.part(token.content, _line(token))
    title = source.inline(content, _line(token))
    kind = Kind(token.meta["kind"])
    number, style = vocabulary.read_number(title.plain)
    return Opening(
        kind=kind,
        title=title,
        span=source.span(token),
        attributes=attributes,
        number=number,
        style=style,
        marked=kind is Kind.QUESTION,
    )


def _list(token: Token, tokens: Iterator[Token], source: Source) -> ListBlock:
    closing = token.type.replace("_open", "_close")
    items: list[Item] = []
    for inner in tokens:
        if inner.type == closing:
            break
        if inner.type == "list_item_open":
            items.append(_item(inner, tokens, source))
    ordered = token.type == "ordered_list_open"
    start = int(str(token.attrs.get("start", 1))) if ordered else 1
    return ListBlock(ordered=ordered, items=tuple(items), start=start, span=source.span(token))


def _item(token: Token, tokens: Iterator[Token], source: Source) -> Item:
    span = source.span(token)
    first = next(tokens)
    if first.type == "list_item_close":
        return Item(text=RichText(), span=span)
    if first.type != "paragraph_open":
        blocks = _blocks(chain([first], tokens), "list_item_close", source)
        if blocks and isinstance(blocks[0], Paragraph):
            return Item(text=blocks[0].text, blocks=blocks[1:], span=span, attributes=blocks[0].attributes)
        return Item(text=RichText(), blocks=blocks, span=span)
    inline = next(tokens)
    next(tokens)
    head, newline, rest = inline.content.partition("\n")
    head, attributes = source.part(head, _line(inline))
    task = _TASK.match(head)
    return Item(
        text=source.inline((head[task.end() :] if task else head) + newline + rest, _line(inline)),
        blocks=_blocks(tokens, "list_item_close", source),
        span=span,
        attributes=attributes,
        done=task[1] in "xX" if task else None,
    )


def _blocks(tokens: Iterator[Token], closing: str, source: Source) -> tuple[Block, ...]:
    """Read what stands in an item or quote; nothing opens a section there: a heading is a paragraph."""
    return tuple(
        Paragraph(text=piece.title, span=piece.span, attributes=piece.attributes)
        if isinstance(piece, Opening)
        else piece
        for piece in _read(tokens, closing, source)
    )


def _fence(token: Token, _: Iterator[Token], source: Source) -> Fence:
    span = source.span(token)
    info, attributes = split_attributes(token.info.strip())
    if token.type == "fence" and not _is_closed(token, source.lines):
        source.findings.error(
            span.first,
            code="fence-unclosed",
            message="the code block that starts here has no end, so all that follows is code",
            mend=f"put {token.markup} on a line of its own after the code",
        )
    language = info.split()[0].strip("{}.").lower() if info.split() else ""
    return Fence(language=language, code=token.content.removesuffix("\n"), span=span, attributes=attributes)


def _math_block(token: Token, _: Iterator[Token], source: Source) -> MathBlock:
    return MathBlock(tex=token.content, span=source.span(token))


def _table(token: Token, _: Iterator[Token], source: Source) -> Table:
    return read_table(token.meta["rows"], source.span(token), source.inline, source.findings)


def _is_closed(token: Token, lines: list[str]) -> bool:
    first, end = token.map or [0, 1]
    closing = _CLOSING_FENCE.fullmatch(lines[end - 1]) if end - 1 > first else None
    return closing is not None and closing[1].startswith(token.markup)


def _quote(token: Token, tokens: Iterator[Token], source: Source) -> Quote | None:
    span = source.span(token)
    first = next(tokens)
    inner: Iterator[Token] = chain([first], tokens)
    title: RichText | None = None
    if first.type == "paragraph_open":
        inline = next(tokens)
        head, _, rest = inline.content.partition("\n")
        callout = _CALLOUT.match(head)
        if callout:
            title = source.inline(callout[2], _line(inline))
            title = title if title.plain else RichText(plain=callout[1].capitalize())
            inline.content, inline.map = rest, [_line(inline), (inline.map or [0, 1])[1]]
        inner = chain([first, inline], tokens)
    blocks = _blocks(inner, "blockquote_close", source)
    return Quote(title=title, blocks=blocks, span=span) if blocks or title else None


def _read_footnote(token: Token, tokens: Iterator[Token], source: Source) -> None:
    label = str(token.meta["label"])
    source.footnotes.setdefault(label, flatten(_blocks(tokens, "footnote_reference_close", source)))


_READERS: Final[dict[str, Callable[[Token, Iterator[Token], Source], Piece | None]]] = {
    "paragraph_open": _paragraph,
    "heading_open": _heading,
    "marked_line": _marked_line,
    "bullet_list_open": _list,
    "ordered_list_open": _list,
    "fence": _fence,
    "code_block": _fence,
    "math_block": _math_block,
    "table": _table,
    "blockquote_open": _quote,
    "footnote_reference_open": _read_footnote,
}


def _line(token: Token) -> int:
    return (token.map or [0])[0] + 1
