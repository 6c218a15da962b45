"""Each `<rule>/name.md` of tests/cases/atoms becomes the cards in `name.yaml` beside it."""

from pathlib import Path

import pytest

from ankigen.atoms import RULE_NAMES
from ankigen.atoms.gates import GATES
from ankigen.atoms.measure import HAN
from tests.atoms.dump import cards_of

CASES = Path(__file__).parents[1] / "cases" / "atoms"
ALL = sorted(CASES.rglob("*.md"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.relative_to(CASES).as_posix()) for path in ALL])
def test_rules_make_the_expected_cards(path: Path, *, regen: bool) -> None:
    actual = cards_of(path.read_text(encoding="utf-8"))
    expected = path.with_suffix(".yaml")
    if regen:
        expected.write_text(actual, encoding="utf-8", newline="\n")
    assert actual == expected.read_text(encoding="utf-8")


def test_every_expected_card_file_has_its_case() -> None:
    assert {path.with_suffix(".md") for path in CASES.rglob("*.yaml")} == set(ALL)


@pytest.mark.parametrize("rule", sorted(RULE_NAMES - {"rehearsal"}))
@pytest.mark.parametrize("chinese", [pytest.param(True, id="zh"), pytest.param(False, id="en")])
def test_every_rule_has_a_case_in_both_languages(rule: str, *, chinese: bool) -> None:
    cases = [
        path for path in (CASES / rule).glob("*.md") if bool(HAN.search(path.read_text(encoding="utf-8"))) is chinese
    ]
    assert cases, f"tests/cases/atoms/{rule}/ lacks a case in this language"
    made = [path.with_suffix(".yaml").read_text(encoding="utf-8") for path in cases]
    assert any(f"rule: {rule}\n" in text or f"- {rule}\n" in text for text in made), "no case shows the rule at work"


ALL_GATES = [name for name, _ in GATES]
ENGLISH_ONLY = {"comparative", "remark", "only-a-pronoun", "says-little"}
"""They go by English words; in Chinese the rule `whole` refuses such clauses itself."""


@pytest.mark.parametrize(
    ("gate", "chinese"),
    [
        pytest.param(gate, chinese, id=f"{gate}-{'zh' if chinese else 'en'}")
        for gate in ALL_GATES
        for chinese in ((False,) if gate in ENGLISH_ONLY else (True, False))
    ],
)
def test_every_gate_has_a_case_in_its_languages(gate: str, *, chinese: bool) -> None:
    cases = [
        path for path in (CASES / "gates").glob("*.md") if bool(HAN.search(path.read_text(encoding="utf-8"))) is chinese
    ]
    assert any(f"gate {gate}:" in path.with_suffix(".yaml").read_text(encoding="utf-8") for path in cases)
