"""A deletion keeps its card's number through every edit, and no other deletion ever gets that number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity.face import face_of
from ankigen.identity.ordinals import Before, Numbering, number_deletions
from ankigen.model.atom import ClozeAtom
from tests.identity.building import build
from tests.notes.making import basic, cloze, line, origin

Numbers = dict[str, int]


def through(*atoms: ClozeAtom) -> list[Numbering]:
    """Number the same note in build after build."""
    results: list[Numbering] = []
    before: Before | None = None
    for atom in atoms:
        result = number_deletions(atom, before)
        results.append(result)
        before = Before(front=face_of(atom).front, shown=result.shown, reserved=result.reserved)
    return results


def sentence(*texts: str) -> Numbers:
    return dict(through(*map(cloze, texts))[-1].shown)


SENTENCES = {
    "one added before": (["⟦lane⟧ it is", "⟦warp⟧ and then ⟦lane⟧ it is"], {"lane": 1, "warp": 2}),
    "one added behind": (["⟦lane⟧ it is", "⟦lane⟧ it is and then ⟦warp⟧"], {"lane": 1, "warp": 2}),
    "the first removed": (["⟦lane⟧, ⟦block⟧ and ⟦grid⟧", "⟦block⟧ and ⟦grid⟧"], {"block": 2, "grid": 3}),
    "the first shown": (["⟦lane⟧, ⟦block⟧ and ⟦grid⟧", "lane, ⟦block⟧ and ⟦grid⟧"], {"block": 2, "grid": 3}),
    "the middle one removed": (["⟦lane⟧, ⟦block⟧ and ⟦grid⟧", "⟦lane⟧ and ⟦grid⟧"], {"lane": 1, "grid": 3}),
    "moved": (["⟦lane⟧ is smaller than ⟦grid⟧", "⟦grid⟧ is larger than ⟦lane⟧"], {"grid": 2, "lane": 1}),
    "a text mended and moved": (
        ["⟦a shraed array⟧ and ⟦a barrier⟧ do it", "it is done by ⟦a barrier⟧ with ⟦a shared array⟧"],
        {"a barrier": 2, "a shared array": 1},
    ),
    "a value changed": (
        ["A warp has ⟦16⟧ lanes and ⟦4⟧ quads", "A warp has ⟦32⟧ lanes and ⟦4⟧ quads"],
        {"32": 1, "4": 2},
    ),
    "two values changed": (
        [
            "There are ⟦16⟧ lanes in a warp and ⟦4⟧ warps in a block",
            "There are ⟦32⟧ lanes in a warp and ⟦8⟧ warps in a block",
        ],
        {"32": 1, "8": 2},
    ),
    "two values exchanged": (
        [
            "The left one is ⟦16⟧ wide, the right one is ⟦32⟧ wide",
            "The left one is ⟦32⟧ wide, the right one is ⟦16⟧ wide",
        ],
        {"32": 2, "16": 1},
    ),
    "one hidden for another": (["⟦lane⟧ sits beside warp", "lane sits beside ⟦warp⟧"], {"warp": 2}),
    "retired for good": (
        ["⟦lane⟧, ⟦block⟧ and more", "⟦lane⟧ and more", "⟦lane⟧, ⟦grid⟧ and more"],
        {"lane": 1, "grid": 3},
    ),
    "back after a while": (
        ["⟦lane⟧, ⟦block⟧ end", "lane, ⟦block⟧ end", "lane, ⟦block⟧ end ⟦grid⟧", "⟦lane⟧, ⟦block⟧ end ⟦grid⟧"],
        {"lane": 1, "block": 2, "grid": 3},
    ),
    "spaces": (["⟦a  barrier⟧ and ⟦b⟧", "b ⟦x⟧ ⟦a barrier⟧"], {"x": 3, "a barrier": 1}),
}


@pytest.mark.parametrize(("texts", "expected"), SENTENCES.values(), ids=SENTENCES.keys())
def test_deletions_of_a_sentence_keep_their_numbers(texts: list[str], expected: Numbers) -> None:
    assert sentence(*texts) == expected


AUTHORS = {
    "given later": (["⟦lane⟧ in a ⟦warp⟧", "⟦5|lane⟧ in a ⟦warp⟧"], {"lane": 5, "warp": 2}),
    "taken from another": (["⟦lane⟧ in a ⟦warp⟧", "⟦2|lane⟧ in a ⟦warp⟧"], {"lane": 2, "warp": 3}),
    "shared": (["⟦lane⟧ in a ⟦warp⟧", "⟦1|lane⟧ in a ⟦1|warp⟧"], {"lane": 1, "warp": 1}),
    "of a retired one": (["⟦lane⟧ in a ⟦warp⟧", "⟦lane⟧ in a warp", "⟦lane⟧ in a ⟦2|grid⟧"], {"lane": 1, "grid": 2}),
}


@pytest.mark.parametrize(("texts", "expected"), AUTHORS.values(), ids=AUTHORS.keys())
def test_numbers_of_the_author_win(texts: list[str], expected: Numbers) -> None:
    assert sentence(*texts) == expected


def test_a_number_that_the_author_changed_is_not_given_away() -> None:
    """Its card is still in every collection, with the history of what it asked."""
    numbers = sentence("⟦lane⟧ in a ⟦warp⟧", "⟦5|lane⟧ in a ⟦warp⟧", "⟦5|lane⟧ in a ⟦warp⟧ of the ⟦grid⟧")
    assert numbers["grid"] not in {1, 2, 5}


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("There are ⟦32⟧ lanes in it, there are ⟦32⟧ banks", "There are 32 lanes in it, there are ⟦32⟧ banks", (2,)),
        ("Of banks there are ⟦32⟧ here", "There are ⟦32⟧ lanes in it. Of banks there are ⟦32⟧ here", (2, 1)),
    ],
    ids=["dropped", "added"],
)
def test_two_deletions_of_one_text_are_told_apart_by_their_places(
    first: str, second: str, kept: tuple[int, ...]
) -> None:
    _, after = through(cloze(first), cloze(second))
    assert tuple(number for _, number in after.shown) == kept


def test_a_retired_number_is_remembered_and_leaves_with_its_return() -> None:
    whole, without = cloze("⟦lane⟧, ⟦block⟧ end"), cloze("lane, ⟦block⟧ end")
    assert [each.reserved for each in through(whole, without, whole)] == [(), (("lane", 1),), ()]


def test_a_basic_note_has_no_numbers_even_if_it_had() -> None:
    assert number_deletions(basic(), Before(front="x", shown=(("x", 1),), reserved=())) == Numbering()


def row(*tables: str) -> tuple[list[Numbers], Numbers]:
    """Build tables, given as `columns / cells`, one after the other; give the numbers and what is reserved at last."""
    lock = build({}).lock
    found = []
    for table in tables:
        columns, cells = table.split(" / ")
        text = f"# G\n\n## Q: GPUs?\n\n{columns}\n{'|---' * columns[1:].count('|')}|\n{cells}\n"
        lock = build({"a.md": text}, lock).lock
        (known,) = (each for each in lock.lines if each.rule == "table")
        found.append((dict(known.ordinals), dict(known.reserved)))
    return [shown for shown, _ in found], found[-1][1]


TABLES = {
    "column inserted before": (
        ["|GPU|GB|TF| / |A100|80|19|", "|GPU|Watt|GB|TF| / |A100|400|80|19|"],
        {"GB": 1, "TF": 2},
        {"Watt"},
    ),
    "column appended": (
        ["|GPU|GB|TF| / |A100|80|19|", "|GPU|GB|TF|Watt| / |A100|80|19|400|"],
        {"GB": 1, "TF": 2},
        {"Watt"},
    ),
    "column removed": (["|GPU|GB|TF| / |A100|80|19|", "|GPU|TF| / |A100|19|"], {"TF": 2}, set()),
    "another in its place": (
        ["|GPU|GB|TF| / |A100|80|19|", "|GPU|TF| / |A100|19|", "|GPU|Watt|TF| / |A100|400|19|"],
        {"TF": 2},
        {"Watt"},
    ),
    "columns reordered": (["|GPU|GB|TF| / |A100|80|19|", "|GPU|TF|GB| / |A100|19|80|"], {"TF": 2, "GB": 1}, set()),
    "column renamed": (["|GPU|GB|TF| / |A100|80|19|", "|GPU|Memory|TF| / |A100|80|19|"], {"Memory": 1, "TF": 2}, set()),
    "renamed and reordered": (
        ["|GPU|GB|TF| / |A100|80|19|", "|GPU|TF|Memory| / |A100|19|80|"],
        {"TF": 2, "Memory": 1},
        set(),
    ),
    "cells changed": (["|GPU|GB|TF| / |A100|80|19|", "|GPU|GB|TF| / |A100|40|312|"], {"GB": 1, "TF": 2}, set()),
    "cell filled in later": (
        ["|GPU|GB|TF| / |A100|-|19|", "|GPU|GB|TF| / |A100|80|19|"],
        {"GB": 1, "TF": 2},
        set(),
    ),
    "column back after a while": (
        ["|GPU|GB|TF| / |A100|80|19|", "|GPU|TF|Watt| / |A100|19|400|", "|GPU|Watt|GB|TF| / |A100|400|80|19|"],
        {"GB": 1, "TF": 2},
        {"Watt"},
    ),
}


@pytest.mark.parametrize(("tables", "kept", "new"), TABLES.values(), ids=TABLES.keys())
def test_columns_of_a_table_keep_their_numbers(tables: list[str], kept: Numbers, new: set[str]) -> None:
    builds, _ = row(*tables)
    assert builds[-1].keys() == kept.keys() | new
    assert {name: number for name, number in builds[-1].items() if name in kept} == kept
    assert not new or builds[-1]["Watt"] not in {1, 2}


def test_equal_cells_share_a_card_part_and_join_again_with_their_own_numbers() -> None:
    together, apart = "|GPU|GB|TF|Watt| / |A100|80|80|400|", "|GPU|GB|TF|Watt| / |A100|80|19|400|"
    builds, reserved = row(together, apart, together)
    assert builds == [
        {"GB": 1, "TF": 1, "Watt": 3},
        {"GB": 1, "TF": 2, "Watt": 3},
        {"GB": 1, "TF": 1, "Watt": 3},
    ]
    assert reserved == {"TF": 2}


def test_nothing_takes_the_number_of_a_column_that_shares_a_card() -> None:
    builds, _ = row("|GPU|GB|TF| / |A100|80|80|", "|GPU|GB|TF|Watt| / |A100|80|80|400|")
    assert builds[-1] == {"GB": 1, "TF": 1, "Watt": 3}


NAMES = "abcdefgh"


def hiding(names: list[str]) -> ClozeAtom:
    """Write a sentence whose deletions have nothing in common, and always stand between the same words."""
    return cloze(" ".join(f"{name.upper() * 12} ⟦{name * 4}⟧ {name.upper() * 12}" for name in names))


def row_of(names: list[str]) -> ClozeAtom:
    cells = (line(f"⟦{name.upper() * 4}⟧", name=name * 4) for name in names)
    return cloze(line("A100", name="GPU"), *cells, origin=origin("table", "A100"))


Builds = st.lists(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=6), min_size=2, max_size=6)


@given(Builds)
def test_survivors_keep_their_numbers_and_no_newcomer_gets_one_that_was_used(builds: list[list[str]]) -> None:
    never_twice(through(*map(hiding, builds)))


@given(Builds)
def test_columns_keep_their_numbers_and_no_new_one_gets_one_that_was_used(builds: list[list[str]]) -> None:
    never_twice(through(*map(row_of, builds)))


def never_twice(builds: list[Numbering]) -> None:
    first: Numbers = {}
    for numbering in builds:
        for name, number in numbering.shown:
            assert first.setdefault(name, number) == number
    assert len(set(first.values())) == len(first)
