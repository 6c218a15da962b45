"""What is known of each program: its record, if that is still about these files. Nothing is run for that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath

from ankigen.judge.digests import MAX_AGE, fingerprint, task_settings
from ankigen.judge.record import ReadRecord, read_record, record_path
from ankigen.judge.runner import Runner
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.record import Fingerprint, Record
from ankigen.model.solution import Program, SolutionFolder, Standing, Status
from ankigen.model.task_settings import TaskSettings

GPU = "cuda"
"""The runner that most machines cannot run, so that a mend names another machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordState:
    """The record of one runner of a task, and whether it still holds."""

    task: str
    runner: str
    path: str
    """Posix path from the root of the workspace."""
    programs: tuple[str, ...]
    """The programs it runs, by name."""
    fingerprint: Fingerprint
    """What a record of today's files would be bound to."""
    record: Record | None = None
    """None: there is none, or none that can be read."""
    stale: str = ""
    """What is no longer as it was when the record was written; empty while the record holds."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Why the record cannot be read."""

    @property
    def holds(self) -> bool:
        """Whether there is a record, and it is about these very files."""
        return self.record is not None and not self.stale


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStandings:
    """What the records say of a task."""

    states: tuple[RecordState, ...] = ()
    """One a runner that runs a program; of a program, that which task.yaml names comes first."""
    standings: Mapping[str, Standing] = field(default_factory=dict)
    """By name of the program."""
    diagnostics: tuple[Diagnostic, ...] = ()


def record_state(folder: SolutionFolder, settings: TaskSettings, *, runner: Runner) -> RecordState:
    """Read the record of a runner and compare what it is bound to with the files as they are.

    Args:
        folder: the task's files.
        settings: what the judge knows of the task.
        runner: whose record it is.
    """
    now = fingerprint(folder, settings, programs_of=runner.programs_of, protocol=runner.protocol)
    inside = record_path(runner.name)
    path = f"{folder.path}/{inside}"
    content = folder.files.get(inside)
    read = ReadRecord() if content is None else read_record(content, path=path, task=folder.name, runner=runner.name)
    record = read.record
    return RecordState(
        task=folder.name,
        runner=runner.name,
        path=path,
        programs=tuple(name for name, program in settings.programs.items() if program.runner == runner.programs_of),
        fingerprint=now,
        record=record,
        stale="" if record is None else what_changed(record.fingerprint, now, since=record.date),
        diagnostics=read.diagnostics,
    )


def standings(
    folder: SolutionFolder, settings: TaskSettings, *, runners: Iterable[Runner], today: date
) -> TaskStandings:
    """Say of each program of a task what its record says, and what is wrong with the records.

    Args:
        folder: the task's files.
        settings: what the judge knows of the task.
        runners: all there are.
        today: day in UTC, for a record that is older than the task allows.
    """
    programs = settings.programs
    named = dict.fromkeys(program.runner for program in programs.values())
    # What task.yaml names comes before what stands in for it.
    able = sorted((each for each in runners if each.programs_of in named), key=lambda each: bool(each.judges))
    states = tuple(record_state(folder, settings, runner=runner) for runner in able)
    of_program = {name: [state for state in states if name in state.programs] for name in programs}
    shown = {state.programs for state in states if state.holds}
    diagnostics = [
        found for state in states for found in _findings(folder, state, programs, shown=state.programs in shown)
    ]
    diagnostics.extend(found for state in states for found in _aged(folder, state, today))
    return TaskStandings(
        states=states,
        standings={name: best_standing(of_program[name], name) for name in programs},
        diagnostics=tuple(diagnostics),
    )


def best_standing(states: Sequence[RecordState], name: str) -> Standing:
    """Say what the records of several runners together say of a program.

    A failure that holds outweighs all else; then the record counts that shows most.

    Args:
        states: of the runners that can run it, that which task.yaml names first.
        name: of the program.
    """
    found = [standing(state, name) for state in states]
    failed = [each for each in found if each.status is Status.FAILED]
    order = tuple(Status)
    return failed[0] if failed else min(found, key=lambda each: order.index(each.status))


def standing(state: RecordState, name: str) -> Standing:
    """Say what a record says of the program called `name`."""
    record = state.record
    if record is None:
        why = "; ".join(found.message for found in state.diagnostics)
        return Standing(status=Status.UNVERIFIED, reason=why or f"there is no {PurePosixPath(state.path).name} yet")
    finding = next((each for each in record.accepted if each.name == name), None)
    status, reason = record.status, record.reason
    if state.stale:
        status, reason = Status.STALE, state.stale
    elif status is not Status.FAILED and (finding is None or not 0 < finding.run == finding.passed):
        status, reason = Status.UNVERIFIED, "its record counts no vector that it passed"
    return Standing(
        status=status,
        reason=reason,
        where=where(record),
        date=record.date,
        passed=0 if finding is None else finding.passed,
        run=0 if finding is None else finding.run,
        sanitizers=tuple(each.tool for each in record.sanitizers if each.ran and not each.errors),
    )


def where(record: Record) -> str:
    """Name what a record ran on: `NVIDIA H200 (sm_90)`, `Python 3.11`."""
    device, capability = record.environment.get("device", ""), record.environment.get("compute_capability", "")
    if device:
        return f"{device} (sm_{capability.replace('.', '')})" if capability else device
    version = record.environment.get("python", "").split(".")
    return f"Python {'.'.join(version[:2])}" if version != [""] else record.runner


def what_changed(before: Fingerprint, now: Fingerprint, *, since: str) -> str:
    """Say what is no longer as it was; one file stands for all of them, and nothing is said if nothing changed."""
    if before.protocol != now.protocol:
        return f"the way of judging changed since {since} (from {before.protocol} to {now.protocol})"
    # Programs first: that a kernel changed says more than that a rejected one did.
    names = dict.fromkeys((*now.subjects, *before.subjects, *sorted({**before.files, **now.files})))
    changes = [change for name in names if (change := _change(name, before.files, now.files))]
    more = f" (and {len(changes) - 1} more)" if len(changes) > 1 else ""
    return f"{changes[0]} since {since}{more}" if changes else ""


def _change(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> str:
    if before.get(name) == after.get(name):
        return ""
    return f"{name} is new" if name not in before else f"{name} is gone" if name not in after else f"{name} changed"


def _findings(
    folder: SolutionFolder, state: RecordState, programs: Mapping[str, Program], *, shown: bool
) -> Iterator[Diagnostic]:
    """Yield what is wrong with a record, or that none at all has shown (`shown`) that its programs work."""
    yield from state.diagnostics
    record = state.record
    where_gpu = " on a machine with a GPU (`--pack` takes it to one)" if state.runner == GPU else ""
    run = f"run `ankigen verify {folder.name}`{where_gpu}"
    named = state.runner in {program.runner for program in programs.values()}
    if record is None and not state.diagnostics and named and not shown:
        yield Diagnostic(
            path=f"{folder.path}/task.yaml",
            line=programs[state.programs[0]].line,
            severity=Severity.WARNING,
            code="task-unverified",
            message=f"no record shows yet that {', '.join(state.programs)} of {folder.name} works",
            mend=run,
        )
    if record is None:
        return
    if state.stale:
        yield Diagnostic(
            path=state.path,
            line=1,
            severity=Severity.WARNING,
            code="record-stale",
            message=f"the record of {folder.name} is no longer about its files: {state.stale}",
            mend=run,
        )
    elif record.status is Status.FAILED:
        yield Diagnostic(
            path=state.path,
            line=1,
            severity=Severity.ERROR,
            code="task-failed",
            message=f"{folder.name} failed on {record.date}: {record.reason}",
            mend=f"mend it and {run}",
        )
    elif record.status is Status.UNVERIFIED:
        yield Diagnostic(
            path=state.path,
            line=1,
            severity=Severity.WARNING,
            code="task-unverified",
            message=f"{folder.name} ran on {record.date}, but that does not count: {record.reason}",
            mend=run,
        )


def _aged(folder: SolutionFolder, state: RecordState, today: date) -> Iterator[Diagnostic]:
    most = task_settings(folder).get(MAX_AGE)
    if state.record is None or not isinstance(most, int):
        return
    try:
        days = (today - date.fromisoformat(state.record.date)).days
    except ValueError:
        return
    if days > most:
        yield Diagnostic(
            path=state.path,
            line=1,
            severity=Severity.WARNING,
            code="record-old",
            message=f"the record of {folder.name} is {days} days old, and its {MAX_AGE} is {most}",
            mend=f"run `ankigen verify --refresh {folder.name}`",
        )
