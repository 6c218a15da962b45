"""Fill a group of vectors from what the reference answers."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ankigen.judge.compare import Bound
from ankigen.judge.groups import Group, Origin, Stored
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.task_settings import Case, Family, Marks

_PIECE = 20_000
"""Vectors that lie in one file."""
_INLINE = 8192
"""Characters of arguments up to which no file is made."""
_SHORT = 8


class Where(NamedTuple):
    """Where things lie."""

    path: str
    """Of vectors.yaml, for diagnostics."""
    folder: Path
    """Where arguments are stored."""


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


@dataclass(slots=True, kw_only=True)
class GroupMaker:
    """One group while it is filled."""

    group: Group
    requests: Sequence[Mapping[str, Any]]
    writer: _Writer
    literal: str = ""
    """What vectors.yaml says the answer is."""
    path: str
    """Of vectors.yaml."""
    errors: list[Diagnostic] = field(default_factory=list)

    @classmethod
    def of_case(cls, case: Case, where: Where, place: int) -> "GroupMaker":
        """Begin with a literal vector.

        Args:
            case: which.
            where: where things lie.
            place: of the group among all, which names its files.
        """
        marks = case.marks
        group = Group(marks=marks, literal=True, raises=case.raises)
        request = {
            "kind": "case",
            "arguments": case.arguments,
            "oracle": "" if case.raises else marks.oracle,
            "depth": _depth(marks),
        }
        writer = _Writer(group, where.folder, place)
        return cls(group=group, requests=[request], writer=writer, path=where.path, literal=case.expected)

    @classmethod
    def of_family(cls, family: Family, where: Where, place: int, seeds: tuple[int, ...]) -> "GroupMaker":
        """Begin with a family.

        Args:
            family: which.
            where: as for `of_case`.
            place: as for `of_case`.
            seeds: the fresh ones.
        """
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
        return cls(group=group, requests=requests, writer=_Writer(group, where.folder, place), path=where.path)

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
        message = f"oracle or generator fails on vector `{name}`: {why}"
        mend = "mend oracle.py or generators.py; no program is to blame"
        self.errors.append(self._error(code="oracle-fault", message=message, mend=mend))

    def contradict(self, fault: str) -> None:
        """Note that vectors.yaml and the oracle do not agree, if they do not."""
        if fault:
            marks = self.group.marks
            message = f"vector `{marks.id}` contradicts {marks.oracle} of oracle.py: {fault}"
            mend = "correct `out`, or the oracle; no program is to blame"
            self.errors.append(self._error(code="vector-contradicts", message=message, mend=mend))

    def miss(self) -> None:
        """Note that a family turned out to have no vector."""
        message = f"family `{self.group.marks.id}` has no vector"
        self.errors.append(self._error(code="vectors-none", message=message, mend="mend its generator, or its sizes"))

    def _error(self, *, code: str, message: str, mend: str) -> Diagnostic:
        line, error = self.group.marks.line, Severity.ERROR
        return Diagnostic(path=self.path, line=line, severity=error, code=code, message=message, mend=mend)


def _depth(marks: Marks) -> str:
    return marks.comparison.function if marks.comparison.rule == "sum-bound" else ""
