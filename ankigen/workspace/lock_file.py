"""Locks as files: which there are, what stands in them, and one build at a time."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from ankigen.errors import CannotError
from ankigen.model.diagnostic import Diagnostic
from ankigen.workspace.documents import decode, not_utf8, read_bytes, unreadable
from ankigen.workspace.root import Workspace

PATIENCE_S = 60
"""How long a build waits for another one of the same workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockFile:
    """A lock's file and its text; None when there is no such file, or it cannot be read, which the diagnostic says."""

    file: Path
    path: str
    """As diagnostics show it."""
    base: Path
    """Folder that the names of documents in it begin from."""
    text: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def has_document(self, name: str) -> bool:
        """Tell whether a document that it names is there."""
        return (self.base / name).is_file()


def read_lock_files(workspace: Workspace) -> tuple[LockFile, ...]:
    """Read the locks of all documents of a command, each once."""
    files = dict.fromkeys(workspace.lock_file(source) for source in workspace.sources)
    return tuple(_read(workspace, file) for file in files)


def _read(workspace: Workspace, file: Path) -> LockFile:
    path = workspace.shown(file)
    base = file.parent if workspace.loose else workspace.root
    try:
        content = read_bytes(file)
    except FileNotFoundError:
        return LockFile(file=file, path=path, base=base)
    except OSError as fault:
        return LockFile(file=file, path=path, base=base, diagnostics=(unreadable(fault, path),))
    try:
        return LockFile(file=file, path=path, base=base, text=decode(content))
    except UnicodeDecodeError as fault:
        return LockFile(file=file, path=path, base=base, diagnostics=(not_utf8(content, fault, path),))


@contextmanager
def alone(workspace: Workspace) -> Iterator[None]:
    """Keep other builds with the same locks waiting, so that none overwrites what another remembers.

    Raises:
        CannotError: another build has not ended for a minute.
    """
    folders = sorted({workspace.lock_file(source).parent.resolve() for source in workspace.sources})
    with ExitStack() as held:
        for folder in folders:
            guard = FileLock(_guard_file(folder), timeout=PATIENCE_S)
            try:
                Path(guard.lock_file).parent.mkdir(mode=0o700, exist_ok=True)
                held.enter_context(guard)
            except Timeout as fault:
                msg = (
                    f"another build with the lock in {folder} has been running for {PATIENCE_S} seconds, so nothing "
                    "was written; wait for it or stop it, and build again"
                )
                raise CannotError(msg) from fault
            except OSError as fault:
                msg = f"cannot make sure that no other build runs: {guard.lock_file}: {fault.strerror or fault}"
                raise CannotError(msg) from fault
        yield


def _guard_file(folder: Path) -> Path:
    """Name a file for a folder, in the place for temporary files: in the workspace it would be committed one day."""
    user = getattr(os, "getuid", int)()  # What root left there is closed to others; Windows has a place for each user.
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:20]
    return Path(tempfile.gettempdir(), f"ankigen-{user}", f"{name}.busy")
