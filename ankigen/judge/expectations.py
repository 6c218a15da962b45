"""Make the vectors of a task and what must come of them: literals are checked, the oracle answers the others."""

import json
import os
import random
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ankigen.judge.compare import CHECKER, Bound, fault_of
from ankigen.judge.groups import Group, Origin, Stored
from ankigen.judge.reference import Reference, ask
from ankigen.judge.vector_file import VECTOR_FILE
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import Case, Family, Marks, ParsedVectors

_PIECE = 20_000
"""Vectors that lie in one file."""
_INLINE = 8192
"""Characters of arguments up to which no file is made."""
_SHORT = 8
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
    tasks = [
        *(_Task.of_case(case, reference.folder, place) for place, case in enumerate(vectors.cases)),
        *(
            _Task.of_family(family, reference.folder, len(vectors.cases) + place, seeds.get(family.marks.id, ()))
            for place, family in enumerate(vectors.families)
        ),
    ]
    workers = os.cpu_count() or 1
    shares = [tasks[worker::workers] for worker in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(_ask_for, shares, [reference] * workers, range(workers)))
    _check_literals(tasks, reference)
    path = f"{folder.path}/{VECTOR_FILE}"
    errors = tuple(_error(path, task.group.marks, code, message) for task in tasks for code, message in task.errors[:1])
    return Expectations(groups=tuple(task.group for task in tasks), errors=errors[:_MOST_ERRORS])


@dataclass(slots=True, kw_only=True)
class _Task:
    """One group while it is filled."""

    group: Group
    requests: Sequence[Mapping[str, Any]]
    writer: "_Writer"
    literal: str = ""
    """What vectors.yaml says the answer is."""
    errors: list[tuple[str, str]] = field(default_factory=list)
    """Code and message."""

    @classmethod
    def of_case(cls, case: Case, folder: Path, place: int) -> "_Task":
        marks = case.marks
        group = Group(marks=marks, literal=True, raises=case.raises)
        request = {
            "kind": "case",
            "arguments": case.arguments,
            "oracle": "" if case.raises else marks.oracle,
            "depth": _depth(marks),
        }
        return cls(group=group, requests=[request], writer=_Writer(group, folder, place), literal=case.expected)

    @classmethod
    def of_family(cls, family: Family, folder: Path, place: int, seeds: tuple[int, ...]) -> "_Task":
        marks = family.marks
        counted = family.many or family.each_position
        group = Group(marks=marks, literal=False, raises=family.raises, counted=counted)
        requests = [
            {
                "kind": "family",
                "generator": family.generator,
                "size": size,
                "seed": seed,
                "many": family.many,
                "each_position": family.each_position,
                "oracle": "" if family.raises else marks.oracle,
                "depth": _depth(marks),
            }
            for size in family.sizes
            for seed in (*range(family.seeds), *seeds)
        ]
        return cls(group=group, requests=requests, writer=_Writer(group, folder, place))

    def take(self, request: Mapping[str, Any], fields: list[str]) -> None:
        """Keep an answer of the reference."""
        arguments, expected, depth, magnitude, unit = fields
        if request["kind"] == "family":
            last = self.group.origins[-1:]
            if not last or (last[0].size, last[0].seed) != (request["size"], request["seed"]):
                self.group.origins.append(Origin(self.group.count, request["size"], request["seed"]))
        if request["depth"]:
            self.group.bounds.append(Bound(depth=int(depth), magnitude=float(magnitude), unit=float(unit)))
        self.writer.add(arguments)
        # Few answers are different in a family of millions.
        self.group.expected.append(sys.intern(expected) if len(expected) < _SHORT else expected)

    def fail(self, request: Mapping[str, Any], why: str) -> None:
        """Note that there is no answer."""
        name = self.group.marks.id
        if request["kind"] == "family":
            name += f"[size={request['size']},seed={request['seed']}]"
        self.errors.append(("oracle-fault", f"oracle or generator fails on vector `{name}`: {why}"))


class _Writer:
    """Stores the arguments of a group: in memory while they are few, else in files of some thousand lines."""

    def __init__(self, group: Group, folder: Path, place: int) -> None:
        self._group = group
        self._folder = folder
        self._name = f"group{place}"
        self._lines: list[str] = []
        self._start = 0
        self._size = 0
        self._count = 0

    def add(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line)
        self._count += 1
        most = 1 if self._group.alone else _PIECE
        if self._count >= most:
            self.close()

    def close(self) -> None:
        if not self._lines:
            return
        name = ""
        lines = tuple(self._lines)
        if self._size > _INLINE:
            name = f"{self._name}.{len(self._group.stored)}.jsonl"
            (self._folder / name).write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")
            lines = ()
        self._group.stored.append(Stored(self._start, self._count, name, lines))
        self._start += self._count
        self._lines, self._size, self._count = [], 0, 0


def _ask_for(tasks: Sequence[_Task], reference: Reference, worker: int) -> None:
    flat = [(task, request) for task in tasks for request in task.requests]
    ask(
        reference,
        [request for _, request in flat],
        take=lambda place, fields: flat[place][0].take(flat[place][1], fields),
        fail=lambda place, why: flat[place][0].fail(flat[place][1], why),
        prefix=f"array{worker}-",
    )
    for task in tasks:
        task.writer.close()
        if not task.group.count and not task.errors:
            task.errors.append(("vectors-none", f"family `{task.group.marks.id}` has no vector"))


def _check_literals(tasks: Sequence[_Task], reference: Reference) -> None:
    """Compare what vectors.yaml says with what the oracle says."""
    literal = [task for task in tasks if task.literal and not task.errors]
    checked: list[tuple[_Task, Mapping[str, Any]]] = []
    for task in literal:
        comparison = task.group.marks.comparison
        said, task.group.expected[0] = task.group.expected[0], task.literal
        if not said:  # its entry has no oracle
            continue
        if comparison.rule == CHECKER:
            arguments = task.group.arguments_of(0, reference.folder)
            checked.append((task, check_request(comparison.function, arguments, said, task.literal)))
        else:
            _contradict(task, fault_of(task.literal, said, task.group.measure_of(0)))
    ask(
        reference,
        [request for _, request in checked],
        take=lambda place, fields: _contradict(checked[place][0], str(json.loads(fields[0]))),
        fail=lambda place, why: checked[place][0].fail(checked[place][1], why),
    )


def _contradict(task: _Task, fault: str) -> None:
    if fault:
        marks = task.group.marks
        task.errors.append(
            ("vector-contradicts", f"vector `{marks.id}` contradicts {marks.oracle} of oracle.py: {fault}")
        )


def check_request(function: str, arguments: str, expected: str, answer: str) -> Mapping[str, Any]:
    """Give the request that lets a checker look at an answer."""
    return {"kind": "check", "function": function, "arguments": arguments, "expected": expected, "answer": answer}


def _depth(marks: Marks) -> str:
    return marks.comparison.function if marks.comparison.rule == "sum-bound" else ""


def _error(path: str, marks: Marks, code: str, message: str) -> Diagnostic:
    mends = {
        "oracle-fault": "mend oracle.py or generators.py; no program is to blame",
        "vector-contradicts": "correct `out`, or the oracle; no program is to blame",
        "vectors-none": "mend its generator, or list sizes",
    }
    return Diagnostic(path=path, line=marks.line, severity=Severity.ERROR, code=code, message=message, mend=mends[code])


def wanted(vectors: ParsedVectors, entries: Sequence[str], *, full: bool) -> ParsedVectors:
    """Leave out what no program of these entries is called with, and, unless all is wanted, what is marked `full`."""

    def chosen(marks: Marks) -> bool:
        return marks.entry in entries and (full or not marks.full)

    return ParsedVectors(
        cases=tuple(case for case in vectors.cases if chosen(case.marks)),
        families=tuple(family for family in vectors.families if chosen(family.marks)),
    )
