"""Whatever the text, parsing returns, and what it returns can be relied on."""

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ankigen.markdown import Parsed, parse_document
from ankigen.model.document import (
    Block,
    Document,
    Fence,
    Item,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    Section,
    Table,
)
from ankigen.model.text import MarkKind, RichText

FRAGMENTS = (
    *(
        "*",
        "**",
        "_",
        "`",
        "``",
        "[",
        "]",
        "(",
        ")",
        "!",
        "<",
        ">",
        "&",
        "$",
        "$$",
        "==",
        "{",
        "}",
        "::",
        "%%",
        "~~",
        "|",
    ),
    *(
        "```\n",
        "~~~\n",
        "|-|\n",
        "- ",
        "> ",
        "1. ",
        "2、",
        "# ",
        "## ",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "\t",
        "\\",
        "---\n",
    ),
    *(
        "Q: ",
        "问题一：",
        "Step 1：",
        "一、",
        "（一）",
        "a：\n",
        "**b**\n",
        "text",
        "中文。",
        "？",
        "A: ",
        "答：",
        "（编程题）",
    ),
    *(
        "{{c1::",
        "}}",
        "{#id .c}",
        "{.x}\n",
        "[^1]",
        "[^1]: ",
        "[a]: b",
        "<!--",
        "-->",
        "<u>",
        "</u>",
        "<br>",
        "$x$",
        "5",
    ),
    *("• ", "\u3000", "\x1f", "\x00", "\ud800", "\r", "e\u0301", "\u2028", "\ufeff", "![[a.png]]", "[[l|t]]", "&lt;"),
    *("deck: x\n", "1\n2\n3\n", "^abc1", "| a | b |\n", "===\n", "[!note] ", "[ ] ", "**1. X？**\n", "![a](b)"),
)
MARKDOWN = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join)
PROSE = st.text(alphabet="abc xyz，。中文线程7\n", max_size=300)


def inner_blocks(block: Block) -> tuple[Block, ...]:
    match block:
        case Quote(blocks=blocks) | Section(blocks=blocks):
            return blocks
        case ListBlock(items=items):
            return tuple(inner for item in items for inner in item.blocks)
    return ()


def all_blocks(document: Document) -> Iterator[Block]:
    waiting = [block for question in document.questions for block in question.blocks]
    while waiting:
        block = waiting.pop()
        yield block
        waiting.extend(inner_blocks(block))


def texts_of(block: Block) -> Iterator[RichText]:
    match block:
        case Paragraph(text=text):
            yield text
        case ListBlock(items=items):
            yield from (item.text for item in items)
        case Table(header=header, rows=rows):
            yield from header
            yield from (cell for row in rows for cell in row.cells)
        case Fence(code=code):
            yield RichText(plain=code)
        case MathBlock(tex=tex):
            yield RichText(plain=tex)
        case Section(title=title):
            yield title
        case Quote(title=title):
            yield title or RichText()


def all_texts(document: Document) -> Iterator[RichText]:
    for question in document.questions:
        yield question.title
        yield from question.path
    for block in all_blocks(document):
        yield from texts_of(block)
    yield from (text for _, text in document.footnotes)


def check_marks(text: RichText) -> None:
    for index, mark in enumerate(text.marks):
        assert 0 <= mark.start <= mark.end <= len(text)
        assert mark.start < mark.end or mark.kind is MarkKind.FOOTNOTE
        for later in text.marks[index + 1 :]:
            assert (later.start, -later.end) >= (mark.start, -mark.end), "outer before inner"
            assert later.start >= mark.end or later.end <= mark.end, "marks nest"


def check(parsed: Parsed, text: str) -> None:
    lines = len(re.split(r"\r\n?|\n", text))
    place = 0
    for question in parsed.document.questions:
        assert place < question.span.first <= question.span.last <= lines
        place = question.span.last
        inside = question.span.first - 1
        for block in question.blocks:
            assert inside < block.span.first
            inside = block.span.last
        assert inside <= question.span.last
    for block in all_blocks(parsed.document):
        for inner in inner_blocks(block):
            assert block.span.first <= inner.span.first <= inner.span.last <= block.span.last
    for rich in all_texts(parsed.document):
        check_marks(rich)
    assert all(1 <= found.line <= lines for found in parsed.diagnostics)


@given(st.one_of(MARKDOWN, st.text(), st.text(st.characters(exclude_categories=()))))
@example("{{c1::`" * 3)
@example("![" * 40 + "](x)" * 40)
@example("> " * 200 + "deep\n" + "- " * 200 + "deeper")
@example("---\n? [a]\n: b\n---\n")
@example("---\ndeck: &a [*a]\n---\n")
@example("---\nid: " + "[" * 3000 + "\n---\n")
@example("---\ntags: 2026-99-99\n---\n")
@example("[x]: <\n\n[x]: a\n[^a]: [^a]: [^a]:")
def test_any_text_parses_with_spans_and_marks_in_order(text: str) -> None:
    check(parse_document(text, "any.md"), text)


@given(MARKDOWN)
def test_parsing_is_a_function_of_the_text(text: str) -> None:
    assert parse_document(text, "any.md") == parse_document(text, "any.md")


@given(PROSE)
def test_no_character_of_prose_is_lost(text: str) -> None:
    document = parse_document(text, "any.md").document
    kept = "".join(block.text.plain for block in reversed(list(all_blocks(document))) if isinstance(block, Paragraph))
    assert re.sub(r"\s", "", kept) == re.sub(r"\s", "", text)


def test_nesting_beyond_all_reason_keeps_the_text() -> None:
    document = parse_document("> - " * 120 + "bottom", "deep.md").document
    assert any("bottom" in text.plain for text in all_texts(document))


@given(st.text(alphabet="ab _*^{}\\|<>", min_size=1, max_size=20))
def test_code_and_formula_are_kept_to_the_letter(inside: str) -> None:
    code = inside.strip()
    if not code or code.endswith("\\"):
        return
    paragraph = parse_document(f"x `{code}` y\n\n```\n{inside}\n```\n", "code.md").document.questions[0]
    texts = [text.plain for block in paragraph.blocks for text in texts_of(block)]
    assert texts == [f"x {code} y", inside]


LONG = {
    "prose": "hello world, it is. ",
    "han": "线程块共享内存，",
    **{
        repr(fragment): fragment
        for fragment in ("*", "[", "]", "!", "<", "&", "$", "{", "%", "`", "\\", ">", "- ", "|")
    },
    **{
        repr(fragment): fragment
        for fragment in ("**a", "[a](", "![", "[[", "{{c1::", "{{c1::a}} ", "$a ", "==a", "<u>", "<!--")
    },
}


@pytest.mark.parametrize("fragment", [pytest.param(value, id=name) for name, value in LONG.items()])
def test_a_long_line_takes_time_in_proportion(fragment: str) -> None:
    def seconds(length: int) -> float:
        text = fragment * (length // len(fragment))
        start = time.process_time()
        parse_document(text, "long.md")
        return time.process_time() - start

    short = max(seconds(20_000), 0.02)
    # Eight times the text: 64 times the time if the cost were quadratic.
    assert seconds(160_000) < short * 30


def test_a_line_of_a_megabyte_is_reported() -> None:
    parsed = parse_document("word " * 210_000, "long.md")
    assert [(found.code, found.line) for found in parsed.diagnostics] == [("long-line", 1)]


def test_items_are_inside_their_list() -> None:
    document = parse_document("- a\n\n  b\n- c\n\n\n# next\n", "list.md").document
    items: list[Item] = [item for block in all_blocks(document) if isinstance(block, ListBlock) for item in block.items]
    assert [(item.span.first, item.span.last) for item in items] == [(1, 3), (4, 4)]
