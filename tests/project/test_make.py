"""`make deck` and `make test` find their way without anything that is not in a fresh clone."""

import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
MAKE = shutil.which("make")


@pytest.mark.skipif(MAKE is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("target", "commands"),
    [
        ("deck", ["-m venv", "install --quiet --disable-pip-version-check --editable .", "/ankigen build"]),
        ("test", ["-m venv", "--editable '.[test]'", "-m pytest"]),
    ],
)
def test_a_target_makes_its_environment_then_installs_then_runs(
    tmp_path: Path, target: str, commands: list[str]
) -> None:
    assert MAKE is not None
    plan = subprocess.run(
        [MAKE, "--dry-run", target, f"VENV={tmp_path / 'venv'}"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    places = [plan.find(command) for command in commands]
    assert -1 not in places, plan
    assert places == sorted(places)


@pytest.mark.skipif(MAKE is None, reason="make is not installed")
def test_an_old_python_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert MAKE is not None
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\necho "ankigen needs Python 3.11 or newer" >&2\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    run = subprocess.run(
        [MAKE, "deck", f"VENV={tmp_path / 'venv'}", f"PYTHON={old}"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "needs Python 3.11 or newer" in run.stderr
    assert not (tmp_path / "venv").exists()
