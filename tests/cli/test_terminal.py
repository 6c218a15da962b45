"""On a terminal there are colours and a progress bar; in a pipe there is neither."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, REPOSITORY, RunProcess
from tests.judge.small_task import write_task

MANY = 25


@pytest.fixture
def many(workspace: Path) -> Path:
    """A workspace with enough documents to be waited for."""
    for number in range(MANY):
        (workspace / f"cards/{number}.md").write_text(NOTE.replace("# GPU", f"# D{number % 2}"), encoding="utf-8")
    return workspace


def test_a_pipe_gets_no_progress(many: Path, ankigen_process: RunProcess) -> None:
    run = ankigen_process("build", cwd=many)
    assert (run.returncode, run.stderr.count("building")) == (0, 0)


ON_TERMINALS = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals of this kind")
OPTIONS = pytest.mark.parametrize(("options", "shown"), [((), True), (("-q",), False), (("--json",), False)], ids=str)


def said_on_a_terminal(*arguments: str, cwd: Path) -> bytes:
    """Run a command whose stderr is a terminal, and give what it said there."""
    import pty  # noqa: PLC0415 - there is none on Windows

    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    with subprocess.Popen(
        [sys.executable, "-m", "ankigen", *arguments],
        cwd=cwd,
        env=environment | {"PYTHONPATH": str(REPOSITORY), "TERM": "xterm"},
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not part:
                break
            said += part
    os.close(ours)
    assert process.returncode == 0
    return said


@ON_TERMINALS
@OPTIONS
def test_a_terminal_gets_progress(many: Path, options: tuple[str, ...], *, shown: bool) -> None:
    said = said_on_a_terminal("build", *options, cwd=many)
    assert (b"building" in said) is shown
    assert (b"100%" in said) is shown


@ON_TERMINALS
@OPTIONS
def test_a_terminal_is_told_which_task_runs(workspace: Path, options: tuple[str, ...], *, shown: bool) -> None:
    write_task(workspace)
    said = said_on_a_terminal("verify", *options, cwd=workspace)
    assert (b"double (python)" in said) is shown


def test_a_pipe_is_not_told_which_task_runs(workspace: Path, ankigen_process: RunProcess) -> None:
    write_task(workspace)
    run = ankigen_process("verify", cwd=workspace)
    assert (run.returncode, run.stderr) == (0, "")
