"""Walking a document: every text and every block, in reading order."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import assert_never

from ankigen.model.diagnostic import Span
from ankigen.model.document import (
    Block,
    Document,
    Fence,
    Item,
    ListBlock,
    MathBlock,
    Paragraph,
    Question,
    Quote,
    Section,
    Table,
    blocks_below,
)
from ankigen.model.text import RichText


def texts(document: Document) -> Iterator[tuple[RichText, Span | None]]:
    """Yield every inline text of a document with the lines it stands in; None: anywhere."""
    for question in document.questions:
        yield question.title, question.span
        for block in blocks_below(question.blocks):
            for text in _texts_of(block):
                yield text, block.span
    for _, text in document.footnotes:
        yield text, None


def _texts_of(block: Block | Item) -> Iterator[RichText]:
    match block:
        case Paragraph() | Item():
            yield block.text
        case Section():
            yield block.title
        case Quote():
            if block.title is not None:
                yield block.title
        case Table():
            yield from block.header
            for row in block.rows:
                yield from row.cells
        case ListBlock() | Fence() | MathBlock():
            pass
        case _:
            assert_never(block)


def question_at(document: Document, line: int) -> Question | None:
    """Give the question whose lines hold `line`; questions stand one after the other."""
    before = bisect_right(document.questions, line, key=lambda question: question.span.first)
    question = document.questions[before - 1] if before else None
    return question if question is not None and line <= question.span.last else None
