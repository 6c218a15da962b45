"""What surrounds PyCUDA in the child, with a stand-in for it: nothing here needs a GPU, or shows that one works."""

import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ankigen.judge import RUNNERS
from ankigen.model.judging import TaskReport
from ankigen.model.solution import Verdict
from tests.judge.judging import FIXTURES, folder_of, judged, program_of, without_rejected

STAND_IN = replace(RUNNERS["cuda"], unavailable=str, python_path=(str(FIXTURES / "pycuda_stand_in"),), workers=2)
REJECTED = sorted((FIXTURES / "doubled/rejected").iterdir())
ACCEPTED = folder_of("doubled").files["accepted/doubled.py"].decode()
KERNEL = folder_of("doubled").files["accepted/kernels/doubled.cu"].decode()

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for compute-sanitizer is a script")


@pytest.fixture(scope="module")
def report() -> TaskReport:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{FIXTURES / 'bin'}{os.pathsep}{os.environ['PATH']}")
        return judged(folder_of("doubled"), runner=STAND_IN)


def test_the_right_kernel_is_accepted_and_sanitizers_find_nothing(report: TaskReport) -> None:
    program = program_of(report, "doubled")
    assert (program.verdict, program.ok, program.reason) == (Verdict.ACCEPTED, True, "")
    assert program.vectors_run == program.vectors_passed == report.vectors == 13
    assert [tool.tool for tool in report.sanitizers] == ["memcheck", "racecheck", "initcheck", "synccheck"]
    assert all(tool.ran and not tool.errors and "SUMMARY: 0" in tool.summary for tool in report.sanitizers)
    assert report.environment["device"] == "Stand-in"
    assert report.environment["compute_capability"] == "9.0"


@pytest.mark.parametrize("file", REJECTED, ids=lambda file: file.name)
def test_kernel_pitfall_is_rejected_for_its_reason(file: Path, report: TaskReport) -> None:
    program = program_of(report, file.name)
    found = re.search(r"^(?:#|//) found: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert program.ok, program.reason
    assert program.verdict is not Verdict.ACCEPTED
    assert program.caught_by
    assert found.group(1) in program.reason


def test_without_sanitizers_what_needs_them_is_listed_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ankigen.judge.checking.find_sanitizer", str)
    report = judged(folder_of("doubled"), runner=STAND_IN)
    racy = program_of(report, "racy.cu")
    assert racy.ok
    assert racy.needs_checker
    assert racy.not_run == "only a checker sees its fault, and none ran here"
    assert all(not tool.ran and "compute-sanitizer is not installed" in tool.not_run for tool in report.sanitizers)


@pytest.mark.parametrize(
    ("kernel", "told"),
    [
        (f"# found by racecheck\n{KERNEL}", "racecheck: RACECHECK SUMMARY: 2 hazards displayed"),
        (KERNEL.replace("read(x + 4 * i)", "read(0)"), "illegal memory access"),
    ],
)
def test_an_accepted_kernel_with_undefined_behaviour_is_not_accepted(
    kernel: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{FIXTURES / 'bin'}{os.pathsep}{os.environ['PATH']}")
    folder = without_rejected(folder_of("doubled", {"accepted/kernels/doubled.cu": kernel}))
    (program,) = judged(folder, runner=STAND_IN).programs
    assert program.verdict is Verdict.UNDEFINED
    assert not program.ok
    assert told in program.reason


def test_after_an_error_that_spoils_the_device_the_other_vectors_run_in_a_new_process() -> None:
    kernel = KERNEL.replace("for i in", "if n == 5:\n        raise LaunchError('misaligned address')\n    for i in")
    folder = without_rejected(folder_of("doubled", {"accepted/kernels/doubled.cu": kernel}))
    (program,) = judged(folder, runner=STAND_IN).programs
    assert program.verdict is Verdict.UNDEFINED
    assert {ruling.vector_id for ruling in program.failures} == {"five"}
    assert (program.vectors_run, program.vectors_passed) == (13, 12)


def test_a_sanitizer_without_its_summary_line_did_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{FIXTURES / 'bin'}{os.pathsep}{os.environ['PATH']}")
    kernel = f"# spoils racecheck\n{KERNEL}"
    folder = without_rejected(folder_of("doubled", {"accepted/kernels/doubled.cu": kernel}))
    report = judged(folder, runner=STAND_IN)
    by_tool = {tool.tool: tool for tool in report.sanitizers}
    assert not by_tool["racecheck"].ran
    assert "no summary line" in by_tool["racecheck"].not_run
    assert by_tool["memcheck"].ran


def test_a_write_past_an_allocation_of_an_earlier_call_is_seen() -> None:
    cached = (
        ACCEPTED.replace("def doubled", "kept = []\n\n\ndef doubled")
        .replace(
            "    x.free()",
            "    kept.append(y)\n    if len(kept) == 3:\n        cuda.memset_d8(int(kept[0]) + 5000, 0, 1)",
        )
        .replace("cuda.mem_alloc(values.nbytes)\n", "cuda.mem_alloc(5000)\n")
    )
    folder = without_rejected(folder_of("doubled", {"accepted/doubled.py": cached}))
    (program,) = judged(folder, runner=STAND_IN).programs
    assert program.verdict is Verdict.UNDEFINED
    assert "wrote 0 bytes past the end of 5000 allocated bytes" in program.reason


def test_a_device_that_does_not_answer_is_no_fault_of_programs() -> None:
    runner = replace(STAND_IN, python_path=())
    report = judged(without_rejected(folder_of("doubled")), runner=runner)
    (program,) = report.programs
    assert program.not_run.startswith("the device does not answer: ")
    assert not program.ok


def test_without_a_driver_a_sentence_says_so_and_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("ctypes.CDLL", absent)
    sentence = RUNNERS["cuda"].unavailable()
    assert sentence.startswith("there is no NVIDIA driver here")
    report = judged(folder_of("doubled"), runner=RUNNERS["cuda"])
    assert {program.not_run for program in report.programs} == {sentence}
    assert not any(program.ok for program in report.programs)
    assert "pycuda" not in sys.modules
