"""Records: what they are bound to, their text, and what is said of programs by them alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

import pytest

from ankigen.judge import RUNNERS
from ankigen.judge.digests import digest, fingerprint
from ankigen.judge.record import read_record, record_path, record_text
from ankigen.judge.standing import TaskStandings, record_state, standings
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import Status
from tests.judge.tasks import FILES, TASK, folder_of, record_of, settings_of

PATH = "solutions/double/records/cpu.json"
TODAY = date(2026, 12, 1)
PYTHON, CUDA = (replace(RUNNERS[name], protocol=1) for name in ("python", "cuda"))
PLAIN = (PYTHON, CUDA)
STAND_IN = replace(CUDA, name="stand-in", record="stand-in", judges="cuda", best=Status.EMULATED)
"""Runs the programs of another runner in its own way."""


def files_of(runner: str, files: Mapping[str, str] | None = None) -> dict[str, str]:
    return fingerprint(folder_of(files or FILES), settings_of(files or FILES), programs_of=runner, protocol=1).files


def written(runner: str = "python", status: Status = Status.CPU_VERIFIED, protocol: int = 1) -> bytes:
    bound = fingerprint(folder_of(), settings_of(), programs_of=runner, protocol=protocol)
    return record_text(record_of(bound, runner=runner, status=status)).encode()


def read(content: bytes) -> tuple[Diagnostic, ...]:
    return read_record(content, path=PATH, task="double", runner="python").diagnostics


def judged(changes: Mapping[str, str | bytes] | None = None, *, today: date = TODAY) -> TaskStandings:
    """Look at the task with both records written, and some files changed since."""
    records = {"records/cpu.json": written(), "records/gpu.json": written("cuda", Status.GPU_VERIFIED)}
    files = {**FILES, **records, **(changes or {})}
    return standings(folder_of(files), settings_of(files), runners=PLAIN, today=today)


def stood_in(**records: Status | None) -> TaskStandings:
    """Look at the task with some records of its program for a GPU: `gpu`, `stand_in`."""
    files: dict[str, str | bytes] = dict(FILES)
    for key, runner in (("gpu", "cuda"), ("stand_in", "stand-in")):
        status = records.get(key)
        if status is not None:
            bound = fingerprint(folder_of(), settings_of(), programs_of="cuda", protocol=1)
            files[record_path(runner)] = record_text(record_of(bound, runner=runner, status=status))
    return standings(folder_of(files), settings_of(files), runners=(STAND_IN, *PLAIN), today=TODAY)


def codes(found: TaskStandings) -> list[str]:
    return [diagnostic.code for diagnostic in found.diagnostics]


def test_a_record_is_bound_to_the_files_of_its_runner() -> None:
    shared = {"vectors.yaml", "oracle.py", "generators.py", "task.yaml"}
    assert set(files_of("python")) == shared | {"accepted/double.py", "rejected/square.py"}
    kernels = {"accepted/batch.py", "accepted/kernels/double.cu", "rejected/nothing.cu", "rejected/host.py"}
    assert set(files_of("cuda")) == shared | kernels


def test_a_file_that_nobody_names_counts_for_everybody() -> None:
    files = {**FILES, "accepted/common.py": "A = 1\n", "table.csv": "1,2\n"}
    for runner in ("python", "cuda"):
        assert {"accepted/common.py", "table.csv"} <= set(files_of(runner, files))


def test_line_ends_of_a_checkout_do_not_count() -> None:
    windows = {name: text.replace("\n", "\r\n") for name, text in FILES.items()}
    for runner in ("python", "cuda"):
        assert files_of(runner, windows) == files_of(runner)
    assert digest(b"\xff\r\n") != digest(b"\xff\n"), "what is no text is hashed as it is"
    assert digest(b"a\r\n") == digest(b"a\n") != digest(b"a\r")


@pytest.mark.parametrize(
    ("change", "bound"),
    [
        (lambda text: text.replace("Double a number", "Twice a number"), False),
        (lambda text: text.replace("double: {file", "whole: {file"), False),
        (lambda text: text + "max_age_days: 30\n", False),
        (lambda text: text.replace("title:", "# a comment\ntitle:"), False),
        (lambda text: text.replace("kernels: [", "kernels: [a.cu, "), False),
        (lambda text: text.replace("wall_s: 10", "wall_s: 20"), True),
        (lambda text: text.replace("comparison: exact", "comparison: {rule: ulp, most: 1}"), True),
        (lambda text: text.replace("oracle: twice", "oracle: other"), True),
    ],
)
def test_only_the_judged_part_of_a_task_counts(change: Callable[[str], str], *, bound: bool) -> None:
    changed = change(TASK)
    assert changed != TASK
    assert (files_of("python") != files_of("python", {**FILES, "task.yaml": changed})) is bound


def test_text_and_record_are_one() -> None:
    bound = fingerprint(folder_of(), settings_of(), programs_of="python", protocol=1)
    record = record_of(bound)
    found = read_record(record_text(record).encode(), path=PATH, task="double", runner="python")
    assert found.diagnostics == ()
    assert found.record == record


def test_the_text_is_canonical() -> None:
    text = written().decode()
    assert text.endswith("}\n")
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=1, ensure_ascii=False) + "\n"
    statement = json.loads(text)
    assert set(statement) == {"_type", "subject", "predicateType", "predicate", "digest"}
    assert statement["subject"] == [
        {"name": "accepted/double.py", "digest": {"sha256": digest(FILES["accepted/double.py"].encode())}}
    ]
    assert statement["predicate"]["timings"] is None


def test_a_record_with_the_line_ends_of_windows_is_the_same() -> None:
    assert read(written().replace(b"\n", b"\r\n")) == ()


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace('"passed": 7', '"passed": 8', 1),
        lambda text: text.replace("cpu-verified", "gpu-verified"),
        lambda text: text.replace("2026-11-30", "2026-12-01"),
        lambda text: text.replace('"isolation": "network"', '"isolation": "network", "note": ""'),
    ],
)
def test_a_record_that_was_edited_by_hand_is_found(edit: Callable[[str], str]) -> None:
    (found,) = read(edit(written().decode()).encode())
    assert (found.code, found.path) == ("record-edited", PATH)
    assert "double" in found.message


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        (b"", 1, "no JSON"),
        (b"[]", 1, "wrong kind"),
        (b"{}", 1, "predicateType"),
        (b"\xff", 1, "not UTF-8"),
        (b'{"a": 1, "a": 2}', 1, "twice"),
        (b"[" * 100_000, 1, "no JSON"),
        (written()[:-30], None, "no JSON"),
        (b"{\n<<<<<<< HEAD\n" + written(), 2, "unfinished merge"),
        (written().replace(b"urn:ankigen", b"urn:other"), 1, "none of ankigen's"),
        (written("cuda", Status.GPU_VERIFIED), 1, "cuda"),
    ],
)
def test_a_damaged_record_is_an_error_with_its_place(content: bytes, line: int | None, why: str) -> None:
    (found,) = read(content)
    assert found.code == "record-damaged"
    assert why in found.message
    assert line is None or found.line == line


def test_a_record_of_a_newer_ankigen_is_not_read() -> None:
    (found,) = read(written().replace(b"verification:v1", b"verification:v2"))
    assert found.code == "record-version"
    assert "version 2" in found.message


def test_a_record_with_the_right_digest_and_the_wrong_content_is_damaged() -> None:
    bound = fingerprint(folder_of(), settings_of(), programs_of="python", protocol=1)
    forged = replace(record_of(bound), date=None)  # type: ignore[arg-type]
    (found,) = read(record_text(forged).encode())
    assert (found.code, "`date`" in found.message) == ("record-damaged", True)
    strange = replace(record_of(bound), status=Status.FAILED)
    text = record_text(strange).replace("failed", "splendid")
    (found,) = read(text.encode())
    assert found.code == "record-edited"


def test_standings_come_from_the_records_alone() -> None:
    found = judged()
    assert found.diagnostics == ()
    double, batch = found.standings["double"], found.standings["batch"]
    assert (double.status, double.where, double.date) == (Status.CPU_VERIFIED, "Python 3.11", "2026-11-30")
    assert (double.passed, double.run, double.sanitizers) == (7, 7, ())
    assert (batch.status, batch.where) == (Status.GPU_VERIFIED, "NVIDIA H200 (sm_90)")
    assert batch.sanitizers == ("memcheck",)


def test_one_character_of_a_kernel_makes_its_record_stale() -> None:
    found = judged({"accepted/kernels/double.cu": FILES["accepted/kernels/double.cu"].replace("f", "g")})
    assert found.standings["double"].status is Status.CPU_VERIFIED
    batch = found.standings["batch"]
    assert batch.status is Status.STALE
    assert batch.reason == "accepted/kernels/double.cu changed since 2026-11-30"
    (finding,) = found.diagnostics
    assert (finding.code, finding.path) == ("record-stale", "solutions/double/records/gpu.json")
    assert "the record of double " in finding.message
    assert "ankigen verify double" in finding.mend


def test_what_makes_a_record_stale_is_named() -> None:
    assert judged({"rejected/new.py": "# expect: crash\n"}).standings["double"].reason == (
        "rejected/new.py is new since 2026-11-30"
    )
    without = {name: text for name, text in FILES.items() if name != "rejected/square.py"}
    state = record_state(folder_of({**without, "records/cpu.json": written()}), settings_of(without), runner=PYTHON)
    assert state.stale == "rejected/square.py is gone since 2026-11-30"
    assert not state.holds
    both = judged({"vectors.yaml": "cases: []\n", "accepted/double.py": "def double(n):\n    return n + n\n"})
    assert both.standings["double"].reason == "accepted/double.py changed since 2026-11-30 (and 1 more)"
    assert both.standings["batch"].reason == "vectors.yaml changed since 2026-11-30"


def test_another_protocol_makes_a_record_stale() -> None:
    folder = folder_of({**FILES, "records/cpu.json": written(protocol=1)})
    state = record_state(folder, settings_of(), runner=replace(PYTHON, protocol=2))
    assert "way of judging" in state.stale


def test_a_failed_record_is_an_error_that_names_the_task() -> None:
    found = judged({"records/cpu.json": written(status=Status.FAILED)})
    assert found.standings["double"].status is Status.FAILED
    assert found.standings["batch"].status is Status.GPU_VERIFIED
    (finding,) = found.diagnostics
    assert (finding.code, finding.severity.value) == ("task-failed", "error")
    assert finding.message == "double failed on 2026-11-30: square passed"


def test_without_a_record_nothing_is_verified() -> None:
    found = standings(folder_of(), settings_of(), runners=PLAIN, today=TODAY)
    assert {each.status for each in found.standings.values()} == {Status.UNVERIFIED}
    assert codes(found) == ["task-unverified", "task-unverified"]
    assert [each.line for each in found.diagnostics] == [9, 10]
    assert found.standings["double"].reason == "there is no cpu.json yet"


def test_an_edited_record_verifies_nothing() -> None:
    found = judged({"records/cpu.json": written().replace(b'"passed": 7', b'"passed": 8')})
    assert found.standings["double"].status is Status.UNVERIFIED
    assert codes(found) == ["record-edited"]


def test_a_record_that_counts_no_vector_verifies_nothing() -> None:
    bound = fingerprint(folder_of(), settings_of(), programs_of="python", protocol=1)
    record = record_of(bound)
    empty = replace(record, accepted=(replace(record.accepted[0], run=0, passed=0),))
    found = judged({"records/cpu.json": record_text(empty)})
    assert found.standings["double"].status is Status.UNVERIFIED


def test_an_old_record_is_only_warned_of() -> None:
    aged = {"task.yaml": TASK + "max_age_days: 30\n"}
    assert judged(aged).diagnostics == ()
    found = judged(aged, today=date(2027, 1, 1))
    assert codes(found) == ["record-old", "record-old"]
    assert found.standings["double"].status is Status.CPU_VERIFIED


def test_each_runner_has_a_record_of_its_own() -> None:
    assert [record_path(runner) for runner in ("python", "cuda", "emulated")] == [
        "records/cpu.json",
        "records/gpu.json",
        "records/emulated.json",
    ]


def test_of_several_records_of_a_program_the_one_that_shows_most_counts() -> None:
    both = stood_in(gpu=Status.GPU_VERIFIED, stand_in=Status.EMULATED)
    assert both.standings["batch"].status is Status.GPU_VERIFIED
    alone = stood_in(stand_in=Status.EMULATED)
    assert alone.standings["batch"].status is Status.EMULATED
    assert alone.standings["double"].status is Status.UNVERIFIED


def test_a_failure_of_one_runner_outweighs_what_another_shows() -> None:
    found = stood_in(gpu=Status.GPU_VERIFIED, stand_in=Status.FAILED)
    assert found.standings["batch"].status is Status.FAILED
    assert "task-failed" in codes(found)


def test_a_missing_record_is_told_only_while_no_other_shows_that_the_program_works() -> None:
    told = [each.line for each in stood_in(stand_in=Status.EMULATED).diagnostics if each.code == "task-unverified"]
    assert told == [9]  # of `double`, which has no record at all
    assert [each.line for each in stood_in().diagnostics] == [9, 10]


def test_the_runner_that_a_task_names_comes_first() -> None:
    assert [state.runner for state in stood_in().states] == ["python", "cuda", "stand-in"]
    assert stood_in().standings["batch"].reason == "there is no gpu.json yet"
