"""Packages as files: written whole or not at all, and cleared away when they are no longer made."""

import contextlib
import hashlib
import json
import os
import re
import secrets
import stat
import time
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ankigen.errors import CannotError, UsageError
from ankigen.workspace.config import CONFIG_FILE
from ankigen.workspace.documents import read_bytes
from ankigen.workspace.root import ENDINGS, Workspace

MANIFEST = ".ankigen-manifest.json"
"""Names the files that we made, so that no other file is ever removed."""
IGNORE = "# Output only: everything here is made by `ankigen build`.\n*\n!.gitignore\n"

LEFTOVER = re.compile(r"\..{1,60}\.[0-9a-f]{8}\.tmp")
"""Names of the temporary files that `_write_beside` makes."""
LEFTOVER_AGE_S = 3600
"""A younger temporary file may belong to a build that is still running."""
SETTINGS_ENDINGS = frozenset({".yaml", ".yml"})
COLLECTIONS = frozenset({"collection.anki2", "collection.anki21"})
"""Files that make a zip archive a package of Anki."""


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


def output_file(workspace: Workspace, file: Path) -> Path:
    """Give the file that `-o` means; a link stands for what it points at, so that the link stays one.

    Raises:
        UsageError: it is a note, settings, or no file that could be written whole.
    """
    target = Path(os.path.realpath(file)) if file.is_symlink() else file
    shown = workspace.shown(file)
    mend = "name a file of its own, such as deck.apkg"
    kept = [workspace.root / CONFIG_FILE, *(source.file for source in workspace.sources)]
    if any(_one_file(target, each) for each in kept):
        msg = f"-o {shown} would write over a note or settings that this build reads; {mend}"
        raise UsageError(msg)
    if target.suffix.lower() in ENDINGS | SETTINGS_ENDINGS:
        msg = f"-o {shown} has the ending of a note or of settings ({target.suffix}), so it would pass for one; {mend}"
        raise UsageError(msg)
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        msg = f"-o {shown} is a folder, device, pipe or link to itself, and no file that a build may replace; {mend}"
        raise UsageError(msg)
    return target


def refuse_foreign(folder: Path, packages: Sequence[tuple[Path, bytes]]) -> None:
    """Stop a build that would write over files that ankigen did not make.

    Without a manifest a package of Anki counts as ours: who lost the manifest must still be able to build.

    Args:
        folder: the workspace's build folder.
        packages: what is to be written there.

    Raises:
        CannotError: there is such a file.
    """
    known = _read_manifest(folder)
    for file, content in packages:
        listed = known is not None and file.name in known
        if listed or _mode(file) is None or _same(file, content):
            continue
        if known is None and _is_anki_package(file):
            continue
        why = "is not in the list of what ankigen made" if known is not None else "does not look like ankigen's"
        msg = (
            f"{file} is in the way: a package goes there, but this one {why}, so nothing was written; "
            "move it away or delete it, and build again"
        )
        raise CannotError(msg)


def built_before(workspace: Workspace) -> bool:
    """Tell whether a build of this workspace has left packages."""
    return bool(_read_manifest(workspace.build))


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of builds that were killed."""
    oldest = time.time() - LEFTOVER_AGE_S
    # Tidying up must not stop a build that has done its work.
    with contextlib.suppress(OSError):
        for file in sorted(folder.iterdir()):
            if LEFTOVER.fullmatch(file.name) and stat.S_ISREG(file.lstat().st_mode) and file.lstat().st_mtime < oldest:
                file.unlink()


def remove_stale(folder: Path, written: Sequence[Written], *, suffix: str, whole: bool) -> tuple[Path, ...]:
    """Note in the manifest what was written, and remove earlier packages of ours that are no longer made.

    A file that is not in the manifest, or that has been changed since we wrote it, is somebody else's.

    Args:
        folder: the workspace's build folder.
        written: what this build wrote there.
        suffix: ending of the format that was built; other formats are left alone.
        whole: whether all documents were built; if not, nothing is stale.
    """
    known = _read_manifest(folder) or {}
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
        return file.stat().st_size == len(content) and read_bytes(file) == content
    except OSError:
        return False


def _mode(file: Path) -> int | None:
    """Give the kind of what stands there, links not followed; None: nothing does."""
    try:
        return file.lstat().st_mode
    except OSError:
        return None


def _one_file(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:
        return False


def _is_anki_package(file: Path) -> bool:
    try:
        if not file.is_file():
            return False
        with zipfile.ZipFile(file) as archive:
            return not COLLECTIONS.isdisjoint(archive.namelist())
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
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


def _read_manifest(folder: Path) -> dict[str, str] | None:
    """Read the names and hashes of what we wrote; None: there is no manifest, or it is damaged."""
    try:
        loaded = json.loads(read_bytes(folder / MANIFEST))
        files = loaded["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(files, dict):
        return None
    # A name with a folder in it would reach out of build/.
    return {str(name): str(digest) for name, digest in files.items() if Path(str(name)).name == name}


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(read_bytes(file)).hexdigest()
    except OSError:
        return ""
