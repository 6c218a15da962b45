"""Judge a task: make its vectors, run its programs, compare, and report."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ankigen.judge.runner import Runner
from ankigen.model.judging import TaskReport
from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import ParsedTask

Progress = Callable[[str], None]
"""Is told what is being done, in a few words; may be called from any thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """All that has to be called, and, apart from it, what must come of it."""

    task: str
    runner: str
    full: bool
    seeds: Mapping[str, tuple[int, ...]]
    """By family: the fresh seeds; with them, `prepare_calls` makes the same calls again."""
    folder: Path
    """Holds everything a machine needs to make the calls, and nothing of what must come of them."""


def judge_task(
    folder: SolutionFolder,
    parsed: ParsedTask,
    *,
    runner: Runner,
    full: bool = False,
    fresh: random.Random | None = None,
    progress: Progress | None = None,
) -> TaskReport:
    """Run every program of a runner against the task's vectors.

    Args:
        folder: the task's folder, as read.
        parsed: of `parse_task`, without errors.
        runner: where programs run; where it cannot, the report says so of each program.
        full: also the vectors that are marked `full`.
        fresh: where fresh seeds are drawn from; the operating system if left out.
        progress: is told what is being done.
    """
    raise NotImplementedError


def prepare_calls(
    folder: SolutionFolder,
    parsed: ParsedTask,
    *,
    runner: Runner,
    into: Path,
    full: bool = False,
    fresh: random.Random | None = None,
    seeds: Mapping[str, tuple[int, ...]] | None = None,
    progress: Progress | None = None,
) -> Calls:
    """Make vectors and what must come of them, and write into a folder what a machine needs to make the calls.

    Args:
        folder: as for `judge_task`.
        parsed: as for `judge_task`.
        runner: as for `judge_task`.
        into: an empty folder; `run_calls` needs nothing else.
        full: as for `judge_task`.
        fresh: as for `judge_task`.
        seeds: fresh seeds by family, from an earlier `Calls`, instead of drawing them.
        progress: as for `judge_task`.
    """
    raise NotImplementedError


def run_calls(into: Path, *, runner: Runner, progress: Progress | None = None) -> str:
    """Make the calls of a folder that `prepare_calls` filled, and give the raw answers as JSON; judges nothing."""
    raise NotImplementedError


def judge_answers(calls: Calls, answers: str) -> TaskReport:
    """Judge the raw answers of `run_calls`, which may have run on another machine.

    Raises:
        ValueError: the answers are no answers to these calls.
    """
    raise NotImplementedError
