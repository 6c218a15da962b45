"""Packages are written whole or not at all, and only our own are ever removed."""

import os
import sys
import time
import zipfile
from pathlib import Path

import pytest

from ankigen.errors import CannotError
from ankigen.workspace import (
    Written,
    prepare_build_folder,
    refuse_foreign,
    remove_leftovers,
    remove_stale,
    write_packages,
)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def build(folder: Path, *names: str, suffix: str = ".apkg", whole: bool = True) -> tuple[Path, ...]:
    written = write_packages([(folder / name, name.encode()) for name in names])
    return remove_stale(folder, written, suffix=suffix, whole=whole)


def test_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    (written,) = write_packages([(tmp_path / "a.apkg", b"one")])
    assert (tmp_path / "a.apkg").read_bytes() == b"one"
    assert names_in(tmp_path) == ["a.apkg"]
    assert (written.size_bytes, written.unchanged) == (3, False)


def test_equal_content_is_left_alone(tmp_path: Path) -> None:
    write_packages([(tmp_path / "a.apkg", b"one")])
    os.utime(tmp_path / "a.apkg", (1, 1))
    (written,) = write_packages([(tmp_path / "a.apkg", b"one")])
    assert written.unchanged
    assert (tmp_path / "a.apkg").stat().st_mtime == 1


def test_when_one_file_cannot_be_written_the_old_ones_stay(tmp_path: Path) -> None:
    (tmp_path / "a.apkg").write_bytes(b"old")
    with pytest.raises(CannotError, match="cannot write"):
        write_packages([(tmp_path / "a.apkg", b"new"), (tmp_path / "no-such-folder/b.apkg", b"new")])
    assert (tmp_path / "a.apkg").read_bytes() == b"old"
    assert names_in(tmp_path) == ["a.apkg"]


def test_a_file_held_open_elsewhere_is_named_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Path, _target: Path) -> Path:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(CannotError, match=r"a\.apkg: it is open in another program"):
        write_packages([(tmp_path / "a.apkg", b"new")])
    assert names_in(tmp_path) == []


def test_a_disk_that_fails_while_replacing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CannotError, match=r"cannot write .*a\.apkg: No space left on device"):
        write_packages([(tmp_path / "a.apkg", b"new")])
    assert names_in(tmp_path) == []


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_packages([(tmp_path / "a.apkg", b"new")])
    assert names_in(tmp_path) == []


def test_a_build_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").write_bytes(b"a file")
    with pytest.raises(CannotError, match="cannot make"):
        prepare_build_folder(tmp_path / "build")


def test_packages_that_are_no_longer_made_are_removed(tmp_path: Path) -> None:
    build(tmp_path, "a.apkg", "b.apkg")
    assert build(tmp_path, "b.apkg", "c.apkg") == (tmp_path / "a.apkg",)
    assert names_in(tmp_path) == [".ankigen-manifest.json", "b.apkg", "c.apkg"]


def test_files_of_others_are_never_removed(tmp_path: Path) -> None:
    (tmp_path / "mine.apkg").write_bytes(b"a user's own")
    build(tmp_path, "a.apkg", "b.apkg")
    (tmp_path / "a.apkg").write_bytes(b"replaced by the user")
    assert build(tmp_path, "c.apkg") == (tmp_path / "b.apkg",)
    assert (tmp_path / "a.apkg").read_bytes() == b"replaced by the user"
    assert (tmp_path / "mine.apkg").exists()


def test_a_build_of_some_documents_removes_nothing(tmp_path: Path) -> None:
    build(tmp_path, "a.apkg", "b.apkg")
    assert build(tmp_path, "c.apkg", whole=False) == ()
    assert build(tmp_path, "c.apkg") == (tmp_path / "a.apkg", tmp_path / "b.apkg")


def test_another_format_is_left_alone(tmp_path: Path) -> None:
    build(tmp_path, "a.apkg")
    assert build(tmp_path, "a.tsv", suffix=".tsv") == ()
    assert (tmp_path / "a.apkg").exists()


@pytest.mark.parametrize(
    "manifest", ["", "[]", "{}", '{"files": 3}', '{"files": {"../victim.apkg": "x", "/victim.apkg": "x"}}', "\xff"]
)
def test_a_damaged_or_hostile_manifest_removes_nothing(tmp_path: Path, manifest: str) -> None:
    folder = tmp_path / "build"
    folder.mkdir()
    (tmp_path / "victim.apkg").write_bytes(b"x")
    (folder / ".ankigen-manifest.json").write_bytes(manifest.encode("latin-1"))
    assert build(folder, "a.apkg") == ()
    assert (tmp_path / "victim.apkg").exists()


def test_the_build_folder_keeps_itself_out_of_git_and_an_existing_one_is_left_as_it_is(tmp_path: Path) -> None:
    prepare_build_folder(tmp_path / "build")
    assert "*" in (tmp_path / "build/.gitignore").read_text(encoding="utf-8").splitlines()
    (tmp_path / "own").mkdir()
    prepare_build_folder(tmp_path / "own")
    assert names_in(tmp_path / "own") == []


def test_the_manifest_does_not_change_when_nothing_does(tmp_path: Path) -> None:
    build(tmp_path, "b.apkg", "a.apkg")
    before = (tmp_path / ".ankigen-manifest.json").read_bytes()
    build(tmp_path, "a.apkg", "b.apkg")
    assert (tmp_path / ".ankigen-manifest.json").read_bytes() == before


def test_what_was_written_is_known_by_its_hash(tmp_path: Path) -> None:
    (written,) = write_packages([(tmp_path / "a", b"")])
    assert written == Written(
        file=tmp_path / "a",
        size_bytes=0,
        sha256="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        unchanged=False,
    )


def test_a_file_that_is_not_in_the_manifest_is_in_the_way(tmp_path: Path) -> None:
    build(tmp_path, "a.apkg")
    (tmp_path / "b.apkg").write_bytes(b"a user's own")
    with pytest.raises(CannotError, match=r"b\.apkg is in the way.* not in the list .*move it away or delete it"):
        refuse_foreign(tmp_path, [(tmp_path / "a.apkg", b"new"), (tmp_path / "b.apkg", b"new")])
    refuse_foreign(tmp_path, [(tmp_path / "a.apkg", b"new"), (tmp_path / "c.apkg", b"new")])
    refuse_foreign(tmp_path, [(tmp_path / "b.apkg", b"a user's own")])


@pytest.mark.parametrize("manifest", [None, "", '{"files": 3}'])
def test_without_a_manifest_only_a_package_of_anki_is_written_over(tmp_path: Path, manifest: str | None) -> None:
    if manifest is not None:
        (tmp_path / ".ankigen-manifest.json").write_text(manifest, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "old.apkg", "w") as archive:
        archive.writestr("collection.anki2", b"")
    with zipfile.ZipFile(tmp_path / "photos.apkg", "w") as archive:
        archive.writestr("photo.png", b"")
    (tmp_path / "text.apkg").write_bytes(b"mine")
    (tmp_path / "folder.apkg").mkdir()
    refuse_foreign(tmp_path, [(tmp_path / "old.apkg", b"new")])
    for name in ("photos.apkg", "text.apkg", "folder.apkg"):
        with pytest.raises(CannotError, match=r"is in the way.* does not look like ankigen's"):
            refuse_foreign(tmp_path, [(tmp_path / name, b"new")])


def test_temporary_files_of_killed_builds_are_removed_and_no_others(tmp_path: Path) -> None:
    hour_ago = time.time() - 3700
    for name in (".old.apkg.0123abcd.tmp", ".old.apkg.tmp", ".old.apkg.0123ABCD.tmp", "old.apkg.0123abcd.tmp"):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (hour_ago, hour_ago))
    (tmp_path / ".new.apkg.0123abcd.tmp").write_bytes(b"half")
    remove_leftovers(tmp_path)
    assert names_in(tmp_path) == [
        ".new.apkg.0123abcd.tmp",
        ".old.apkg.0123ABCD.tmp",
        ".old.apkg.tmp",
        "old.apkg.0123abcd.tmp",
    ]
    remove_leftovers(tmp_path / "gone")


def test_leftovers_are_named_as_we_name_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Killed: nothing is tidied up.
    monkeypatch.setattr(Path, "unlink", lambda _self, **_: None)
    monkeypatch.setattr(Path, "replace", lambda _self, _target: None)
    write_packages([(tmp_path / f"{'long' * 30}.apkg", b"new")])
    monkeypatch.undo()
    (left,) = tmp_path.iterdir()
    os.utime(left, (1, 1))
    remove_leftovers(tmp_path)
    assert names_in(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_pipes_among_the_packages_are_not_opened(tmp_path: Path) -> None:
    build(tmp_path, "a.apkg", "b.apkg")
    for name in ("a.apkg", ".ankigen-manifest.json"):
        (tmp_path / name).unlink()
        os.mkfifo(tmp_path / name)
        assert build(tmp_path, "b.apkg") == ()
    assert (tmp_path / "a.apkg").is_fifo()
    with pytest.raises(CannotError, match=r"a\.apkg is in the way"):
        refuse_foreign(tmp_path, [(tmp_path / "a.apkg", b"")])
