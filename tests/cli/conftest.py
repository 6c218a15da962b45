"""The command line as tests call it: in this process where it is quick, in one of its own where that matters."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ankigen.cli import application

REPOSITORY = Path(__file__).parents[2]

NOTE = """\
# GPU

## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other

## Q: How do the memories differ?

| Memory | Seen by |
|---|---|
| register | one thread |
| shared memory | one block |
"""

Run = Callable[..., Result]
RunProcess = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that commands run in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def workspace(folder: Path) -> Path:
    """A workspace with one note without faults."""
    (folder / "cards").mkdir()
    (folder / "cards/gpu.md").write_text(NOTE, encoding="utf-8")
    return folder


@pytest.fixture
def ankigen() -> Run:
    """Run a command in this process."""

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(application, arguments, prog_name="ankigen")

    return run


@pytest.fixture
def ankigen_process() -> RunProcess:
    """Run a command in a process of its own."""

    def run(
        *arguments: str, cwd: Path, env: Mapping[str, str] | None = None, timeout: float = 60
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "ankigen", *arguments],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)} | dict(env or {}),
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=timeout,
        )

    return run
