"""`new` never writes over what is there."""

from pathlib import Path

import pytest

from ankigen.errors import CannotError
from ankigen.workspace import write_starter


def test_a_new_workspace_has_examples_settings_and_a_build_folder_out_of_git(tmp_path: Path) -> None:
    written = {file.relative_to(tmp_path / "w").as_posix() for file in write_starter(tmp_path / "w")}
    assert written == {
        ".gitignore",
        "README.md",
        "ankigen.yaml",
        "build/.gitignore",
        "cards/hello-en.md",
        "cards/hello-zh.md",
    }


def test_an_empty_folder_and_one_that_holds_only_git_are_taken(tmp_path: Path) -> None:
    assert write_starter(tmp_path / "deep/er")
    (tmp_path / "repository/.git").mkdir(parents=True)
    assert write_starter(tmp_path / "repository")


def test_a_folder_that_holds_something_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(CannotError, match="not empty"):
        write_starter(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(CannotError, match="is a file"):
        write_starter(file)
    with pytest.raises(CannotError, match="cannot write into"):
        write_starter(file / "below")
