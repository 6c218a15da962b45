"""Which files a command is about, wherever it is called from."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ankigen.errors import CannotError, UsageError
from ankigen.workspace import Workspace, open_workspace


def write(file: Path, text: str = "# Title\n") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def paths_of(workspace: Workspace) -> list[str]:
    return [source.path for source in workspace.sources]


def test_documents_come_in_the_order_of_their_paths_whatever_the_folder_says(tmp_path: Path) -> None:
    for name in ("b/z.md", "a.md", "b.md", "B/a.md", "b/é.md", "ä.markdown"):
        write(tmp_path / "cards" / name)
    workspace = open_workspace([], folder=tmp_path)
    assert paths_of(workspace) == sorted(paths_of(workspace))
    assert len(workspace.sources) == len({path.casefold() for path in paths_of(workspace)})
    assert workspace.whole
    assert not workspace.loose


def test_hidden_files_media_and_other_endings_are_no_documents(tmp_path: Path) -> None:
    for name in ("a.md", ".hidden.md", ".obsidian/x.md", "media/readme.md", "notes.txt", "deep/media/kept.md"):
        write(tmp_path / "cards" / name)
    assert paths_of(open_workspace([], folder=tmp_path)) == ["cards/a.md", "cards/deep/media/kept.md"]


def test_the_root_is_the_nearest_ancestor_with_settings_or_cards(tmp_path: Path) -> None:
    write(tmp_path / "ankigen.yaml", "")
    write(tmp_path / "cards/deep/a.md")
    inner = tmp_path / "inner"
    write(inner / "cards/b.md")
    for folder in (tmp_path, tmp_path / "cards", tmp_path / "cards/deep"):
        assert paths_of(open_workspace([], folder=folder)) == ["cards/deep/a.md"]
    assert paths_of(open_workspace([], folder=inner)) == ["cards/b.md"]


def test_named_files_are_a_part_of_their_workspace(tmp_path: Path) -> None:
    write(tmp_path / "ankigen.yaml", "deck_prefix: P\n")
    file = write(tmp_path / "cards/a.md")
    write(tmp_path / "cards/b.md")
    text = write(tmp_path / "cards/c.txt")
    workspace = open_workspace([file, text], folder=tmp_path / "cards")
    assert paths_of(workspace) == ["cards/a.md", "cards/c.txt"]
    assert (workspace.whole, workspace.loose, workspace.config.deck_prefix) == (False, False, "P")


def test_a_draft_beside_the_cards_is_none_of_the_deck(tmp_path: Path) -> None:
    write(tmp_path / "ankigen.yaml", "deck_prefix: P\n")
    file = write(tmp_path / "cards/a.md")
    draft = write(tmp_path / "drafts/c.md")
    workspace = open_workspace([draft], folder=tmp_path)
    assert (workspace.loose, workspace.config.deck_prefix) == (True, "")
    assert workspace.lock_file(workspace.sources[0]).parent == draft.parent
    with pytest.raises(UsageError):
        open_workspace([file, draft], folder=tmp_path)


def test_a_folder_stands_for_the_documents_below_it(tmp_path: Path) -> None:
    write(tmp_path / "cards/gpu/a.md")
    write(tmp_path / "cards/os/b.md")
    assert paths_of(open_workspace([Path("cards/gpu")], folder=tmp_path)) == ["cards/gpu/a.md"]
    assert open_workspace([tmp_path], folder=tmp_path / "cards").whole


def test_a_file_outside_any_workspace_is_taken_as_it_is(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt")
    workspace = open_workspace([Path("notes.txt")], folder=tmp_path)
    assert (workspace.loose, workspace.root, workspace.build) == (True, tmp_path, tmp_path)
    assert paths_of(workspace) == ["notes.txt"]


def test_a_cards_folder_further_up_does_not_swallow_a_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "cards/poker.md")
    write(tmp_path / "talks/notes.md")
    assert open_workspace([Path("notes.md")], folder=tmp_path / "talks").loose


def test_a_file_named_twice_is_built_once(tmp_path: Path) -> None:
    file = write(tmp_path / "cards/a.md")
    assert len(open_workspace([file, Path("cards/../cards/a.md"), tmp_path / "cards"], folder=tmp_path).sources) == 1


@pytest.mark.parametrize("make", [[], ["cards/"], ["cards/.a.md"], ["ankigen.yaml"]], ids=str)
def test_without_documents_a_sentence_says_so(tmp_path: Path, make: list[str]) -> None:
    for name in make:
        if name.endswith("/"):
            (tmp_path / name).mkdir()
        else:
            write(tmp_path / name, "")
    with pytest.raises(CannotError, match=r"no (documents|workspace).*ankigen new DIR"):
        open_workspace([], folder=tmp_path)


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"gone\.md does not exist"):
        open_workspace([Path("gone.md")], folder=tmp_path)


def test_two_workspaces_at_once_are_refused(tmp_path: Path) -> None:
    first, second = (write(tmp_path / name / "cards/a.md") for name in ("one", "two"))
    with pytest.raises(UsageError, match="different workspaces"):
        open_workspace([first, second], folder=tmp_path)


def test_settings_that_are_not_utf8_are_a_diagnostic(tmp_path: Path) -> None:
    write(tmp_path / "cards/a.md")
    (tmp_path / "ankigen.yaml").write_bytes("deck_prefix: 面试\n".encode("gbk"))
    (found,) = open_workspace([], folder=tmp_path).diagnostics
    assert (found.path, found.line, found.code) == ("ankigen.yaml", 1, "not-utf8")
    assert "GBK" in found.message


def test_a_decomposed_file_name_is_shown_composed(tmp_path: Path) -> None:
    write(tmp_path / "cards" / "e\u0301tude.md")
    assert paths_of(open_workspace([], folder=tmp_path)) == ["cards/\u00e9tude.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_loop_of_links_does_not_hang(tmp_path: Path) -> None:
    write(tmp_path / "cards/a.md")
    (tmp_path / "cards/loop").symlink_to(tmp_path / "cards", target_is_directory=True)
    assert paths_of(open_workspace([], folder=tmp_path)) == ["cards/a.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_dangling_link_is_named_and_not_skipped(tmp_path: Path) -> None:
    write(tmp_path / "cards/a.md")
    (tmp_path / "cards/b.md").symlink_to(tmp_path / "gone.md")
    assert paths_of(open_workspace([], folder=tmp_path)) == ["cards/a.md", "cards/b.md"]


def test_paths_are_posix_and_below_the_root_from_a_folder_inside(tmp_path: Path) -> None:
    write(tmp_path / "cards/deep/a.md")
    code = (
        "from pathlib import Path\nfrom ankigen.workspace import open_workspace\n"
        "print(open_workspace([Path('a.md')], folder=Path('.')).sources[0].path)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "cards/deep",
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "cards/deep/a.md"


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "cards/a.md")
    write(tmp_path / "cards/secret/b.md")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "secret":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    workspace = open_workspace([], folder=tmp_path)
    assert paths_of(workspace) == ["cards/a.md"]
    assert [(found.path, found.code) for found in workspace.diagnostics] == [("cards/secret", "unreadable")]


def test_settings_that_cannot_be_read_are_a_diagnostic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    write(tmp_path / "cards/a.md")
    write(tmp_path / "ankigen.yaml")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    (found,) = open_workspace([], folder=tmp_path).diagnostics
    assert (found.path, found.code) == ("ankigen.yaml", "unreadable")


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_linked_cards_folder_is_read(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere/a.md")
    (tmp_path / "work").mkdir()
    (tmp_path / "work/cards").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert paths_of(open_workspace([], folder=tmp_path / "work")) == ["cards/a.md"]
