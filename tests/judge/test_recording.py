"""From a run's report to its record: which status it deserves, and why not a better one."""

from dataclasses import replace

import pytest

from ankigen.judge.recording import could_not_run, judge_errors, record_of
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.judging import ProgramReport, SanitizerReport, TaskReport
from ankigen.model.record import Fingerprint, Record, StageCount
from ankigen.model.solution import Status, Verdict

BOUND = Fingerprint(protocol=1, subjects={"accepted/double.py": "00"}, inputs={"vectors.yaml": "11"})

DOUBLE = ProgramReport(
    name="double",
    path="accepted/double.py",
    expected="AC",
    verdict=Verdict.ACCEPTED,
    stage="values",
    vectors_run=9,
    vectors_passed=9,
    seeds={"small": (0, 1, 77)},
    ok=True,
    deterministic=True,
    isolation="network",
)
SQUARE = ProgramReport(
    name="square",
    path="rejected/square.py",
    expected="wrong-answer",
    verdict=Verdict.WRONG_ANSWER,
    reason="got 9, want 6",
    stage="values",
    vectors_run=3,
    vectors_passed=2,
    ok=True,
    caught_by="three",
    isolation="network",
)
RACY = replace(
    SQUARE, name="racy", path="rejected/racy.cu", expected="race", verdict=Verdict.ACCEPTED, caught_by="", reason="",
    needs_checker=True,
)  # fmt: skip
CLEAN = tuple(
    SanitizerReport(tool=tool, ran=True, errors=0, summary="ERROR SUMMARY: 0 errors")
    for tool in ("memcheck", "racecheck", "initcheck", "synccheck")
)


def report_of(
    *programs: ProgramReport, runner: str = "python", sanitizers: tuple[SanitizerReport, ...] = ()
) -> TaskReport:
    return TaskReport(
        task="double", runner=runner, programs=programs, sanitizers=sanitizers, environment={"python": "3.11.7"}
    )


def recorded(report: TaskReport) -> Record:
    return record_of(report, BOUND, day="2026-12-01")


def test_a_clean_run_deserves_the_best_status_of_its_runner() -> None:
    record = recorded(report_of(DOUBLE, SQUARE))
    assert (record.status, record.reason, record.date) == (Status.CPU_VERIFIED, "", "2026-12-01")
    assert record.stages == {"values": StageCount(run=9, passed=9), "rejected": StageCount(run=1, passed=1)}
    assert record.seeds == {"small": (0, 1, 77)}
    assert [each.name for each in record.accepted] == ["double"]
    assert [(each.name, each.caught_by) for each in record.rejected] == [("square", "three")]
    assert (record.isolation, record.environment) == ("network", {"python": "3.11.7"})


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (replace(DOUBLE, verdict=Verdict.WRONG_ANSWER, reason="on one: got 3", ok=False), "WA: on one: got 3"),
        (replace(DOUBLE, vectors_run=0, vectors_passed=0), "accepted/double.py: no vector ran"),
        (replace(SQUARE, verdict=Verdict.ACCEPTED, ok=False), "rejected/square.py must fail for wrong-answer"),
        (replace(SQUARE, verdict=Verdict.TIME_LIMIT, ok=False), "was TLE"),
    ],
)
def test_what_is_not_as_expected_fails_the_task(program: ProgramReport, reason: str) -> None:
    others = [each for each in (DOUBLE, SQUARE) if each.name != program.name]
    record = recorded(report_of(program, *others))
    assert record.status is Status.FAILED
    assert reason in record.reason


def test_the_first_of_many_failures_is_told_and_the_others_counted() -> None:
    wrong = replace(DOUBLE, verdict=Verdict.WRONG_ANSWER, ok=False)
    passing = replace(SQUARE, verdict=Verdict.ACCEPTED, ok=False)
    assert recorded(report_of(wrong, passing)).reason.endswith("(and 1 more)")


def test_right_values_on_a_gpu_count_with_clean_sanitizers_only() -> None:
    clean = recorded(report_of(DOUBLE, SQUARE, runner="cuda", sanitizers=CLEAN))
    assert clean.status is Status.GPU_VERIFIED
    assert clean.stages["sanitizers"] == StageCount(run=4, passed=4)
    assert recorded(report_of(DOUBLE, SQUARE, runner="cuda")).status is Status.UNVERIFIED
    missing = replace(CLEAN[1], ran=False, not_run="compute-sanitizer is not installed")
    weak = recorded(report_of(DOUBLE, runner="cuda", sanitizers=(CLEAN[0], missing)))
    assert weak.status is Status.UNVERIFIED
    assert "compute-sanitizer is not installed" in weak.reason
    silent = recorded(report_of(DOUBLE, runner="cuda", sanitizers=(replace(CLEAN[1], ran=False, summary=""),)))
    assert "racecheck gave no summary" in silent.reason
    race = replace(CLEAN[1], errors=2, summary="2 hazards")
    found = recorded(report_of(DOUBLE, runner="cuda", sanitizers=(CLEAN[0], race)))
    assert (found.status, found.reason) == (Status.FAILED, "UB: racecheck: 2 hazards")


def test_what_only_a_checker_can_catch_is_listed_and_not_counted() -> None:
    record = recorded(report_of(DOUBLE, SQUARE, RACY, runner="cuda", sanitizers=CLEAN))
    assert record.status is Status.GPU_VERIFIED
    assert record.stages["rejected"] == StageCount(run=1, passed=1)
    assert record.rejected[-1].needs_checker
    caught = replace(RACY, verdict=Verdict.UNDEFINED, caught_by="racecheck")
    counted = recorded(report_of(DOUBLE, SQUARE, caught, runner="cuda", sanitizers=CLEAN))
    assert counted.stages["rejected"] == StageCount(run=2, passed=2)


def test_the_judges_own_faults_are_told_apart() -> None:
    wrong = Diagnostic(
        path="solutions/double/oracle.py",
        line=2,
        severity=Severity.ERROR,
        code="unreadable",
        message="ZeroDivisionError",
        mend="mend it",
    )
    blamed = replace(DOUBLE, verdict=Verdict.JUDGE_ERROR, ok=False)
    report = replace(report_of(blamed), oracle_errors=(wrong,))
    assert judge_errors(report) == ("solutions/double/oracle.py:2: ZeroDivisionError",)
    broken = replace(DOUBLE, verdict=Verdict.JUDGE_ERROR, reason="no folder for temporary files", ok=False)
    assert judge_errors(report_of(broken)) == ("accepted/double.py: no folder for temporary files",)
    assert judge_errors(report_of(DOUBLE)) == ()


def test_a_program_that_could_not_run_is_no_failure() -> None:
    assert could_not_run(report_of(replace(DOUBLE, not_run="no NVIDIA driver here"))) == "no NVIDIA driver here"
    assert could_not_run(report_of(DOUBLE, SQUARE)) == ""
