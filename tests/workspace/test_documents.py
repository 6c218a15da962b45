"""Files that are not UTF-8 are named to the byte, with the encoding they look like."""

from pathlib import Path

import pytest

from ankigen.errors import CannotError
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


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"cannot read cards/gone\.md"):
        read_source(Source(path="cards/gone.md", file=tmp_path / "gone.md"))
