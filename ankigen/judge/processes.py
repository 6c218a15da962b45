"""Processes that a child started: found, counted, measured and killed, by /proc where there is one."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOKEN = "ANKIGEN_JUDGE_CHILD"  # noqa: S105 - the name of a variable, no secret
"""Variable of the environment by which processes are known that left their group."""

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_ROUNDS = 40
_PAUSE_S = 0.01


class Usage(NamedTuple):
    """What a child and the processes below it use."""

    processes: int
    memory_bytes: int
    """Resident; what they share counts for each."""


def usage(pid: int) -> Usage:
    """Measure a process and those below it; nothing is found where the system has no /proc."""
    found = list(_tree(pid))
    return Usage(len(found), sum(map(_resident, found)))


def leftovers(token: str) -> list[int]:
    """Give the processes that carry a token in their environment, wherever they went."""
    wanted = f"{TOKEN}={token}".encode()
    return [pid for pid in _pids() if wanted in _environment(pid)]


def kill_group(pid: int) -> None:
    """Kill a process group; it may be gone already."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def group_lives(pid: int) -> bool:
    """Say whether a process group has processes that run; those that only wait to be buried do not count."""
    return any(_group(each) == pid and _state(each) not in {"Z", "X"} for each in _pids())


def kill_all(pid: int, token: str) -> None:
    """Kill a group and whoever left it, until there is nobody."""
    for _ in range(_ROUNDS):
        kill_group(pid)
        left = [each for each in leftovers(token) if _state(each) not in {"Z", "X", ""}]
        for each in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGKILL)
        if not left:
            return
        time.sleep(_PAUSE_S)


def _pids() -> Iterator[int]:
    if _PROC.is_dir():
        yield from (int(entry) for entry in os.listdir(_PROC) if entry.isdigit())  # noqa: PTH208 - ten times a second


def _tree(pid: int) -> Iterator[int]:
    open_ends = [pid]
    seen: set[int] = set()
    while open_ends:
        current = open_ends.pop()
        if current in seen:
            continue
        seen.add(current)
        if (_PROC / str(current)).exists():
            yield current
            open_ends += _children(current)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in (_PROC / str(pid) / "task").iterdir():
            found += map(int, _read(task / "children").split())
    return found


def _resident(pid: int) -> int:
    fields = _read(_PROC / str(pid) / "statm").split()
    return int(fields[1]) * _PAGE if len(fields) > 1 else 0


def _group(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[2]) if len(fields) > 2 else 0  # noqa: PLR2004 - state, parent, group


def _state(pid: int) -> str:
    fields = _stat(pid)
    return fields[0].decode() if fields else ""


def _stat(pid: int) -> list[bytes]:
    # The name of the program stands in brackets and may hold anything.
    return _read(_PROC / str(pid) / "stat").rpartition(b")")[2].split()


def _environment(pid: int) -> list[bytes]:
    return _read(_PROC / str(pid) / "environ").split(b"\0")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it ended meanwhile, or is somebody else's
        return b""
