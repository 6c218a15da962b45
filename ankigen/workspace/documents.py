"""Documents as files: bytes in, text or a diagnostic out."""

from dataclasses import dataclass
from pathlib import Path

from ankigen.errors import CannotError
from ankigen.model.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document's file."""

    path: str
    """Posix path, from the workspace's root, or from the folder the command runs in."""
    file: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """A document's text; None when it is not UTF-8, which the diagnostic says."""

    source: Source
    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_source(source: Source) -> SourceText:
    """Read a document.

    Raises:
        CannotError: the file cannot be read at all.
    """
    content = read_bytes(source.file, source.path)
    try:
        return SourceText(source=source, text=decode(content))
    except UnicodeDecodeError as fault:
        return SourceText(source=source, text=None, diagnostics=(not_utf8(content, fault, source.path),))


def read_bytes(file: Path, shown: str) -> bytes:
    """Read a file whole; `shown` is its name in the message when that fails."""
    try:
        return file.read_bytes()
    except OSError as fault:
        msg = f"cannot read {shown}: {fault.strerror or fault}"
        raise CannotError(msg) from fault


def decode(content: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark, line endings as they are."""
    return content.decode("utf-8-sig")


def not_utf8(content: bytes, fault: UnicodeDecodeError, path: str) -> Diagnostic:
    """Say where the first byte stands that is not UTF-8, and what the file looks like instead."""
    # With a byte order mark, `utf-8-sig` counts from behind it.
    offset = fault.start + len(content) - len(fault.object)
    guess = _other_encoding(content)
    return Diagnostic(
        path=path,
        line=content.count(b"\n", 0, offset) + 1,
        severity=Severity.ERROR,
        code="not-utf8",
        message=f"byte {offset} (0x{content[offset]:02x}) is not UTF-8"
        + (f"; the file reads as {guess}" if guess else ""),
        mend="save it again as UTF-8 (every editor's “Save with encoding”)",
    )


def _other_encoding(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    try:
        content.decode("gb18030")
    except UnicodeDecodeError:
        return ""
    return "GBK (GB 18030)"
