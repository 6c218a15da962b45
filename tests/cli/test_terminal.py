"""On a terminal there are colours and a progress bar; in a pipe there is neither."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, REPOSITORY, RunProcess

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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals of this kind")
@pytest.mark.parametrize(("options", "shown"), [((), True), (("-q",), False), (("--json",), False)], ids=str)
def test_a_terminal_gets_progress(many: Path, options: tuple[str, ...], *, shown: bool) -> None:
    import pty  # noqa: PLC0415 - there is none on Windows

    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    with subprocess.Popen(
        [sys.executable, "-m", "ankigen", "build", *options],
        cwd=many,
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
    assert (b"building" in said) is shown
    assert (b"100%" in said) is shown
