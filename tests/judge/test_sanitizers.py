"""compute-sanitizer's output: its summary line is the proof, and nothing else is."""

from pathlib import Path

import pytest

from ankigen.judge.assess import Assessment
from ankigen.judge.checking import RawCheck, checked_of
from ankigen.judge.plan import Batch, Piece
from ankigen.judge.reporting import rejected_report
from ankigen.judge.sanitizers import Checked, find_sanitizer, first_finding, parse_summary, prefix_of
from ankigen.model.solution import Verdict
from ankigen.model.task_settings import Expectation, Rejected

HEAD = "========= COMPUTE-SANITIZER\n"
CLEAN = f"{HEAD}========= ERROR SUMMARY: 0 errors\n"
RACES = f"{HEAD}========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
BATCH = Batch(
    stage="sanitizers",
    pieces=(Piece(group=0, start=0, count=2, tier=0, entry="f", lines=("[1]", "[2]"), shapes=({}, {"threads": 32})),),
    seed=1,
    wall_s=1,
    memory_mb=1,
    tool="memcheck",
)


@pytest.mark.parametrize(
    ("tool", "output", "ran", "errors"),
    [
        ("memcheck", CLEAN, True, 0),
        ("memcheck", CLEAN.replace("0 errors", "1 error"), True, 1),
        ("synccheck", CLEAN.replace("0 errors", "312 errors"), True, 312),
        ("memcheck", CLEAN + CLEAN.replace("0 errors", "3 errors"), True, 3),
        ("racecheck", RACES, True, 1),
        ("racecheck", RACES.replace("1 hazard displayed (1 error, 0", "2 hazards displayed (0 errors, 2"), True, 2),
        ("racecheck", RACES.replace("1 hazard displayed (1 error,", "0 hazards displayed (0 errors,"), True, 0),
        ("racecheck", CLEAN, False, 0),
        ("memcheck", RACES, False, 0),
        ("memcheck", HEAD, False, 0),
        ("memcheck", "", False, 0),
        ("memcheck", f"{HEAD}========= Error: No CUDA-capable device\n", False, 0),
        ("memcheck", "ERROR SUMMARY: 0 errors\n", False, 0),
        ("memcheck", f"{HEAD}========= ERROR SUMMARY: \n", False, 0),
    ],
)
def test_summary_is_read_strictly(tool: str, output: str, ran: bool, errors: int) -> None:  # noqa: FBT001 - a case
    summary = parse_summary(tool, output)
    assert (summary.ran, summary.errors) == (ran, errors)


@pytest.mark.parametrize(
    ("raw", "ran", "why_not"),
    [
        (RawCheck(tool="memcheck", log=CLEAN, calls=4, finished=True), True, ""),
        (RawCheck(tool="memcheck", log=CLEAN, calls=3, finished=True), False, "only 3 of 4 calls"),
        (RawCheck(tool="memcheck", log=HEAD, calls=4, finished=True), False, "no summary line"),
        (RawCheck(tool="memcheck", log=CLEAN, why_not="it is not there"), False, "it is not there"),
    ],
)
def test_a_tool_that_saw_less_than_all_did_not_run(raw: RawCheck, ran: bool, why_not: str) -> None:  # noqa: FBT001 - a case
    checked = checked_of(raw, BATCH)
    assert checked.ran is ran
    assert why_not in checked.why_not


def test_the_first_finding_is_told() -> None:
    found = "========= Invalid __global__ write of size 4 bytes\n=========     at f\n"
    output = f"{HEAD}{found}========= ERROR SUMMARY: 1 error\n"
    assert first_finding(output) == "Invalid __global__ write of size 4 bytes"
    assert first_finding(CLEAN) == ""


def test_the_report_goes_where_no_program_writes() -> None:
    assert prefix_of("racecheck", "cs") == (
        "cs", "--tool", "racecheck", "--log-file", "{log}", "--target-processes", "all",
    )  # fmt: skip


def test_it_is_looked_for_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "compute-sanitizer"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PATHEXT", "")
    assert find_sanitizer() in {str(tool), ""}


def test_what_a_tool_found_before_it_broke_off_has_caught_a_program(tmp_path: Path) -> None:
    limits: dict[str, float] = {"wall_s": 1, "memory_mb": 64, "output_mb": 1}
    rejected = Rejected(
        name="past_the_end.cu",
        path="rejected/past_the_end.cu",
        expect=Expectation.OUT_OF_BOUNDS,
        why="reads past the end",
        program="total",
        replaces="accepted/kernels/total.cu",
        needs_checker=True,
    )
    found = Checked(tool="memcheck", ran=False, errors=3, summary="ERROR SUMMARY: 3 errors", why_not="it died of it")
    report = rejected_report(rejected, Assessment(groups=(), folder=tmp_path, limits=limits), [found], seeds={})
    assert (report.verdict, report.caught_by, report.not_run) == (Verdict.UNDEFINED, "memcheck", "")
