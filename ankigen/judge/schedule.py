"""Which process makes which calls, and in which order."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ankigen.judge.compare import CHECKER
from ankigen.judge.groups import Group
from ankigen.judge.plan import Batch, Job, Piece
from ankigen.judge.runner import Runner
from ankigen.judge.sanitizers import FINDS
from ankigen.judge.yaml_text import folded
from ankigen.model.solution import Program, SolutionFolder
from ankigen.model.task_settings import Expectation, Rejected, TaskSettings

VALUES, AGAIN, COLD, SANITIZERS = "values", "again", "cold", "sanitizers"
_CALLS = 40_000
"""Calls of one process, about; more go to others, side by side."""
_FEW = 2_000
"""Calls of a family that is made before larger ones, where one failure is enough."""
_REPEAT = 5
"""How often a call with a tolerance is made: atomics may answer otherwise each time."""
_SLOWER = 5
"""How much more time a process has under compute-sanitizer."""
UNDEFINED = frozenset((*FINDS.values(), Expectation.DEADLOCK))
"""Reasons that a checker sees best."""


def accepted_job(
    folder: SolutionFolder, settings: TaskSettings, program: Program, groups: Sequence[Group], runner: Runner
) -> Job:
    """Plan an accepted program: every vector twice, in different orders, and each literal one in a process of its own.

    Args:
        folder: the task's.
        settings: the task's.
        program: which.
        groups: all groups of vectors; those of other entries are left out.
        runner: the program's.
    """
    pieces = [piece for piece in _pieces(groups, settings, program) if not groups[piece.group].alone]
    literal = [
        replace(piece, shapes=piece.shapes[:1], repeat=1)
        for piece in pieces
        if groups[piece.group].literal and not groups[piece.group].raises
    ]
    again = [piece for piece in pieces if not groups[piece.group].marks.full]
    batches = [
        *(_batch(settings, VALUES, part, seed=1) for part in _parts(pieces)),
        *(_batch(settings, AGAIN, part, seed=2) for part in _parts(again)),
        *_cold(settings, literal, runner),
    ]
    return Job(
        name=program.name,
        program=program.file,
        files=_files(folder, program, {}),
        units=tuple((batch,) for batch in batches),
        alone=tuple(_alone(groups, settings, program)),
        checks=tuple(_checks(groups, settings, program, runner)),
    )


def rejected_job(
    folder: SolutionFolder, settings: TaskSettings, rejected: Rejected, groups: Sequence[Group], runner: Runner
) -> Job:
    """Plan a rejected program: small vectors first, each once, one process after another until one fails.

    A program that must be too slow is given vectors whose steps are counted first, then literal ones, and no others,
    which it might not end.
    """
    program = settings.programs[rejected.program]
    pieces = [
        replace(piece, tier=_tier(groups[piece.group], piece, rejected), repeat=1)
        for piece in _pieces(groups, settings, program)
        if not groups[piece.group].alone
    ]
    if rejected.expect is Expectation.TOO_SLOW:
        pieces = [piece for piece in pieces if piece.steps is not None or groups[piece.group].literal]
    pieces.sort(key=lambda piece: piece.tier)
    checked = rejected.needs_checker or rejected.expect in UNDEFINED
    return Job(
        name=rejected.name,
        program=program.file,
        files=_files(folder, program, {rejected.replaces: rejected.path}),
        units=(tuple(_batch(settings, VALUES, part, seed=1) for part in _parts(pieces)),) if pieces else (),
        alone=tuple(_alone(groups, settings, program)) if rejected.full else (),
        one_finding=True,
        checks=tuple(_checks(groups, settings, program, runner, rejected.expect)) if checked else (),
    )


def _pieces(groups: Sequence[Group], settings: TaskSettings, program: Program) -> Iterator[Piece]:
    limit = settings.step_limit
    steps = None if limit is None else {"constant": limit.constant, "square": limit.square}
    for number, group in enumerate(groups):
        if group.marks.entry == program.entry:
            tolerant = group.marks.comparison.rule not in {"exact", CHECKER}
            for stored in group.stored:
                yield Piece(
                    group=number,
                    start=stored.first,
                    count=stored.vectors,
                    tier=0,
                    entry=program.entry,
                    file=stored.file,
                    lines=stored.lines,
                    steps=steps if group.marks.steps else None,
                    shapes=program.launch_shapes or ({},),
                    repeat=_REPEAT if tolerant and not group.raises else 1,
                )


def _cold(settings: TaskSettings, literal: Sequence[Piece], runner: Runner) -> Iterator[Batch]:
    """Yield what calls each literal vector in a process of its own; where a copy of a process will do, in copies."""
    if runner.device or not hasattr(os, "fork"):
        yield from (_batch(settings, COLD, (piece,), seed=0) for piece in literal)
    elif literal:
        in_turn = tuple(replace(piece, tier=tier) for tier, piece in enumerate(literal))
        yield replace(_batch(settings, COLD, in_turn, seed=0), fork=True)


def _tier(group: Group, piece: Piece, rejected: Rejected) -> int:
    if group.marks.steps:
        return 0 if rejected.expect is Expectation.TOO_SLOW else 3
    if group.literal:
        return 1
    return 2 if group.count * len(piece.shapes) <= _FEW else 4


def _parts(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Yield pieces in parts of about as many calls as one process makes."""
    part: list[Piece] = []
    calls = 0
    for piece in pieces:
        own = piece.count * len(piece.shapes) * piece.repeat
        if part and calls + own > _CALLS:
            yield tuple(part)
            part, calls = [], 0
        part.append(piece)
        calls += own
    if part:
        yield tuple(part)


def _batch(settings: TaskSettings, stage: str, pieces: tuple[Piece, ...], *, seed: int) -> Batch:
    limits = settings.limits
    return Batch(stage=stage, pieces=pieces, seed=seed, wall_s=limits.wall_s, memory_mb=limits.memory_mb)


def _alone(groups: Sequence[Group], settings: TaskSettings, program: Program) -> Iterator[Batch]:
    for piece in _pieces(groups, settings, program):
        marks = groups[piece.group].marks
        if groups[piece.group].alone:
            # Once, under the first launch shape: what needs so much takes minutes under all of them.
            batch = _batch(settings, VALUES, (replace(piece, repeat=1, shapes=piece.shapes[:1]),), seed=1)
            yield replace(batch, wall_s=marks.wall_s or batch.wall_s, memory_mb=marks.memory_mb or batch.memory_mb)


def _checks(
    groups: Sequence[Group], settings: TaskSettings, program: Program, runner: Runner, expect: Expectation | None = None
) -> Iterator[Batch]:
    """Yield a batch for each tool; the one that finds what is expected comes first."""
    pieces = tuple(
        replace(piece, repeat=1)
        for piece in _pieces(groups, settings, program)
        if groups[piece.group].marks.sanitize and not groups[piece.group].alone
    )
    for tool in sorted(runner.sanitizers, key=lambda each: FINDS[each] is not expect) if pieces else ():
        batch = _batch(settings, SANITIZERS, pieces, seed=1)
        yield replace(batch, tool=tool, wall_s=batch.wall_s * _SLOWER, memory_mb=batch.memory_mb * 2)


def _files(folder: SolutionFolder, program: Program, instead: Mapping[str, str]) -> Mapping[str, bytes]:
    """Give the program's own files, with rejected ones in the place of what they stand in for."""
    return {path: folded(folder.files[instead.get(path, path)]) for path in (program.file, *program.kernels)}
