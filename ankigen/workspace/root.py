"""Where a workspace begins, and which documents a command is about."""

import os
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ankigen.errors import CannotError, UsageError
from ankigen.model.diagnostic import Diagnostic
from ankigen.workspace.config import CONFIG_FILE, Config, ParsedConfig, parse_config
from ankigen.workspace.documents import Source, decode, not_utf8, read_bytes, unreadable

CARDS = "cards"
MEDIA = "cards/media"
BUILD = "build"
LOCK = "ankigen.lock"
ENDINGS = frozenset({".md", ".markdown"})
"""Endings of files that are documents without being named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A set of documents and where they live.

    A *loose* one has no `ankigen.yaml` and no `cards/`: files that were named on the command line, seen from the
    folder the command runs in.
    """

    root: Path
    loose: bool
    whole: bool
    """Whether all documents of the workspace are in `sources`."""
    config: Config
    sources: tuple[Source, ...]
    others: tuple[Source, ...] = ()
    """Documents of the workspace that the command is not about; what is in them is not gone."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """What is wrong with `ankigen.yaml`, and folders that cannot be read."""

    def package(self, name: str) -> Path:
        """Give the path of a package."""
        return self.build / os.fsdecode(name.encode())

    @property
    def build(self) -> Path:
        """Folder that packages go to."""
        return self.root if self.loose else self.root / BUILD

    @property
    def media(self) -> Path:
        """Folder that pictures are looked for in, after the document's own."""
        return self.root / MEDIA

    def lock_file(self, source: Source) -> Path:
        """Give the lock of a document: that of the workspace, or one beside a single file."""
        if self.loose:
            return source.file.with_name(f"{source.file.stem}.{LOCK}")
        return self.root / CARDS / LOCK

    def lock_name(self, source: Source) -> str:
        """Give the name of a document in its lock: it must not depend on the folder that a command runs in."""
        return unicodedata.normalize("NFC", source.file.name) if self.loose else source.path

    def shown(self, file: Path) -> str:
        """Give a file's path as reports show it: from the root if it is below it."""
        file = Path(os.path.normpath(file))
        return _shown(file, self.root) if file.is_relative_to(self.root) else file.as_posix()

    def picture_limit(self, source: Source) -> Path:
        """Folder that the pictures of a document must stay in."""
        cards = self.root / CARDS
        return cards if not self.loose and source.file.is_relative_to(cards) else source.file.parent


def open_workspace(paths: Sequence[Path], *, folder: Path) -> Workspace:
    """Find the workspace that `paths` (or, without any, `folder`) belong to, and its documents.

    Args:
        paths: files or folders as the user named them; a file may have any ending.
        folder: the folder the command runs in.

    Raises:
        CannotError: no workspace, a path that is not there, or no document in it.
        UsageError: paths of two workspaces at once.
    """
    folder = folder.absolute()
    named = [_existing(folder / path) for path in paths] or [folder]
    roots = {_root_of(path) if paths else _root_above(path) for path in named}
    if len(roots) > 1:
        listed = ", ".join(sorted("no workspace" if root is None else str(root) for root in roots))
        msg = f"these paths belong to different workspaces ({listed}); build them one at a time"
        raise UsageError(msg)
    root = roots.pop()
    if root is None and not paths:
        msg = (
            f"no workspace here: neither {CONFIG_FILE} nor a {CARDS}/ folder in {folder} or above it; "
            "`ankigen new DIR` starts one, `ankigen build FILE.md` takes a single file"
        )
        raise CannotError(msg)
    whole = root is not None and (not paths or root in named)
    base = folder if root is None else root
    places = [root / CARDS] if whole and root is not None else named
    faults: list[Diagnostic] = []
    sources = tuple(_sources(places, base, faults))
    if not sources and not faults:
        # Nothing to do is no success: the user looks for a deck that is not there.
        where = ", ".join(_shown(place, base) for place in places)
        msg = f"no documents: there is no .md file in {where}; write one, or `ankigen new DIR` for a first example"
        raise CannotError(msg)
    parsed = ParsedConfig() if root is None else _read_config(root)
    return Workspace(
        root=base,
        loose=root is None,
        whole=whole,
        config=parsed.config,
        sources=sources,
        others=() if root is None or whole else _others(root, sources),
        diagnostics=(*parsed.diagnostics, *faults),
    )


def _existing(path: Path) -> Path:
    path = Path(os.path.normpath(path))
    if not path.exists():
        msg = f"{path} does not exist"
        raise CannotError(msg)
    return path


def _root_of(path: Path) -> Path | None:
    """Find the workspace that a named path is, or is a part of: below its `cards/`.

    A document beside `cards/` (a README, a draft) is none of the deck's: in the lock it would look deleted at the next
    build of the whole.
    """
    start = path if path.is_dir() else path.parent
    for candidate in (start, *start.parents):
        is_root = (candidate / CONFIG_FILE).is_file() or (candidate / CARDS).is_dir()
        if is_root and (path == candidate or path.is_relative_to(candidate / CARDS)):
            return candidate
    return None


def _root_above(folder: Path) -> Path | None:
    """Find the workspace that a command without paths is about.

    A `cards/` folder alone makes a workspace only of itself and of the folder the command runs in: a `cards/` somewhere
    up in a home folder must not swallow a file that lies elsewhere.
    """
    for candidate in (folder, *folder.parents):
        if (candidate / CONFIG_FILE).is_file():
            return candidate
        if (candidate / CARDS).is_dir() and (folder == candidate or folder.is_relative_to(candidate / CARDS)):
            return candidate
    return None


def _sources(places: Sequence[Path], base: Path, faults: list[Diagnostic]) -> Iterator[Source]:
    """Yield the documents of the places, and add to `faults` the folders that cannot be read."""

    def note(fault: OSError) -> None:
        # Left out in silence, its notes would look deleted, and their packages would be removed.
        faults.append(unreadable(fault, _shown(Path(fault.filename), base)))

    found: dict[str, Path] = {}
    for place in places:
        # A `cards/` that is not there is no fault of its own; that there is no document will be said.
        for file in (place,) if place.exists() and not place.is_dir() else _documents_in(place, note):
            found.setdefault(_shown(file, base), file)
    for path in sorted(found):
        yield Source(path=path, file=found[path])


def _others(root: Path, sources: Sequence[Source]) -> tuple[Source, ...]:
    named = {source.path for source in sources}
    return tuple(source for source in _sources([root / CARDS], root, []) if source.path not in named)


def _documents_in(place: Path, note: Callable[[OSError], None]) -> Iterator[Path]:
    for parent, folders, files in os.walk(place, onerror=note if place.exists() else None):
        is_cards = Path(parent).name == CARDS
        folders[:] = [name for name in folders if not name.startswith(".") and not (is_cards and name == "media")]
        for name in files:
            if Path(name).suffix.lower() in ENDINGS and not name.startswith("."):
                yield Path(parent, name)


def _shown(path: Path, base: Path) -> str:
    """Give the path as diagnostics show it: posix, from `base`; macOS hands out decomposed names."""
    try:
        relative = os.path.relpath(path, base)
    except ValueError:  # another drive on Windows
        relative = str(path)
    # Where the locale cannot say UTF-8, Python hands out what it could not decode as surrogates.
    name = os.fsencode(Path(relative).as_posix()).decode("utf-8", errors="backslashreplace")
    return unicodedata.normalize("NFC", name)


def _read_config(root: Path) -> ParsedConfig:
    file = root / CONFIG_FILE
    if not file.is_file():
        return ParsedConfig()
    try:
        content = read_bytes(file)
    except OSError as fault:
        return ParsedConfig(diagnostics=(unreadable(fault, CONFIG_FILE),))
    try:
        return parse_config(decode(content), CONFIG_FILE)
    except UnicodeDecodeError as fault:
        return ParsedConfig(diagnostics=(not_utf8(content, fault, CONFIG_FILE),))
