"""`solutions/` as files: read whole, records written whole or not at all."""

import os
from pathlib import Path

import pytest

from ankigen.errors import CannotError
from ankigen.workspace import Workspace, open_tasks, open_workspace, read_solutions, write_record


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "solutions/double"
    (folder / "accepted/__pycache__").mkdir(parents=True)
    (folder / "task.yaml").write_text("entry: double\n", encoding="utf-8")
    (folder / "accepted/double.py").write_bytes(b"A = 1\r\n")
    (folder / "accepted/__pycache__/double.pyc").write_bytes(b"\0")
    (folder / ".hidden").write_text("", encoding="utf-8")
    (tmp_path / "solutions/.git").mkdir()
    (tmp_path / "solutions/README.md").write_text("", encoding="utf-8")
    return tmp_path


@pytest.fixture
def tasks(root: Path) -> Workspace:
    return open_tasks(root)


def test_folders_are_read_without_what_is_hidden(tasks: Workspace) -> None:
    read = read_solutions(tasks)
    assert list(read.folders) == ["double"]
    folder = read.folders["double"]
    assert (folder.name, folder.path) == ("double", "solutions/double")
    assert folder.files == {"task.yaml": b"entry: double\n", "accepted/double.py": b"A = 1\r\n"}
    assert read.diagnostics == ()


def test_tasks_are_found_from_inside(root: Path) -> None:
    assert open_tasks(root / "solutions/double/accepted").root == root
    (root / "ankigen.yaml").write_text("", encoding="utf-8")
    (root / "docs").mkdir()
    assert open_tasks(root / "docs").root == root


def test_a_solutions_folder_further_up_swallows_nothing(root: Path) -> None:
    (root / "elsewhere").mkdir()
    with pytest.raises(CannotError, match="no workspace here"):
        open_tasks(root / "elsewhere")


def test_single_files_have_no_tasks(root: Path) -> None:
    (root / "note.md").write_text("## Q: A?\n\nB\n", encoding="utf-8")
    assert read_solutions(open_workspace([Path("note.md")], folder=root)).folders == {}


def test_what_cannot_be_read_is_said(root: Path, tasks: Workspace) -> None:
    (root / "solutions/double/oracle.py").symlink_to("nowhere.py")
    if hasattr(os, "mkfifo"):
        os.mkfifo(root / "solutions/double/pipe")
    read = read_solutions(tasks)
    assert {found.code for found in read.diagnostics} == {"unreadable"}
    assert "solutions/double/oracle.py" in {found.path for found in read.diagnostics}
    assert set(read.folders["double"].files) == {"task.yaml", "accepted/double.py"}


def test_a_record_is_written_once(tasks: Workspace, root: Path) -> None:
    folder = read_solutions(tasks).folders["double"]
    assert write_record(tasks, folder, "records/cpu.json", "{}\n")
    assert (root / "solutions/double/records/cpu.json").read_bytes() == b"{}\n"
    assert not write_record(tasks, folder, "records/cpu.json", "{}\n")
    assert [file.name for file in (root / "solutions/double/records").iterdir()] == ["cpu.json"]


def test_a_record_that_cannot_be_written_is_one_sentence(tasks: Workspace, root: Path) -> None:
    folder = read_solutions(tasks).folders["double"]
    (root / "solutions/double/records").write_text("", encoding="utf-8")
    with pytest.raises(CannotError, match=r"cannot make .*records"):
        write_record(tasks, folder, "records/cpu.json", "{}\n")
