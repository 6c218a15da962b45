"""A limited process: an empty folder, its own group, little environment, bounded output, an end that is certain.

It keeps accidents from doing harm; it is no wall against who means to.
"""

import contextlib
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

from ankigen.judge import processes

_START = Path(__file__).with_name("child") / "start.py"
_KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
_KEPT_PREFIX = ("CUDA_", "NVIDIA_")
_CHUNK = 1 << 16
_TICK_S = 0.05
_WATCH_S = 0.1
_HEAD = 2000
"""Characters of what it prints that are kept, from the end."""
_LOG = 1 << 20
_MEGABYTE = 1 << 20
_SPARE_ADDRESSES_MB = 256
"""Address space that Python takes without using it."""


class End(StrEnum):
    """How a process ended."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    WALL = "wall"
    CPU = "cpu"
    IDLE = "idle"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"
    STOPPED = "stopped"
    """We had seen enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """What is run, and within what."""

    module: str
    """Of `judge/child/`."""
    work: Mapping[str, Any]
    """What it is told, as JSON."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What lies in its folder, by posix path."""
    wall_s: float
    cpu_s: float = 0.0
    idle_s: float = 0.0
    """How long it may take from line to line; 0: no limit."""
    memory_mb: int
    output_mb: int
    most_processes: int
    limits_address_space: bool = False
    confines_writes: bool = False
    network: bool = False
    writable: tuple[str, ...] = ()
    """Folders that it may write to besides its own."""
    python_path: tuple[str, ...] = ()
    prefix: tuple[str, ...] = ()
    """A command that runs it: compute-sanitizer and its options; `{log}` in it is a file that comes back."""
    by_file: bool = os.name != "posix"
    """Whether answers come in a file after the end, and not through a pipe at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How it ended, and what is known besides."""

    end: End
    status: int = 0
    """Exit status, or number of the signal."""
    printed: str = ""
    """The last of what it printed, standard error after standard output."""
    left: bool = False
    """Whether it left processes behind, which were killed."""
    changed: tuple[str, ...] = ()
    """Files of its folder that are not what they were."""
    log: str = ""
    """The end of what a prefix wrote into its log."""


def run_child(child: Child, take: Callable[[str], bool]) -> Ended:
    """Run a child to its end, or until `take` has seen enough.

    Args:
        child: what is run.
        take: is given each line of answers without its newline; False ends the child.
    """
    with tempfile.TemporaryDirectory(prefix="ankigen-", ignore_cleanup_errors=True) as root:
        folder = Path(root) / "solution"
        folder.mkdir()
        for path, content in child.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        running = _Running(child, folder, Path(root), take)
        return running.to_the_end()


class _Running:
    """One process while it runs."""

    def __init__(self, child: Child, folder: Path, root: Path, take: Callable[[str], bool]) -> None:
        self._child = child
        self._folder = folder
        self._answers = root / "answers"
        self._log = root / "log"
        self._take = take
        self._token = secrets.token_hex(16)
        self._rest = b""
        self._answered = 0
        self._printed = 0
        self._tails = {"out": b"", "err": b""}
        self._stopped = False
        self._line_at = time.monotonic()

    def to_the_end(self) -> Ended:
        readers: dict[str, IO[bytes]] = {}
        passed: tuple[int, ...] = ()
        target: dict[str, Any] = {"file": str(self._answers)}
        if not self._child.by_file:
            reading, writing = os.pipe()
            readers["answers"] = os.fdopen(reading, "rb", buffering=0)
            passed, target = (writing,), {"descriptor": writing}
        try:
            process = self._start(target, passed)
        finally:
            for descriptor in passed:
                os.close(descriptor)
        if process.stdout is None or process.stderr is None:  # never: both are pipes
            raise AssertionError
        readers |= {"out": process.stdout, "err": process.stderr}
        try:
            end = self._watch(process, readers) if os.name == "posix" else self._wait(process, readers)
        finally:
            left = self._bury(process)
            for reader in readers.values():
                reader.close()
        if self._child.by_file:
            self._take_file()
        return self._ended(process, end, left=left)

    def _start(self, target: Mapping[str, Any], passed: tuple[int, ...]) -> subprocess.Popen[bytes]:
        work = dict(self._child.work) | {"answers": target, "limits": self._limits()}
        prefix = [part.replace("{log}", str(self._log)) for part in self._child.prefix]
        command = [*prefix, sys.executable, "-X", "utf8", "-B", str(_START), self._child.module]
        options: dict[str, Any] = {"pass_fds": passed, "start_new_session": True} if os.name == "posix" else {}
        process = subprocess.Popen(  # noqa: S603 - running programs is what this is for
            command,
            cwd=self._folder,
            env=self._environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )
        # In a thread: a child that does not read must not hold us up.
        threading.Thread(target=_tell, args=(process.stdin, json.dumps(work).encode()), daemon=True).start()
        return process

    def _limits(self) -> dict[str, Any]:
        child = self._child
        return {
            "cpu_s": child.cpu_s or child.wall_s * (os.cpu_count() or 1),
            "file_mb": child.output_mb,
            "address_space_mb": child.memory_mb + _SPARE_ADDRESSES_MB if child.limits_address_space else 0,
            "processes": child.most_processes,
            "network": child.network,
            "writable": [str(self._folder), *child.writable] if child.confines_writes else None,
        }

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value for name, value in os.environ.items() if name.upper() in _KEPT or name.startswith(_KEPT_PREFIX)
        }
        folder = str(self._folder)
        own = {
            "HOME": folder,
            "TMPDIR": folder,
            "TEMP": folder,
            "TMP": folder,
            "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONNOUSERSITE": "1",
            "PYCUDA_DISABLE_CACHE": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            processes.TOKEN: self._token,
        }
        path = {"PYTHONPATH": os.pathsep.join(self._child.python_path)} if self._child.python_path else {}
        return kept | own | path

    def _watch(self, process: subprocess.Popen[bytes], readers: Mapping[str, IO[bytes]]) -> End | None:
        """Read and look until it ends or has to; None: it ended by itself."""
        deadline = time.monotonic() + self._child.wall_s
        look_at = time.monotonic() + _WATCH_S
        with selectors.DefaultSelector() as selector:
            for name, reader in readers.items():
                os.set_blocking(reader.fileno(), False)
                selector.register(reader, selectors.EVENT_READ, name)
            while process.poll() is None:
                if not selector.get_map():  # all ends are closed, and it still runs
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(_TICK_S)
                over = self._read(selector, _TICK_S) or self._over_time(deadline)
                if over is None and time.monotonic() > look_at:
                    over = self._over_use(process.pid)
                    look_at = time.monotonic() + _WATCH_S
                if over is not None:
                    return over
            # What was still in the pipes; whoever it left behind may go on writing, so this ends too.
            until = time.monotonic() + 1
            while selector.get_map() and time.monotonic() < until:
                before = self._answered + self._printed
                over = self._read(selector, 0)
                if over is not None:
                    return over
                if self._answered + self._printed == before:
                    break
        return None

    def _read(self, selector: selectors.BaseSelector, wait_s: float) -> End | None:
        for key, _ in selector.select(wait_s) if selector.get_map() else ():
            chunk = os.read(key.fd, _CHUNK)
            if not chunk:
                selector.unregister(key.fileobj)
            elif key.data == "answers":
                self._answer(chunk)
            else:
                self._print(key.data, chunk)
        return self._over_output()

    def _answer(self, chunk: bytes) -> None:
        self._answered += len(chunk)
        self._line_at = time.monotonic()
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if not self._stopped:
                self._stopped = not self._take(line.decode("ascii", "replace"))

    def _print(self, name: str, chunk: bytes) -> None:
        self._printed += len(chunk)
        self._tails[name] = (self._tails[name] + chunk)[-_HEAD:]

    def _over_output(self) -> End | None:
        if self._stopped:
            return End.STOPPED
        most = self._child.output_mb * _MEGABYTE
        return End.OUTPUT if self._printed > most or self._answered > most else None

    def _over_time(self, deadline: float) -> End | None:
        now = time.monotonic()
        if now > deadline:
            return End.WALL
        return End.IDLE if self._child.idle_s and now > self._line_at + self._child.idle_s else None

    def _over_use(self, pid: int) -> End | None:
        found = processes.usage(pid)
        if found.processes > self._child.most_processes:
            return End.PROCESSES
        return End.MEMORY if found.memory_bytes > self._child.memory_mb * _MEGABYTE else None

    def _wait(self, process: subprocess.Popen[bytes], readers: Mapping[str, IO[bytes]]) -> End | None:
        """Where pipes cannot be waited for: a thread for each, and only the clock is looked at."""
        threads = [
            threading.Thread(target=self._drain, args=(name, reader), daemon=True) for name, reader in readers.items()
        ]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + self._child.wall_s
        while process.poll() is None:
            over = self._over_output() or self._over_time(deadline)
            if over is not None:
                return over
            time.sleep(_TICK_S)
        for thread in threads:
            thread.join(1)
        return None

    def _drain(self, name: str, reader: IO[bytes]) -> None:
        while chunk := reader.read(_CHUNK):
            self._print(name, chunk)

    def _bury(self, process: subprocess.Popen[bytes]) -> bool:
        """Kill whatever is left of it; say whether anything was left after it had ended by itself."""
        by_itself = process.poll() is not None
        left = by_itself and (processes.group_lives(process.pid) or bool(processes.leftovers(self._token)))
        if not by_itself or left:
            processes.kill_all(process.pid, self._token)
            process.kill()
        process.wait()
        return left

    def _take_file(self) -> None:
        if self._answers.exists():
            most = self._child.output_mb * _MEGABYTE
            with self._answers.open("rb") as file:
                self._answer(file.read(most))

    def _ended(self, process: subprocess.Popen[bytes], end: End | None, *, left: bool) -> Ended:
        printed = b"\n".join(filter(None, (self._tails["out"], self._tails["err"]))).decode("utf-8", "replace")
        changed = tuple(path for path, content in self._child.files.items() if _content(self._folder / path) != content)
        status = process.returncode
        if end is None and status < 0:
            by_clock = -status == getattr(signal, "SIGXCPU", 0)
            return Ended(end=End.CPU if by_clock else End.SIGNALLED, status=-status, printed=printed, left=left)
        log = (_content(self._log) or b"")[-_LOG:].decode("utf-8", "replace")
        return Ended(end=end or End.EXITED, status=status, printed=printed, left=left, changed=changed, log=log)


def _tell(stdin: IO[bytes] | None, work: bytes) -> None:
    if stdin is not None:
        try:
            with stdin:
                stdin.write(work)
        except OSError:  # it ended before it read: how it ended says why
            return


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None
