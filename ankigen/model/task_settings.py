"""What task.yaml and vectors.yaml say, as plain data for the judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import Program, Task


class Expectation(StrEnum):
    """What a rejected program must fail for: the `expect:` of its first line."""

    WRONG_ANSWER = "wrong-answer"
    WRONG_EXCEPTION = "wrong-exception"
    CRASH = "crash"
    TOO_SLOW = "too-slow"
    RACE = "race"
    OUT_OF_BOUNDS = "oob"
    UNINITIALISED = "uninit"
    DEADLOCK = "deadlock"
    DIVERGENCE = "divergence"
    COMPILE_ERROR = "compile-error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How an answer is compared with the oracle's."""

    rule: str = "exact"
    """Name in `judge/compare.py`."""
    function: str = ""
    """Function of oracle.py: the depth of `sum-bound`, or the checker."""
    most: int = 0
    """Of `ulp`: how many representable numbers apart."""
    absolute: float = 0.0
    """Of `close`; either tolerance is enough."""
    relative: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one process may use."""

    wall_s: float = 60.0
    cpu_s: float = 0.0
    """0: as much as `wall_s` a processor."""
    memory_mb: int = 512
    output_mb: int = 64
    """What it may print, and what it may answer, each; also the largest file it may write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLimit:
    """How many steps a call may take: constant + square * n * n, where n is the length of its first argument."""

    unit: str = "line"
    size: str = "length"
    constant: int = 0
    square: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A program that must fail, and the reason it states."""

    name: str
    """File name."""
    path: str
    """Posix path inside the task's folder."""
    expect: Expectation
    why: str
    program: str
    """Accepted program that it stands in for, or whose kernel it stands in for."""
    replaces: str
    """The accepted file whose place it takes, posix path inside the task's folder."""
    needs_checker: bool = False
    full: bool = False
    """Whether only a full run has the vectors that it fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredRegion:
    """A region as task.yaml names it; whether the file has it is seen by who reads the file."""

    file: str
    language: str
    line: int
    """Line of task.yaml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSettings:
    """What the judge has to know of a task."""

    entry: str
    oracle: str
    programs: Mapping[str, Program]
    comparison: Comparison = field(default_factory=Comparison)
    limits: Limits = field(default_factory=Limits)
    step_limit: StepLimit | None = None
    environments: Mapping[str, str] = field(default_factory=dict)
    rejected: tuple[Rejected, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedTask:
    """A task and its settings, both None where an error leaves nothing to judge by, and what is wrong with the text."""

    task: Task | None
    settings: TaskSettings | None
    declared_regions: Mapping[str, DeclaredRegion] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What cases and families have in common."""

    id: str
    line: int
    entry: str
    oracle: str
    comparison: Comparison
    steps: bool = False
    full: bool = False
    sanitize: bool = False
    memory_mb: int = 0
    """With `wall_s`: the limits of a process of its own; 0: it has none."""
    wall_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A literal vector, good or bad input."""

    marks: Marks
    arguments: str
    """A list of encoded values as JSON (`judge/child/values.py`)."""
    expected: str = ""
    """Encoded answer as JSON; empty for bad input."""
    raises: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Generated vectors: one for each size and seed, or, with `many`, a list of them for each."""

    marks: Marks
    generator: str
    sizes: tuple[int, ...]
    seeds: int = 1
    fresh_seeds: int = 0
    many: bool = False
    each_position: bool = False
    """The generator is called for each `position` from 0 to size - 1 as well."""
    raises: tuple[str, ...] = ()
    """Of bad input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedVectors:
    """What vectors.yaml says, and what is wrong with it."""

    cases: tuple[Case, ...] = ()
    """Literal ones, bad input among them."""
    families: tuple[Family, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
