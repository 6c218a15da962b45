"""The same notes give the same bytes, whatever the machine, the clock or the order of files."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, RunProcess

ENVIRONMENTS: tuple[Mapping[str, str], ...] = (
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Shanghai"},
    {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "zh_CN.GBK", "TZ": "America/New_York"},
)


def lay_out(root: Path, *, backwards: bool) -> None:
    """Make a workspace whose folders list their files in the one or the other order."""
    names = ["a.md", "b.md", "深/c.md", "深/d.md", "e/f.md"]
    for name in reversed(names) if backwards else names:
        file = root / "cards" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = NOTE.replace("# GPU", f"# Deck {name in names[:2]}").replace(
            "32 threads", f"![p](p.png) 32 threads {name}"
        )
        file.write_text(text, encoding="utf-8")
    (root / "cards/media").mkdir()
    (root / "cards/media/p.png").write_bytes(b"\x89PNG")


def sums(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.iterdir())
        if not file.name.startswith(".")
    }


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=str)
def test_builds_are_equal_byte_for_byte(
    tmp_path: Path, ankigen_process: RunProcess, environment: Mapping[str, str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "elsewhere/deeper"
    lay_out(here, backwards=False)
    lay_out(there, backwards=True)
    for file in there.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    for root, env in ((here, {"PYTHONHASHSEED": "0"}), (there, environment)):
        run = ankigen_process("build", cwd=root, env=env)
        assert run.returncode == 0, run.stderr
    assert sums(here / "build") == sums(there / "build")
    assert len(sums(here / "build")) == 3


def test_line_endings_and_a_byte_order_mark_do_not_matter(tmp_path: Path, ankigen_process: RunProcess) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    lay_out(here, backwards=False)
    shutil.copytree(here, there)
    for file in (there / "cards").rglob("*.md"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    for root in (here, there):
        run = ankigen_process("build", cwd=root)
        assert run.returncode == 0, run.stderr
    assert sums(here / "build") == sums(there / "build")
