"""A first workspace, written out for someone who starts."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ankigen.errors import CannotError

# Names that tools would take for their own while they lie inside the package.
_RENAMED = {"gitignore": ".gitignore", "build-gitignore": "build/.gitignore"}


def write_starter(folder: Path) -> tuple[Path, ...]:
    """Write the files of a new workspace into `folder`, which must be new or empty (`.git` may be there).

    Raises:
        CannotError: the folder holds something already, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        msg = f"{folder} is a file; name a folder that is new or empty"
        raise CannotError(msg)
    if folder.is_dir() and any(entry.name != ".git" for entry in folder.iterdir()):
        msg = f"{folder} is not empty, and nothing in it is to be overwritten; name a folder that is new or empty"
        raise CannotError(msg)
    written: list[Path] = []
    try:
        for name, content in sorted(_files(resources.files("ankigen") / "starter")):
            file = folder / _RENAMED.get(name, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            written.append(file)
    except OSError as fault:
        msg = f"cannot write into {folder}: {fault.strerror or fault}"
        raise CannotError(msg) from fault
    return tuple(sorted(written))


def _files(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found.extend(_files(entry, f"{prefix}{entry.name}/"))
        else:
            found.append((prefix + entry.name, entry.read_bytes()))
    return found
