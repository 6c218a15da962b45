"""Watching sees every kind of save, and not a file that is still being written."""

import threading
import time
from pathlib import Path

import pytest

from ankigen.workspace import look, wait_for_change


def test_a_changed_a_new_and_a_removed_file_are_seen(tmp_path: Path) -> None:
    kept, gone, new = tmp_path / "kept.md", tmp_path / "gone.md", tmp_path / "deep/new.md"
    for file in (kept, gone):
        file.write_text("a", encoding="utf-8")
    before = look([tmp_path])
    kept.write_text("ab", encoding="utf-8")
    gone.unlink()
    new.parent.mkdir()
    new.write_text("c", encoding="utf-8")
    assert wait_for_change([tmp_path], before, interval_s=0.01) == tuple(sorted((kept, gone, new)))


def test_hidden_files_and_folders_are_not_watched(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/index").write_text("a", encoding="utf-8")
    (tmp_path / ".a.md.swp").write_text("a", encoding="utf-8")
    assert look([tmp_path]) == {}


def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "ankigen.yaml"
    before = look([file])
    threading.Timer(0.05, lambda: file.write_text("x", encoding="utf-8")).start()
    assert wait_for_change([file], before, interval_s=0.01) == (file,)


def test_a_file_still_being_written_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.md"
    before = look([tmp_path])
    parts = iter("whole")

    def write_a_part(_seconds: float) -> None:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(next(parts, ""))

    monkeypatch.setattr(time, "sleep", write_a_part)
    wait_for_change([tmp_path], before)
    assert file.read_text(encoding="utf-8") == "whole"


def test_the_lock_is_no_news(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    before = look([tmp_path])
    (tmp_path / "ankigen.lock").write_text("{}", encoding="utf-8")
    assert look([tmp_path]) == before
