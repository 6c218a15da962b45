"""Sentences, clauses, members; the verb of a clause in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.atoms import chinese, english
from ankigen.atoms.measure import Range
from ankigen.atoms.segments import clauses, members, protected, sentences
from ankigen.model.text import Mark, MarkKind, RichText


def cut_out(text: str, ranges: list[Range]) -> list[str]:
    return [text[start:end] for start, end in ranges]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先写日志。再改数据页。", ["先写日志", "再改数据页"]),
        ("前一半；后一半", ["前一半", "后一半"]),
        ("一行\n又一行", ["一行", "又一行"]),
        ("It fails. Then it retries.", ["It fails", "Then it retries"]),
        ("Use caches, e.g. Redis. They help.", ["Use caches, e.g. Redis", "They help"]),
        ("See RFC no. 793 for TCP.", ["See RFC no. 793 for TCP"]),
        ("Since v1.2.3 it works", ["Since v1.2.3 it works"]),
        ("Call a.b() now", ["Call a.b() now"]),
        ("Really? Yes!", ["Really", "Yes"]),
        ("（一。二）三。四", ["（一。二）三", "四"]),
        ("他说“停。”然后走。", ["他说“停。”然后走"]),
        ("", []),
        ("。。。", []),
    ],
)
def test_sentences_end_at_full_stops_outside_brackets(text: str, expected: list[str]) -> None:
    assert cut_out(text, sentences(RichText(plain=text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先写日志，再改数据页", ["先写日志", "再改数据页"]),
        ("a row, a page, and a file", ["a row, a page, and a file"]),
        ("it costs 1,000,000 cycles", ["it costs 1,000,000 cycles"]),
        (
            "readers never block, but writers wait for each other",
            ["readers never block", "but writers wait for each other"],
        ),
        ("the log is flushed because a crash may come", ["the log is flushed", "because a crash may come"]),
        ("地址（页号，偏移）被翻译", ["地址（页号，偏移）被翻译"]),
        ("For example, the kernel keeps a list", ["For example", "the kernel keeps a list"]),
        ("会议在 10:30 开始", ["会议在 10:30 开始"]),
        ("std::move leaves it empty", ["std::move leaves it empty"]),
    ],
)
def test_clauses_end_at_commas_that_part_thoughts(text: str, expected: list[str]) -> None:
    assert cut_out(text, clauses(RichText(plain=text), 0, len(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("load, link, and run", ["load", "link", "run"]),
        ("a / b / c", ["a", "b", "c"]),
        ("shared memory, pipes and sockets", ["shared memory", "pipes", "sockets"]),
        ("先读、再写、最后提交", []),
        ("one thing only", []),
        ("the row is locked, the page is read, the log is flushed and synced to disk before it answers", []),
    ],
)
def test_members_are_short_and_parallel(text: str, expected: list[str]) -> None:
    assert cut_out(text, members(RichText(plain=text), 0, len(text))) == expected


@given(st.text(alphabet="ab，。,. ；;：:（）()[]“”和and 的1\n", max_size=60))
def test_pieces_are_in_order_and_inside(text: str) -> None:
    rich = RichText(plain=text)
    place = 0
    for start, end in sentences(rich):
        assert place <= start < end <= len(text)
        place = end
        inner = start
        for begin, stop in clauses(rich, start, end):
            assert inner <= begin < stop <= end
            inner = stop


def test_code_brackets_and_formulas_are_protected() -> None:
    text = RichText(plain="a（b）`c`", marks=(Mark(start=4, end=7, kind=MarkKind.CODE),))
    assert protected(text) == (False, True, True, True, True, True, True)


def test_a_bracket_without_its_partner_protects_nothing() -> None:
    assert not any(protected(RichText(plain="a (b [c, d e）")))


@pytest.mark.parametrize(
    ("clause", "hidden"),
    [
        ("线程拥有独立的栈空间", "独立的栈空间"),
        ("时钟回拨导致编号重复生成", "编号重复生成"),
        ("把脏页写回磁盘上的文件", "磁盘上的文件"),
        ("进程是资源分配的基本单位", "资源分配的基本单位"),
        ("只有主键可以避免它", "只有主键"),
        ("BBR 依赖带宽的估计", "带宽的估计"),
        ("共享库", None),
        ("调度策略", None),
        ("很快", None),
        ("", None),
    ],
)
def test_the_object_of_a_chinese_verb(clause: str, hidden: str | None) -> None:
    span = chinese.object_span(clause, [False] * (len(clause) + 1))
    assert (clause[slice(*span)].strip() if span else None) == hidden


@pytest.mark.parametrize(
    ("clause", "hidden"),
    [
        ("内存不足时内核杀掉一个进程", "内核杀掉一个进程"),
        ("从库只负责搬运日志", "只负责搬运日志"),
        ("事务提交后锁才会释放", "锁才会释放"),
        ("日志系统有严格的顺序", "有严格的顺序"),
        ("共享内存", None),
    ],
)
def test_what_a_chinese_clause_says_of_its_subject(clause: str, hidden: str | None) -> None:
    span = chinese.predicate_span(clause, [False] * (len(clause) + 1))
    assert (clause[slice(*span)].strip() if span else None) == hidden


@pytest.mark.parametrize(
    ("clause", "hidden"),
    [
        ("Slow start doubles the window", "doubles the window"),
        ("A timeout is treated as congestion", "treated as congestion"),
        ("Hash indexes give O(1) look-ups", "O(1) look-ups"),
        ("The writer waits for space when the buffer is full", "waits for space"),
        ("if the buffer is full the writer waits for space", "waits for space"),
        ("dirty reads", None),
        ("a faster start", None),
        ("", None),
    ],
)
def test_what_an_english_clause_says(clause: str, hidden: str | None) -> None:
    span = english.object_span(clause, [False] * (len(clause) + 1))
    assert (clause[slice(*span)].strip() if span else None) == hidden


@pytest.mark.parametrize(
    ("clause", "verb"),
    [
        ("Slow start doubles the window", "doubles"),
        ("Readers never block writers", "block"),
        ("Run ANALYZE after a load", "Run"),
        ("Dirty reads are allowed", "are"),
        ("the lock manager keeps a table", "keeps"),
        ("a cache of recent translations", None),
        ("there are two kinds", None),
    ],
)
def test_the_first_finite_verb(clause: str, verb: str | None) -> None:
    found = english.finite_verbs(clause)
    assert (clause[slice(*found[0])] if found else None) == verb
