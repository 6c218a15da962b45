"""What the child takes away from itself before it loads a program; each step says whether it was possible here."""

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000
_NO_NEW_PRIVILEGES = 38
_MEGABYTE = 1 << 20


def restrict(limits: dict[str, Any]) -> list[str]:
    """Put limits into force and name those that are.

    Args:
        limits: cpu_s, file_mb; address_space_mb (0: none), processes (0: none), network (False: none),
            writable (folders; None: everything that the user may write).
    """
    # The network first: writing the maps of a user namespace is writing outside the folder.
    steps: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
        ("no network", _leave_network),
        ("limits", _limit),
        ("writes in its folder only", _confine_writes),
    )
    own_group = ["process group"] if hasattr(os, "getsid") and os.getsid(0) != os.getsid(os.getppid()) else []
    return own_group + [name for name, step in steps if step(limits)]


def _limit(limits: dict[str, Any]) -> bool:
    try:
        import resource
    except ImportError:  # Windows
        return False
    cpu_s = max(1, round(limits["cpu_s"]))
    _set(resource.RLIMIT_CPU, cpu_s, cpu_s + 5)
    _set(resource.RLIMIT_FSIZE, limits["file_mb"] * _MEGABYTE)
    _set(resource.RLIMIT_CORE, 0)
    if limits["address_space_mb"]:
        _set(resource.RLIMIT_AS, limits["address_space_mb"] * _MEGABYTE)
    if limits["processes"] and os.getuid() != 0:
        # The limit counts all tasks of the user; root has none, and the judge counts instead.
        _set(resource.RLIMIT_NPROC, _tasks_of_user() + limits["processes"] + 32)
    return True


def _set(kind: int, soft: int, hard: int | None = None) -> None:
    import resource

    _, most = resource.getrlimit(kind)
    wanted = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, wanted = min(soft, most), min(wanted, most)
    try:
        resource.setrlimit(kind, (soft, wanted))
    except (OSError, ValueError):  # macOS knows some of them by name only
        return


def _tasks_of_user() -> int:
    return sum(1 for _ in _own_tasks())


def _own_tasks() -> Iterator[str]:
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():  # noqa: PTH112, PTH208 - starts faster
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid():  # noqa: PTH116 - as above
                yield from os.listdir(f"/proc/{name}/task")  # noqa: PTH208 - as above
        except OSError:  # it ended meanwhile
            continue


def _leave_network(limits: dict[str, Any]) -> bool:
    if limits["network"] or not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | _NEW_NETWORK) != 0:
        return False
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        try:
            descriptor = os.open(f"/proc/self/{file}", os.O_WRONLY)
            try:
                os.write(descriptor, text.encode())
            finally:
                os.close(descriptor)
        except OSError:  # it stays nobody, which does no harm
            continue
    return True


_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_WRITES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12))
"""Write a file, remove, make: the bits of linux/landlock.h."""


def _confine_writes(limits: dict[str, Any]) -> bool:
    """Let this process and those it starts write below some folders only, by Landlock (Linux 5.13 on)."""
    if limits["writable"] is None or not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, 0, 1)
    if version < 1:
        return False
    rights = _WRITES | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)  # noqa: PLR2004 - versions
    ruleset = libc.syscall(_CREATE, struct.pack("=Q", rights), 8, 0)
    if ruleset < 0:
        return False
    try:
        for path in (*limits["writable"], "/dev/null"):
            on_file = rights & (_WRITE_FILE | _TRUNCATE)
            _allow(libc, ruleset, path, on_file if path == "/dev/null" else rights)
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.syscall(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        libc.syscall(_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)
