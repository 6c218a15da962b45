"""A run on another machine: what is packed for it, and what its answers must say before one of them is looked at."""

import ast
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ankigen.judge.digests import digest_of_value
from ankigen.judge.pack_main import ANSWERS, MANIFEST, VERSION, sha256

CODE = "code/"
"""Folder of the pack that holds what of ankigen runs there."""
MAIN = "__main__.py"
PROGRAM = "ankigen/judge/pack_main.py"
CHILD = "ankigen/judge/child/"
FRONT = "ankigen/judge/__init__.py"
"""Another one in a pack: ours imports the half that judges, and what that half needs."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip file can say; the clock would make each pack another one."""


KIND = "ankigen-answers"
NO_ANSWERS = "it is no file of answers, or only a part of one; take what `python3 PACK` wrote there, whole"
CHANGED = "it was changed after it was written: the digest in it is not that of its content; take it as it was written"


MOST_BYTES = 1 << 32
TOO_LONG = f"it holds more than {MOST_BYTES} bytes; pack fewer tasks at a time"
UNZIP_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError)


class AnswersError(Exception):
    """Answers that cannot be judged: why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedCalls:
    """The calls of one task and runner, without a word of what must come of them."""

    task: str
    runner: str
    full: bool
    protocol: int
    seeds: Mapping[str, tuple[int, ...]]
    """Fresh seeds by family, so that the same calls can be made again."""
    files: Mapping[str, str]
    """SHA-256 of everything in the task's folder that a record is bound to."""
    calls: Mapping[str, bytes]
    """Files of the folder of calls, by posix path."""

    @property
    def folder(self) -> str:
        """Name of the folder in the pack."""
        return f"calls/{self.task}/{self.runner}"

    @property
    def digests(self) -> dict[str, str]:
        """SHA-256 of each file of calls."""
        return {name: sha256(content) for name, content in self.calls.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What came back for one task and runner."""

    task: str
    runner: str
    full: bool
    protocol: int
    seeds: Mapping[str, tuple[int, ...]]
    files: Mapping[str, str]
    """SHA-256 of what was packed, as in `PackedCalls`."""
    ran: Mapping[str, str]
    """SHA-256 of each file of calls as it was there."""
    raw: str
    day: str
    """Day of the run, UTC."""


def pack_bytes(packed: Sequence[PackedCalls], source: Mapping[str, bytes], *, calls_run_in: str) -> bytes:
    """Make a file that `python3 FILE` runs; equal calls give equal bytes.

    Args:
        packed: what is to be called.
        source: the modules of ankigen by posix path, such as `ankigen/judge/runner.py`.
        calls_run_in: module that has `run_calls`.
    """
    members = {MAIN: source[PROGRAM], **code_of(source, calls_run_in=calls_run_in)}
    for each in packed:
        members.update({f"{each.folder}/{name}": content for name, content in each.calls.items()})
    manifest = {
        "kind": "ankigen-pack",
        "version": VERSION,
        "members": {name: sha256(content) for name, content in members.items()},
        "tasks": [_entry(each) for each in packed],
    }
    text = json.dumps(manifest, sort_keys=True, indent=1, ensure_ascii=True) + "\n"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**members, MANIFEST: text.encode()}.items()):
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _entry(each: PackedCalls) -> dict[str, object]:
    return {
        "task": each.task,
        "runner": each.runner,
        "folder": each.folder,
        "full": each.full,
        "protocol": each.protocol,
        "seeds": {family: list(seeds) for family, seeds in each.seeds.items()},
        "files": dict(each.files),
    }


def code_of(source: Mapping[str, bytes], *, calls_run_in: str) -> dict[str, bytes]:
    """Give the modules of ankigen that run packed calls, and all that these import, by their path in the pack.

    Args:
        source: as for `pack_bytes`.
        calls_run_in: as for `pack_bytes`.
    """
    front = f"from ankigen.judge.runners import RUNNERS\nfrom {calls_run_in} import run_calls\n".encode()
    # Started by path, in processes of their own, so that nobody imports them.
    found = {path: content for path, content in source.items() if path.startswith(CHILD)}
    wanted = ["ankigen.judge"]
    while wanted:
        for path in _paths(wanted.pop()):
            if path in source and path not in found:
                found[path] = front if path == FRONT else source[path]
                wanted.extend(_imported(found[path]))
    return {f"{CODE}{path}": content for path, content in sorted(found.items())}


def _paths(module: str) -> Iterator[str]:
    """Yield where a module and the packages around it may stand."""
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        yield f"{'/'.join(parts[:length])}/__init__.py"
    yield f"{'/'.join(parts)}.py"


def _imported(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name.split(".")[0] == "ankigen")
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "ankigen":
                yield module
                yield from (f"{module}.{name.name}" for name in names)


def read_answers(content: bytes) -> tuple[Answers, ...]:
    """Read what a packed run wrote.

    Raises:
        AnswersError: it is none, of another version, damaged, or changed since.
    """
    try:
        told = json.loads(_unzipped(content))
        kind, version, stated = told["kind"], told["version"], told.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, *UNZIP_FAULTS) as fault:
        raise AnswersError(NO_ANSWERS) from fault
    if kind != KIND:
        raise AnswersError(NO_ANSWERS)
    if version != VERSION:
        message = f"it is of version {version}, and this ankigen knows {VERSION}; update ankigen, or pack again"
        raise AnswersError(message)
    if digest_of_value(told) != stated:
        raise AnswersError(CHANGED)
    try:
        return tuple(_answers(told, entry) for entry in told["tasks"])
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise AnswersError(NO_ANSWERS) from fault


def _unzipped(content: bytes) -> bytes:
    """Take the answers out of their zip file, if they are in one."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open(ANSWERS) as stream:
        # What a zip file says of its sizes is not to be believed.
        whole = stream.read(MOST_BYTES + 1)
    if len(whole) > MOST_BYTES:
        raise AnswersError(TOO_LONG)
    return whole


def _answers(told: Mapping[str, Any], entry: Mapping[str, Any]) -> Answers:
    folder = entry["folder"]
    return Answers(
        task=str(entry["task"]),
        runner=str(entry["runner"]),
        full=bool(entry["full"]),
        protocol=int(entry["protocol"]),
        seeds={str(family): tuple(int(seed) for seed in seeds) for family, seeds in entry["seeds"].items()},
        files=dict(entry["files"]),
        ran=dict(told["ran"][folder]),
        raw=str(told["answers"][folder]),
        day=date.fromisoformat(told["date"]).isoformat(),
    )
