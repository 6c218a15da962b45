"""Documents as files: bytes in, text or a diagnostic out."""

import errno
import stat
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
    """A document's text; None when it cannot be read or is not UTF-8, which the diagnostic says."""

    source: Source
    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_source(source: Source) -> SourceText:
    """Read a document."""
    try:
        content = read_bytes(source.file)
    except OSError as fault:
        return SourceText(source=source, text=None, diagnostics=(unreadable(fault, source.path),))
    try:
        return SourceText(source=source, text=decode(content))
    except UnicodeDecodeError as fault:
        return SourceText(source=source, text=None, diagnostics=(not_utf8(content, fault, source.path),))


def read_bytes(file: Path) -> bytes:
    """Read a file whole.

    Raises:
        OSError: it cannot be read, or is no regular file.
    """
    # Opening a pipe would wait for ever, and a device never ends.
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, "it is a folder, a pipe or a device, and no regular file")
    return file.read_bytes()


def read_deck(file: Path) -> bytes:
    """Read a package whole.

    Raises:
        CannotError: there is no such file, or it cannot be read.
    """
    try:
        return read_bytes(file)
    except OSError as fault:
        msg = f"cannot read {file}: {fault.strerror or fault}"
        raise CannotError(msg) from fault


def unreadable(fault: OSError, path: str, line: int = 1) -> Diagnostic:
    """Say why a file or folder cannot be read."""
    reasons = {
        errno.ENOENT: ("it is gone, or a link to a file that is not there", "put the file back or delete the link"),
        errno.ELOOP: ("it is a link that leads back to itself", "delete the link"),
        errno.EACCES: ("permission denied", "give yourself the right to read it, or move it away"),
        errno.EPERM: ("permission denied", "give yourself the right to read it, or move it away"),
    }
    why, mend = reasons.get(fault.errno or 0, (fault.strerror or str(fault), "mend the file or move it away"))
    return Diagnostic(
        path=path,
        line=line,
        severity=Severity.ERROR,
        code="unreadable",
        message=f"this cannot be read: {why}",
        mend=mend,
    )


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
