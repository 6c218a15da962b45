"""Pictures a document shows: found, checked, and renamed by content."""

import difflib
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.note import Media
from ankigen.workspace.documents import read_bytes

ENDINGS = frozenset({".avif", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
"""Pictures that Anki shows on every client."""
SCHEME = re.compile(r"(?i)([a-z][a-z0-9+.-]+):")


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest:
    """A picture as a document names it."""

    target: str
    """Path as written (or percent-encoded, as Markdown parsers hand it out)."""
    path: str
    """Path of the document, for diagnostics."""
    line: int
    document: Path
    media: Path
    """Folder looked in after the document's own."""
    limit: Path
    """Folder that the picture must lie in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What became of a request: a file for the package, or the reason why not."""

    media: Media | None = None
    file: Path | None = None
    diagnostic: Diagnostic | None = None


def load_picture(request: PictureRequest) -> Picture:
    """Find a picture's file and name it by its content.

    Raises:
        CannotError: the file is there and cannot be read.
    """
    scheme = SCHEME.match(request.target)
    # One letter and a colon is a drive, which SCHEME does not match.
    if scheme and scheme[1].lower() != "file":
        return Picture(diagnostic=_remote(request, scheme[1].lower()))
    if request.target.startswith("//"):
        return Picture(diagnostic=_remote(request, "https"))
    limit = request.limit.resolve()
    outside = bool(scheme)
    for candidate in _candidates(request):
        file = candidate.resolve()
        if not file.is_relative_to(limit):
            outside = True
        elif file.is_file():
            return _checked(request, file)
    return Picture(diagnostic=_outside(request) if outside else _missing(request))


def _candidates(request: PictureRequest) -> list[Path]:
    """List the places a target may mean: as written first, then decoded, then without `?query` and `#fragment`."""
    names = dict.fromkeys(
        spelling.replace("\\", "/")
        for name in (request.target, re.split(r"[?#]", request.target, maxsplit=1)[0])
        for spelling in (name, unquote(name))
        # A NUL cannot be part of any file's name; the system would refuse it with an exception.
        if spelling and "\0" not in spelling
    )
    # `/` on a path that starts with one (or with a drive) gives that path, which is then seen to be outside.
    # A locale that cannot say UTF-8 must not hide a file whose name is.
    return [
        folder / os.fsdecode(name.encode()) for folder in (request.document.parent, request.media) for name in names
    ]


def _checked(request: PictureRequest, file: Path) -> Picture:
    ending = file.suffix.lower()
    if ending not in ENDINGS:
        mend = f"save it as one of {', '.join(sorted(name[1:] for name in ENDINGS))}"
        message = f"Anki shows no {ending or 'file without an ending'} pictures: {request.target}"
        return Picture(diagnostic=_diagnostic(request, Severity.ERROR, code="picture-type", message=message, mend=mend))
    content = read_bytes(file, request.target)
    name = f"ankigen-{hashlib.sha256(content).hexdigest()[:16]}{ending}"
    return Picture(media=Media(name=name, content=content), file=file)


def _missing(request: PictureRequest) -> Diagnostic:
    wanted = unquote(request.target).replace("\\", "/").rsplit("/", 1)[-1]
    folders = dict.fromkeys((request.document.parent, request.media))
    present = sorted(
        file.name
        for folder in folders
        if folder.is_dir()
        for file in folder.iterdir()
        if file.suffix.lower() in ENDINGS
    )
    same = [name for name in present if name.lower() == wanted.lower()]
    close = same or difflib.get_close_matches(wanted, present, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    message = f"there is no picture {unquote(request.target)}, neither beside the document nor in {request.media.name}/"
    return _diagnostic(
        request,
        Severity.ERROR,
        code="picture-missing",
        message=message,
        mend=f"put the file there or mend the path{hint}",
    )


def _outside(request: PictureRequest) -> Diagnostic:
    message = (
        f"the picture {unquote(request.target)} lies outside {request.limit.name}/; a deck holds only what is inside"
    )
    return _diagnostic(
        request, Severity.ERROR, code="picture-outside", message=message, mend=f"copy it into {request.media.name}/"
    )


def _remote(request: PictureRequest, scheme: str) -> Diagnostic:
    message = f"this picture is not in a file ({scheme}:), so it is missing wherever Anki has no network"
    mend = f"save it into {request.media.name}/ and name the file"
    return _diagnostic(request, Severity.WARNING, code="picture-remote", message=message, mend=mend)


def _diagnostic(request: PictureRequest, severity: Severity, *, code: str, message: str, mend: str) -> Diagnostic:
    return Diagnostic(path=request.path, line=request.line, severity=severity, code=code, message=message, mend=mend)
