"""What judging gives: vectors, rulings and reports, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One call of a program, and what must come of it."""

    id: str
    """Unique in the task: `shortest`, `additive[size=9,seed=3]`, `every-string[size=5]#17`."""
    family: str
    """Id in vectors.yaml."""
    entry: str
    """Function that is called."""
    arguments: str
    """A list of encoded values as JSON (`judge/child/values.py`)."""
    expected: str = ""
    """Encoded answer as JSON; empty where the call must raise."""
    raises: tuple[str, ...] = ()
    """Names of exceptions, of which the call must raise one."""
    compare: str
    """Name of the rule of comparison."""
    marks: tuple[str, ...] = ()
    """`steps`, `full`, `sanitize`."""
    size: int | None = None
    """Of a generated vector."""
    seed: int | None = None
    """Of a generated vector."""
    line: int
    """Where vectors.yaml names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What came of one vector."""

    vector_id: str
    launch_shape: Mapping[str, int] = field(default_factory=dict)
    verdict: Verdict
    reason: str = ""
    """What was got and what was wanted, or how the program ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramReport:
    """What came of one program."""

    name: str
    """Of an accepted program its name in task.yaml, of a rejected one its file name, `sums_64_bit.cu`."""
    path: str
    """Posix path inside the task's folder."""
    expected: str
    """`AC`, or the reason that a rejected program states, such as `wrong-answer`."""
    verdict: Verdict
    """That of its first failing vector, else AC. Without meaning where `not_run` is filled."""
    reason: str = ""
    """Why, with the vector; empty for AC."""
    stage: str = ""
    """What the verdict is from: `values`, `cold`, `again`, `sanitizers`."""
    vectors_run: int = 0
    """Different vectors, under one launch shape or several."""
    vectors_passed: int = 0
    failures: tuple[Ruling, ...] = ()
    """The first of them, at most 20."""
    seeds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By family: the fresh seeds, which the system drew."""
    needs_checker: bool = False
    """Whether a rejected program says that only a checker sees its fault."""
    not_run: str = ""
    """Why it could not run here, as a sentence; empty where it ran."""
    ok: bool
    """Accepted and AC; or rejected for the reason it states; or it needs a checker, and none ran."""
    deterministic: bool | None = None
    """Whether all runs of vectors with a tolerance gave the same answer; None where there are no such vectors."""
    isolation: str = ""
    """What was in force around it: `process group, limits, no network`, or `none`."""
    caught_by: str = ""
    """Of a rejected program: `values`, `steps`, `guard cells`, `compiler`, `process`, or a sanitizer's tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SanitizerReport:
    """What one tool of compute-sanitizer said of the accepted programs of a runner."""

    tool: str
    ran: bool
    """Whether it ran to its end for every program: the summary line was there, and every vector was answered."""
    errors: int = 0
    summary: str = ""
    """The summary lines as they came."""
    not_run: str = ""
    """Why it did not run, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReport:
    """What came of a task under one runner."""

    task: str
    runner: str
    programs: tuple[ProgramReport, ...] = ()
    """Accepted ones first, in the order of task.yaml, then rejected ones by name."""
    sanitizers: tuple[SanitizerReport, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    """`python`, `system`, `numpy`, `device`, `driver` and the like."""
    vectors: int = 0
    """Different vectors that there were to run; 0 is a failure."""
    full: bool = False
    oracle_errors: tuple[Diagnostic, ...] = ()
    """What is wrong with the oracle, the generators or a vector. Nothing is judged then, and every program has JE."""
