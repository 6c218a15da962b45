"""Units, columns, cuts; numbers and their units; formulas parted at their sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.atoms.equations import split_equations
from ankigen.atoms.measure import columns, cut, units
from ankigen.atoms.numbers import NUMBER, is_number, unit_of
from ankigen.model.text import Mark, MarkKind, RichText


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", 0),
        ("内核", 2),
        ("kernel", 2),
        ("page fault", 4),
        ("缺页 fault", 4),
        ("2039 GB/s", 4),
        ("，。 →", 0),
        ("cpu.shares", 2),
        ("a、b", 4),
    ],
)
def test_a_han_character_is_one_unit_and_a_word_two(text: str, size: int) -> None:
    assert units(text) == size


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("内核", 4), ("（a）", 5), ("é", 1), ("e\u0301", 1), ("🙂", 2), ("", 0)]
)
def test_columns_count_what_a_screen_shows(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("一二三四五", 7, "一二三…"),
        ("how to internationalise it", 10, "how to…"),
        ("internationalisation", 10, "internati…"),
        ("先读，再写", 7, "先读…"),
    ],
)
def test_a_cut_keeps_words_whole_and_leaves_no_comma(text: str, limit: int, expected: str) -> None:
    assert cut(text, limit) == expected


@given(st.text(), st.integers(min_value=1, max_value=80))
def test_a_cut_is_never_wider_than_its_limit(text: str, limit: int) -> None:
    assert columns(cut(text, limit)) <= max(limit, 1)


@pytest.mark.parametrize(
    "text",
    [
        "108",
        "4 KB",
        "164KB",
        "2039 GB/s",
        "95%",
        "1,000,000",
        "3.5 GHz",
        "~1-10us",
        "5%~8%",
        "128 to 256",
        "-40 到 85",
        "数千~数万",
        "百万级",
        "约100个",
        "about 10 ms",
        "up to 255 registers",
        "about 10 ms (spinning disks)",
        "2KB~8KB",
        "10 requests per second",
        "三千",
    ],
)
def test_numbers_with_their_units_answer_how_much(text: str) -> None:
    assert is_number(text) or text == "三千"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "FP16",
        "float4",
        "LDS.128",
        "O(n)",
        "2M keys fit into it",
        "一个 rank 把数据发给所有 rank",
        "HTTP/2",
        "2*(N-1)/N",
        "一致性哈希",
        "cpu.shares=1024",
        "10 ms, then it fails",
        "4 KB or 2 MB with huge pages",
    ],
)
def test_what_only_holds_a_number_is_none(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("takes ~1-10us here", ["~1-10us"]),
        ("数千~数万个协程", ["数千~数万个"]),
        ("128 to 256 threads a block", ["128 to 256 threads"]),
        ("grew by 5%~8%", ["5%~8%"]),
        ("约100个线程", ["约100个"]),
        ("超过75%时扩容", ["超过75%"]),
        ("1,000,000 packets", ["1,000,000 packets"]),
        ("3.5 GHz", ["3.5 GHz"]),
        ("-40~85 度", ["-40~85"]),
        ("10ms以内", ["10ms以内"]),
        ("5 or 6 nodes", ["5", "6 nodes"]),
    ],
)
def test_sign_range_and_unit_are_one_span(text: str, found: list[str]) -> None:
    assert [match.group().strip() for match in NUMBER.finditer(text)] == found


@pytest.mark.parametrize(
    "text", ["FP16", "float4", "LDS.128", "int8_t", "O(n^2)", "N/2", "2*N", "x=3", "sm_80", "v1.2.3", "2^10", "a1b2"]
)
def test_no_number_is_cut_out_of_a_name_or_an_expression(text: str) -> None:
    assert NUMBER.search(text) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("2039 GB/s", "GB/s"),
        ("4KB", "KB"),
        ("95%", "%"),
        ("5%~8%", "%"),
        ("64 字节", "字节"),
        ("128", ""),
        ("10 ms (SSD)", "ms"),
        ("~1-10us", "us"),
        ("-40 to 85", ""),
    ],
)
def test_the_unit_is_what_stands_behind_the_last_digit(text: str, unit: str) -> None:
    assert unit_of(text) == unit


def formula(tex: str) -> RichText:
    return RichText(plain=f"so {tex} holds", marks=(Mark(start=3, end=3 + len(tex), kind=MarkKind.MATH),))


@pytest.mark.parametrize(
    ("tex", "parts"),
    [
        ("M = 2n", ["M =", " 2n"]),
        (r"a \approx b", [r"a \approx", " b"]),
        (r"T \propto n", [r"T \propto", " n"]),
        (r"\frac{a=b}{c} = d", [r"\frac{a=b}{c} =", " d"]),
        ("a = b = c", ["a =", " b = c"]),
        (r"\sum_{i=1}^{n} i", [r"\sum_{i=1}^{n} i"]),
        ("a <= b", ["a <= b"]),
        ("a := b", ["a := b"]),
        (r"a \neq b", [r"a \neq b"]),
        ("= b", ["= b"]),
        ("a =", ["a ="]),
        (r"\begin{aligned} a &= b \end{aligned}", [r"\begin{aligned} a &= b \end{aligned}"]),
        (r"\left( a = b \right)", [r"\left( a = b \right)"]),
        ("", [""]),
    ],
)
def test_a_formula_is_parted_behind_its_first_sign_outside_braces(tex: str, parts: list[str]) -> None:
    text = formula(tex)
    split = split_equations(text)
    assert split.plain == text.plain
    assert [split.plain[mark.start : mark.end] for mark in split.marks] == parts
    assert {mark.kind for mark in split.marks} == {MarkKind.MATH}


def test_code_with_an_equals_sign_is_no_formula() -> None:
    code = RichText(plain="a = b", marks=(Mark(start=0, end=5, kind=MarkKind.CODE),))
    assert split_equations(code) == code
