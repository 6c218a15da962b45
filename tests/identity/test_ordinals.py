"""Cloze numbers: a card keeps its number whatever is written around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity import identify
from ankigen.identity.ordinals import Before, number_deletions
from ankigen.model.atom import ClozeAtom
from ankigen.model.diagnostic import Severity
from tests.notes.making import basic, cloze, document, line, origin


def numbers(atom: ClozeAtom) -> tuple[tuple[str, int], ...]:
    return identify(document(), [atom]).identified[0].ordinals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("⟦a⟧ and ⟦b⟧", (("a", 1), ("b", 2))),
        ("⟦a⟧ and ⟦2|b⟧ and ⟦c⟧", (("a", 1), ("b", 2), ("c", 3))),
        ("⟦1|a⟧ and ⟦1|b⟧ and ⟦c⟧", (("a", 1), ("b", 1), ("c", 2))),
        ("⟦a⟧ and ⟦a⟧", (("a", 1), ("a~2", 2))),
        ("⟦a⟧ ⟦a~2⟧ ⟦a⟧", (("a", 1), ("a~2", 2), ("a~3", 3))),
        ("⟦7|a⟧ ⟦b⟧", (("a", 7), ("b", 1))),
    ],
)
def test_numbers_of_the_author_stay_and_the_others_fill_the_gaps(text: str, expected: tuple[tuple[str, int]]) -> None:
    assert numbers(cloze(text)) == expected


def test_column_keeps_its_number_when_a_cell_before_it_is_empty() -> None:
    row = origin("table", "A100")
    full = cloze(line("A100", name="GPU"), line("⟦80⟧", name="GB"), line("⟦19⟧", name="TF"), origin=row)
    gap = cloze(line("A100", name="GPU"), line("", name="GB"), line("⟦19⟧", name="TF"), origin=row)
    assert numbers(full) == (("GB", 1), ("TF", 2))
    assert numbers(gap) == (("TF", 2),)


def test_columns_of_one_name_have_two_numbers() -> None:
    row = cloze(line("x", name="k"), line("⟦1⟧", name="v"), line("⟦2⟧", name="v"), origin=origin("table", "x"))
    assert numbers(row) == (("v", 1), ("v~2", 2))


def test_second_deletion_in_a_cell_takes_no_number_of_a_column() -> None:
    row = cloze(line("x", name="k"), line("⟦a⟧ ⟦b⟧", name="v"), line("", name="w"), origin=origin("table", "x"))
    assert numbers(row) == (("v", 1), ("v~2", 3))


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=8), st.sets(st.integers(1, 9), max_size=4))
def test_no_two_deletions_share_a_number_unless_the_author_says_so(names: list[str], given_numbers: set[int]) -> None:
    text = " ".join([*(f"⟦{number}|x⟧" for number in sorted(given_numbers)), *(f"⟦{name}⟧" for name in names)])
    ordinals = numbers(cloze(text))
    assert len({name for name, _ in ordinals}) == len({number for _, number in ordinals}) == len(ordinals)


@pytest.mark.parametrize("number", [0, 501])
def test_number_without_a_card_is_an_error(number: int) -> None:
    (finding,) = identify(document(), [cloze(f"⟦{number}|x⟧", origin=origin(at=4))]).diagnostics
    assert (finding.severity, finding.code, finding.line) == (Severity.ERROR, "cloze-number", 4)
    assert f" {number};" in finding.message


def test_more_deletions_than_anki_has_numbers_are_an_error() -> None:
    assert not identify(document(), [cloze("⟦x⟧" * 500)]).diagnostics
    assert identify(document(), [cloze("⟦x⟧" * 501)]).diagnostics


def test_basic_atom_has_no_numbers() -> None:
    assert identify(document(), [basic()]).identified[0].ordinals == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("⟦the partial sums⟧ are added again", "⟦the partial sums are added again⟧"),
        ("先算，⟦把各块的部分和再归约一次⟧", "先算，把各块的部分和⟦再归约一次⟧"),
    ],
)
def test_deletion_that_grew_or_shrank_keeps_its_number(before: str, after: str) -> None:
    old = cloze(f"{before}, ⟦and more⟧")
    new = cloze(f"{after}, ⟦and more⟧, ⟦not less⟧")
    known = Before(front=old.lines[0].text.plain, shown=number_deletions(old).shown, reserved=())
    assert [number for _, number in number_deletions(new, known).shown] == [1, 2, 3]


def test_single_word_inside_another_text_is_no_sign() -> None:
    old = cloze("the ring takes ⟦8⟧ steps")
    new = cloze("it sends ⟦8 of 16 chunks⟧ at once")
    known = Before(front=old.lines[0].text.plain, shown=number_deletions(old).shown, reserved=())
    assert [number for _, number in number_deletions(new, known).shown] == [2]
