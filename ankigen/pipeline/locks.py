"""The locks of a command taken together, and parted again into their files."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ankigen.identity import ParsedLock, lock_text, parse_lock
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.lock import Lock, TypeLine
from ankigen.workspace import LockFile, Workspace, built_before, read_lock_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Locks:
    """One lock made of all files that hold a part of it: a workspace has one, single files have one each."""

    lock: Lock
    parts: tuple[tuple[LockFile, Lock], ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def first(self) -> bool:
        """Whether there is no lock at all yet."""
        return all(file.text is None for file, _ in self.parts)

    def still_there(self, document: str) -> bool:
        """Tell whether a document that the lock names is a file."""
        return any(file.has_document(document) for file, _ in self.parts)

    def texts(self, lock: Lock, homes: Mapping[str, Path]) -> Iterator[tuple[LockFile, str]]:
        """Part a lock into the texts of its files.

        Args:
            lock: what is to be remembered.
            homes: lock file of each note that was made now, by guid; the others stay in the file they were in.
        """
        was_in = {line.guid: file.file for file, part in self.parts for line in part.lines}
        for file, _ in self.parts:
            lines = tuple(line for line in lock.lines if (homes.get(line.guid) or was_in.get(line.guid)) == file.file)
            yield file, lock_text(Lock(lines=lines, note_types=lock.note_types))


def read_locks(workspace: Workspace) -> Locks:
    """Read every lock of the documents of a command."""
    files = read_lock_files(workspace)
    parsed = [(file, _parsed(file)) for file in files]
    parts = tuple((file, found.lock) for file, found in parsed)
    diagnostics = [finding for file, found in parsed for finding in (*file.diagnostics, *found.diagnostics)]
    diagnostics.extend(_twice(parts))
    if not workspace.loose and all(file.text is None for file in files) and built_before(workspace):
        diagnostics.append(_missing(files[0]))
    lines = (line for _, part in parts for line in part.lines)
    kinds = (kind for _, part in parts for kind in part.note_types)
    lock = Lock(lines=tuple(sorted(lines, key=lambda line: line.key)), note_types=_newest(kinds))
    return Locks(lock=lock, parts=parts, diagnostics=tuple(diagnostics))


def _parsed(file: LockFile) -> ParsedLock:
    return ParsedLock() if file.text is None else parse_lock(file.text, file.path)


def _newest(kinds: Iterable[TypeLine]) -> tuple[TypeLine, ...]:
    newest: dict[str, TypeLine] = {}
    for kind in kinds:
        if kind.note_type not in newest or newest[kind.note_type].mod < kind.mod:
            newest[kind.note_type] = kind
    return tuple(newest.values())


def _twice(parts: Iterable[tuple[LockFile, Lock]]) -> Iterator[Diagnostic]:
    """Report notes that two files claim: a note was copied together with its lock."""
    first: dict[str, str] = {}
    for file, part in parts:
        for line in part.lines:
            other = first.setdefault(line.guid, file.path)
            if other != file.path:
                yield Diagnostic(
                    path=file.path,
                    line=1,
                    severity=Severity.ERROR,
                    code="lock-duplicate",
                    message=f"the guid “{line.guid}” stands in {other} too, and no two notes are one",
                    mend="build the two files one at a time, or delete the lock of the copy",
                )
                break


def _missing(file: LockFile) -> Diagnostic:
    return Diagnostic(
        path=file.path,
        line=1,
        severity=Severity.WARNING,
        code="lock-missing",
        message="decks were built here before, but the lock is gone: cards that were edited since their first build "
        "start anew, and no edit reaches an imported card",
        mend="put the lock back from version control, or rebuild it with `ankigen adopt build/DECK.apkg`",
    )
