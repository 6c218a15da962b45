"""Every way to be wrong that looks right: a rejected program of a small task each, and the judge must see it."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ankigen.model.judging import TaskReport
from ankigen.model.solution import Verdict
from tests.judge.judging import FIXTURES, folder_of, judged, program_of, without_rejected

REJECTED = sorted((FIXTURES / "total/rejected").glob("*.py"))
NEEDS = {
    "uses_the_network.py": "no network",
    "writes_outside.py": "writes in its folder only",
    "changes_itself.py": "",
}
"""What must be in force for a program to be found out."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX systems")


@pytest.fixture(scope="module")
def report() -> TaskReport:
    return judged(folder_of("total"))


def test_the_right_program_is_accepted_for_all_the_wrong_ones_beside_it(report: TaskReport) -> None:
    total = program_of(report, "total")
    assert (total.verdict, total.ok, total.reason) == (Verdict.ACCEPTED, True, "")
    assert total.vectors_run == total.vectors_passed == report.vectors > 40
    assert "process group" in total.isolation
    assert len(total.seeds["small"]) == 1
    assert report.environment["python"]


@pytest.mark.parametrize("file", REJECTED, ids=lambda file: file.stem)
def test_pitfall_is_rejected_for_its_reason(file: Path, report: TaskReport) -> None:
    program = program_of(report, file.name)
    if NEEDS.get(file.name, "") not in program.isolation:
        pytest.skip(f"this system does not give: {NEEDS[file.name]}")
    found = re.search(r"^# found: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert program.ok, program.reason
    assert program.verdict is not Verdict.ACCEPTED
    assert found.group(1) in program.reason


def with_rejected(name: str, text: str) -> TaskReport:
    alone = without_rejected(folder_of("total"))
    return judged(replace(alone, files={**alone.files, f"rejected/{name}": text.encode()}))


def test_a_rejected_program_that_passes_is_told() -> None:
    right = folder_of("total").files["accepted/total.py"].decode()
    program = program_of(with_rejected("right.py", f"# expect: wrong-answer\n# why: it is right\n{right}"), "right.py")
    assert not program.ok
    assert program.verdict is Verdict.ACCEPTED
    assert program.reason == "must fail for wrong-answer, and every vector passed"


def test_a_rejected_program_that_fails_for_another_reason_is_told() -> None:
    text = "# expect: wrong-answer\ndef total(values, *, chunk=4):\n    raise IndexError\n"
    program = program_of(with_rejected("raises.py", text), "raises.py")
    assert not program.ok
    assert program.verdict is Verdict.RUN_TIME_ERROR
    assert program.reason.startswith("must fail for wrong-answer, and failed otherwise: RTE: on ")


def test_a_clock_is_no_proof_that_a_program_is_too_slow() -> None:
    text = "# expect: too-slow\nimport time\ndef total(values, *, chunk=4):\n    time.sleep(60)\n"
    program = program_of(with_rejected("sleeps.py", text), "sleeps.py")
    assert not program.ok
    assert program.verdict is Verdict.TIME_LIMIT
