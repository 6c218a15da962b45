"""`--watch` builds again when a note is saved, shows errors without ending, and ends cleanly on Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ankigen.cli import watching
from tests.cli.conftest import NOTE, REPOSITORY, Run

_IN_THE_FOREGROUND = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("ankigen", run_name="__main__", alter_sys=True)
"""
"""`python -m ankigen` as a terminal starts it: a shell gives background jobs, and so these tests, SIGINT ignored."""


@contextmanager
def watched(*arguments: str, cwd: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    output = cwd / "output.log"
    with output.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-c", _IN_THE_FOREGROUND, *arguments, "--watch"],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process, output
        finally:
            process.kill()
            process.wait()


def wait_until(condition: Callable[[], bool], what: str) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail(f"timed out: {what}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")
def test_a_saved_note_is_built_and_ctrl_c_ends_with_zero(workspace: Path) -> None:
    def said(words: str, times: int = 1) -> Callable[[], bool]:
        return lambda: output.read_text(encoding="utf-8").count(words) >= times

    with watched("build", cwd=workspace) as (process, output):
        wait_until(said("watching"), "first build")
        (workspace / "cards/os.md").write_text(NOTE.replace("# GPU", "# OS"), encoding="utf-8")
        wait_until((workspace / "build/os.apkg").exists, "build of the new note")
        wait_until(said("watching", 2), "second wait")
        (workspace / "cards/os.md").write_text("## Q: A?\n\n{{c1::}}\n", encoding="utf-8")
        wait_until(said("error[cloze-empty]"), "the error")
        assert process.poll() is None
        wait_until(said("watching", 3), "third wait")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert "Traceback" not in output.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_workspace_that_cannot_be_read_is_waited_for(
    folder: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (folder / "cards").mkdir()
    waits: list[object] = []

    def wait(places: list[Path], _: object) -> tuple[Path, ...]:
        waits.append(places)
        if len(waits) > 1:
            raise KeyboardInterrupt
        (folder / "cards/gpu.md").write_text(NOTE, encoding="utf-8")
        return (folder / "cards/gpu.md",)

    monkeypatch.setattr(watching, "wait_for_change", wait)
    result = ankigen(command, "--watch")
    assert result.exit_code == 0
    assert "error: no documents" in result.stderr
    assert "gpu" in result.output
    assert waits[0] == [folder / "cards", folder / "solutions", folder / "ankigen.yaml"]


def test_named_files_are_watched(folder: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "notes.md").write_text(NOTE, encoding="utf-8")
    waits: list[object] = []

    def wait(places: list[Path], _: object) -> tuple[Path, ...]:
        waits.append(places)
        raise KeyboardInterrupt

    monkeypatch.setattr(watching, "wait_for_change", wait)
    assert ankigen("build", "notes.md", "--watch").exit_code == 0
    assert waits == [[folder / "notes.md"]]
