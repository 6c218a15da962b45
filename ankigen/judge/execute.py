"""Run the processes of a plan: units of programs side by side, batches of a unit one after another."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ankigen.judge.plan import Batch, Job, Piece, Plan
from ankigen.judge.runner import Runner
from ankigen.judge.sandbox import Child, Ended, run_child

_RESTARTS = 20
"""How often a batch goes on in a new process after an error that spoiled the device for the old one."""


class Listener(Protocol):
    """Is told what the processes of a batch say."""

    def line(self, line: str) -> bool:
        """Take a line; False: the process need not go on."""
        ...

    def ended(self, ended: Ended) -> None:
        """Take the end of a process."""
        ...

    @property
    def resume_at(self) -> int:
        """The call that a new process has to go on from; 0: none has to."""
        ...

    @property
    def failed(self) -> bool:
        """Whether anything went wrong."""
        ...


Listen = Callable[[Job, Batch, int], Listener]
"""Gives a listener for a batch of a job from some call on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a plan is run."""

    runner: Runner
    plan: Plan
    folder: Path
    """Where the arguments lie."""


def run_units(place: Place, jobs: Sequence[Job], listen: Listen, *, done: Callable[[Job], None]) -> None:
    """Run the units of some jobs, and when they are through the batches that run alone.

    Args:
        place: the plan.
        jobs: which of its jobs.
        listen: who is told.
        done: is told of each unit that is through.
    """
    workers = place.runner.workers or os.cpu_count() or 1
    units = [(job, unit) for job in jobs for unit in job.units]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda entry: _run_unit(place, entry[0], entry[1], listen, done), units))
    for job in jobs:
        if job.alone:
            _run_unit(place, job, job.alone, listen, done)


def _run_unit(place: Place, job: Job, unit: Sequence[Batch], listen: Listen, done: Callable[[Job], None]) -> None:
    failed = False
    for batch in unit:
        skip = 0
        for _ in range(_RESTARTS):
            listener = listen(job, batch, skip)
            listener.ended(run_child(child_of(place, job, batch, skip), listener.line))
            skip = listener.resume_at
            failed = failed or listener.failed
            if not skip:
                break
        if failed:
            break
    done(job)


def child_of(place: Place, job: Job, batch: Batch, skip: int) -> Child:
    """Give the process for a batch."""
    runner, plan = place.runner, place.plan
    return Child(
        module="harness",
        work={
            "program": job.program,
            "pieces": [_piece_of(piece) for piece in batch.pieces],
            "seed": batch.seed,
            "skip": skip,
            "folder": str(place.folder),
            "device": runner.device,
            "guard": not batch.tool,
            "fork": batch.fork,
        },
        files=job.files,
        wall_s=batch.wall_s,
        cpu_s=plan.cpu_s,
        memory_mb=batch.memory_mb + runner.spare_memory_mb,
        output_mb=plan.output_mb,
        most_processes=runner.most_processes,
        limits_address_space=runner.limits_address_space,
        confines_writes=runner.confines_writes,
        python_path=runner.python_path,
    )


def _piece_of(piece: Piece) -> dict[str, Any]:
    return {
        "entry": piece.entry,
        "tier": piece.tier,
        "steps": piece.steps,
        "shapes": list(piece.shapes),
        "repeat": piece.repeat,
    } | ({"file": piece.file} if piece.file else {"lines": list(piece.lines)})
