"""Pictures: found where people put them, kept inside, named by their content."""

import hashlib
import os
import sys
from pathlib import Path

import pytest

from ankigen.model.diagnostic import Severity
from ankigen.workspace import Picture, PictureRequest, load_picture

PNG = b"\x89PNG\r\n\x1a\n not looked into"


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A `cards/` folder with a document's folder, a media folder and a secret outside."""
    (tmp_path / "cards/gpu").mkdir(parents=True)
    (tmp_path / "cards/media").mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    return tmp_path / "cards"


def look_for(cards: Path, target: str) -> Picture:
    request = PictureRequest(
        target=target,
        path="cards/gpu/a.md",
        line=7,
        document=cards / "gpu/a.md",
        media=cards / "media",
        limit=cards,
    )
    return load_picture(request)


@pytest.mark.parametrize(
    ("place", "target"),
    [
        ("gpu/warp.png", "warp.png"),
        ("gpu/img/warp.png", "img/warp.png"),
        ("gpu/img/warp.png", "./img/warp.png"),
        ("gpu/img/warp.png", "img\\warp.png"),
        ("media/warp.png", "warp.png"),
        ("media/warp.png", "../media/warp.png"),
        ("gpu/线程 束.png", "线程 束.png"),
        ("gpu/线程 束.png", "%E7%BA%BF%E7%A8%8B%20%E6%9D%9F.png"),
        ("gpu/50%25.png", "50%25.png"),
        ("gpu/c#.png", "c#.png"),
        ("gpu/warp.png", "warp.png?raw=true#w=200"),
        ("gpu/WARP.PNG", "WARP.PNG"),
    ],
)
def test_a_picture_is_found_and_named_by_its_content(cards: Path, place: str, target: str) -> None:
    file = cards / place
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(PNG)
    picture = look_for(cards, target)
    assert picture.diagnostic is None
    assert picture.media is not None
    assert picture.media.name == f"ankigen-{hashlib.sha256(PNG).hexdigest()[:16]}.png"
    assert picture.media.content == PNG


def test_the_picture_beside_the_document_comes_before_the_one_in_media(cards: Path) -> None:
    (cards / "media/warp.png").write_bytes(b"other")
    (cards / "gpu/warp.png").write_bytes(PNG)
    picture = look_for(cards, "warp.png")
    assert picture.media is not None
    assert picture.media.content == PNG


@pytest.mark.parametrize(
    ("target", "code", "severity"),
    [
        ("gone.png", "picture-missing", Severity.ERROR),
        ("nul\0.png", "picture-missing", Severity.ERROR),
        ("", "picture-missing", Severity.ERROR),
        (".", "picture-missing", Severity.ERROR),
        ("../../secret.png", "picture-outside", Severity.ERROR),
        ("..\\..\\secret.png", "picture-outside", Severity.ERROR),
        ("..%2F..%2Fsecret.png", "picture-outside", Severity.ERROR),
        ("../../gone.png", "picture-outside", Severity.ERROR),
        ("/etc/passwd", "picture-outside", Severity.ERROR),
        ("file:///etc/passwd", "picture-outside", Severity.ERROR),
        ("a.md", "picture-type", Severity.ERROR),
        ("noending", "picture-type", Severity.ERROR),
        ("https://example.org/a.png", "picture-remote", Severity.WARNING),
        ("HTTP://example.org/a.png", "picture-remote", Severity.WARNING),
        ("//example.org/a.png", "picture-remote", Severity.WARNING),
        ("data:text/html,AAAA", "picture-remote", Severity.WARNING),
    ],
)
def test_a_picture_that_cannot_be_shown_is_reported(cards: Path, target: str, code: str, severity: Severity) -> None:
    for name in ("a.md", "noending"):
        (cards / "gpu" / name).write_bytes(b"x")
    picture = look_for(cards, target)
    assert picture.media is None
    assert picture.diagnostic is not None
    found = picture.diagnostic
    assert (found.path, found.line, found.code, found.severity) == ("cards/gpu/a.md", 7, code, severity)
    assert found.mend


@pytest.mark.parametrize("target", ["WARP.PNG", "wrap.png"])
def test_a_misspelt_picture_gets_the_right_name_as_its_mend(cards: Path, target: str) -> None:
    (cards / "media/warp.png").write_bytes(PNG)
    found = look_for(cards, target).diagnostic
    if found is None:  # a file system that ignores case has found it
        assert target == "WARP.PNG"
        return
    assert "did you mean warp.png?" in found.mend


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_link_that_leads_outside_is_outside(cards: Path) -> None:
    (cards / "gpu/innocent.png").symlink_to(cards.parent / "secret.png")
    found = look_for(cards, "innocent.png").diagnostic
    assert found is not None
    assert found.code == "picture-outside"


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
@pytest.mark.parametrize("goal", ["loop.png", "gone.png"])
def test_a_link_that_leads_to_no_file_is_missing(cards: Path, goal: str) -> None:
    (cards / "gpu/loop.png").symlink_to(goal)
    found = look_for(cards, "loop.png").diagnostic
    assert found is not None
    assert found.code == "picture-missing"
    assert "a link that leads to no file" in found.message
    assert "did you mean" not in found.mend


def test_a_folder_is_no_picture(cards: Path) -> None:
    (cards / "gpu/dir.png").mkdir()
    found = look_for(cards, "dir.png").diagnostic
    assert found is not None
    assert (found.code, "is a folder" in found.message) == ("picture-missing", True)
    assert "did you mean" not in found.mend


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_pipe_is_no_picture(cards: Path) -> None:
    os.mkfifo(cards / "gpu/pipe.png")
    found = look_for(cards, "pipe.png").diagnostic
    assert found is not None
    assert "no regular file" in found.message


def test_a_name_too_long_for_any_file_is_missing(cards: Path) -> None:
    found = look_for(cards, f"{'a' * 5000}.png").diagnostic
    assert found is not None
    assert found.code == "picture-missing"


def test_a_picture_that_may_not_be_read_is_a_diagnostic(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    (cards / "gpu/warp.png").write_bytes(PNG)
    monkeypatch.setattr(Path, "read_bytes", refuse)
    found = look_for(cards, "warp.png").diagnostic
    assert found is not None
    assert (found.path, found.line, found.code) == ("cards/gpu/a.md", 7, "unreadable")
    assert "warp.png" in found.message
