"""`rehearsal`: one card a question with its whole answer; restricting rules; what needs more than one document."""

import pytest

from ankigen.atoms import RULES, atomize
from ankigen.atoms.rule import AtomRule
from ankigen.markdown import parse_document
from ankigen.model.atom import Atomized, BasicAtom, ClozeAtom, Level


def made_of(text: str, *enabled: str) -> Atomized:
    return atomize(parse_document(text, "case.md").document, enabled=frozenset(enabled) if enabled else None)


def rehearsals(text: str) -> list[BasicAtom]:
    return [atom for atom in made_of(text).atoms if isinstance(atom, BasicAtom) and atom.rehearsal]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        pytest.param(
            "# 网络\n\n## Q：什么是 DNS？\n\n域名解析。\n\n## Q：什么是 CDN？\n\n- 就近访问\n- 缓存内容\n",
            ["什么是 DNS？", "什么是 CDN？"],
            id="zh",
        ),
        pytest.param(
            "# Net\n\n## Q: What is DNS?\n\nA directory.\n\n## Q: And CDN?\n\n| a | b |\n|---|---|\n| c | d |\n",
            ["What is DNS?", "And CDN?"],
            id="en",
        ),
        pytest.param("# 手撕\n\n## Q：实现 LRU？\n\n（编程题）\n\n## Q：快排？\n\n待补充\n", [], id="placeholders zh"),
        pytest.param(
            "# Code\n\n## Q: LRU?\n\nTODO\n\n## Q: Quicksort?\n\n(coding question)\n", [], id="placeholders en"
        ),
        pytest.param("# 空\n\n## Q：没有答案？\n\n## Q：有答案？\n\n有。\n", ["有答案？"], id="no answer"),
        pytest.param("# T\n\n## Q: Skipped? {.skip}\n\nYes.\n", [], id="skipped"),
    ],
)
def test_each_answered_question_is_rehearsed_once(text: str, titles: list[str]) -> None:
    assert [atom.prompt.plain for atom in rehearsals(text)] == titles


def test_a_rehearsal_holds_the_whole_answer_and_names_the_groups_above() -> None:
    (atom,) = rehearsals(
        "# Notes\n\n## Storage\n\n### Q: What is WAL?\n\nA log.\n\n- written first\n\n```sql\nX\n```\n"
    )
    assert isinstance(atom.answer, tuple)
    assert [type(block).__name__ for block in atom.answer] == ["Paragraph", "ListBlock", "Fence"]
    assert atom.breadcrumb == "Storage"
    assert atom.origin.rule == "rehearsal"
    assert (atom.origin.span.first, atom.origin.span.last) == (5, 13)


def test_a_placeholder_is_reported_with_its_line() -> None:
    (leftover,) = made_of("# 手撕\n\n## Q：实现 LRU？\n\n（编程题）\n").leftovers
    assert (leftover.span.first, leftover.text) == (5, "（编程题）")


NOTE = "# T\n\n## Q: Pages?\n\n- Page size: 4 KB\n- A fault costs about 10 ms\n\n| a | b |\n|---|---|\n| c | d |\n"


def test_enabled_says_which_rules_run() -> None:
    assert [atom.origin.rule for atom in made_of(NOTE, "table").atoms] == ["table"]
    assert [atom.origin.rule for atom in made_of(NOTE, "label", "number").atoms] == ["label", "clause"]


def test_front_matter_narrows_what_is_enabled_and_never_widens_it() -> None:
    noted = f"---\nrules: [label, table]\n---\n{NOTE}"
    assert {atom.origin.rule for atom in made_of(noted).atoms} == {"label", "table"}
    assert {atom.origin.rule for atom in made_of(noted, "table", "number").atoms} == {"table"}
    assert made_of(noted, "number").atoms == ()


def test_a_block_left_without_rules_is_left_over() -> None:
    lines = [leftover.span.first for leftover in made_of(NOTE, "rehearsal").leftovers]
    assert lines == [5, 6, 8]


def test_an_abbreviation_is_asked_once_a_document() -> None:
    text = "# T\n\n## Q: One?\n\nLRU (Least Recently Used) evicts.\n\n## Q: Two?\n\nLRU (Least Recently Used) again.\n"
    assert len([atom for atom in made_of(text).atoms if atom.origin.rule == "abbr"]) == 1


def test_atoms_carry_the_identity_of_question_and_block() -> None:
    made = made_of(
        "# T\n\n## Group\n\n### Q: How? {#how}\n\n- Page size: 4 KB {#page}\n\n### Q: Why?\n\n- Cost: 1 ms\n"
    )
    labels = [atom.origin for atom in made.atoms if atom.origin.rule == "label"]
    assert [(origin.question, origin.explicit_id, origin.slot) for origin in labels] == [
        ("#how", "page", "Page size"),
        ("Group › Why?", "", "Cost"),
    ]


def test_the_slot_of_a_row_is_its_first_cell_and_deletions_hang_on_their_column() -> None:
    (row,) = made_of(
        "# T\n\n## Q: Sizes?\n\n| Level | Size | Cost |\n|---|---|---|\n| L1 | 32 KB | 1 ns |\n", "table"
    ).atoms
    assert isinstance(row, ClozeAtom)
    assert row.origin.slot == "L1"
    assert [deletion.name for line in row.lines for deletion in line.deletions] == ["Size", "Cost"]


def test_equal_cells_of_a_row_share_the_card_of_the_first() -> None:
    (row,) = made_of(
        "# T\n\n## Q: Sizes?\n\n| Level | Size | Cost | Price |\n|---|---|---|---|\n| L1 | low | 1 ns | low (now) |\n",
        "table",
    ).atoms
    assert isinstance(row, ClozeAtom)
    assert [deletion.like_line for line in row.lines for deletion in line.deletions] == [None, None, 1]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in RULES])
def test_each_rule_says_in_one_line_what_it_takes(rule: AtomRule[object]) -> None:
    assert rule.name == rule.name.lower()
    assert rule.summary
    assert "\n" not in rule.summary


def test_rule_names_are_unique_and_levels_stand_in_order() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
    levels = [rule.level for rule in RULES]
    order = [Level.CONTAINER, Level.LEAF, Level.CLAUSE]
    assert [level for number, level in enumerate(levels) if number == 0 or level != levels[number - 1]] == order
