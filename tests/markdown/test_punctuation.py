"""Half-width signs of Chinese text are read as what they mean, and nothing else is."""

import pytest

from ankigen.markdown import parse_document
from ankigen.model.document import Paragraph


def read(line: str) -> str:
    (question,) = parse_document(f"# T\n\n## Q: 什么？\n\n{line}\n", "n.md").document.questions
    (block,) = question.blocks
    assert isinstance(block, Paragraph)
    return block.text.plain


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("显存不够,就会换出;性能下降", "显存不够，就会换出；性能下降"),
        ("共用片上 SRAM,A100 上合计 192 KB,比例可以配置", "共用片上 SRAM，A100 上合计 192 KB，比例可以配置"),
        ("为什么?因为快!", "为什么？因为快！"),
        ("复杂度:是 O(n)", "复杂度：是 O(n)"),
        ("一共 1,000 个,够了", "一共 1,000 个，够了"),
        ("调用 `f(a,b)`,再返回", "调用 f(a,b)，再返回"),
        ("公式 $x,y$ 里,逗号不动", "公式 x,y 里，逗号不动"),
        ("调用 f(a,b) 之后返回", "调用 f(a,b) 之后返回"),
        ("十点 10:30 开始", "十点 10:30 开始"),
        ("名字::意思", "名字::意思"),
        ("It says 显存,which is memory of a GPU card", "It says 显存,which is memory of a GPU card"),
        ("plain English,without blanks", "plain English,without blanks"),
    ],
)
def test_a_half_width_sign_of_chinese_text_is_full_width(written: str, meant: str) -> None:
    assert read(written) == meant


def test_marks_stay_where_they_are() -> None:
    (question,) = parse_document(
        "# T\n\n## Q: 什么？\n\n用**共享内存**,再 ==同步==,最后写回\n", "n.md"
    ).document.questions
    (block,) = question.blocks
    assert isinstance(block, Paragraph)
    text = block.text
    assert [text.plain[mark.start : mark.end] for mark in text.marks] == ["共享内存", "同步"]
