"""What `verify` found out: one outcome a task and runner."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ankigen.judge.standing import RecordState
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.judging import TaskReport
from ankigen.model.record import Record
from ankigen.model.solution import Status


class Course(StrEnum):
    """What became of the programs of one runner."""

    FRESH = "fresh"
    """Their record holds, and nothing was run."""
    RAN = "ran"
    NOT_RUN = "not-run"
    """This machine cannot run them; what was recorded before stands."""
    JUDGE_ERROR = "judge-error"
    """The oracle, a generator or the judge failed: nothing is known, and nothing was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of the programs of one runner of one task."""

    state: RecordState
    """Their record as it was before."""
    course: Course
    why: str = ""
    """Why nothing ran, or what the judge stumbled over."""
    report: TaskReport | None = None
    """What was found, if something ran."""
    record: Record | None = None
    """The record that stands now, fresh or not."""
    written: bool = False
    """The record's file changed."""
    weak: str = ""
    """Why what was found does not count."""
    kept: bool = False
    """The record of an earlier run stays, since this one does not count."""

    @property
    def task(self) -> str:
        """Name of the task."""
        return self.state.task

    @property
    def runner(self) -> str:
        """Name of the runner."""
        return self.state.runner

    @property
    def status(self) -> Status:
        """What is known of the programs from now on."""
        if self.course is Course.RAN and self.record is not None:
            return self.record.status
        if self.record is None:
            return Status.UNVERIFIED
        return Status.STALE if self.state.stale else self.record.status

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the task; that it could not run here is nothing wrong."""
        return self.course is not Course.JUDGE_ERROR and self.status is not Status.FAILED


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """What `verify` found out."""

    root: Path
    full: bool = False
    outcomes: tuple[Outcome, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    """What is wrong with the files of tasks; those with an error were not judged."""
    unwritten: tuple[str, ...] = ()
    """Records that could not be written, and why."""
    unmet: tuple[str, ...] = ()
    """What was required and did not come true, although no program failed."""

    @property
    def missing(self) -> tuple[str, ...]:
        """What the command could not do, though no program is to blame."""
        return (*self.unwritten, *self.unmet)

    @property
    def ok(self) -> bool:
        """Whether every program is what it should be, as far as it could run."""
        errors = any(found.severity is Severity.ERROR for found in self.diagnostics)
        return not errors and not self.missing and all(outcome.ok for outcome in self.outcomes)
