"""What people trip over in other tools, and who decides where two places speak."""

import re
from pathlib import Path

import pytest

from ankigen.markdown import parse_document
from ankigen.model.diagnostic import Severity
from ankigen.model.document import Block, Fence, Language, ListBlock, Paragraph, Question, Table
from ankigen.model.text import Mark, MarkKind, RichText

PACKAGE = Path(__file__).parents[2] / "ankigen" / "markdown"
CASES = Path(__file__).parents[1] / "cases" / "markdown"


def answer(markdown: str) -> tuple[Block, ...]:
    questions = parse_document(f"# T\n\n## What?\n\n{markdown}\n", "t.md").document.questions
    assert len(questions) == 1
    return questions[0].blocks


def answer_text(markdown: str) -> RichText:
    (block,) = answer(markdown)
    assert isinstance(block, Paragraph)
    return block.text


def marked(text: RichText, kind: MarkKind) -> list[str]:
    return [text.plain[mark.start : mark.end] for mark in text.marked(kind)]


def test_underscores_and_stars_in_a_formula_are_no_emphasis() -> None:
    assert marked(answer_text("Sum $a_1 * b_2 * c_3$ done."), MarkKind.MATH) == ["a_1 * b_2 * c_3"]


def test_a_less_than_sign_in_a_formula_stays() -> None:
    assert marked(answer_text("If $a<b$ then."), MarkKind.MATH) == ["a<b"]


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and then $6 more.",
        "from $5-$10 a month",
        "$HOME/$PATH",
        "100$, 200$ or 300$",
        "pay $20,000 and $30,000",
        "in US$ or HK$",
        "$ x $",
        "约$100，最多$200。",
    ],
)
def test_money_and_variables_stay_text(text: str) -> None:
    assert answer_text(text) == RichText(plain=text)


def test_template_arguments_are_seen_as_written() -> None:
    text = answer_text("Type `Map<K, V>` and vector<int> here.")
    assert text.plain == "Type Map<K, V> and vector<int> here."


def test_two_blanks_nest_a_list() -> None:
    (block,) = answer("- one\n  - inner\n- two")
    assert isinstance(block, ListBlock)
    assert [len(item.blocks) for item in block.items] == [1, 0]


def test_a_list_may_follow_a_line_of_text() -> None:
    blocks = answer("There are these.\n- one\n- two")
    assert [type(block) for block in blocks] == [Paragraph, ListBlock]


def test_a_fence_inside_an_item_belongs_to_it() -> None:
    (block,) = answer("- one\n\n  ```python\n  x = 1\n\n  y = 2\n  ```\n- two")
    assert isinstance(block, ListBlock)
    (fence,) = block.items[0].blocks
    assert isinstance(fence, Fence)
    assert fence.code == "x = 1\n\ny = 2"


@pytest.mark.parametrize("line", ["---", "## not a heading", "Q: no question", "{{ name }}", "| a |", "{.skip}"])
def test_nothing_in_a_fence_is_markdown(line: str) -> None:
    blocks = answer(f"```yaml\na: 1\n{line}\nb: 2\n```\nafter")
    assert isinstance(blocks[0], Fence)
    assert blocks[0].code == f"a: 1\n{line}\nb: 2"


@pytest.mark.parametrize("row", ["| `x \\| y` | 2 |", "| `x | y` | 2 |"])
def test_a_pipe_in_code_stays_in_its_cell(row: str) -> None:
    (block,) = answer(f"| a | b |\n| --- | --- |\n{row}")
    assert isinstance(block, Table)
    assert [cell.plain for cell in block.rows[0].cells] == ["x | y", "2"]


def test_bold_between_han_characters_and_emoji() -> None:
    text = answer_text("线程块 **共享内存** 🧠 完，**术语：**解释")
    assert marked(text, MarkKind.STRONG) == ["共享内存", "术语："]
    assert "🧠" in text.plain


def test_struck_text() -> None:
    assert marked(answer_text("~~old~~ new"), MarkKind.STRIKE) == ["old"]


@pytest.mark.parametrize(
    ("cloze", "hidden", "hint"),
    [
        ("{{c1::x}}", "x", ""),
        ("{{c1::x::hint}}", "x", "hint"),
        ("{{c1::std::vector<int>{{1,2},{3,4}}}}", "std::vector<int>{{1,2},{3,4}}", ""),
        ("{{c1::std::move}}", "std::move", ""),
        ("{{c1::torch::nn::Linear}}", "torch::nn::Linear", ""),
        ("{{c1::std::move::函数名}}", "std::move", "函数名"),
        ("{{c1::warp 大小::一个数}}", "warp 大小", "一个数"),
        ("{{c1::`a[2]={{1},{2}}`}}", "a[2]={{1},{2}}", ""),
        ("{{c1::`std::vector`::type}}", "std::vector", "type"),
        ("{{c1::$\\frac{a}{\\sqrt{b}}$}}", "\\frac{a}{\\sqrt{b}}", ""),
        ("{{c1::f(x)::g(x)}}", "f(x)::g(x)", ""),
    ],
)
def test_a_native_cloze_hides_what_its_author_means(cloze: str, hidden: str, hint: str) -> None:
    text = answer_text(f"Before {cloze} after.")
    (mark,) = text.marked(MarkKind.CLOZE)
    assert (text.plain[mark.start : mark.end], mark.hint, mark.value) == (hidden, hint, "1")


def test_clozes_nest() -> None:
    text = answer_text("{{c1::outer {{c2::inner}} end}}")
    assert marked(text, MarkKind.CLOZE) == ["outer inner end", "inner"]


def test_braces_without_a_number_are_text() -> None:
    assert answer_text("{{ name }} and {{c::x}}") == RichText(plain="{{ name }} and {{c::x}}")


@pytest.mark.parametrize(
    ("markdown", "code", "line"),
    [
        ("text\n{{c1::}}", "cloze-empty", 2),
        ("text\n{{c1:: ::hint}}", "cloze-empty", 2),
        ("text\nmore\n{{c1::open", "cloze-unbalanced", 3),
        ("- item\n- {{c0::x}}", "cloze-number", 2),
        ("| a |\n|---|\n| {{c501::x}} |", "cloze-number", 3),
        ("> quote\n> {{c1::}}", "cloze-empty", 2),
    ],
)
def test_a_faulty_cloze_is_an_error_at_its_line(markdown: str, code: str, line: int) -> None:
    (found,) = parse_document(markdown, "t.md").diagnostics
    assert (found.code, found.line, found.severity) == (code, line, Severity.ERROR)


def test_two_clozes_open_in_one_paragraph_are_two_errors() -> None:
    found = parse_document("{{c1::a\nb\n{{c2::c", "t.md").diagnostics
    assert [(each.code, each.line) for each in found] == [("cloze-unbalanced", 1), ("cloze-unbalanced", 3)]


@pytest.mark.parametrize(
    ("front", "workspace", "expected"),
    [
        ("lang: en", Language.CHINESE, Language.ENGLISH),
        ("lang: zh", None, Language.CHINESE),
        ("deck: x", Language.ENGLISH, Language.ENGLISH),
        ("deck: x", None, Language.CHINESE),
    ],
)
def test_front_matter_goes_before_the_workspace_before_the_text(
    front: str, workspace: Language | None, expected: Language
) -> None:
    parsed = parse_document(f"---\n{front}\n---\n# 标题\n\n全是中文的一篇。\n", "t.md", language=workspace)
    assert parsed.document.language is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HBM（High Bandwidth Memory）的带宽是 2039 GB/s，FP16 Tensor Core 峰值 312 TFLOPS。", Language.CHINESE),
        (
            "A process (进程) is a program that runs; a thread (线程) is what the kernel schedules on a core.",
            Language.ENGLISH,
        ),
        ("短文\n\n```python\n" + "import numpy as words_of_code\n" * 20 + "```\n", Language.CHINESE),
        ("", Language.ENGLISH),
    ],
)
def test_language_is_that_of_the_whole_document(text: str, expected: Language) -> None:
    assert parse_document(text, "t.md").document.language is expected


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("# Heading\n\ntext", "a/b.md", "Heading"),
        ("## Only deeper\n\ntext", "notes/gpu/warps.md", "warps"),
        ("某公司 一面\nQ: 问？\n答", "x.md", "某公司 一面"),
        ("这是一句话。\nQ: 问？\n答", "x.md", "x"),
        ("# Q: What?\n\ntext", "x.md", "What?"),
        ("Title\nQ: code?\n1\n2\n# a comment of pasted code\n", "x.md", "Title"),
        ("", ".hidden", ".hidden"),
    ],
)
def test_title(text: str, path: str, title: str) -> None:
    assert parse_document(text, path).document.title == title


def test_every_fault_is_reported_in_one_run_in_order_of_lines() -> None:
    parsed = parse_document("---\ndeck: [\n---\n\n{{c1::}}\n\x1f\n| a |\n|---|\n| 1 | 2 |\n\n```\n", "t.md")
    codes = [found.code for found in parsed.diagnostics]
    assert codes == ["front-matter", "cloze-empty", "unit-separator", "table-cells", "fence-unclosed"]
    lines = [found.line for found in parsed.diagnostics]
    assert lines == sorted(lines)


def test_a_faulty_front_matter_does_not_hide_the_questions() -> None:
    document = parse_document("---\ncolour: x\ndeck: D\n---\n## Q: a?\n\nb\n", "t.md").document
    assert document.front_matter.deck == "D"
    assert [question.title.plain for question in document.questions] == ["a?"]
    assert document.questions[0].span.first == 5


def test_a_heading_passes_its_marks_but_not_its_id_to_the_questions_below() -> None:
    document = parse_document("# T\n\n## Group {#g .skip}\n\n### Q: a?\n\nb\n", "t.md").document
    (question,) = document.questions
    assert question.attributes.classes == ("skip",)
    assert question.attributes.id == ""


def test_a_footnote_at_the_end_of_a_text_is_kept() -> None:
    text = answer_text("Fact[^1]\n\n[^1]: source")
    assert text.marks == (Mark(start=4, end=4, kind=MarkKind.FOOTNOTE, value="1"),)


def test_half_of_a_surrogate_pair_becomes_the_replacement_character() -> None:
    parsed = parse_document("a\ud800b", "t.md")
    assert [found.code for found in parsed.diagnostics] == ["control-character"]
    (block,) = parsed.document.questions[0].blocks
    assert isinstance(block, Paragraph)
    assert block.text.plain == "a\ufffdb"


@pytest.mark.parametrize(
    "text",
    [
        "**Q: What is X?** It is Y.",
        "Q: What is X? A: It is Y.",
        "**Q：What is X?** **A：** It is Y.",
        "Q:\nWhat is X?\nIt is Y.",
        "**Q1:**\nWhat is X?\n\n**A:**\nIt is Y.",
        "## Q: What is X?\n\n### 答案\n\nIt is Y.",
        "## What is X?\n\nIt is Y.",
        "1. What is X?\n\nIt is Y.",
        "1. What is X?\n   It is Y.",
        "**What is X?**\n\nIt is Y.",
    ],
)
def test_a_question_and_its_answer_however_they_are_written(text: str) -> None:
    (question,) = parse_document(text, "t.md").document.questions
    (block,) = question.blocks
    assert isinstance(block, Paragraph)
    assert (question.title, block.text.plain, question.marked) == (RichText(plain="What is X?"), "It is Y.", True)


def as_pairs(questions: tuple[Question, ...]) -> list[tuple[str, bool]]:
    return [(question.title.plain, question.marked) for question in questions]


def test_each_numbered_question_needs_an_answer_to_be_one() -> None:
    text = "# T\n\n## 反问\n\n1. 团队多大？\n2. 用什么？\n"
    assert as_pairs(parse_document(text, "t.md").document.questions) == [("反问", False)]


def test_every_diagnostic_code_of_this_stage_has_a_case() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    codes = set(re.findall(r'\bcode="([a-z-]+)"', sources))
    expected = "".join(path.read_text(encoding="utf-8") for path in CASES.glob("*.yaml"))
    without = {code for code in codes if f"[{code}]" not in expected}
    # A line of a megabyte is no file to keep; test_any_text.py makes one.
    assert len(codes) > 15
    assert without == {"long-line"}
