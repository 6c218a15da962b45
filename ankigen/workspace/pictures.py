"""Pictures a document shows: found, checked, and renamed by content."""

import difflib
import hashlib
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.note import Media
from ankigen.workspace.documents import read_bytes, unreadable

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
    """Find a picture's file and name it by its content."""
    scheme = SCHEME.match(request.target)
    # One letter and a colon is a drive, which SCHEME does not match.
    if request.target.lower().startswith("data:image/"):
        return Picture()  # It is its own file.
    if scheme and scheme[1].lower() != "file":
        return Picture(diagnostic=_remote(request, scheme[1].lower()))
    if request.target.startswith("//"):
        return Picture(diagnostic=_remote(request, "https"))
    limit = _resolved(request.limit)
    outside = bool(scheme)
    for candidate in _candidates(request):
        file = _resolved(candidate)
        if not file.is_relative_to(limit):
            outside = True
        elif _is_file(file):
            return _checked(request, file)
    return Picture(diagnostic=_outside(request) if outside else _missing(request))


def _resolved(file: Path) -> Path:
    """Follow links; unlike `Path.resolve`, a link that leads back to itself is left as it is."""
    return Path(os.path.realpath(file))


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:  # a name too long for the system, a folder that may not be looked into
        return False


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
    try:
        content = read_bytes(file)
    except OSError as fault:
        found = unreadable(fault, request.path, request.line)
        return Picture(diagnostic=replace(found, message=f"the picture {unquote(request.target)}: {found.message}"))
    name = f"ankigen-{hashlib.sha256(content).hexdigest()[:16]}{ending}"
    return Picture(media=Media(name=name, content=content), file=file)


def _missing(request: PictureRequest) -> Diagnostic:
    wanted = unquote(request.target).replace("\\", "/").rsplit("/", 1)[-1]
    folders = dict.fromkeys((request.document.parent, request.media))
    present = sorted(name for folder in folders for name in _pictures_in(folder))
    same = [name for name in present if name.lower() == wanted.lower()]
    close = same or difflib.get_close_matches(wanted, present, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    name = unquote(request.target)
    message = f"there is no picture {name}, neither beside the document nor in {request.media.name}/"
    odd = next(filter(None, map(_oddity, _candidates(request))), "")
    if odd:
        message = f"there is no picture {name}: what has this name is {odd}"
    return _diagnostic(
        request,
        Severity.ERROR,
        code="picture-missing",
        message=message,
        mend=f"put the file there or mend the path{hint}",
    )


def _pictures_in(folder: Path) -> list[str]:
    try:
        return [file.name for file in folder.iterdir() if file.suffix.lower() in ENDINGS and _is_file(file)]
    except OSError:  # it is not there, or may not be looked into
        return []


def _oddity(file: Path) -> str:
    """Say what stands where a picture should; empty: nothing does."""
    try:
        if file.is_dir():
            return "a folder"
        if file.is_symlink():
            return "a link that leads to no file"
        return "no regular file" if file.exists() else ""
    except OSError:
        return ""


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
