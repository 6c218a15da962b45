"""Make the vectors of a task and what must come of them: literals are checked, the oracle answers the others."""

import json
import os
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ankigen.judge.compare import CHECKER, fault_of
from ankigen.judge.groups import Group
from ankigen.judge.making import GroupMaker, Where
from ankigen.judge.reference import Reference, ask
from ankigen.judge.vector_file import VECTOR_FILE
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import Family, Marks, ParsedVectors

_MOST_ERRORS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectations:
    """The groups, in the order of vectors.yaml, and what is wrong with oracle, generators or literal vectors."""

    groups: tuple[Group, ...]
    errors: tuple[Diagnostic, ...]


def fresh_seeds(families: Sequence[Family], source: random.Random) -> Mapping[str, tuple[int, ...]]:
    """Draw the seeds that nobody chose, by family."""
    return {
        family.marks.id: tuple(source.randrange(2**32) for _ in range(family.fresh_seeds))
        for family in families
        if family.fresh_seeds
    }


def make_expectations(
    folder: SolutionFolder,
    vectors: ParsedVectors,
    *,
    reference: Reference,
    seeds: Mapping[str, tuple[int, ...]],
) -> Expectations:
    """Ask the reference for everything that has to be known, on all processors.

    Args:
        folder: the task's.
        vectors: those that are wanted, no others.
        reference: the task's.
        seeds: fresh seeds by family.
    """
    where = Where(path=f"{folder.path}/{VECTOR_FILE}", folder=reference.folder)
    tasks = [
        *(GroupMaker.of_case(case, where, place) for place, case in enumerate(vectors.cases)),
        *(
            GroupMaker.of_family(family, where, len(vectors.cases) + place, seeds.get(family.marks.id, ()))
            for place, family in enumerate(vectors.families)
        ),
    ]
    workers = os.cpu_count() or 1
    shares = [tasks[worker::workers] for worker in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(_ask_for, shares, [reference] * workers, range(workers)))
    _check_literals(tasks, reference)
    errors = tuple(task.errors[0] for task in tasks if task.errors)
    return Expectations(groups=tuple(task.group for task in tasks), errors=errors[:_MOST_ERRORS])


def _ask_for(tasks: Sequence[GroupMaker], reference: Reference, worker: int) -> None:
    flat = [(task, request) for task in tasks for request in task.requests]
    finished = ask(
        reference,
        [request for _, request in flat],
        take=lambda place, fields: flat[place][0].take(flat[place][1], fields),
        fail=lambda place, why: flat[place][0].fail(flat[place][1], why),
        prefix=f"array{worker}-",
    )
    for task in tasks:
        task.writer.close()
        if finished and not task.group.count and not task.errors:
            task.miss()


def _check_literals(tasks: Sequence[GroupMaker], reference: Reference) -> None:
    """Compare what vectors.yaml says with what the oracle says."""
    literal = [task for task in tasks if task.literal and task.group.expected]
    checked: list[tuple[GroupMaker, Mapping[str, Any]]] = []
    for task in literal:
        comparison = task.group.marks.comparison
        said, task.group.expected[0] = task.group.expected[0], task.literal
        if not said:  # its entry has no oracle
            continue
        if comparison.rule == CHECKER:
            arguments = task.group.arguments_of(0, reference.folder)
            checked.append((task, check_request(comparison.function, arguments, said, task.literal)))
        else:
            task.contradict(fault_of(task.literal, said, task.group.measure_of(0)))
    ask(
        reference,
        [request for _, request in checked],
        take=lambda place, fields: checked[place][0].contradict(str(json.loads(fields[0]))),
        fail=lambda place, why: checked[place][0].fail(checked[place][1], why),
    )


def check_request(function: str, arguments: str, expected: str, answer: str) -> Mapping[str, Any]:
    """Give the request that lets a checker look at an answer."""
    return {"kind": "check", "function": function, "arguments": arguments, "expected": expected, "answer": answer}


def wanted(vectors: ParsedVectors, entries: Sequence[str], *, full: bool) -> ParsedVectors:
    """Leave out what no program of these entries is called with, and, unless all is wanted, what is marked `full`."""

    def chosen(marks: Marks) -> bool:
        return marks.entry in entries and (full or not marks.full)

    return ParsedVectors(
        cases=tuple(case for case in vectors.cases if chosen(case.marks)),
        families=tuple(family for family in vectors.families if chosen(family.marks)),
    )
