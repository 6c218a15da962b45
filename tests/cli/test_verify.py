"""`ankigen verify`: what it runs, what it leaves alone, what it writes and says."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.judge.small_task import FILES, GPU_FILES, write_task

WRONG = FILES["accepted/double.py"].replace("2 * n", "3 * n")


@pytest.fixture
def task(workspace: Path) -> Path:
    """A workspace with one note and one task; gives the task's folder."""
    return write_task(workspace)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {file.relative_to(folder).as_posix(): (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def replace_in(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def told(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("verify", "--json", *arguments)
    report: dict[str, Any] = json.loads(result.stdout)
    assert report["ok"] is (result.exit_code == 0)
    return report


def test_a_right_task_is_verified_and_recorded(task: Path, ankigen: Run) -> None:
    result = ankigen("verify")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("solutions/double: cpu-verified on Python 3.")
    record = json.loads((task / "records/cpu.json").read_text(encoding="utf-8"))
    predicate = record["predicate"]
    assert (predicate["status"], predicate["level"], predicate["timings"]) == ("cpu-verified", "cpu", None)
    assert predicate["programs"]["double"]["run"] == predicate["programs"]["double"]["passed"] > 0
    assert predicate["rejected"]["square.py"]["ok"] is True
    assert predicate["stages"]["rejected"] == {"run": 1, "passed": 1}
    assert ankigen("check").exit_code == 0


def test_seeds_that_the_system_drew_are_in_the_record(task: Path, ankigen: Run) -> None:
    replace_in(task / "vectors.yaml", "seeds: 2", "seeds: 2, fresh_seeds: 3")
    assert ankigen("verify").exit_code == 0
    drawn = json.loads((task / "records/cpu.json").read_text(encoding="utf-8"))["predicate"]["seeds"]["small"]
    assert len(set(drawn)) == 3


def test_a_fresh_record_is_not_run_again(task: Path, ankigen: Run) -> None:
    assert ankigen("verify").exit_code == 0
    before = snapshot(task)
    again = ankigen("verify")
    assert again.exit_code == 0
    assert "fresh, not run again; --refresh runs it" in again.stdout
    assert snapshot(task) == before
    assert ankigen("verify", "--refresh").exit_code == 0


def test_one_character_makes_a_record_stale_and_check_names_the_task(task: Path, ankigen: Run) -> None:
    assert ankigen("verify").exit_code == 0
    replace_in(task / "accepted/double.py", "2 * n", "n * 2")
    result = ankigen("check")
    assert result.exit_code == 0
    assert "solutions/double/records/cpu.json:1: warning[record-stale]: the record of double " in result.stderr
    assert "accepted/double.py changed since " in result.stderr
    assert ankigen("verify").exit_code == 0
    assert "record-stale" not in ankigen("check").stderr


def test_a_checkout_with_the_line_ends_of_windows_is_fresh(task: Path, ankigen: Run) -> None:
    assert ankigen("verify").exit_code == 0
    for file in task.rglob("*.*"):
        if file.is_file() and "__pycache__" not in file.parts:
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert "fresh, not run again" in ankigen("verify").stdout
    assert ankigen("check").stderr == ""


def test_a_record_edited_by_hand_is_found_by_check_and_written_anew_by_verify(task: Path, ankigen: Run) -> None:
    assert ankigen("verify").exit_code == 0
    record = task / "records/cpu.json"
    was = record.read_bytes()
    replace_in(record, '"isolation": "', '"isolation": "perfect ')
    result = ankigen("check")
    assert result.exit_code == 1
    assert "solutions/double/records/cpu.json:1: error[record-edited]: the record of double" in result.stderr
    assert ankigen("verify").exit_code == 0
    assert record.read_bytes() == was
    assert ankigen("check").exit_code == 0


def test_a_record_of_a_newer_ankigen_is_found(task: Path, ankigen: Run) -> None:
    assert ankigen("verify").exit_code == 0
    replace_in(task / "records/cpu.json", "verification:v1", "verification:v9")
    result = ankigen("check")
    assert (result.exit_code, "error[record-version]" in result.stderr) == (1, True)


def test_a_wrong_program_fails_and_the_record_says_so(task: Path, ankigen: Run) -> None:
    (task / "accepted/double.py").write_text(WRONG, encoding="utf-8")
    result = ankigen("verify")
    assert result.exit_code == 1
    assert "solutions/double: WA on one: " in result.stderr
    assert "got 3, want 2" in result.stderr
    assert json.loads((task / "records/cpu.json").read_text(encoding="utf-8"))["predicate"]["status"] == "failed"
    checked = ankigen("check")
    assert checked.exit_code == 1
    assert "error[task-failed]: double failed on " in checked.stderr


def test_a_failure_is_run_again_without_being_asked(task: Path, ankigen: Run) -> None:
    (task / "accepted/double.py").write_text(WRONG, encoding="utf-8")
    assert ankigen("verify").exit_code == 1
    again = ankigen("verify")
    assert (again.exit_code, "fresh" in again.output) == (1, False)


def test_a_rejected_program_that_passes_fails_the_task(task: Path, ankigen: Run) -> None:
    right = FILES["accepted/double.py"].replace("# card:begin double\n", "# expect: wrong-answer\n# why: none\n")
    (task / "rejected/right.py").write_text(right, encoding="utf-8")
    result = ankigen("verify")
    assert result.exit_code == 1
    assert "solutions/double: rejected/right.py " in result.stderr
    assert "wrong-answer" in result.stderr


def test_a_broken_oracle_is_the_authors_error_and_nothing_is_recorded(task: Path, ankigen: Run) -> None:
    (task / "oracle.py").write_text("def twice(n):\n    return 1 // 0\n", encoding="utf-8")
    result = ankigen("verify")
    assert result.exit_code == 1
    assert "solutions/double: JE: " in result.stderr
    assert not (task / "records").exists()


def test_a_program_for_a_gpu_is_left_alone_without_one(workspace: Path, ankigen: Run) -> None:
    task = write_task(workspace, changes=GPU_FILES)
    result = ankigen("verify")
    assert result.exit_code == 0, result.output
    assert "solutions/double: cpu-verified" in result.stdout
    assert "solutions/double: batch could not run here: " in result.stdout
    assert "there is no records/gpu.json yet" in result.stdout
    assert "Traceback" not in result.output
    assert not (task / "records/gpu.json").exists()
    required = ankigen("verify", "--require", "gpu")
    assert required.exit_code == 3
    assert "--require gpu" in required.stderr


def test_require_gpu_does_not_pass_where_no_task_has_a_gpu_program(task: Path, ankigen: Run) -> None:
    assert task.is_dir()
    result = ankigen("verify", "--require", "gpu")
    assert result.exit_code == 3


def test_only_the_named_runner_runs(workspace: Path, ankigen: Run) -> None:
    task = write_task(workspace, changes=GPU_FILES)
    assert ankigen("verify", "--runner", "cuda").exit_code == 0
    assert not (task / "records").exists()
    assert ankigen("verify", "--runner", "python").exit_code == 0
    assert (task / "records/cpu.json").exists()


def test_tasks_are_named_as_names_or_folders(workspace: Path, ankigen: Run) -> None:
    first, second = write_task(workspace), write_task(workspace, "twice")
    assert ankigen("verify", "solutions/twice/").exit_code == 0
    assert (second / "records").exists()
    assert not (first / "records").exists()
    unknown = ankigen("verify", "dobule")
    assert unknown.exit_code == 3
    assert "there is no task dobule in solutions/; did you mean double?" in unknown.stderr


@pytest.mark.usefixtures("workspace")
def test_without_tasks_there_is_nothing_to_verify(ankigen: Run) -> None:
    result = ankigen("verify")
    assert (result.exit_code, "no tasks" in result.stderr) == (3, True)


@pytest.mark.usefixtures("folder")
def test_without_a_workspace_there_is_nothing_to_verify(ankigen: Run) -> None:
    result = ankigen("verify")
    assert (result.exit_code, "no workspace" in result.stderr) == (3, True)


def test_tasks_need_no_documents(folder: Path, ankigen: Run) -> None:
    write_task(folder)
    assert ankigen("verify").exit_code == 0


def test_a_record_that_cannot_be_written_is_said_after_what_was_found(task: Path, ankigen: Run) -> None:
    (task / "records").write_text("in the way", encoding="utf-8")
    result = ankigen("verify")
    assert result.exit_code == 3
    assert "solutions/double: cpu-verified" in result.stdout
    assert "records" in result.stderr


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_said_in_one_sentence(task: Path, ankigen: Run) -> None:
    task.chmod(0o555)
    try:
        result = ankigen("verify")
    finally:
        task.chmod(0o755)
    assert (result.exit_code, "cannot make" in result.stderr) == (3, True)


def test_a_broken_task_is_not_judged(task: Path, ankigen: Run) -> None:
    replace_in(task / "task.yaml", "oracle:", "orcale:")
    result = ankigen("verify")
    assert result.exit_code == 1
    assert "solutions/double/task.yaml:" in result.stderr
    assert not (task / "records").exists()


def test_json_tells_of_every_program(workspace: Path, ankigen: Run) -> None:
    write_task(workspace, changes=GPU_FILES)
    report = told(ankigen)
    assert (report["version"], report["command"], report["full"]) == (1, "verify", False)
    assert set(report) == {"version", "command", "ok", "root", "full", "diagnostics", "outcomes", "unwritten", "unmet"}
    cpu, gpu = report["outcomes"]
    assert set(cpu) == {
        *("task", "path", "runner", "course", "status", "ok", "why", "stale", "record", "where", "date", "written"),
        *("programs", "sanitizers", "stages"),
    }
    assert (cpu["task"], cpu["runner"], cpu["course"], cpu["status"]) == ("double", "python", "ran", "cpu-verified")
    assert (cpu["record"], cpu["written"]) == ("solutions/double/records/cpu.json", True)
    double, square = cpu["programs"]
    assert set(double) == {
        *("name", "path", "expected", "verdict", "reason", "ok", "stage", "vectors_run", "vectors_passed"),
        *("caught_by", "needs_checker", "failures"),
    }
    assert (double["name"], double["expected"], double["verdict"], double["ok"]) == ("double", "AC", "AC", True)
    assert double["vectors_run"] == double["vectors_passed"] > 0
    assert (square["expected"], square["verdict"], square["ok"]) == ("wrong-answer", "WA", True)
    assert (gpu["course"], gpu["status"], gpu["ok"], gpu["programs"]) == ("not-run", "unverified", True, [])
    assert gpu["why"]
    again = told(ankigen)["outcomes"][0]
    assert (again["course"], again["written"], again["status"]) == ("fresh", False, "cpu-verified")
    assert [program["name"] for program in again["programs"]] == ["double", "square.py"]


def test_json_tells_of_failures_and_of_commands_that_cannot_go_on(task: Path, ankigen: Run) -> None:
    (task / "accepted/double.py").write_text(WRONG, encoding="utf-8")
    report = told(ankigen)
    (failure, *_) = report["outcomes"][0]["programs"][0]["failures"]
    assert set(failure) == {"vector", "launch_shape", "verdict", "reason"}
    assert (failure["vector"], failure["verdict"]) == ("one", "WA")
    missing = ankigen("verify", "--json", "tripple")
    assert (missing.exit_code, json.loads(missing.stdout)["exit_code"]) == (3, 3)


def test_quiet_says_only_what_is_wrong_and_verbose_names_every_program(task: Path, ankigen: Run) -> None:
    assert ankigen("verify", "-q").output == ""
    verbose = ankigen("verify", "-v", "--refresh").stdout
    assert "rejected/square.py" in verbose
    assert "accepted/double.py" in verbose
    (task / "accepted/double.py").write_text(WRONG, encoding="utf-8")
    assert "WA on one" in ankigen("verify", "-q").stderr


def test_the_deck_stays_the_same_after_a_verification(task: Path, workspace: Path, ankigen: Run) -> None:
    assert ankigen("build").exit_code == 0
    before = snapshot(workspace / "build")
    assert ankigen("verify").exit_code == 0
    assert ankigen("build").exit_code == 0
    assert ankigen("verify", "--refresh").exit_code == 0
    assert ankigen("build").exit_code == 0
    assert snapshot(workspace / "build") == before
    assert (task / "records/cpu.json").is_file()


@pytest.mark.parametrize("options", [("--pack", "a.pyz", "--judge", "b.json"), ("--runner", "opencl"), ("-q", "-v")])
def test_options_that_make_no_sense_are_a_usage_error(task: Path, ankigen: Run, options: tuple[str, ...]) -> None:
    assert task.is_dir()
    assert ankigen("verify", *options).exit_code == 2
