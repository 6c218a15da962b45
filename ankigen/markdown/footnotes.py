"""The blocks of a footnote as one text."""

from collections.abc import Iterable

from ankigen.model.document import Block, Fence, ListBlock, MathBlock, Paragraph, Quote, Table
from ankigen.model.text import RichText, join


def flatten(blocks: Iterable[Block]) -> RichText:
    """Put the texts of blocks below each other, a line each."""
    return join([text for text in map(_text_of, blocks) if text.plain], "\n")


def _text_of(block: Block) -> RichText:
    match block:
        case Paragraph(text=text):
            return text
        case ListBlock(items=items):
            return join([join([item.text, *map(_text_of, item.blocks)], "\n") for item in items], "\n")
        case Table(header=header, rows=rows):
            return join([join(cells, " | ") for cells in (header, *(row.cells for row in rows))], "\n")
        case Fence(code=text) | MathBlock(tex=text):
            return RichText(plain=text)
        case Quote(blocks=blocks):
            return flatten(blocks)
    return RichText()
