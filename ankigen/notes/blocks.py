"""Blocks to HTML: plain elements, classes with our prefix, no style of their own."""

from collections.abc import Iterable

from ankigen.model.atom import Content
from ankigen.model.document import Block, Fence, Item, ListBlock, MathBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import RichText
from ankigen.notes.escape import escape_tex, escape_text
from ankigen.notes.highlight import highlight
from ankigen.notes.inline import Pictures, inline_html


def content_html(content: Content, pictures: Pictures) -> str:
    """Render one inline text, or whole blocks."""
    if isinstance(content, RichText):
        return inline_html(content, pictures)
    return blocks_html(content, pictures)


def blocks_html(blocks: Iterable[Block], pictures: Pictures) -> str:
    """Render blocks, one a line."""
    return "\n".join(_block(block, pictures) for block in blocks)


def code_html(code: str, language: str) -> str:
    """Render a block of code."""
    return code_block(highlight(code, language))


def code_block(highlighted: str) -> str:
    """Put highlighted code into its block."""
    return f'<pre class="ag-code"><code>{highlighted}</code></pre>'


def _block(block: Block, pictures: Pictures) -> str:  # noqa: PLR0911 -- one a kind of block
    match block:
        case Paragraph(text=text):
            return f"<p>{inline_html(text, pictures)}</p>"
        case ListBlock():
            return _list(block, pictures)
        case Table():
            return _table(block, pictures)
        case Fence(code=code, language=language, label=label):
            return code_html(code, language) + (
                f'\n<div class="ag-unchecked">{escape_text(label)}</div>' if label else ""
            )
        case MathBlock(tex=tex):
            return rf'<div class="ag-math">\[{escape_tex(tex)}\]</div>'
        case Quote(title=title, blocks=blocks):
            head = f"<p><strong>{inline_html(title, pictures)}</strong></p>\n" if title else ""
            return f"<blockquote>{head}{blocks_html(blocks, pictures)}</blockquote>"
        case Section(title=title, blocks=blocks):
            head = f'<p class="ag-label"><strong>{inline_html(title, pictures)}</strong></p>'
            return f'<div class="ag-section">{head}\n{blocks_html(blocks, pictures)}</div>'


def _list(block: ListBlock, pictures: Pictures) -> str:
    items = "\n".join(_item(item, pictures) for item in block.items)
    if not block.ordered:
        return f"<ul>\n{items}\n</ul>"
    start = f' start="{block.start}"' if block.start != 1 else ""
    return f"<ol{start}>\n{items}\n</ol>"


def _item(item: Item, pictures: Pictures) -> str:
    box = {None: "", True: "☑ ", False: "☐ "}[item.done]
    below = f"\n{blocks_html(item.blocks, pictures)}" if item.blocks else ""
    return f"<li>{box}{inline_html(item.text, pictures)}{below}</li>"


def _table(table: Table, pictures: Pictures) -> str:
    head = _row(table.header, "th", pictures)
    body = "\n".join(_row(row.cells, "td", pictures) for row in table.rows)
    return f'<div class="ag-table"><table>\n<thead>{head}</thead>\n<tbody>{body}</tbody>\n</table></div>'


def _row(cells: Iterable[RichText], tag: str, pictures: Pictures) -> str:
    return f"<tr>{''.join(f'<{tag}>{inline_html(cell, pictures)}</{tag}>' for cell in cells)}</tr>"
