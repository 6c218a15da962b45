"""`verify`: run the programs whose records no longer hold, and record what they did."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from ankigen.errors import CannotError, UsageError
from ankigen.judge import RUNNERS, judge_task
from ankigen.judge.record import record_path, record_text
from ankigen.judge.recording import could_not_run, judge_errors, record_of
from ankigen.judge.standing import RecordState
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.judging import TaskReport
from ankigen.model.record import Record
from ankigen.model.solution import Status
from ankigen.pipeline.clock import Clock, system_clock
from ankigen.pipeline.tasks import LoadedTask, look_at_tasks, today
from ankigen.pipeline.verify_report import Course, Outcome, VerifyReport
from ankigen.workspace import Workspace, write_record

GPU_RUNNER = "cuda"
Tell = Callable[[str], None]
"""Is told what runs now."""


def verify(
    workspace: Workspace,
    names: Sequence[str] = (),
    *,
    runner: str | None = None,
    require_gpu: bool = False,
    refresh: bool = False,
    full: bool = False,
    tell: Tell = lambda _: None,
    clock: Clock = system_clock,
) -> VerifyReport:
    """Judge the tasks whose records do not hold, and write their records.

    Args:
        workspace: where `solutions/` lies.
        names: tasks, as names or folders; none of them: all.
        runner: only programs of this runner.
        require_gpu: refuse to go on where programs for a GPU cannot run.
        refresh: run what is fresh too.
        full: run the long vectors too.
        tell: is told what runs now.
        clock: what tells the day.

    Raises:
        CannotError: no such task, or no GPU although one is required.
        UsageError: no such runner.
    """
    if runner is not None and runner not in RUNNERS:
        msg = f"there is no runner {runner}; {_did_you_mean(runner, RUNNERS)}"
        raise UsageError(msg)
    loaded = look_at_tasks(workspace, clock=clock)
    chosen = choose(loaded.tasks, names)
    if require_gpu:
        _require_gpu(chosen, runner)
    outcomes: list[Outcome] = []
    unwritten: list[str] = []
    for task in chosen:
        for state in _states(task, runner):
            outcome = _judge(task, state, refresh=refresh, full=full, tell=tell, clock=clock)
            outcomes.append(store(workspace, task, outcome, unwritten))
    return VerifyReport(
        root=workspace.root,
        full=full,
        outcomes=tuple(outcomes),
        diagnostics=(*workspace.diagnostics, *loaded.diagnostics, *findings_of(chosen, outcomes)),
        unwritten=tuple(unwritten),
        unmet=tuple(_unmet(outcomes)) if require_gpu else (),
    )


def choose(tasks: Mapping[str, LoadedTask], names: Sequence[str]) -> tuple[LoadedTask, ...]:
    """Give the tasks that a command is about, each once.

    Args:
        tasks: all there are, by name.
        names: as the user wrote them: `block-sum` or `solutions/block-sum/`; none: all.

    Raises:
        CannotError: there is none, or none of that name.
    """
    if not tasks:
        msg = "no tasks: there is no folder in solutions/; README, “Verified code”, says what one holds"
        raise CannotError(msg)
    wanted = dict.fromkeys(PurePosixPath(name.replace("\\", "/")).name for name in names) or dict.fromkeys(tasks)
    for name in wanted:
        if name not in tasks:
            msg = f"there is no task {name} in solutions/; {_did_you_mean(name, tasks)}"
            raise CannotError(msg)
    return tuple(tasks[name] for name in wanted)


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    known = sorted(known)
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else f"take one of {', '.join(known)}"


def _require_gpu(tasks: Sequence[LoadedTask], runner: str | None) -> None:
    """Refuse to pass where nothing for a GPU could run."""
    states = [state for task in tasks for state in _states(task, runner) if state.runner == GPU_RUNNER]
    # Of a task with errors it is not known; these will be said.
    if not states and not any(task.broken for task in tasks):
        msg = "--require gpu, but none of these tasks has a program for a GPU; name one that has, or drop the option"
        raise CannotError(msg)
    why = RUNNERS[GPU_RUNNER].unavailable()
    if why:
        msg = f"--require gpu, but the runner {GPU_RUNNER} cannot run here: {why}; `--pack FILE` takes it elsewhere"
        raise CannotError(msg)


def _unmet(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Say which programs for a GPU did not run after all, or not in a way that counts."""
    for outcome in outcomes:
        if outcome.runner == GPU_RUNNER and (outcome.course is Course.NOT_RUN or outcome.weak):
            yield f"--require gpu, but {outcome.task} is not verified on one here: {outcome.why or outcome.weak}"


def _states(task: LoadedTask, runner: str | None) -> tuple[RecordState, ...]:
    """Give the runners to judge by; none for a task that has errors."""
    return () if task.broken else tuple(state for state in task.states if runner in {None, state.runner})


def _judge(task: LoadedTask, state: RecordState, *, refresh: bool, full: bool, tell: Tell, clock: Clock) -> Outcome:
    if not refresh and _is_enough(state, full=full):
        return Outcome(state=state, course=Course.FRESH, record=state.record)
    runner = RUNNERS[state.runner]
    why = runner.unavailable()
    if why:
        return Outcome(state=state, course=Course.NOT_RUN, why=why, record=state.record)
    tell(f"{state.task} ({state.runner})")
    report = judge_task(task.folder, task.parsed, runner=runner, full=full, progress=tell)
    return conclude(state, report, day=today(clock).isoformat())


def conclude(state: RecordState, report: TaskReport, *, day: str) -> Outcome:
    """Say what a report means for a record.

    Args:
        state: the record before.
        report: what was found.
        day: when, `2026-11-30`, UTC.
    """
    faults = judge_errors(report)
    if faults:
        return Outcome(state=state, course=Course.JUDGE_ERROR, why="; ".join(faults), report=report)
    why = could_not_run(report)
    if why:
        return Outcome(state=state, course=Course.NOT_RUN, why=why, report=report, record=state.record)
    record = record_of(report, state.fingerprint, day=day)
    weak = record.reason if record.status is Status.UNVERIFIED else ""
    return Outcome(state=state, course=Course.RAN, report=report, record=record, weak=weak)


def _is_enough(state: RecordState, *, full: bool) -> bool:
    """Tell whether a run would only say again what the record says; a failure is worth another look."""
    record = state.record
    return (
        record is not None
        and state.holds
        and record.status not in {Status.FAILED, Status.UNVERIFIED}
        and (record.full or not full)
    )


def store(workspace: Workspace, task: LoadedTask, outcome: Outcome, unwritten: list[str]) -> Outcome:
    """Write the record of a run, unless one that says more about the same files is there.

    Args:
        workspace: where the task lies.
        task: whose record it is.
        outcome: what became of its programs.
        unwritten: takes up why the record could not be written.
    """
    record, state = outcome.record, outcome.state
    if outcome.course is not Course.RAN or record is None:
        return outcome
    before = state.record
    if before is not None and state.holds and _says_more(before, record):
        return replace(outcome, record=before, kept=True)
    try:
        changed = write_record(workspace, task.folder, record_path(state.runner), record_text(record))
    except CannotError as fault:
        # Not raised at once: what was found is said first, a run may have taken an hour.
        unwritten.append(str(fault))
        return outcome
    return replace(outcome, written=changed)


def _says_more(before: Record, after: Record) -> bool:
    return after.status is Status.UNVERIFIED and before.status not in {Status.FAILED, Status.UNVERIFIED}


def findings_of(tasks: Iterable[LoadedTask], outcomes: Iterable[Outcome]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the tasks, and with the records that no run has replaced."""
    for task in tasks:
        yield from task.faults
    for outcome in outcomes:
        if outcome.course in {Course.NOT_RUN, Course.JUDGE_ERROR}:
            yield from outcome.state.diagnostics
        if outcome.report is not None:
            yield from outcome.report.oracle_errors
