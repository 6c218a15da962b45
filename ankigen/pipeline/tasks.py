"""The tasks of a workspace with what their records say; nothing is run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from ankigen.judge import RUNNERS, ParsedTask, parse_task, parse_vectors
from ankigen.judge.regions import read_regions
from ankigen.judge.standing import RecordState, standings
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.solution import SolutionFolder, Task
from ankigen.pipeline.clock import Clock, system_clock
from ankigen.workspace import Workspace, read_solutions


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedTask:
    """A task's folder, what it says, and the state of its records."""

    folder: SolutionFolder
    parsed: ParsedTask
    states: tuple[RecordState, ...] = ()
    """One a runner; none if the task cannot be understood."""
    faults: tuple[Diagnostic, ...] = ()
    """What is wrong with task.yaml, vectors.yaml and the heads of rejected programs."""
    of_regions: tuple[Diagnostic, ...] = ()
    """What is wrong with its regions; a program is judged all the same."""
    about_records: tuple[Diagnostic, ...] = ()
    """What is to be said of its records."""

    @property
    def broken(self) -> bool:
        """Whether there is an error, so that nothing can be judged."""
        return any(found.severity is Severity.ERROR for found in self.faults)

    @property
    def task(self) -> Task | None:
        """The task with the standings of its programs; None if it cannot be understood."""
        return self.parsed.task


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedTasks:
    """All tasks of a workspace, by name."""

    tasks: Mapping[str, LoadedTask]
    diagnostics: tuple[Diagnostic, ...] = ()
    """What is wrong with the files of all of them."""


def today(clock: Clock = system_clock) -> date:
    """Give the day in UTC: records are carried from one machine to another."""
    return datetime.fromtimestamp(clock(), tz=UTC).date()


def load_tasks(
    workspace: Workspace, *, clock: Clock = system_clock
) -> tuple[Mapping[str, Task], tuple[Diagnostic, ...]]:
    """Give the tasks of a workspace by name, with the standings of their programs, and what is wrong with them.

    Args:
        workspace: where `solutions/` lies.
        clock: what tells how old a record is.
    """
    loaded = look_at_tasks(workspace, clock=clock)
    tasks = {name: each.task for name, each in loaded.tasks.items() if each.task is not None}
    found = list(loaded.diagnostics)
    for each in loaded.tasks.values():
        found.extend((*each.faults, *each.of_regions, *each.about_records))
    return tasks, tuple(found)


def look_at_tasks(workspace: Workspace, *, clock: Clock = system_clock) -> LoadedTasks:
    """Read every task and compare its records with its files."""
    read = read_solutions(workspace)
    day = today(clock)
    return LoadedTasks(
        tasks={name: _look(folder, day) for name, folder in read.folders.items()}, diagnostics=read.diagnostics
    )


def _look(folder: SolutionFolder, day: date) -> LoadedTask:
    parsed = parse_task(folder)
    if parsed.task is None or parsed.settings is None:
        return LoadedTask(folder=folder, parsed=parsed, faults=parsed.diagnostics)
    vectors = parse_vectors(folder, parsed.settings)
    regions = read_regions(folder, parsed.declared_regions)
    found = standings(folder, parsed.settings, runners=tuple(RUNNERS.values()), today=day)
    return LoadedTask(
        folder=folder,
        parsed=replace(parsed, task=replace(parsed.task, regions=regions.regions, standings=found.standings)),
        states=found.states,
        faults=(*parsed.diagnostics, *vectors.diagnostics),
        of_regions=regions.diagnostics,
        about_records=found.diagnostics,
    )
