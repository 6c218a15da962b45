"""Tasks and their solutions: what is asked, which programs answer it, and what a judge found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ankigen.model.document import Language


class Verdict(StrEnum):
    """What a judge says of a program. JE is the judge's own fault and is never blamed on the program."""

    ACCEPTED = "AC"
    WRONG_ANSWER = "WA"
    RUN_TIME_ERROR = "RTE"
    TIME_LIMIT = "TLE"
    COMPILE_ERROR = "CE"
    UNDEFINED = "UB"
    """A checker's finding: out of bounds, race, uninitialised, divergence, deadlock."""
    JUDGE_ERROR = "JE"


class Status(StrEnum):
    """What is known of a piece of code, by its record alone."""

    GPU_VERIFIED = "gpu-verified"
    CPU_VERIFIED = "cpu-verified"
    EMULATED = "emulated"
    COMPILED = "compiled"
    STALE = "stale"
    FAILED = "failed"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionFolder:
    """A folder below `solutions/`, as it was read: the judge's core never touches a disk."""

    name: str
    """Name of the folder and of the task."""
    path: str
    """Posix path from the root of the workspace, for diagnostics."""
    files: Mapping[str, bytes]
    """Content by posix path inside the folder; hidden files and `__pycache__` are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program of `accepted/`."""

    name: str
    runner: str
    file: str
    kernels: tuple[str, ...] = ()
    """CUDA sources that the program reads."""
    entry: str
    launch_shapes: tuple[Mapping[str, int], ...] = ()
    """Keywords of the entry; the answer must be right under each."""
    line: int
    """Where task.yaml names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Code that a card shows: what stands between `card:begin NAME` and `card:end` in a solution's file."""

    name: str
    file: str
    """Posix path inside the task's folder."""
    language: str
    """Name of a Pygments lexer."""
    line: int
    """Line of the file that its first line is."""
    code: str
    """The lines as they ran, without the `card:` comments; common indentation is taken off."""
    hidden: tuple[tuple[int, int], ...] = ()
    """Ranges of `code` that a card hides: the text of each line marked `card:cloze`, without indentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a record says of a program, or that there is none, or that it is no longer about this text."""

    status: Status
    reason: str = ""
    """Why it is stale, failed or unverified; names what changed."""
    where: str = ""
    """Where it ran: `NVIDIA H200 (sm_90)`, `Python 3.11`."""
    date: str = ""
    """Day it ran, `2026-11-30`, UTC."""
    passed: int = 0
    """Vectors passed."""
    run: int = 0
    """Vectors run; a status that says it works has more than 0."""
    sanitizers: tuple[str, ...] = ()
    """Tools that ran and found nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task with everything a card needs."""

    name: str
    path: str
    """Posix path of task.yaml from the root of the workspace."""
    title: Mapping[Language, str]
    statement: Mapping[Language, str]
    programs: Mapping[str, Program] = field(default_factory=dict)
    regions: Mapping[str, Region] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)
    """By name of the program."""

    def standing(self, region: Region) -> Standing:
        """Give the weakest standing of the programs that a region is part of; without any, it is unverified."""
        found = [
            self.standings.get(name, Standing(status=Status.UNVERIFIED))
            for name, program in self.programs.items()
            if region.file in (program.file, *program.kernels)
        ]
        order = tuple(Status)
        return max(found, key=lambda standing: order.index(standing.status), default=Standing(status=Status.UNVERIFIED))
