"""`ankigen build`: what is written, where, and when nothing is."""

import json
import os
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, Run

BAD_NOTE = "## Q: Which?\n\n{{c1::}} and ![](gone.png)\n"


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if not file.name.startswith("."))


def fronts_in(package: Path, tmp_path: Path) -> list[str]:
    with zipfile.ZipFile(package) as archive:
        archive.extract("collection.anki2", tmp_path)
    connection = sqlite3.connect(tmp_path / "collection.anki2")
    try:
        rows = connection.execute("SELECT sfld FROM notes ORDER BY id").fetchall()
    finally:
        connection.close()
    return [str(front) for (front,) in rows]


def test_a_workspace_becomes_packages_in_its_build_folder(workspace: Path, ankigen: Run, tmp_path: Path) -> None:
    result = ankigen("build")
    assert (result.exit_code, result.stderr) == (0, "")
    assert names_in(workspace / "build") == ["gpu.apkg", "rehearsal.apkg"]
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["build/gpu.apkg", "build/rehearsal.apkg"]
    assert fronts_in(workspace / "build/gpu.apkg", tmp_path)
    assert (workspace / "build/.gitignore").exists()


def test_a_second_build_changes_nothing(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    before = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in (workspace / "build").iterdir()}
    result = ankigen("build")
    assert result.stdout.count("(unchanged)") == len(result.stdout.splitlines())
    assert before == {
        file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in (workspace / "build").iterdir()
    }


def test_an_error_writes_nothing_and_leaves_the_old_packages(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    before = {file.name: file.read_bytes() for file in (workspace / "build").iterdir()}
    (workspace / "cards/bad.md").write_text(BAD_NOTE, encoding="utf-8")
    result = ankigen("build")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cards/bad.md:3: error[cloze-empty]: " in result.stderr
    assert "cards/bad.md:3: error[picture-missing]: " in result.stderr
    assert "error: nothing was written: 2 errors to mend first" in result.stderr
    assert before == {file.name: file.read_bytes() for file in (workspace / "build").iterdir()}


def test_an_error_in_a_first_build_makes_no_folder(folder: Path, ankigen: Run) -> None:
    (folder / "cards").mkdir()
    (folder / "cards/bad.md").write_text(BAD_NOTE, encoding="utf-8")
    assert ankigen("build").exit_code == 1
    assert names_in(folder) == ["cards"]


def test_a_package_whose_deck_is_gone_is_removed(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/os.md").write_text(NOTE.replace("# GPU", "# OS"), encoding="utf-8")
    ankigen("build")
    (workspace / "cards/os.md").unlink()
    result = ankigen("build")
    assert "removed build/os.apkg" in result.stderr
    assert names_in(workspace / "build") == ["gpu.apkg", "rehearsal.apkg"]


def test_building_one_file_of_a_workspace_keeps_the_packages_of_the_others(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/os.md").write_text(NOTE.replace("# GPU", "# OS"), encoding="utf-8")
    ankigen("build")
    assert ankigen("build", "cards/gpu.md").exit_code == 0
    assert "os.apkg" in names_in(workspace / "build")


def test_a_single_file_outside_a_workspace_gives_packages_named_after_it(folder: Path, ankigen: Run) -> None:
    (folder / "notes.txt").write_text(NOTE, encoding="utf-8")
    result = ankigen("build", "notes.txt")
    assert result.exit_code == 0
    assert names_in(folder) == ["notes.ankigen.lock", "notes.apkg", "notes.rehearsal.apkg", "notes.txt"]


def test_several_files_outside_a_workspace_give_a_package_a_deck(folder: Path, ankigen: Run) -> None:
    (folder / "one.md").write_text(NOTE, encoding="utf-8")
    (folder / "two.md").write_text(NOTE.replace("# GPU", "# OS"), encoding="utf-8")
    assert ankigen("build", ".").exit_code == 0
    locks = ["one.ankigen.lock", "two.ankigen.lock"]
    assert names_in(folder) == sorted([*locks, "gpu.apkg", "one.md", "os.apkg", "rehearsal.apkg", "two.md"])


def test_one_output_file_takes_everything(workspace: Path, ankigen: Run, tmp_path: Path) -> None:
    result = ankigen("build", "-o", "../all.apkg")
    assert result.exit_code == 0
    assert names_in(workspace) == ["cards"]
    ankigen("build")
    apart = [front for name in ("gpu", "rehearsal") for front in fronts_in(workspace / f"build/{name}.apkg", tmp_path)]
    assert sorted(fronts_in(tmp_path / "all.apkg", tmp_path)) == sorted(apart)


@pytest.mark.parametrize(
    ("options", "name", "start"),
    [
        (("-o", "deck.tsv"), "deck.tsv", b"#separator:tab"),
        (("-o", "deck.jsonl"), "deck.jsonl", b"{"),
        (("-o", "deck.txt", "--format", "tsv"), "deck.txt", b"#separator:tab"),
        (("-o", "deck"), "deck", b"PK"),
        (("--format", "tsv"), "build/gpu.tsv", b"#separator:tab"),
        (("--format", "jsonl"), "build/gpu.jsonl", b"{"),
    ],
)
def test_a_format_is_chosen_by_option_or_ending(
    workspace: Path, ankigen: Run, options: tuple[str, ...], name: str, start: bytes
) -> None:
    assert ankigen("build", *options).exit_code == 0
    assert (workspace / name).read_bytes().startswith(start)


def test_the_deck_prefix_is_put_before_every_deck(workspace: Path, ankigen: Run) -> None:
    (workspace / "ankigen.yaml").write_text("deck_prefix: Interview\n", encoding="utf-8")
    assert ankigen("build", "--format", "jsonl").exit_code == 0
    lines = (workspace / "build/interview.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["deck"] for line in lines} == {"Interview::GPU"}


def test_a_picture_travels_under_a_name_of_its_own(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/media").mkdir()
    (workspace / "cards/media/warp.png").write_bytes(b"\x89PNG picture")
    note = NOTE.replace("32 threads", "![lanes](warp.png) 32 threads")
    (workspace / "cards/gpu.md").write_text(note, encoding="utf-8")
    assert ankigen("build").exit_code == 0
    with zipfile.ZipFile(workspace / "build/gpu.apkg") as archive:
        media = json.loads(archive.read("media"))
    (name,) = media.values()
    assert name.startswith("ankigen-")
    assert name.endswith(".png")


@pytest.mark.usefixtures("workspace")
def test_json_names_the_packages_and_nothing_else_is_printed(ankigen: Run) -> None:
    result = ankigen("build", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    report = json.loads(result.stdout)
    assert (report["version"], report["command"], report["ok"]) == (1, "build", True)
    assert [package["path"] for package in report["packages"]] == ["build/gpu.apkg", "build/rehearsal.apkg"]
    assert report["counts"]["cards"] == report["packages"][0]["cards"]
    assert report["counts"]["notes"] == report["packages"][0]["notes"]
    assert report["counts"]["rehearsals"] == report["packages"][1]["notes"] == report["counts"]["questions"] == 2


def test_json_reports_errors_and_exits_with_one(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/bad.md").write_text(BAD_NOTE, encoding="utf-8")
    result = ankigen("build", "--json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["ok"], report["packages"]) == (1, False, [])
    assert {found["code"] for found in report["diagnostics"] if found["severity"] == "error"} == {
        "cloze-empty",
        "picture-missing",
    }


def test_warnings_are_counted_and_listed_only_when_asked_for(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/todo.md").write_text("# T\n\n## Q: Why?\n\nTODO\n\n## Q: How?\n", encoding="utf-8")
    short = ankigen("build")
    assert short.exit_code == 0
    assert "warning: 2 warnings (2 no-answer)" in short.stderr
    assert "todo.md" not in short.stderr
    assert "cards/todo.md:3: warning[no-answer]" in ankigen("build", "-v").stderr
    quiet = ankigen("build", "-q")
    assert (quiet.exit_code, quiet.output) == (0, "")


def test_from_a_folder_inside_paths_are_the_workspaces(
    workspace: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace / "cards")
    result = ankigen("build")
    assert result.stdout.startswith("build/gpu.apkg")
    assert f"paths are relative to {workspace}" in result.stderr
    assert names_in(workspace / "cards") == ["ankigen.lock", "gpu.md"]


def test_a_note_without_any_card_is_no_success(folder: Path, ankigen: Run) -> None:
    (folder / "cards").mkdir()
    (folder / "cards/empty.md").write_text("", encoding="utf-8")
    result = ankigen("build")
    assert result.exit_code == 3
    assert "no cards" in result.stderr
    assert names_in(folder) == ["cards"]


def test_a_severity_of_the_settings_holds(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/todo.md").write_text("# T\n\n## Q: Why?\n\nTODO\n", encoding="utf-8")
    (workspace / "ankigen.yaml").write_text("severity: {no-answer: error}\n", encoding="utf-8")
    assert ankigen("build").exit_code == 1
    (workspace / "ankigen.yaml").write_text("severity: {no-answer: off}\n", encoding="utf-8")
    result = ankigen("build")
    assert (result.exit_code, result.stderr) == (0, "")


def test_code_that_stands_on_a_card_is_reported_as_unchecked(workspace: Path, ankigen: Run) -> None:
    note = "## Q: A?\n\nlike this:\n\n```python\ns[x].bind(b)  # bind the axis to a block\n```\n"
    (workspace / "cards/code.md").write_text(note, encoding="utf-8")
    assert "cards/code.md:5: warning[unchecked-code]: " in ankigen("check").stderr
    displayed = note.replace("```python", "{.display}\n```python")
    (workspace / "cards/code.md").write_text(displayed, encoding="utf-8")
    assert "unchecked-code" not in ankigen("check").stderr


def test_pictures_of_every_place_are_found(workspace: Path, ankigen: Run) -> None:
    note = (
        "## Q: A ![](q.png)?\n\n> [!note] ![](title.png)\n> ![](quote.png)\n\n- ![](item.png) x[^1]\n\n"
        "| ![](head.png) | b |\n|---|---|\n| ![](cell.png) | 2 |\n\n### ![](section.png)\n\ntext\n\n"
        "[^1]: ![](foot.png)\n"
    )
    (workspace / "cards/pictures.md").write_text(note, encoding="utf-8")
    missing = {
        line.split("there is no picture ", 1)[1].split(",", 1)[0]: int(line.split(":")[1])
        for line in ankigen("check").stderr.splitlines()
        if "picture-missing" in line
    }
    assert missing == {
        name: number
        for number, line in enumerate(note.splitlines(), start=1)
        for name in ("q.png", "title.png", "quote.png", "item.png", "head.png", "cell.png", "section.png", "foot.png")
        if f"({name})" in line
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-o", "cards/gpu.md"), "would write over a note or settings"),
        (("-o", "cards/new.MARKDOWN"), "has the ending of a note or of settings"),
        (("-o", "cards/gpu.md", "--format", "tsv"), "would write over a note or settings"),
        (("-o", "ankigen.yaml"), "would write over a note or settings"),
        (("-o", "other.yml"), "has the ending of a note or of settings"),
        (("cards/plain.txt", "-o", "cards/plain.txt", "--format", "tsv"), "would write over a note or settings"),
        (("cards/plain", "-o", "cards/plain"), "would write over a note or settings"),
        (("-o", "x.foo"), "no format has the ending .foo"),
        (("-o", "notes.txt"), "no format has the ending .txt"),
        (("-o", "x.apkg", "--format", "tsv"), "the ending .apkg contradicts `--format tsv`"),
        (("-o", "x.TSV", "--format", "apkg"), "the ending .tsv contradicts `--format apkg`"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_output_that_is_none_is_refused_and_nothing_is_touched(
    workspace: Path, ankigen: Run, options: tuple[str, ...], words: str
) -> None:
    for name in ("ankigen.yaml", "cards/plain.txt", "cards/plain"):
        (workspace / name).write_text("" if name == "ankigen.yaml" else NOTE, encoding="utf-8")
    before = {file: file.read_bytes() for file in workspace.rglob("*") if file.is_file()}
    result = ankigen("build", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert before == {file: file.read_bytes() for file in workspace.rglob("*") if file.is_file()}


def test_a_note_outside_a_workspace_is_not_written_over(folder: Path, ankigen: Run) -> None:
    (folder / "keep.md").write_text(NOTE, encoding="utf-8")
    assert ankigen("build", "keep.md", "-o", "keep.md").exit_code == 2
    assert (folder / "keep.md").read_text(encoding="utf-8") == NOTE


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither named pipes nor links without a privilege")
def test_a_pipe_or_a_link_to_itself_is_no_output(workspace: Path, ankigen: Run) -> None:
    os.mkfifo(workspace / "pipe.apkg")
    (workspace / "loop.apkg").symlink_to("loop.apkg")
    for name in ("pipe.apkg", "loop.apkg"):
        result = ankigen("build", "-o", name)
        assert result.exit_code == 2
        assert "no file that a build may replace" in result.stderr
    assert (workspace / "pipe.apkg").is_fifo()
    assert (workspace / "loop.apkg").is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_link_as_output_stays_one(workspace: Path, ankigen: Run, tmp_path: Path) -> None:
    (tmp_path / "real.apkg").write_bytes(b"old")
    (workspace / "deck.apkg").symlink_to(tmp_path / "real.apkg")
    (workspace / "note.apkg").symlink_to(workspace / "cards/gpu.md")
    assert ankigen("build", "-o", "deck.apkg").exit_code == 0
    assert (workspace / "deck.apkg").is_symlink()
    assert (tmp_path / "real.apkg").read_bytes().startswith(b"PK")
    assert ankigen("build", "-o", "note.apkg").exit_code == 2
    assert (workspace / "cards/gpu.md").read_text(encoding="utf-8") == NOTE


def test_a_file_in_build_that_ankigen_did_not_write_stops_the_build(workspace: Path, ankigen: Run) -> None:
    (workspace / "build").mkdir()
    (workspace / "build/rehearsal.apkg").write_bytes(b"mine")
    result = ankigen("build")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "rehearsal.apkg is in the way" in result.stderr
    assert "move it away or delete it" in result.stderr
    assert [file.name for file in (workspace / "build").iterdir()] == ["rehearsal.apkg"]
    assert (workspace / "build/rehearsal.apkg").read_bytes() == b"mine"
    (workspace / "build/rehearsal.apkg").unlink()
    assert ankigen("build").exit_code == 0


def test_our_packages_are_written_over_without_a_manifest(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    (workspace / "build/.ankigen-manifest.json").unlink()
    (workspace / "cards/gpu.md").write_text(NOTE.replace("32 threads", "threads"), encoding="utf-8")
    result = ankigen("build")
    assert (result.exit_code, result.stderr) == (0, "2 changed, 4 unchanged\n")
    assert "build/gpu.apkg" in result.stdout


def test_temporary_files_of_a_killed_build_go_with_the_next(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    left = workspace / "build/.gpu.apkg.0123abcd.tmp"
    left.write_bytes(b"half")
    assert ankigen("build").exit_code == 0
    assert left.exists()
    os.utime(left, (1, 1))
    assert ankigen("build").exit_code == 0
    assert not left.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither named pipes nor links without a privilege")
def test_files_that_cannot_be_read_are_named_beside_all_other_findings(workspace: Path, ankigen: Run) -> None:
    os.mkfifo(workspace / "cards/pipe.md")
    (workspace / "cards/gone.md").symlink_to("nothing.md")
    (workspace / "cards/loop.md").symlink_to("loop.md")
    (workspace / "cards/bad.md").write_text(BAD_NOTE, encoding="utf-8")
    result = ankigen("build")
    assert result.exit_code == 1
    for name in ("gone", "loop", "pipe"):
        assert f"cards/{name}.md:1: error[unreadable]: " in result.stderr
    assert "cards/bad.md:3: error[cloze-empty]: " in result.stderr
    assert not (workspace / "build").exists()


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("# Only a title\n", "no cards: there is no question in 1 document; write one as"),
        ("## Q: Why?\n\nTODO\n", "nothing in 1 document became one; `ankigen check` says why"),
        ("## Q: Why? {.skip}\n\nBecause it is.\n", "nothing in 1 document became one; `ankigen explain"),
    ],
)
def test_why_there_are_no_cards_is_said_where_it_can_be_seen(folder: Path, ankigen: Run, note: str, words: str) -> None:
    (folder / "notes.md").write_text(note, encoding="utf-8")
    result = ankigen("build", "notes.md")
    assert result.exit_code == 3
    assert words in result.stderr
