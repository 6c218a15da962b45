"""The shipped solutions before the real judge: what runs without a GPU, and the records that say what ran on one."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ankigen.cli import application

SOLUTIONS = Path(__file__).parents[2] / "solutions"


def verify(*arguments: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(application, ["verify", "--json", *arguments])
    assert result.exit_code == 0, result.stderr
    outcomes: list[dict[str, Any]] = json.loads(result.stdout)["outcomes"]
    return outcomes


def test_every_python_program_is_accepted_or_rejected_for_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SOLUTIONS, tmp_path / "solutions", ignore=shutil.ignore_patterns("records"))
    monkeypatch.chdir(tmp_path)
    (outcome,) = verify("additive-number", "--runner", "python")
    assert (outcome["status"], outcome["course"]) == ("cpu-verified", "ran")
    assert sum(program["expected"] != "AC" for program in outcome["programs"]) >= 10
    assert all(program["ok"] for program in outcome["programs"])


def test_no_record_of_a_shipped_solution_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SOLUTIONS, tmp_path / "solutions")
    monkeypatch.chdir(tmp_path)
    found = {(each["task"], each["runner"]): (each["course"], each["status"]) for each in verify()}
    assert found == {
        ("additive-number", "python"): ("fresh", "cpu-verified"),
        ("additive-number", "cuda"): ("fresh", "gpu-verified"),
        ("two-level-sum", "cuda"): ("fresh", "gpu-verified"),
    }
