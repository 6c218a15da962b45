"""`solutions/`: the folders of tasks, read whole, and the records that are written into them."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ankigen.errors import CannotError
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import SolutionFolder
from ankigen.workspace.documents import read_bytes, unreadable
from ankigen.workspace.output import write_packages
from ankigen.workspace.root import SOLUTIONS, Workspace, name_of

LEFT_OUT = "__pycache__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """The tasks of a workspace, by name."""

    folders: Mapping[str, SolutionFolder]
    diagnostics: tuple[Diagnostic, ...] = ()
    """Files and folders that cannot be read."""


def read_solutions(workspace: Workspace) -> Solutions:
    """Read the folders below `solutions/`; single files outside a workspace have none."""
    place = workspace.root / SOLUTIONS
    if workspace.loose or not place.is_dir():
        return Solutions(folders={})
    faults: list[Diagnostic] = []

    def note(fault: OSError) -> None:
        faults.append(unreadable(fault, workspace.shown(Path(fault.filename))))

    folders: dict[str, SolutionFolder] = {}
    for folder in _folders_in(place, note):
        name = folder.name
        files = dict(_files_in(folder, note))
        folders[name] = SolutionFolder(name=name, path=workspace.shown(folder), files=files)
    return Solutions(folders=folders, diagnostics=tuple(faults))


def write_record(workspace: Workspace, folder: SolutionFolder, inside: str, text: str) -> bool:
    """Write a record whole or not at all; tell whether that changed it.

    Args:
        workspace: where the folder lies.
        folder: the task.
        inside: posix path inside the task's folder.
        text: the record.

    Raises:
        CannotError: it cannot be written.
    """
    file = workspace.root / SOLUTIONS / folder.name / inside
    try:
        file.parent.mkdir(exist_ok=True)
    except OSError as fault:
        msg = f"cannot make {file.parent}: {fault.strerror or fault}"
        raise CannotError(msg) from fault
    (written,) = write_packages([(file, text.encode("utf-8"))])
    return not written.unchanged


def _folders_in(place: Path, note: Callable[[OSError], None]) -> Iterator[Path]:
    try:
        entries = sorted(place.iterdir())
    except OSError as fault:
        note(fault)
        return
    yield from (entry for entry in entries if entry.is_dir() and not _is_hidden(entry.name))


def _files_in(folder: Path, note: Callable[[OSError], None]) -> Iterator[tuple[str, bytes]]:
    """Yield posix path and content of each file, sorted within its folder."""
    for parent, folders, files in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in sorted(name for name in files if not _is_hidden(name)):
            file = Path(parent, name)
            try:
                yield name_of(file.relative_to(folder)), read_bytes(file)
            except OSError as fault:
                fault.filename = fault.filename or str(file)
                note(fault)


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == LEFT_OUT
