"""The same notes are the same bytes: twice, in another process, under another hash seed, zone and locale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.export.sample import fingerprints

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Shanghai", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Los_Angeles", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1"},
    ],
    ids=["one", "two"],
)
def test_bytes_repeat_in_another_process(settings: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tests.export.sample"]
    run = subprocess.run(  # noqa: PLW1510 -- the output says more than an exception
        command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, encoding="utf-8"
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == fingerprints() == fingerprints()
