"""Waiting for the user to save a file: polling, because that works everywhere and needs nothing."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ankigen.workspace.root import LOCK

INTERVAL_S = 0.5

Snapshot = Mapping[Path, tuple[int, int]]
"""Time of change (ns) and size (bytes) of each file."""


def look(places: Iterable[Path]) -> Snapshot:
    """Take down the state of files, and of folders with all that is below them."""
    seen: dict[Path, tuple[int, int]] = {}
    for place in places:
        for file in _files(place):
            try:
                status = file.stat()
            except OSError:  # not there, or no longer
                continue
            seen[file] = (status.st_mtime_ns, status.st_size)
    return seen


def wait_for_change(places: Iterable[Path], since: Snapshot, *, interval_s: float = INTERVAL_S) -> tuple[Path, ...]:
    """Wait until files appeared, vanished or changed, and until they hold still; give their paths, sorted.

    Args:
        places: as for `look`.
        since: the state to compare with, taken before they were last read.
        interval_s: seconds between two looks.
    """
    places = tuple(places)
    previous = look(places)
    while True:
        time.sleep(interval_s)
        current = look(places)
        # A file still being written differs from one look to the next; reading it now would read half of it.
        if current == previous and current != since:
            return tuple(sorted({file for file, _ in since.items() ^ current.items()}))
        previous = current


def _files(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        yield place
        return
    for parent, folders, names in os.walk(place):
        folders[:] = [name for name in folders if not name.startswith(".")]
        # The lock is written by the build itself: it is no news.
        yield from (Path(parent, name) for name in names if not name.startswith(".") and name != LOCK)
