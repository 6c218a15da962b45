"""Ask generators and the oracle, in a process of their own, and turn what goes wrong there into its author's errors."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ankigen.judge.sandbox import Child, End, Ended, run_child
from ankigen.judge.sources import GENERATORS, ORACLE
from ankigen.judge.yaml_text import folded
from ankigen.model.solution import SolutionFolder

_MEMORY_MB = 8192
_OUTPUT_MB = 16384
_DAY_S = 86400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Where the oracle's and the generators' texts are, and how long one answer may take."""

    sources: Mapping[str, str]
    idle_s: float
    folder: Path
    """Where large arrays of arguments are saved."""

    @classmethod
    def of(cls, folder: SolutionFolder, *, idle_s: float, into: Path) -> "Reference":
        """Take the Python files at the top of a task's folder."""
        texts = {
            name: folded(content).decode("utf-8-sig", "replace")
            for name, content in folder.files.items()
            if name in {ORACLE, GENERATORS} or (name.endswith(".py") and "/" not in name)
        }
        return cls(sources=texts, idle_s=idle_s, folder=into)


@dataclass(slots=True)
class _Answers:
    """Takes the lines of the process."""

    take: Callable[[int, list[str]], None]
    fail: Callable[[int, str], None]
    current: int = 0
    finished: bool = False

    def line(self, line: str) -> bool:
        mark, *rest = line.split("\t")
        if mark == "=":
            self.take(self.current, rest)
        elif rest[0] == "end":
            self.finished = True
        else:
            if rest[0] == "error":
                self.fail(self.current, _error_text(json.loads(rest[1])))
            self.current += 1
        return True


def ask(
    reference: Reference,
    requests: Sequence[Mapping[str, Any]],
    *,
    take: Callable[[int, list[str]], None],
    fail: Callable[[int, str], None],
    prefix: str = "",
) -> bool:
    """Let the reference answer requests one after another.

    Args:
        reference: the texts.
        requests: see `judge/child/reference.py`.
        take: is given the place of a request and the fields of an answer to it; a family has many.
        fail: is given the place of a request and why there is no answer, or no further one. After a crash or a hang
            that is said of the request at which it happened, and the others are not answered.
        prefix: of the names of saved arrays.

    Returns:
        Whether all requests were answered, if only by an error.
    """
    if not requests:
        return True
    answers = _Answers(take, fail)
    ended = run_child(
        Child(
            module="reference",
            work={
                "sources": dict(reference.sources),
                "requests": list(requests),
                "folder": str(reference.folder),
                "prefix": prefix,
            },
            wall_s=_DAY_S,
            idle_s=reference.idle_s,
            memory_mb=_MEMORY_MB,
            output_mb=_OUTPUT_MB,
            most_processes=8,
            confines_writes=True,
            writable=(str(reference.folder),),
        ),
        answers.line,
    )
    if not answers.finished:
        fail(min(answers.current, len(requests) - 1), _end_text(ended, reference))
    return answers.finished


def _error_text(error: Mapping[str, str]) -> str:
    where = f" ({error['where']})" if error["where"] else ""
    return f"{error['type']}: {error['message']}{where}"


def _end_text(ended: Ended, reference: Reference) -> str:
    last = ended.printed.strip().splitlines()[-1:] or [""]
    match ended.end:
        case End.IDLE:
            return f"no answer within {reference.idle_s:g} s"
        case End.MEMORY:
            return f"it took more than {_MEMORY_MB} MB of memory"
        case End.EXITED:
            return f"its process ended with status {ended.status}: {last[0]}"
        case _:
            return f"its process was ended ({ended.end}, {ended.status}): {last[0]}"
