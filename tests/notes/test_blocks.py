"""Blocks in fields."""

import html
import re

import pytest

from ankigen.model.diagnostic import Span
from ankigen.model.document import (
    Block,
    Fence,
    Item,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    TableRow,
)
from ankigen.model.text import RichText
from ankigen.notes.blocks import blocks_html
from ankigen.notes.inline import NO_PICTURES
from tests.notes.making import plain

AT = Span(first=1, last=1)


def paragraph(text: str) -> Paragraph:
    return Paragraph(text=plain(text), span=AT)


def item(text: str, *blocks: Block, done: bool | None = None) -> Item:
    return Item(text=plain(text), blocks=blocks, span=AT, done=done)


def bullets(*items: Item, ordered: bool = False, start: int = 1) -> ListBlock:
    return ListBlock(ordered=ordered, items=items, start=start, span=AT)


TABLE = Table(header=(plain("a"), plain("b|c")), rows=(TableRow(cells=(plain("1"), RichText()), span=AT),), span=AT)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (paragraph("x\ny"), "<p>x<br>y</p>"),
        (bullets(item("x"), item("y")), "<ul><li>x</li><li>y</li></ul>"),
        (bullets(item("x", bullets(item("z")))), "<ul><li>x<ul><li>z</li></ul></li></ul>"),
        (bullets(item("x"), ordered=True), "<ol><li>x</li></ol>"),
        (bullets(item("x"), ordered=True, start=3), '<ol start="3"><li>x</li></ol>'),
        (bullets(item("x", done=True), item("y", done=False)), "<ul><li>☑ x</li><li>☐ y</li></ul>"),
        (
            TABLE,
            (
                '<div class="ag-table"><table><thead><tr><th>a</th><th>b|c</th></tr></thead>'
                "<tbody><tr><td>1</td><td></td></tr></tbody></table></div>"
            ),
        ),
        (MathBlock(tex="a<b", span=AT), r'<div class="ag-math">\[a&lt;b\]</div>'),
        (
            Quote(title=plain("Note"), blocks=(paragraph("x"),), span=AT),
            "<blockquote><p><strong>Note</strong></p><p>x</p></blockquote>",
        ),
        (Quote(blocks=(paragraph("x"),), span=AT), "<blockquote><p>x</p></blockquote>"),
        (
            Section(title=plain("S："), kind=SectionKind.LABEL, blocks=(paragraph("x"),), span=AT),
            '<div class="ag-section"><p class="ag-label"><strong>S：</strong></p><p>x</p></div>',
        ),
    ],
)
def test_every_kind_of_block_has_its_elements(block: Block, expected: str) -> None:
    assert blocks_html((block,), NO_PICTURES).replace("\n", "") == expected


@pytest.mark.parametrize(
    "language",
    ["cuda", "cu", "cpp", "python", "bash", "yaml", "jinja", "console", "robotframework", "", "text", "no-such"],
)
@pytest.mark.parametrize(
    "code",
    [
        "if (a < b && c) {{c1::x}} // [sound:x] 中文",
        "\n\n  x = 1\n\n\n  y = [latex]\n",
        "grep '\\(a\\)' <<< \"$x\"\t# ---",
        "{{ name }} {% raw %}",
        "",
    ],
)
def test_code_is_shown_to_the_letter_whatever_its_language(language: str, code: str) -> None:
    shown = blocks_html((Fence(language=language, code=code, span=AT),), NO_PICTURES)
    assert html.unescape(re.sub(r"<!-- -->|<[^>]*>", "", shown)) == code
    assert "{{c1" not in shown
    assert "[sound" not in shown
    assert "style=" not in shown


def test_known_language_is_highlighted_and_an_unknown_one_is_not() -> None:
    fences = {name: Fence(language=name, code="return 1", span=AT) for name in ("cu", "no-such")}
    shown = {name: blocks_html((fence,), NO_PICTURES) for name, fence in fences.items()}
    assert '<span class="k">return</span>' in shown["cu"]
    assert '<span class="' in blocks_html((Fence(language="console", code="$ make deck", span=AT),), NO_PICTURES)
    assert shown["no-such"] == '<pre class="ag-code"><code>return 1</code></pre>'
