"""Every fault a task can have: its place, its code and its mend, told by `check`, or by `verify` if it takes a run."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ankigen.judge.digests import digest_of_value
from ankigen.workspace import CODES
from tests.cli.conftest import Run
from tests.judge.small_task import FILES, GPU_FILES, TASK, write_task

SEVERITIES = {code.name: code.severity for code in CODES}
VECTORS = FILES["vectors.yaml"]
ABOUT_TASKS = ("oracle-", "record-", "rejected-", "task-", "vector-", "vectors-")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFault:
    """A task and the one thing that has to be said of it."""

    code: str
    place: str
    """Path inside the task's folder, and line."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """Files that are other than usual."""
    spoilt: Callable[[str], str] | None = None
    """What becomes of the record after a clean run."""
    runs: bool = False
    """Whether only `verify` can tell."""


FAULTS = (
    TaskFault(code="task-yaml", place="task.yaml:1", changes={"task.yaml": "[: "}),
    TaskFault(code="task-key", place="task.yaml:4", changes={"task.yaml": TASK.replace("oracle:", "orcale:")}),
    TaskFault(code="task-value", place="task.yaml:9", changes={"task.yaml": TASK.replace("exact", "exactly")}),
    TaskFault(
        code="task-file", place="task.yaml:6", changes={"task.yaml": TASK.replace("accepted/d", "accepted/b", 1)}
    ),
    TaskFault(code="task-function", place="task.yaml:4", changes={"task.yaml": TASK.replace("twice", "thrice")}),
    TaskFault(code="vectors-none", place="vectors.yaml:1", changes={"vectors.yaml": "cases: []\n"}),
    TaskFault(
        code="vector-duplicate",
        place="vectors.yaml:3",
        changes={"vectors.yaml": VECTORS.replace("id: three", "id: one")},
    ),
    TaskFault(
        code="vector-contradicts",
        place="vectors.yaml:2",
        changes={"vectors.yaml": VECTORS.replace("out: 2", "out: 3")},
        runs=True,
    ),
    TaskFault(
        code="oracle-fault",
        place="vectors.yaml:2",
        changes={"oracle.py": FILES["oracle.py"].replace("n + n", "n + n if n != 1 else n // 0")},
        runs=True,
    ),
    TaskFault(
        code="rejected-reason",
        place="rejected/square.py:1",
        changes={"rejected/square.py": FILES["rejected/square.py"].replace("wrong-answer", "whatever")},
    ),
    TaskFault(code="record-damaged", place="records/cpu.json:2", spoilt=lambda text: text.replace(' "_type": ', " ")),
    TaskFault(
        code="record-edited", place="records/cpu.json:1", spoilt=lambda text: text.replace('"run": ', '"run": 1')
    ),
    TaskFault(code="record-version", place="records/cpu.json:1", spoilt=lambda text: text.replace(":v1", ":v2")),
    TaskFault(
        code="record-stale",
        place="records/cpu.json:1",
        changes={"accepted/double.py": FILES["accepted/double.py"].replace("2 * n", "n * 2")},
        spoilt=str,
    ),
    TaskFault(
        code="record-old",
        place="records/cpu.json:1",
        changes={"task.yaml": f"{TASK}max_age_days: 1\n"},
        spoilt=lambda text: dated(text, "2026-01-01"),
    ),
    TaskFault(code="task-unverified", place="task.yaml:6"),
    TaskFault(
        code="task-failed",
        place="records/cpu.json:1",
        changes={"accepted/double.py": FILES["accepted/double.py"].replace("2 * n", "3 * n")},
        runs=True,
    ),
)


def dated(text: str, day: str) -> str:
    """Give a record as a run on another day would have written it."""
    statement = json.loads(text)
    statement.pop("digest")
    statement["predicate"]["date"] = day
    return json.dumps({**statement, "digest": {"sha256": digest_of_value(statement)}}, sort_keys=True, indent=1) + "\n"


def lay_out(workspace: Path, fault: TaskFault, run: Run) -> None:
    """Write the task; with a record to spoil, it is right at first."""
    if fault.spoilt is not None:
        folder = write_task(workspace)
        assert run("verify").exit_code == 0
        record = folder / "records/cpu.json"
        record.write_text(fault.spoilt(record.read_text(encoding="utf-8")), encoding="utf-8")
    write_task(workspace, changes=fault.changes)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_a_fault_of_a_task_is_told_with_place_code_and_mend(workspace: Path, ankigen: Run, fault: TaskFault) -> None:
    lay_out(workspace, fault, ankigen)
    told = json.loads(ankigen("verify", "--json").stdout)["diagnostics"] if fault.runs else []
    told += json.loads(ankigen("check", "--json").stdout)["diagnostics"]
    found = [each for each in told if each["code"] == fault.code]
    assert [f"{each['path']}:{each['line']}" for each in found] == [f"solutions/double/{fault.place}"], told
    assert found[0]["severity"] == SEVERITIES[fault.code]
    assert found[0]["message"]
    assert found[0]["mend"]
    assert not (found[0]["message"] + found[0]["mend"]).endswith(".")


def test_every_code_about_tasks_has_a_case() -> None:
    about = {code for code in SEVERITIES if code.startswith(ABOUT_TASKS)}
    assert {fault.code for fault in FAULTS} == about


def test_vectors_of_a_gpu_program_must_reach_the_sanitizers(workspace: Path, ankigen: Run) -> None:
    vectors = GPU_FILES["vectors.yaml"].replace(", sanitize: true", "")
    write_task(workspace, changes={**GPU_FILES, "vectors.yaml": vectors})
    result = ankigen("verify")
    assert (result.exit_code, "error[vectors-none]" in result.stderr) == (1, True)
