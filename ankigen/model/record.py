"""Records: what a run of a judge found out about a task, and what its findings are bound to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ankigen.model.solution import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """Everything that a record of one runner is bound to."""

    protocol: int
    """Version of the way in which the runner judges."""
    subjects: Mapping[str, str]
    """SHA-256 of each file of the runner's programs, by posix path inside the task's folder."""
    inputs: Mapping[str, str]
    """The same of all else that the verdict depends on; `task.yaml` stands for the part that judging depends on."""

    @property
    def files(self) -> dict[str, str]:
        """All digests by path."""
        return {**self.subjects, **self.inputs}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramFinding:
    """What became of one program, accepted or rejected."""

    name: str
    path: str
    """Posix path inside the task's folder."""
    expected: str
    """`AC`, or the reason that a rejected program must fail for."""
    verdict: str
    reason: str = ""
    """Why it failed; empty for AC."""
    stage: str = ""
    """Where it was decided."""
    run: int = 0
    passed: int = 0
    ok: bool
    """What was expected of it came true."""
    caught_by: str = ""
    """What caught a rejected program."""
    needs_checker: bool = False
    """Only a checker can catch it."""
    deterministic: bool | None = None
    """Whether repeated calls gave the same bits; None: not tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SanitizerFinding:
    """What a checker such as racecheck said of the accepted programs."""

    tool: str
    ran: bool
    """Its summary line was there; without that it has checked nothing."""
    errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCount:
    """How many cases of a stage there were, and how many were as they should be."""

    run: int
    passed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a run of one runner found out about a task."""

    task: str
    runner: str
    status: Status
    reason: str = ""
    """Why the status is not the best that the runner can show."""
    date: str
    """Day of the run, `2026-11-30`, UTC."""
    full: bool
    """Whether the long vectors ran too."""
    fingerprint: Fingerprint
    stages: Mapping[str, StageCount]
    accepted: tuple[ProgramFinding, ...]
    rejected: tuple[ProgramFinding, ...]
    sanitizers: tuple[SanitizerFinding, ...] = ()
    seeds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Seeds of each family of vectors, those that the system drew among them."""
    environment: Mapping[str, str] = field(default_factory=dict)
    isolation: str
    """How programs were kept from the rest of the machine, or `none`."""
