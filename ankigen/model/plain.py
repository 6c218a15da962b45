"""Whole contents as plain lines, for `explain`, for the lock and wherever no HTML is wanted."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from ankigen.model.atom import Content
from ankigen.model.document import Block, Fence, ListBlock, MathBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import RichText


def plain(content: Content) -> str:
    """Give inline text or blocks as plain lines."""
    return content.plain if isinstance(content, RichText) else "\n".join(_lines(content))


def _lines(blocks: Iterable[Block], indent: str = "") -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph():
                yield from _indented(block.text.plain, indent)
            case MathBlock():
                yield from _indented(block.tex, indent)
            case Fence():
                yield from _indented(block.code, f"{indent}    ")
            case ListBlock():
                yield from _list_lines(block, indent)
            case Table():
                rows = (block.header, *(row.cells for row in block.rows))
                yield from (indent + " | ".join(cell.plain for cell in cells) for cells in rows)
            case Quote():
                title = "" if block.title is None else block.title.plain
                yield from _indented(title, f"{indent}> ")
                yield from _lines(block.blocks, f"{indent}> ")
            case Section():
                yield from _indented(block.title.plain, indent)
                yield from _lines(block.blocks, f"{indent}  ")
            case _:
                assert_never(block)


def _list_lines(block: ListBlock, indent: str) -> Iterator[str]:
    for number, item in enumerate(block.items, start=block.start):
        mark = f"{number}." if block.ordered else "-"
        yield from _indented(f"{mark} {item.text.plain}", indent)
        yield from _lines(item.blocks, f"{indent}  ")


def _indented(text: str, indent: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"{indent}{line}"
