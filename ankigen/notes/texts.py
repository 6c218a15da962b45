"""All inline texts of a content, wherever they stand: to see which pictures and footnotes a card needs."""

from collections.abc import Iterable, Iterator

from ankigen.model.atom import Atom, BasicAtom, ClozeAtom, CodeAtom, Content
from ankigen.model.document import Block, Item, ListBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import MarkKind, RichText


def texts_of_atom(atom: Atom) -> Iterator[RichText]:
    """Give every inline text of an atom, in the order of its card."""
    match atom:
        case BasicAtom():
            yield atom.prompt
            yield from texts_of_content(atom.answer)
        case ClozeAtom():
            for line in atom.lines:
                if line.name is not None:
                    yield line.name
                yield line.text
        case CodeAtom():
            yield atom.prompt
    yield from texts_of_content(atom.extra)


def texts_of_content(content: Content) -> Iterator[RichText]:
    """Give every inline text of a content, in reading order."""
    if isinstance(content, RichText):
        yield content
    else:
        for block in content:
            yield from _texts_of_block(block)


def values(texts: Iterable[RichText], kind: MarkKind) -> tuple[str, ...]:
    """Collect what the marks of a kind point to, each once, in order."""
    return tuple(dict.fromkeys(mark.value for text in texts for mark in text.marked(kind)))


def _texts_of_block(block: Block) -> Iterator[RichText]:
    match block:
        case Paragraph(text=text):
            yield text
        case ListBlock(items=items):
            for item in items:
                yield from _texts_of_item(item)
        case Table():
            yield from block.header
            for row in block.rows:
                yield from row.cells
        case Quote(title=title, blocks=blocks):
            if title is not None:
                yield title
            yield from texts_of_content(blocks)
        case Section(title=title, blocks=blocks):
            yield title
            yield from texts_of_content(blocks)


def _texts_of_item(item: Item) -> Iterator[RichText]:
    yield item.text
    yield from texts_of_content(item.blocks)
