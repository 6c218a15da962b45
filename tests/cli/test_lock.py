"""The lock in a workspace: when it is written, when it is not, and what it does for the decks that are in Anki."""

import os
import sqlite3
import string
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from ankigen.errors import CannotError
from ankigen.export.apkg import write_apkg
from ankigen.identity import ParsedLock, parse_lock
from ankigen.model.lock import Line, State
from ankigen.model.note import FIRST_MOD, Note
from ankigen.notes import NOTE_TYPES, group_decks, search_for
from ankigen.notes.escape import escape_text
from ankigen.workspace import lock_file, output
from tests.cli.conftest import NOTE, REPOSITORY, Run
from tests.export.real_anki import import_package, new_collection, shown_cards, visible
from tests.notes.making import basic, compose, fields_of, origin

LOCK = Path("cards/ankigen.lock")
DIVERGENCE = "- **Divergence**: both sides of a branch run one after the other\n"
BRANCH = "both sides of a branch run one after the other"
OTHER = "# OS\n\n## Q: What is a page?\n\n- **Page**: the smallest piece of memory that is mapped\n"


def lines(file: Path = LOCK) -> tuple[Line, ...]:
    found = parse_lock(file.read_text(encoding="utf-8"), file.name)
    assert found == ParsedLock(lock=found.lock)
    return found.lock.lines


def line_of(back: str, file: Path = LOCK) -> Line:
    (found,) = (line for line in lines(file) if line.back == back)
    return found


def edit(old: str, new: str, file: str = "cards/gpu.md") -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(file).write_text(text.replace(old, new), encoding="utf-8")


def everything(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """All files with their time and content."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def notes_in(package: Path, tmp_path: Path) -> dict[str, tuple[int, list[str], str]]:
    """Give time of change, tags and fields of each note of a package by its guid."""
    with zipfile.ZipFile(package) as archive:
        archive.extract("collection.anki2", tmp_path)
    connection = sqlite3.connect(tmp_path / "collection.anki2")
    try:
        rows = connection.execute("SELECT guid, mod, tags, flds FROM notes").fetchall()
    finally:
        connection.close()
    return {guid: (mod, tags.split(), fields) for guid, mod, tags, fields in rows}


# What is written.


def test_a_build_writes_the_lock_beside_the_notes(workspace: Path, ankigen: Run, tmp_path: Path) -> None:
    assert ankigen("build").exit_code == 0
    assert [file.name for file in sorted((workspace / "cards").iterdir())] == ["ankigen.lock", "gpu.md"]
    known = {line.guid: line for line in lines()}
    assert {line.document for line in known.values()} == {"cards/gpu.md"}
    built = notes_in(workspace / "build/gpu.apkg", tmp_path) | notes_in(workspace / "build/rehearsal.apkg", tmp_path)
    assert {guid: note[0] for guid, note in built.items()} == {guid: line.mod for guid, line in known.items()}
    assert (workspace / LOCK).read_bytes().startswith(b'{"ankigen.lock": 1}\n')
    assert b"\r" not in (workspace / LOCK).read_bytes()


def test_a_second_build_touches_neither_lock_nor_packages(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    before = everything(workspace)
    assert ankigen("build").exit_code == 0
    assert everything(workspace) == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["CRLF", "CRLF and BOM"])
def test_line_ends_that_git_changed_are_left_alone(workspace: Path, ankigen: Run, mark: bytes) -> None:
    ankigen("build")
    (workspace / LOCK).write_bytes(mark + (workspace / LOCK).read_bytes().replace(b"\n", b"\r\n"))
    before = everything(workspace)
    assert ankigen("build", "--locked").exit_code == 0
    assert everything(workspace) == before


def test_output_into_one_file_keeps_the_lock_too(workspace: Path, ankigen: Run) -> None:
    assert ankigen("build", "-o", "all.apkg").exit_code == 0
    assert (workspace / LOCK).exists()


def test_an_edit_is_stamped_in_lock_and_package_and_reaches_only_its_notes(
    workspace: Path, ankigen: Run, tmp_path: Path
) -> None:
    ankigen("build")
    guid = line_of(BRANCH).guid
    edit(BRANCH, "both sides of a branch run in turn")
    start = int(time.time())
    ankigen("build")
    changed = line_of("both sides of a branch run in turn")
    assert (changed.guid, start <= changed.mod <= time.time()) == (guid, True)
    mods = {guid: note[0] for guid, note in notes_in(workspace / "build/gpu.apkg", tmp_path).items()}
    assert mods == {line.guid: FIRST_MOD for line in lines() if line.rule != "rehearsal"} | {guid: changed.mod}


def test_edits_within_one_second_are_all_newer_and_never_in_the_future(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    guid, before = line_of(BRANCH).guid, FIRST_MOD
    for number in range(3):
        (workspace / "cards/gpu.md").write_text(NOTE.replace("a branch", f"{number} branches"), encoding="utf-8")
        assert ankigen("build").exit_code == 0
        (line,) = (line for line in lines() if line.guid == guid)
        assert before < line.mod <= time.time()
        before = line.mod


def test_a_clock_that_was_wrong_makes_no_build_wait(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    future = int(time.time()) + 100_000
    text = (workspace / LOCK).read_text(encoding="utf-8").replace(f'"mod": {FIRST_MOD}', f'"mod": {future}')
    (workspace / LOCK).write_text(text, encoding="utf-8")
    edit(BRANCH, "both sides of a branch run in turn")
    start = time.monotonic()
    assert ankigen("build").exit_code == 0
    assert time.monotonic() - start < 2
    assert line_of("both sides of a branch run in turn").mod == future + 1


# When it is not written.


def test_locked_passes_when_nothing_changes(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    before = everything(workspace)
    assert ankigen("build", "--locked").exit_code == 0
    assert everything(workspace) == before


def test_locked_builds_packages_that_are_not_there(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    package = (workspace / "build/gpu.apkg").read_bytes()
    for file in (workspace / "build").iterdir():
        file.unlink()
    assert ankigen("build", "--locked").exit_code == 0
    assert (workspace / "build/gpu.apkg").read_bytes() == package


@pytest.mark.parametrize(
    ("old", "new", "counted"),
    [
        (BRANCH, "both sides of a branch run in turn", "(2 changed)"),
        (DIVERGENCE, "", "(1 changed, 1 gone)"),
        ("# GPU", "# CUDA", "(no note, but what it says of them)"),
    ],
    ids=["edited", "gone", "moved"],
)
def test_locked_fails_and_writes_nothing_when_the_lock_would_change(
    workspace: Path, ankigen: Run, old: str, new: str, counted: str
) -> None:
    ankigen("build")
    edit(old, new)
    before = everything(workspace)
    result = ankigen("build", "--locked")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cards/ankigen.lock:1: error[lock-stale]: --locked, and the lock would change " + counted in result.stderr
    assert "nothing was written" in result.stderr
    assert everything(workspace) == before


def test_locked_fails_without_a_lock(workspace: Path, ankigen: Run) -> None:
    result = ankigen("build", "--locked")
    assert result.exit_code == 1
    assert "error[lock-stale]" in result.stderr
    assert list(everything(workspace)) == [workspace / "cards/gpu.md"]


SPOILT: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "cut off": ("lock-damaged", lambda lock: lock[: len(lock) // 2]),
    "empty": ("lock-damaged", lambda _: b""),
    "a line too few at the end": ("lock-damaged", lambda lock: lock[: lock.rindex(b'{"end"')]),
    "merge": ("lock-conflict", lambda lock: lock.replace(b'{"key"', b'<<<<<<< HEAD\n{"key"', 1)),
    "newer": ("lock-version", lambda lock: lock.replace(b"1}", b"2}", 1)),
    "no UTF-8": ("not-utf8", lambda lock: lock.replace(b"Warp", b"W\xff")),
}


@pytest.mark.parametrize(("code", "spoil"), SPOILT.values(), ids=SPOILT.keys())
@pytest.mark.parametrize("options", [(), ("--locked",), ("--tombstones",), ("cards/gpu.md",)], ids=str)
def test_an_error_in_the_lock_writes_nothing(
    workspace: Path, ankigen: Run, code: str, spoil: Callable[[bytes], bytes], options: tuple[str, ...]
) -> None:
    ankigen("build")
    edit(BRANCH, "both sides of a branch run in turn")
    (workspace / LOCK).write_bytes(spoil((workspace / LOCK).read_bytes()))
    before = everything(workspace)
    result = ankigen("build", *options)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"error[{code}]: " in result.stderr
    assert everything(workspace) == before


def test_an_error_in_a_note_leaves_the_lock_alone(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    edit(BRANCH, "both sides of a branch run in turn {{c1::}}")
    before = everything(workspace)
    assert ankigen("build").exit_code == 1
    assert everything(workspace) == before


def test_a_lock_that_is_a_folder_is_an_error(workspace: Path, ankigen: Run) -> None:
    (workspace / LOCK).mkdir()
    result = ankigen("build")
    assert result.exit_code == 1
    assert "cards/ankigen.lock:1: error[unreadable]: " in result.stderr
    assert list(everything(workspace)) == [workspace / "cards/gpu.md"]


def packages_and_locks(folder: Path) -> list[Path]:
    return [file for file in everything(folder) if file.suffix in {".apkg", ".lock", ".tmp"}]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not keep files out of a folder by its mode")
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write everywhere; see the test below")
def test_cards_that_may_not_be_written_stop_a_build(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards").chmod(0o555)
    try:
        result = ankigen("build")
    finally:
        (workspace / "cards").chmod(0o755)
    assert result.exit_code == 3
    assert "cards/ankigen.lock: Permission denied" in result.stderr
    assert packages_and_locks(workspace) == []


def test_a_lock_that_cannot_be_written_stops_a_build(
    workspace: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a folder without the right to write does it, which root always has."""
    really_open = Path.open

    def refusing(self: Path, mode: str = "r", **more: object) -> object:
        if self.parent.name == "cards" and "x" in mode:
            raise PermissionError(13, "Permission denied", str(self))
        return really_open(self, mode, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refusing)
    result = ankigen("build")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "cannot write" in result.stderr
    assert "cards/ankigen.lock: Permission denied" in result.stderr
    assert packages_and_locks(workspace) == []
    # Nothing has to be written where nothing changes.
    monkeypatch.undo()
    monkeypatch.chdir(workspace)
    ankigen("build")
    monkeypatch.setattr(Path, "open", refusing)
    assert ankigen("build").exit_code == 0


def test_a_build_that_ends_between_lock_and_packages_is_mended_by_the_next(
    workspace: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ankigen("build")
    edit(BRANCH, "both sides of a branch run in turn")

    def replacing(temporary: Path, file: Path) -> None:
        if file.suffix == ".apkg":
            msg = f"cannot replace {file}"
            raise CannotError(msg)
        temporary.replace(file)

    with monkeypatch.context() as patched:
        patched.setattr(output, "_replace", replacing)
        assert ankigen("build").exit_code == 3
    known = line_of("both sides of a branch run in turn")
    assert known.mod > FIRST_MOD
    assert notes_in(workspace / "build/gpu.apkg", tmp_path)[known.guid][0] == FIRST_MOD
    assert ankigen("build", "--locked").exit_code == 0
    assert notes_in(workspace / "build/gpu.apkg", tmp_path)[known.guid][0] == known.mod
    assert not [file for file in everything(workspace) if file.suffix == ".tmp"]


# More than one build at a time.


def start(*arguments: str, cwd: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "ankigen", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_builds_at_the_same_time_all_succeed_and_none_forgets_what_another_remembers(workspace: Path) -> None:
    (workspace / "cards/os.md").write_text(OTHER, encoding="utf-8")
    for commands in ([("build",)] * 2, [("build", "cards/gpu.md"), ("build", "cards/os.md")]):
        (workspace / LOCK).unlink(missing_ok=True)
        running = [start(*command, cwd=workspace) for command in commands]
        for process in running:
            _, told = process.communicate(timeout=100)
            assert process.returncode == 0, told
        assert {line.document for line in lines(workspace / LOCK)} == {"cards/gpu.md", "cards/os.md"}
        assert len(lines(workspace / LOCK)) == 8
        assert not [file for file in everything(workspace) if file.suffix in {".tmp", ".busy"}]


@pytest.fixture
def busy(workspace: Path) -> FileLock:
    """What another build of the workspace holds."""
    guard = lock_file._guard_file((workspace / "cards").resolve())  # noqa: SLF001 - to stand in for a build
    return FileLock(guard, thread_local=False)


def test_a_build_waits_for_another_one(ankigen: Run, busy: FileLock) -> None:
    released: list[float] = []

    def release() -> None:
        released.append(time.monotonic())
        busy.release()

    busy.acquire()
    threading.Timer(0.4, release).start()
    assert ankigen("build").exit_code == 0
    assert released


def test_a_build_that_waits_too_long_gives_up_and_writes_nothing(
    workspace: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch, busy: FileLock
) -> None:
    monkeypatch.setattr(lock_file, "PATIENCE_S", 0.2)
    with busy:
        result = ankigen("build")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "another build" in result.stderr
    assert "nothing was written" in result.stderr
    assert list(everything(workspace)) == [workspace / "cards/gpu.md"]
    assert ankigen("build").exit_code == 0


def test_a_plan_does_not_wait(ankigen: Run, busy: FileLock) -> None:
    with busy:
        assert ankigen("plan").exit_code == 0


def test_a_build_elsewhere_does_not_wait(
    tmp_path: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch, busy: FileLock
) -> None:
    monkeypatch.setattr(lock_file, "PATIENCE_S", 0.2)
    (tmp_path / "elsewhere/cards").mkdir(parents=True)
    (tmp_path / "elsewhere/cards/os.md").write_text(OTHER, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "elsewhere")
    with busy:
        assert ankigen("build").exit_code == 0


@pytest.mark.usefixtures("workspace")
def test_the_place_for_temporary_files_may_be_closed(
    ankigen: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file/in the way"))
    (tmp_path / "file").write_bytes(b"")
    result = ankigen("build")
    assert result.exit_code == 3
    assert "cannot make sure that no other build runs" in result.stderr


# A lock that is gone.


def test_a_lost_lock_is_warned_of_and_made_anew(workspace: Path, ankigen: Run) -> None:
    assert "lock-missing" not in ankigen("build").stderr
    before = everything(workspace)
    (workspace / LOCK).unlink()
    assert "cards/ankigen.lock:1: warning[lock-missing]: " in ankigen("check").stderr
    assert "cards/ankigen.lock:1: warning[lock-missing]: " in ankigen("plan").stderr
    result = ankigen("build")
    assert result.exit_code == 0
    assert "1 lock-missing" in result.stderr
    after = everything(workspace)
    assert {file: content for file, (_, content) in after.items()} == {
        file: content for file, (_, content) in before.items()
    }
    assert "lock-missing" not in ankigen("check").stderr


def test_a_workspace_that_was_never_built_misses_no_lock(workspace: Path, ankigen: Run) -> None:
    assert "lock-missing" not in ankigen("check").stderr
    (workspace / "build").mkdir()
    assert "lock-missing" not in ankigen("check").stderr


# One file of many.


@pytest.fixture
def two(workspace: Path, ankigen: Run) -> Path:
    """A workspace of two documents that was built."""
    (workspace / "cards/os.md").write_text(OTHER, encoding="utf-8")
    assert ankigen("build").exit_code == 0
    return workspace


@pytest.mark.usefixtures("two")
def test_building_one_file_takes_nothing_of_the_others_for_gone(ankigen: Run) -> None:
    before = {line.guid: line for line in lines()}
    edit(DIVERGENCE, "")
    assert "1 gone" in ankigen("build", "cards/gpu.md").stderr
    after = {line.guid: line for line in lines()}
    assert after.keys() == before.keys()
    assert {line.back for line in after.values() if line.state is State.GONE} == {BRANCH}
    assert [line for line in after.values() if line.document == "cards/os.md"] == [
        line for line in before.values() if line.document == "cards/os.md"
    ]
    assert ankigen("build").stderr == ""


@pytest.mark.usefixtures("two")
def test_building_one_file_knows_a_card_that_came_out_of_another(ankigen: Run) -> None:
    before = line_of(BRANCH)
    edit(DIVERGENCE, "")
    edit("that is mapped\n", f"that is mapped\n{DIVERGENCE}", "cards/os.md")
    assert ankigen("build", "cards/os.md").exit_code == 0
    assert line_of(BRANCH) == replace(
        before, key=line_of(BRANCH).key, document="cards/os.md", path="What is a page?", deck="OS"
    )
    assert "gone" not in ankigen("build").stderr


@pytest.mark.usefixtures("two")
def test_a_card_that_is_still_in_another_file_is_not_taken_for_one_that_moved(ankigen: Run) -> None:
    before = line_of(BRANCH)
    edit("that is mapped\n", f"that is mapped\n{DIVERGENCE}", "cards/os.md")
    assert ankigen("build", "cards/os.md").exit_code == 0
    guids = {line.document: line.guid for line in lines() if line.back == BRANCH}
    assert guids.keys() == {"cards/gpu.md", "cards/os.md"}
    assert guids["cards/gpu.md"] == before.guid != guids["cards/os.md"]


def test_a_file_with_errors_does_not_stop_another_and_loses_nothing(two: Path, ankigen: Run) -> None:
    before = lines()
    (two / "cards/os.md").write_text("## Q: A?\n\n{{c1::}}\n", encoding="utf-8")
    assert ankigen("build", "cards/gpu.md").exit_code == 0
    assert lines() == before


@pytest.mark.usefixtures("two")
def test_a_card_is_not_taken_out_of_a_file_with_errors(ankigen: Run) -> None:
    page = OTHER.splitlines()[-1]
    edit(page, "{{c1::}}", "cards/os.md")
    edit(DIVERGENCE, f"{DIVERGENCE}{page}\n")
    assert ankigen("build", "cards/gpu.md").exit_code == 0
    pages = [line for line in lines() if line.front.startswith("Page")]
    assert {line.document for line in pages} == {"cards/gpu.md", "cards/os.md"}
    assert {line.state for line in pages} == {State.LIVE}


def test_notes_of_a_file_that_is_no_more_are_gone_in_a_build_of_all(two: Path, ankigen: Run) -> None:
    (two / "cards/os.md").unlink()
    ankigen("build", "cards/gpu.md")
    assert {line.state for line in lines()} == {State.LIVE}
    ankigen("build")
    assert {line.document for line in lines() if line.state is State.GONE} == {"cards/os.md"}


def test_a_renamed_file_keeps_its_notes(two: Path, ankigen: Run) -> None:
    before = {line.guid: replace(line, document="") for line in lines()}
    (two / "cards/deeper").mkdir()
    (two / "cards/os.md").rename(two / "cards/deeper/paging.md")
    assert ankigen("build").exit_code == 0
    assert {line.guid: replace(line, document="") for line in lines()} == before
    assert "cards/deeper/paging.md" in {line.document for line in lines()}


# A single file.


def test_a_single_file_has_a_lock_beside_it_wherever_it_is_built_from(
    folder: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "notes").mkdir()
    (folder / "notes/gpu.md").write_text(NOTE, encoding="utf-8")
    lock = folder / "notes/gpu.ankigen.lock"
    assert ankigen("build", "notes/gpu.md").exit_code == 0
    before = lock.read_bytes()
    assert {line.document for line in lines(lock)} == {"gpu.md"}
    (folder / "elsewhere").mkdir()
    for place, path in (
        ("elsewhere", "../notes/gpu.md"),
        ("notes", "gpu.md"),
        ("elsewhere", str(folder / "notes/gpu.md")),
    ):
        monkeypatch.chdir(folder / place)
        assert ankigen("build", path, "--locked").exit_code == 0
    assert lock.read_bytes() == before
    assert sorted(file.name for file in (folder / "notes").iterdir()) == [
        *("gpu.ankigen.lock", "gpu.apkg", "gpu.md", "gpu.rehearsal.apkg"),
    ]
    assert [file.name for file in (folder / "elsewhere").glob("*.lock")] == []


def test_a_single_file_goes_on_by_its_lock(folder: Path, ankigen: Run) -> None:
    (folder / "gpu.md").write_text(NOTE, encoding="utf-8")
    lock = folder / "gpu.ankigen.lock"
    ankigen("build", "gpu.md")
    guid = line_of(BRANCH, lock).guid
    edit("**Divergence**", "**Branches**", "gpu.md")
    assert ankigen("build", "gpu.md").exit_code == 0
    assert line_of(BRANCH, lock).guid == guid


def test_a_note_moves_between_single_files_and_their_locks(folder: Path, ankigen: Run) -> None:
    (folder / "gpu.md").write_text(NOTE, encoding="utf-8")
    (folder / "os.md").write_text(OTHER, encoding="utf-8")
    ankigen("build", "gpu.md", "os.md")
    guid = line_of(BRANCH, folder / "gpu.ankigen.lock").guid
    edit(DIVERGENCE, "", "gpu.md")
    edit("that is mapped\n", f"that is mapped\n{DIVERGENCE}", "os.md")
    assert ankigen("build", "gpu.md", "os.md").exit_code == 0
    assert line_of(BRANCH, folder / "os.ankigen.lock").guid == guid
    assert guid not in {line.guid for line in lines(folder / "gpu.ankigen.lock")}


def test_a_file_that_was_copied_with_its_lock_is_an_error_beside_the_original(folder: Path, ankigen: Run) -> None:
    (folder / "one.md").write_text(NOTE, encoding="utf-8")
    ankigen("build", "one.md")
    (folder / "two.md").write_text(NOTE, encoding="utf-8")
    (folder / "two.ankigen.lock").write_bytes((folder / "one.ankigen.lock").read_bytes())
    before = everything(folder)
    result = ankigen("build", "one.md", "two.md")
    assert result.exit_code == 1
    assert "two.ankigen.lock:1: error[lock-duplicate]: " in result.stderr
    assert everything(folder) == before


# What is gone, in real Anki.


def test_a_tombstone_is_shipped_once_and_the_note_comes_back_as_a_change(
    workspace: Path, ankigen: Run, tmp_path: Path
) -> None:
    package = workspace / "build/gpu.apkg"

    def stones() -> list[str]:
        return [guid for guid, (_, tags, _) in notes_in(package, tmp_path).items() if "ankigen::gone" in tags]

    ankigen("build")
    guid = line_of(BRANCH).guid
    with new_collection() as collection:
        import_package(collection, package.read_bytes())
        edit(DIVERGENCE, "")
        ankigen("build")
        assert guid not in notes_in(package, tmp_path)
        ankigen("build", "--tombstones")
        assert stones() == [guid]
        import_package(collection, package.read_bytes())
        (card,) = shown_cards(collection, "tag:ankigen::gone")
        assert card.guid == guid
        assert visible(card.question).lstrip().startswith("[gone] Divergence: what is it?")

        known = line_of(BRANCH)
        ankigen("build", "--tombstones")
        assert (stones(), line_of(BRANCH)) == ([], known)
        assert guid not in notes_in(package, tmp_path)

        edit("at a time\n", f"at a time\n{DIVERGENCE}")
        assert "1 back" in ankigen("build").stderr
        back = notes_in(package, tmp_path)[guid]
        assert back[0] > known.mod
        assert "ankigen::gone" not in back[1]
        import_package(collection, package.read_bytes())
        assert not shown_cards(collection, "tag:ankigen::gone")
        (card,) = (card for card in shown_cards(collection) if card.guid == guid)
        assert "[gone]" not in card.question
        assert BRANCH in visible(card.answer)


def test_tombstones_of_a_cloze_and_of_a_reversed_note_have_all_their_cards(workspace: Path, ankigen: Run) -> None:
    both_ways = "- **Warp**: 32 threads that run one instruction at a time"
    edit(both_ways, f"{both_ways} {{.reverse}}")
    edit("| one block |\n", "| one block |\n\n## Q: How do they talk?\n\nThey ==write== to it and ==wait== for all.\n")
    ankigen("build")
    with new_collection() as collection:
        package = workspace / "build/gpu.apkg"
        import_package(collection, package.read_bytes())
        before = {(card.guid, card.ordinal) for card in shown_cards(collection)}
        (workspace / "cards/gpu.md").write_text(OTHER.replace("# OS", "# GPU"), encoding="utf-8")
        ankigen("build", "--tombstones")
        import_package(collection, package.read_bytes())
        gone = shown_cards(collection, "tag:ankigen::gone")
        assert {(card.guid, card.ordinal) for card in gone} == before
        assert all("[gone]" in visible(card.question) + visible(card.answer) for card in gone)
        assert not collection.get_empty_cards().notes


def test_the_search_that_is_printed_finds_exactly_what_is_gone(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    with new_collection() as collection:
        import_package(collection, (workspace / "build/gpu.apkg").read_bytes())
        edit(DIVERGENCE, "")
        edit("| register | one thread |\n", "")
        printed = ankigen("build").stderr.splitlines()
        search = printed[-1].strip()
        assert printed[-2].startswith("2 notes gone: ")
        found = shown_cards(collection, search)
        gone = {line.guid for line in lines() if line.state is State.GONE}
        assert {card.guid for card in found} == gone
        assert len(found) == 2


def note_of(guid: str, at: int) -> Note:
    """Compose a note whose guid is another one, as that of an adopted deck."""
    note = compose(basic(f"Fact {at}: what is it?", "an answer", origin=origin(slot=f"fact {at}")))
    key = fields_of(note)["Key"]
    return replace(
        note,
        guid=guid,
        fields=tuple(escape_text(f"{guid} {note.key}") if each == key else each for each in note.fields),
    )


ANKIS_OWN = string.ascii_letters + string.digits + "!#$%&()*+,-./:;<=>?@[]^_`{|}~"
"""Characters of the guids that Anki makes."""


def found_by(guids: list[str], wanted: list[str]) -> set[str]:
    """Import notes with these guids into Anki and search for some of them."""
    (deck,) = group_decks([note_of(guid, at) for at, guid in enumerate(guids)], [], NOTE_TYPES)
    with new_collection() as collection:
        import_package(collection, write_apkg(deck))
        search = search_for(wanted)
        return {collection.get_note(found).guid for found in collection.find_notes(search)}


def test_two_thousand_guids_are_found_and_no_other() -> None:
    guids = [f"{number:016x}" for number in range(2_100)]
    wanted = guids[::3] + guids[1::3] + guids[2::3][:600]
    assert len(wanted) == 2_000
    assert found_by(guids, wanted) == set(wanted)


def test_a_guid_is_no_pattern_and_no_beginning_of_another() -> None:
    guids = ["abc", "abcd", "ab", "a.c", "ABC", "xabc"]
    assert found_by(guids, ["a.c"]) == {"a.c"}
    assert found_by(guids, ["ab", "abc"]) >= {"ab", "abc"}
    assert found_by(guids, ["ab", "abc"]) <= {"ab", "abc", "ABC"}


@pytest.mark.parametrize("character", list("\"'\\!#$%&()*+,-./:;<=>?@[]^_`{|}~"))
def test_a_guid_of_an_adopted_deck_is_found_whatever_is_in_it(character: str) -> None:
    guid = f"a{character}b{character}"
    assert found_by([guid, "a b", "axbx", "ab"], [guid]) == {guid}


def test_all_characters_of_ankis_guids_are_found_at_once() -> None:
    assert found_by([ANKIS_OWN, "other"], [ANKIS_OWN]) == {ANKIS_OWN}


def test_nothing_gone_is_nothing_to_search_for() -> None:
    assert search_for(()) == ""
