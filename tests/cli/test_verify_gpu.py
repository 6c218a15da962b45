"""`ankigen verify` on a machine with a GPU, as far as this one can play it: the judge is told what to find."""

import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ankigen.judge import RUNNERS, ParsedTask, Runner
from ankigen.model.judging import ProgramReport, SanitizerReport, TaskReport
from ankigen.model.solution import SolutionFolder, Verdict
from tests.cli.conftest import Run
from tests.judge.small_task import GPU_FILES, write_task

MODULE = importlib.import_module("ankigen.pipeline.verify")
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
BATCH = ProgramReport(
    name="batch",
    path="accepted/batch.py",
    expected="AC",
    verdict=Verdict.ACCEPTED,
    stage="values",
    vectors_run=5,
    vectors_passed=5,
    ok=True,
    isolation="process group",
)

Finds = Callable[..., None]


@pytest.fixture
def task(workspace: Path) -> Path:
    """A workspace with a task that has a program for a GPU; gives the task's folder."""
    return write_task(workspace, changes=GPU_FILES)


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> Finds:
    """Play a GPU on which the judge finds what it is told."""
    cuda = replace(RUNNERS["cuda"], unavailable=str)
    monkeypatch.setattr(MODULE, "RUNNERS", {**RUNNERS, "cuda": cuda})

    def find(*, installed: bool = True, batch: ProgramReport = BATCH, errors: Mapping[str, int] | None = None) -> None:
        def judge(
            folder: SolutionFolder, parsed: ParsedTask, *, runner: Runner, full: bool, progress: object
        ) -> TaskReport:
            del parsed, progress
            assert runner.name == "cuda"
            why = "" if installed else "compute-sanitizer is not installed"
            found = errors or {}
            return TaskReport(
                task=folder.name,
                runner=runner.name,
                programs=(batch,),
                sanitizers=tuple(
                    SanitizerReport(
                        tool=tool, ran=installed, errors=found.get(tool, 0), summary="2 hazards", not_run=why
                    )
                    for tool in TOOLS
                ),
                environment={"device": "NVIDIA H200", "compute_capability": "9.0", "python": "3.12.1"},
                full=full,
            )

        monkeypatch.setattr(MODULE, "judge_task", judge)

    return find


def verify(run: Run, *options: str) -> tuple[int, str]:
    result = run("verify", "--runner", "cuda", "--require", "gpu", *options)
    return result.exit_code, result.output


def test_a_clean_run_on_a_gpu_is_recorded(task: Path, ankigen: Run, finds: Finds) -> None:
    finds()
    code, output = verify(ankigen)
    assert code == 0, output
    assert "solutions/double: gpu-verified on NVIDIA H200 (sm_90): 5/5 vectors" in output
    assert "memcheck, racecheck, initcheck, synccheck clean; records/gpu.json written" in output
    predicate = json.loads((task / "records/gpu.json").read_text(encoding="utf-8"))["predicate"]
    assert predicate["sanitizers"] == {tool: {"ran": True, "errors": 0} for tool in TOOLS}
    assert predicate["environment"]["device"] == "NVIDIA H200"
    assert "fresh, not run again" in verify(ankigen)[1]


def test_without_a_gpu_a_fresh_record_stands_and_stays(
    task: Path, ankigen: Run, finds: Finds, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds()
    assert verify(ankigen)[0] == 0
    record = (task / "records/gpu.json").read_bytes()
    none = replace(RUNNERS["cuda"], unavailable=lambda: "there is no NVIDIA driver here")
    monkeypatch.setattr(MODULE, "RUNNERS", {**RUNNERS, "cuda": none})
    fresh = ankigen("verify", "--runner", "cuda")
    assert (fresh.exit_code, "gpu-verified on NVIDIA H200 (sm_90)" in fresh.stdout) == (0, True)
    refreshed = ankigen("verify", "--runner", "cuda", "--refresh")
    assert refreshed.exit_code == 0
    assert "batch could not run here: there is no NVIDIA driver here; records/gpu.json still stands" in refreshed.stdout
    assert verify(ankigen)[0] == 3
    kernel = task / "accepted/kernels/double.cu"
    kernel.write_text(kernel.read_text(encoding="utf-8").replace("twice", "thrice"), encoding="utf-8")
    stale = ankigen("verify", "--runner", "cuda")
    assert stale.exit_code == 0
    assert "records/gpu.json no longer counts: accepted/kernels/double.cu changed since" in stale.stdout
    assert (task / "records/gpu.json").read_bytes() == record


def test_right_values_without_sanitizers_are_recorded_as_unverified(task: Path, ankigen: Run, finds: Finds) -> None:
    finds(installed=False)
    code, output = verify(ankigen)
    assert code == 3, "--require gpu wants a run that counts"
    assert "unverified (right values, but " in output
    assert "compute-sanitizer is not installed" in output
    assert json.loads((task / "records/gpu.json").read_text(encoding="utf-8"))["predicate"]["status"] == "unverified"
    assert "warning[task-unverified]: double ran on " in ankigen("check").stderr
    assert ankigen("verify", "--runner", "cuda").exit_code == 0
    finds()
    assert "gpu-verified" in verify(ankigen)[1], "what does not count is run again without being asked"


def test_a_run_that_says_less_replaces_no_record(task: Path, ankigen: Run, finds: Finds) -> None:
    finds()
    assert verify(ankigen)[0] == 0
    record = (task / "records/gpu.json").read_bytes()
    finds(installed=False)
    code, output = verify(ankigen, "--refresh")
    assert code == 3, "the record stands, but this run does not count"
    assert "this run does not count (" in output
    assert (task / "records/gpu.json").read_bytes() == record


def test_what_a_sanitizer_finds_fails_the_task(task: Path, ankigen: Run, finds: Finds) -> None:
    finds(errors={"racecheck": 2})
    code, output = verify(ankigen)
    assert code == 1
    assert "solutions/double: UB: racecheck found 2 errors: 2 hazards" in output
    assert json.loads((task / "records/gpu.json").read_text(encoding="utf-8"))["predicate"]["status"] == "failed"


def test_a_record_of_the_short_vectors_is_not_enough_for_full(task: Path, ankigen: Run, finds: Finds) -> None:
    finds()
    assert verify(ankigen)[0] == 0
    assert "fresh" not in verify(ankigen, "--full")[1]
    assert json.loads((task / "records/gpu.json").read_text(encoding="utf-8"))["predicate"]["full"] is True
    assert "fresh" in verify(ankigen, "--full")[1]
    assert "fresh" in verify(ankigen)[1]


def test_a_program_that_could_not_run_after_all_is_no_failure(task: Path, ankigen: Run, finds: Finds) -> None:
    finds(batch=replace(BATCH, ok=False, not_run="the device was taken away"))
    code, output = verify(ankigen)
    assert "batch could not run here: the device was taken away" in output
    assert code == 3, "--require gpu does not pass where nothing ran"
    assert not (task / "records").exists()
