"""Files that are not UTF-8 are named to the byte, with the encoding they look like."""

import os
import sys
from pathlib import Path

import pytest

from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.workspace import Source, read_source


def read(tmp_path: Path, content: bytes) -> tuple[str | None, list[tuple[int, str]]]:
    file = tmp_path / "a.md"
    file.write_bytes(content)
    found = read_source(Source(path="cards/a.md", file=file))
    return found.text, [(each.line, each.message) for each in found.diagnostics]


@pytest.mark.parametrize("content", [b"", b"# A\r\nb\r", "# 你好\n".encode(), b"\xef\xbb\xbf# A\n"], ids=repr)
def test_utf8_is_read_as_it_is(tmp_path: Path, content: bytes) -> None:
    text, found = read(tmp_path, content)
    assert text == content.decode("utf-8-sig")
    assert found == []


def test_gbk_is_recognised(tmp_path: Path) -> None:
    text, found = read(tmp_path, "# A\n\n问：什么是线程束？\n".encode("gbk"))
    assert text is None
    assert found == [(3, "byte 5 (0xce) is not UTF-8; the file reads as GBK (GB 18030)")]


def test_utf16_is_recognised(tmp_path: Path) -> None:
    _, found = read(tmp_path, "# A".encode("utf-16"))
    assert found == [(1, "byte 0 (0xff) is not UTF-8; the file reads as UTF-16")]


def test_a_stray_byte_behind_a_byte_order_mark_is_counted_from_the_start_of_the_file(tmp_path: Path) -> None:
    _, found = read(tmp_path, b"\xef\xbb\xbfab\ncd\xff")
    assert found == [(2, "byte 8 (0xff) is not UTF-8")]


def unreadable(file: Path) -> Diagnostic:
    read_back = read_source(Source(path="cards/a.md", file=file))
    assert read_back.text is None
    (found,) = read_back.diagnostics
    assert (found.path, found.line, found.code, found.severity) == ("cards/a.md", 1, "unreadable", Severity.ERROR)
    assert found.mend
    return found


def test_a_file_that_is_gone_or_a_broken_link_is_a_diagnostic(tmp_path: Path) -> None:
    assert "a link to a file that is not there" in unreadable(tmp_path / "gone.md").message


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege on Windows")
def test_a_link_to_itself_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("a.md")
    found = unreadable(tmp_path / "a.md")
    assert ("leads back to itself" in found.message, found.mend) == (True, "delete the link")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    assert "no regular file" in unreadable(tmp_path / "a.md").message


def test_a_file_that_may_not_be_read_is_a_diagnostic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.md").write_bytes(b"")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "permission denied" in unreadable(tmp_path / "a.md").message
