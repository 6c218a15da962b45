"""Links to solutions that lead nowhere, lead twice, or contradict what stands beside them."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.solution_folder import CODE, TASK, put_solution

WRONG = {
    "unknown task": (
        "## Q: A? {solution=sqares}\n\nthe answer\n",
        1,
        "error[solution-unknown]",
        "did you mean squares?",
    ),
    "unknown task, nothing like it": (
        "## Q: A? {solution=xyz}\n\nthe answer\n",
        1,
        "error[solution-unknown]",
        "there is squares; make the folder solutions/xyz/",
    ),
    "unknown region": (
        "## Q: A? {solution=squares region=sqares}\n\nthe answer\n",
        1,
        "error[region-unknown]",
        "did you mean squares?",
    ),
    "unknown region of a block": (
        "## Q: A?\n\n```python {solution=squares region=x}\n```\n",
        3,
        "error[region-unknown]",
        "has no region “x” (squares)",
    ),
    "other text in the block": (
        "## Q: A?\n\n```python {solution=squares}\ndef squares(): ...\n```\n",
        3,
        "warning[code-differs]",
        "the card shows the region",
    ),
    "a block linked twice": (
        "## Q: A?\n\n```python {solution=squares}\n```\n\nAgain:\n\n```python {solution=squares}\n```\n",
        8,
        "warning[solution-twice]",
        "line 3 shows the region “squares” of squares already",
    ),
    "two links of one block": (
        "## Q: A?\n\n{solution=squares}\n```python {solution=sqares}\n```\n",
        4,
        "error[solution-unknown]",
        "did you mean squares?",
    ),
    "display beside a solution": (
        "## Q: A?\n\n```python {.display solution=squares}\n```\n",
        3,
        "warning[mark-idle]",
        "{.display} changes nothing beside {solution=…}",
    ),
    "a region without a task": (
        "## Q: A? {region=squares}\n\nthe answer\n",
        1,
        "warning[mark-idle]",
        "{region=…} changes nothing without the task",
    ),
    "on a paragraph": (
        "## Q: A?\n\n{solution=squares}\nThe answer is squares of it.\n",
        4,
        "warning[mark-idle]",
        "it stands on a question, a heading or a block of code",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_link_is_named_with_its_place_and_mend(workspace: Path, ankigen: Run, name: str) -> None:
    text, line, code, said = WRONG[name]
    put_solution(workspace)
    (workspace / "cards/a.md").write_text(text, encoding="utf-8")
    result = ankigen("check")
    found = [each for each in result.stderr.splitlines() if each.startswith(f"cards/a.md:{line}: {code}: ")]
    assert len(found) == 1, result.stderr
    assert said in found[0]
    assert result.exit_code == (1 if code.startswith("error") else 0)


def test_the_same_text_with_other_blanks_differs_in_nothing(workspace: Path, ankigen: Run) -> None:
    put_solution(workspace)
    code = "\n\n".join(line.replace("  # card:cloze", "  ") for line in CODE.splitlines()[1:6])
    text = f"## Q: A?\n\n```python {{solution=squares}}\n{code}\n```\n"
    (workspace / "cards/a.md").write_text(text, encoding="utf-8")
    assert "code-differs" not in ankigen("check").stderr


def test_a_block_of_a_task_with_two_regions_names_one(workspace: Path, ankigen: Run) -> None:
    task = TASK.replace("regions:\n", "regions:\n  other: {file: accepted/squares.py, language: python}\n")
    put_solution(workspace, task=task, code=CODE + "# card:begin other\nx = 1\n# card:end\n")
    (workspace / "cards/a.md").write_text("## Q: A?\n\n```python {solution=squares}\n```\n", encoding="utf-8")
    stderr = ankigen("check").stderr
    assert (
        "cards/a.md:3: error[region-unknown]: a block of code shows one region, and this may be any of other, squares; "
        in stderr
    )
    assert "write {solution=squares region=NAME} with one of them" in stderr


def test_a_broken_task_is_said_where_it_is_broken_and_only_there(workspace: Path, ankigen: Run) -> None:
    put_solution(workspace, task=TASK + "title: [\n")
    (workspace / "cards/a.md").write_text("## Q: A? {solution=squares}\n\nthe answer\n", encoding="utf-8")
    result = ankigen("build")
    assert result.exit_code == 1
    assert "solutions/squares/task.yaml:" in result.stderr
    assert "solution-unknown" not in result.stderr
    assert not (workspace / "build").exists()


def test_a_region_that_never_ends_is_said_in_its_file_and_only_there(workspace: Path, ankigen: Run) -> None:
    put_solution(workspace, code=CODE.replace("# card:end\n", ""))
    (workspace / "cards/a.md").write_text("## Q: A? {solution=squares}\n\nthe answer\n", encoding="utf-8")
    result = ankigen("build")
    assert result.exit_code == 1
    assert (
        "solutions/squares/accepted/squares.py:1: error[region-broken]: the region “squares” never ends"
        in result.stderr
    )
    assert "region-unknown" not in result.stderr


def test_a_broken_task_does_not_stop_a_document_that_does_not_need_it(workspace: Path, ankigen: Run) -> None:
    put_solution(workspace, task=TASK + "title: [\n")
    assert ankigen("check", "cards/gpu.md").exit_code == 0
    assert ankigen("build").exit_code == 0
    assert ankigen("check").exit_code == 1


def test_a_single_file_has_no_solutions(folder: Path, ankigen: Run) -> None:
    (folder / "a.md").write_text("## Q: A? {solution=squares}\n\nthe answer\n", encoding="utf-8")
    result = ankigen("build", "a.md")
    assert result.exit_code == 1
    assert (
        "a.md:1: error[solution-unknown]: there is no solution “squares”; there is no solution at all" in result.stderr
    )
