"""`ankigen explain`: the cards of a line, and what each rule said about it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.usefixtures("workspace")
def test_a_line_shows_its_question_its_card_and_the_rule(ankigen: Run) -> None:
    result = ankigen("explain", "cards/gpu.md:5")
    assert result.exit_code == 0
    assert "cards/gpu.md:5  - **Warp**: 32 threads" in result.stdout
    assert "question: What is a warp?" in result.stdout
    assert "card by label" in result.stdout
    assert "32 threads that run one instruction at a time" in result.stdout.split("back", 1)[1]
    assert "- 5 leaf      cloze" in result.stdout
    assert "+ 5 leaf      label" in result.stdout


@pytest.mark.usefixtures("workspace")
def test_a_table_row_shows_a_card_a_cell_with_the_hidden_cell_on_the_back(ankigen: Run) -> None:
    result = ankigen("explain", "--json", "cards/gpu.md:12")
    report = json.loads(result.stdout)
    (card,) = [card for card in report["cards"] if card["rule"] == "table"]
    assert card["front"].splitlines() == ["Memory: register", "Seen by: [...]"]
    assert card["back"] == "one thread"
    assert report["question"] == "How do the memories differ?"


def test_a_line_without_a_card_says_why_and_what_to_do(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/gpu.md").write_text("## Q: A?\n\nIs that so?\n\nname :: what it means\n", encoding="utf-8")
    result = ankigen("explain", "cards/gpu.md:3")
    assert result.exit_code == 0
    assert "no card" in result.stdout
    assert "cards/gpu.md:3: warning[no-card]: " in result.stdout


@pytest.mark.usefixtures("workspace")
def test_a_line_outside_of_every_question_says_so(ankigen: Run) -> None:
    assert "stands in no question" in ankigen("explain", "cards/gpu.md:1").stdout


@pytest.mark.parametrize(
    ("place", "exit_code", "words"),
    [
        ("cards/gpu.md", 2, "is no FILE:LINE"),
        ("cards/gpu.md:", 2, "is no FILE:LINE"),
        ("cards/gpu.md:x", 2, "is no FILE:LINE"),
        ("cards/gpu.md:-1", 2, "is no FILE:LINE"),
        (":3", 2, "is no FILE:LINE"),
        ("cards/gpu.md:0", 2, "there is no line 0"),
        ("cards/gpu.md:99", 2, "there is no line 99"),
        ("cards:1", 2, "is a folder"),
        ("cards/gone.md:1", 3, "does not exist"),
    ],
)
@pytest.mark.usefixtures("workspace")
def test_a_place_that_is_none_is_refused(ankigen: Run, place: str, exit_code: int, words: str) -> None:
    result = ankigen("explain", place)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert words in result.stderr


def test_a_file_that_is_not_utf8_is_refused(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/gpu.md").write_bytes("线程".encode("gbk"))
    result = ankigen("explain", "cards/gpu.md:1")
    assert result.exit_code == 2
    assert "cannot be read, or is not UTF-8; `ankigen check cards/gpu.md` says more" in result.stderr


def test_every_line_of_a_note_can_be_explained(workspace: Path, ankigen: Run) -> None:
    lines = (workspace / "cards/gpu.md").read_text(encoding="utf-8").splitlines()
    for number in range(1, len(lines) + 1):
        assert ankigen("explain", f"cards/gpu.md:{number}").exit_code == 0
