"""Calls made on one machine and judged on another come to what judging in one place comes to."""

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ankigen.judge import RUNNERS, judge_answers, parse_task, prepare_calls, run_calls
from ankigen.judge.judge import Calls
from ankigen.model.solution import SolutionFolder
from tests.judge.judging import folder_of, judged

KEPT = {"exits.py", "nan.py", "one_shape_only.py", "sorts_in_place.py", "too_many_steps.py", "takes_anything.py"}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX systems")


def small_folder() -> SolutionFolder:
    folder = folder_of("total")
    files = {path: data for path, data in folder.files.items() if "rejected/" not in path or path[9:] in KEPT}
    return replace(folder, files=files)


def prepared(into: Path, folder: SolutionFolder, **options: object) -> Calls:
    into.mkdir()
    return prepare_calls(folder, parse_task(folder), runner=RUNNERS["python"], into=into, **options)  # type: ignore[arg-type]


def test_calls_carried_elsewhere_and_back_are_judged_alike(tmp_path: Path) -> None:
    folder = small_folder()
    there = prepared(tmp_path / "there", folder, fresh=random.Random(1))  # noqa: S311 - repeatable is what is wanted
    heard: list[str] = []
    answers = run_calls(tmp_path / "there", runner=RUNNERS["python"], progress=heard.append)
    assert heard
    here = prepared(tmp_path / "here", folder, seeds=there.seeds)
    one, other = judge_answers(here, answers), judged(folder)
    assert [(each.name, each.ok, each.verdict, each.reason) for each in one.programs] == [
        (each.name, each.ok, each.verdict, each.reason) for each in other.programs
    ]
    assert all(each.ok for each in one.programs)
    assert one.environment == other.environment
    assert one.vectors == other.vectors


def test_what_is_carried_holds_no_answer(tmp_path: Path) -> None:
    secret = 123_456_789_123
    vectors = f"cases:\n  - {{id: secret, in: [[{secret - 5}, 5]], out: {secret}}}\n"
    prepared(tmp_path / "calls", folder_of("total", {"vectors.yaml": vectors}))
    carried = b"".join(file.read_bytes() for file in (tmp_path / "calls").rglob("*") if file.is_file())
    assert str(secret - 5).encode() in carried
    assert str(secret).encode() not in carried
    assert b"by_counting" not in carried


def test_answers_to_other_calls_are_refused(tmp_path: Path) -> None:
    folder = small_folder()
    calls = prepared(tmp_path / "calls", folder, seeds={"small": (1,)})
    answers = run_calls(tmp_path / "calls", runner=RUNNERS["python"])
    others = prepared(tmp_path / "others", folder, seeds={"small": (2,)})
    with pytest.raises(ValueError, match="answers to other calls"):
        judge_answers(others, answers)
    for broken in ("", "{}", "[]", "1", json.dumps({"version": 99}), answers.replace('"lines"', '"liens"')):
        with pytest.raises(ValueError, match=r"answers|Expecting|lines"):
            judge_answers(calls, broken)


def test_calls_are_for_one_runner(tmp_path: Path) -> None:
    prepared(tmp_path / "calls", small_folder())
    with pytest.raises(ValueError, match="these calls are for runner python"):
        run_calls(tmp_path / "calls", runner=RUNNERS["cuda"])
