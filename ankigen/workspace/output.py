"""Packages as files: written whole or not at all, and cleared away when they are no longer made."""

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ankigen.errors import CannotError

MANIFEST = ".ankigen-manifest.json"
"""Names the files that we made, so that no other file is ever removed."""
IGNORE = "# Output only: everything here is made by `ankigen build`.\n*\n!.gitignore\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A package on disk."""

    file: Path
    size_bytes: int
    sha256: str
    unchanged: bool
    """It was there already, byte for byte, and was left alone."""


def write_packages(packages: Sequence[tuple[Path, bytes]]) -> tuple[Written, ...]:
    """Write all files, or none: every one is complete on the disk before the first old one is replaced.

    Raises:
        CannotError: a folder or file cannot be written.
    """
    temporary: list[tuple[Path, Path]] = []
    written: list[Written] = []
    try:
        for file, content in packages:
            unchanged = _same(file, content)
            if not unchanged:
                temporary.append((_write_beside(file, content), file))
            digest = hashlib.sha256(content).hexdigest()
            written.append(Written(file=file, size_bytes=len(content), sha256=digest, unchanged=unchanged))
        for ready, file in temporary:
            _replace(ready, file)
    finally:
        for ready, _ in temporary:
            ready.unlink(missing_ok=True)
    return tuple(written)


def remove_stale(folder: Path, written: Sequence[Written], *, suffix: str, whole: bool) -> tuple[Path, ...]:
    """Note in the manifest what was written, and remove earlier packages of ours that are no longer made.

    A file that is not in the manifest, or that has been changed since we wrote it, is somebody else's.

    Args:
        folder: the workspace's build folder.
        written: what this build wrote there.
        suffix: ending of the format that was built; other formats are left alone.
        whole: whether all documents were built; if not, nothing is stale.
    """
    known = _read_manifest(folder)
    new = {entry.file.name: entry.sha256 for entry in written}
    stale = [name for name in known if whole and name not in new and name.endswith(suffix)]
    removed: list[Path] = []
    for name in sorted(stale):
        file = folder / name
        if _digest(file) == known.pop(name):
            with _cannot(f"cannot remove {file}"):
                file.unlink()
            removed.append(file)
    manifest = json.dumps({"version": 1, "files": dict(sorted((known | new).items()))}, indent=2, ensure_ascii=False)
    write_packages([(folder / MANIFEST, f"{manifest}\n".encode())])
    return tuple(removed)


def prepare_build_folder(folder: Path) -> None:
    """Make the build folder, with a `.gitignore` of its own that keeps its content out of git."""
    if folder.is_dir():
        return
    with _cannot(f"cannot make {folder}"):
        folder.mkdir(parents=True)
        (folder / ".gitignore").write_text(IGNORE, encoding="utf-8", newline="\n")


def _same(file: Path, content: bytes) -> bool:
    try:
        return file.stat().st_size == len(content) and file.read_bytes() == content
    except OSError:
        return False


def _write_beside(file: Path, content: bytes) -> Path:
    """Write a temporary file in the same folder: only there is `os.replace` sure to be atomic."""
    temporary = file.with_name(f".{file.name[:60]}.{secrets.token_hex(4)}.tmp")
    try:
        with _cannot(f"cannot write {file}"), temporary.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _replace(temporary: Path, file: Path) -> None:
    try:
        temporary.replace(file)
    except PermissionError as fault:
        msg = f"cannot replace {file}: it is open in another program or may not be written; close it and build again"
        raise CannotError(msg) from fault
    except OSError as fault:
        msg = f"cannot write {file}: {fault.strerror or fault}"
        raise CannotError(msg) from fault


@contextlib.contextmanager
def _cannot(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        msg = f"{what}: {fault.strerror or fault}"
        raise CannotError(msg) from fault


def _read_manifest(folder: Path) -> dict[str, str]:
    """Read the names and hashes of what we wrote; a damaged manifest only means that nothing is removed."""
    try:
        loaded = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        files = loaded["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    if not isinstance(files, dict):
        return {}
    # A name with a folder in it would reach out of build/.
    return {str(name): str(digest) for name, digest in files.items() if Path(str(name)).name == name}


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
