"""Numbered lines that CommonMark takes for lists of one item, and lists that are numbered questions."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ankigen.markdown import vocabulary
from ankigen.markdown.attributes import merge
from ankigen.markdown.pieces import LISTED, Kind, Opening, Piece
from ankigen.model.diagnostic import Span
from ankigen.model.document import Item, ListBlock, Paragraph
from ankigen.model.text import RichText, join

_PREFIX = re.compile(r"[ \t]*(\d{1,9}(?:[.)\uff0e]|\u3001)[ \t]*)")


def open_numbered(pieces: tuple[Piece, ...], raw_lines: list[str]) -> tuple[Piece, ...]:
    """Turn a numbered line with bullets or text below it into an opening.

    `1. X：` with bullets that are not indented is, to CommonMark, a list of one item and then another list; to its
    author it is a heading.
    """
    result: list[Piece] = []
    expected = 0
    for piece, following in _with_next(pieces):
        if isinstance(piece, ListBlock) and _is_heading(piece, following, continues=piece.start == expected):
            item = piece.items[0]
            result.append(
                Opening(
                    kind=Kind.NUMBERED,
                    title=join([_prefix(item, piece.start, raw_lines), item.text]),
                    span=item.span,
                    attributes=merge(piece.attributes, item.attributes),
                    number=piece.start,
                    style="arabic",
                )
            )
            expected = piece.start + 1
        else:
            result.append(piece)
            if isinstance(piece, Opening) and piece.kind in {Kind.HEADING, Kind.STEP, Kind.QUESTION}:
                expected = 0
    return tuple(result)


def _with_next(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, Piece | None]]:
    return zip(pieces, (*pieces[1:], None), strict=False)


def _is_heading(block: ListBlock, following: Piece | None, *, continues: bool) -> bool:
    if not block.ordered or len(block.items) != 1 or block.items[0].blocks:
        return False
    text = block.items[0].text.plain
    if "\n" in text or not vocabulary.is_title(text):
        return False
    followed = following is not None and not isinstance(following, Opening)
    if isinstance(following, Opening):
        followed = following.kind in {Kind.LABEL, Kind.BOLD}
    return followed or (continues and text.endswith(vocabulary.COLON))


def _prefix(item: Item, number: int, raw_lines: list[str]) -> str:
    """Give the number as the author wrote it."""
    match = _PREFIX.match(raw_lines[item.span.first - 1])
    return match[1] if match else f"{number}. "


def open_labels(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Turn a paragraph that is only a label into an opening where a list, table, code or numbered line follows."""
    result: list[Piece] = []
    for piece, following in _with_next(pieces):
        led = isinstance(following, LISTED) or (isinstance(following, Opening) and following.kind is Kind.NUMBERED)
        plain = piece.text.plain if isinstance(piece, Paragraph) else ""
        if isinstance(piece, Paragraph) and led and "\n" not in plain and vocabulary.is_label(plain):
            result.append(Opening(kind=Kind.LABEL, title=piece.text, span=piece.span, attributes=piece.attributes))
        else:
            result.append(piece)
    return tuple(result)


def open_questions(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Take lines and headings that end in a question mark for questions; for documents without marked ones."""
    result: list[Piece] = []
    for piece, following in _with_next(pieces):
        answered = following is not None and not isinstance(following, Opening)
        if isinstance(following, Opening):
            answered = following.kind in {Kind.LABEL, Kind.BOLD, Kind.STEP, Kind.NUMBERED} and not _asks(
                following.title
            )
        if isinstance(piece, Opening) and _asks(piece.title):
            kind = Kind.HEADING if piece.level else Kind.QUESTION
            line_asks = piece.kind in {Kind.NUMBERED, Kind.BOLD} and answered
            result.append(replace(piece, kind=kind, marked=True) if piece.level or line_asks else piece)
        elif isinstance(piece, ListBlock) and _is_question_list(piece, answered=answered):
            result.extend(_questions_of(piece))
        elif isinstance(piece, Paragraph) and answered and _is_bold_question(piece.text):
            result.append(_question(piece.text, piece.span))
        else:
            result.append(piece)
    return tuple(result)


def _asks(text: RichText) -> bool:
    return text.plain.endswith(vocabulary.QUESTION_END)


def _is_bold_question(text: RichText) -> bool:
    return _asks(text) and any(mark.start == 0 and mark.end == len(text) for mark in text.marks)


def _is_question_list(block: ListBlock, *, answered: bool) -> bool:
    if not block.ordered or not all(_asks(_first_line(item)) for item in block.items):
        return False
    with_answer = [item.blocks or "\n" in item.text.plain for item in block.items]
    return any(with_answer) or (len(block.items) == 1 and answered)


def _first_line(block: Item | Paragraph) -> RichText:
    return block.text.slice(0, len(block.text.plain.split("\n", 1)[0]))


def _questions_of(block: ListBlock) -> Iterator[Piece]:
    for item in block.items:
        title = _first_line(item)
        rest = item.text.slice(len(title), len(item.text)).strip()
        line = item.span.first
        yield replace(_question(title, Span(first=line, last=line)), attributes=item.attributes)
        if rest.plain:
            first = min(line + 1, item.span.last)
            last = max(first, min((inner.span.first - 1 for inner in item.blocks), default=item.span.last))
            yield Paragraph(text=rest, span=Span(first=first, last=last))
        yield from item.blocks


def _question(title: RichText, span: Span) -> Opening:
    return Opening(kind=Kind.QUESTION, title=title, span=span, marked=True)
