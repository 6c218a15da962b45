"""Judge what a program's processes say, line by line: each vector gets a ruling, the program its failures."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from ankigen.judge.child.order import Call, order_of
from ankigen.judge.compare import CHECKER, fault_of
from ankigen.judge.groups import Group
from ankigen.judge.plan import Batch
from ankigen.judge.sandbox import End, Ended
from ankigen.model.judging import Ruling
from ankigen.model.solution import Verdict

MOST_FAILURES = 20
_OUT_OF_BOUNDS = ("illegal memory access", "illegal address", "misaligned address")
"""What a driver says of an access that it caught itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A vector, or a process, that went wrong."""

    ruling: Ruling
    stage: str
    by: str
    """What saw it: `values`, `steps`, `guard cells`, `compiler`, `process`, `driver`."""
    bad_input: bool = False
    """Whether the vector must raise an exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """An answer that waits for the checker."""

    group: int
    place: int
    shape: Mapping[str, int]
    stage: str
    answer: str


@dataclass(slots=True)
class Assessment:
    """What is known of one program so far; batches of it may be fed from several threads."""

    groups: Sequence[Group]
    folder: Path
    limits: Mapping[str, float]
    """`wall_s` and the like, for messages."""
    failures: list[Failure] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    isolation: set[tuple[str, ...]] = field(default_factory=set)
    cannot: str = ""
    """Why the device does not work at all."""
    lock: Lock = field(default_factory=Lock)
    seen: dict[int, bytearray] = field(default_factory=dict)
    """By group, a byte a vector: 0 not run, 1 run, 2 failed."""
    answers: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """First answers of vectors with a tolerance, by group, place and launch shape."""
    differs: bool = False
    tolerant: bool = False

    def run(self) -> int:
        """Count the vectors that were run."""
        return sum(len(marks) - marks.count(0) for marks in self.seen.values())

    def passed(self) -> int:
        """Count the vectors that were run and never failed."""
        return sum(marks.count(1) for marks in self.seen.values())

    def mark(self, group: int, place: int, *, failed: bool) -> None:
        """Note that a vector was run."""
        marks = self.seen.get(group)
        if marks is None:
            marks = self.seen.setdefault(group, bytearray(self.groups[group].count))
        marks[place] = 2 if failed else marks[place] or 1

    def fail(self, failure: Failure) -> None:
        """Keep a failure, unless there are many."""
        if len(self.failures) < MOST_FAILURES * 10:
            self.failures.append(failure)


class BatchView:
    """What one process says: feed it lines, then its end."""

    def __init__(self, assessment: Assessment, batch: Batch, *, first_only: bool, skip: int = 0) -> None:
        """Begin.

        Args:
            assessment: of the program.
            batch: what the process was given.
            first_only: whether one failure is enough.
            skip: calls at the beginning that an earlier process made.
        """
        self._assessment = assessment
        self._batch = batch
        self._first_only = first_only
        pieces = [(piece.tier, piece.count, len(piece.shapes)) for piece in batch.pieces]
        self._order = order_of(pieces, batch.seed)
        self._at = skip - 1
        self._skip = skip
        self._repeated = 0
        self._finished = False
        self._trouble = False
        self._poisoned = 0
        self._over = False

    @property
    def resume_at(self) -> int:
        """The call that a new process has to go on from; 0: none has to."""
        over = self._trouble and self._first_only
        return self._skip + self._poisoned if self._poisoned and not over else 0

    @property
    def failed(self) -> bool:
        """Whether anything went wrong."""
        return self._trouble

    def line(self, line: str) -> bool:
        """Take a line; False: it need not go on."""
        piece, place, shape, kind, content = (*line.split("\t", 4), "", "")[:5]
        with self._assessment.lock:
            if piece == "#":
                self._note(place, shape)
            elif kind:
                self._outcome(Call(int(piece), int(place), int(shape)), kind, content)
        return not (self._over or (self._trouble and self._first_only))

    def ended(self, ended: Ended) -> None:
        """Take the end of the process."""
        if ended.end is End.STOPPED or (self._trouble and self._first_only):
            return
        verdict, reason = _end_of(ended, self._assessment.limits, finished=self._finished or self._poisoned > 0)
        if verdict and not self._assessment.cannot:
            with self._assessment.lock:
                self._fail_process(verdict, reason)

    def _note(self, subject: str, content: str) -> None:
        told: Any = json.loads(content)
        match subject:
            case "isolation":
                self._assessment.isolation.add(tuple(told))
            case "environment":
                self._assessment.environment |= told
            case "end":
                self._finished = True
                self._blame_threads(told)
            case "copy-end":
                self._blame_threads(told)
            case "died":
                self._fail_process(Verdict.RUN_TIME_ERROR, f"its process ended with status {told} and no answer")
                self._finished = True
            case "poisoned":
                self._poisoned = told
            case "device-error":
                self._assessment.cannot = f"the device does not answer: {told['message']}"
                self._finished = True
            case "harness-error":
                self._finished = True
                self._fail_process(Verdict.JUDGE_ERROR, f"the judge's own fault: {told['message']}")
            case "load-error":
                self._finished = True
                compiles = not {"SyntaxError", "CompileError"} & set(told["names"])
                verdict = Verdict.RUN_TIME_ERROR if compiles else Verdict.COMPILE_ERROR
                self._fail_process(
                    verdict, f"cannot be loaded: {_shown(told)}", by="process" if compiles else "compiler"
                )

    def _blame_threads(self, left: Sequence[str]) -> None:
        """Its process would not end; what it is blamed for is known already."""
        if left:
            self._over = True
            self._fail_process(Verdict.RUN_TIME_ERROR, f"left threads running: {', '.join(left)}")

    def _outcome(self, call: Call, kind: str, content: str) -> None:
        piece = self._batch.pieces[call.piece]
        if not self._in_order(call, piece.repeat):
            self._finished = True
            self._fail_process(Verdict.RUN_TIME_ERROR, "answers that nobody asked for: did it copy its process?")
            return
        group, place = piece.group, piece.start + call.place
        verdict, reason, by = self._rule(group, place, call, kind, content)
        self._assessment.mark(group, place, failed=verdict is not Verdict.ACCEPTED)
        if verdict is not Verdict.ACCEPTED:
            self._fail(self._ruling(call, verdict, reason), by, bad_input=bool(self._assessment.groups[group].raises))

    def _in_order(self, call: Call, repeat: int) -> bool:
        if self._at >= self._skip and self._order[self._at] == call and self._repeated < repeat:
            self._repeated += 1
            return True
        if self._at + 1 < len(self._order) and self._order[self._at + 1] == call:
            self._at += 1
            self._repeated = 1
            return True
        return False

    def _rule(  # noqa: PLR0911 - one line a kind
        self, number: int, place: int, call: Call, kind: str, content: str
    ) -> tuple[Verdict, str, str]:
        group = self._assessment.groups[number]
        match kind:
            case "answer" if group.raises:
                wanted = " or ".join(group.raises)
                return Verdict.WRONG_ANSWER, f"raised nothing, want {wanted}; answered {content[:80]}", "values"
            case "answer":
                return self._rule_answer(number, place, call, content)
            case "raised":
                return _rule_raised(json.loads(content), group)
            case "steps":
                return Verdict.TIME_LIMIT, f"more than {content} steps", "steps"
            case "changed":
                return Verdict.WRONG_ANSWER, "changed its argument in place", "values"
            case "guard":
                return Verdict.UNDEFINED, f"out of bounds: {json.loads(content)}", "guard cells"
            case _:
                return _rule_late(str(json.loads(content)), "after its answer: ")

    def _rule_answer(self, number: int, place: int, call: Call, content: str) -> tuple[Verdict, str, str]:
        group = self._assessment.groups[number]
        rule = group.marks.comparison.rule
        if rule == CHECKER and '"$":"other"' not in content:
            shape = self._batch.pieces[call.piece].shapes[call.shape]
            check = Check(group=number, place=place, shape=shape, stage=self._batch.stage, answer=content)
            self._assessment.checks.append(check)
            return Verdict.ACCEPTED, "", ""
        if rule != "exact":
            self._assessment.tolerant = True
            first = self._assessment.answers.setdefault((number, place, call.shape), content)
            self._assessment.differs |= first != content
        if content == group.expected[place]:
            return Verdict.ACCEPTED, "", ""
        if rule == CHECKER:
            return Verdict.WRONG_ANSWER, f"the answer is of a type that cannot be compared: {content[:80]}", "values"
        fault = fault_of(content, group.expected[place], group.measure_of(place))
        return (Verdict.WRONG_ANSWER, fault, "values") if fault else (Verdict.ACCEPTED, "", "")

    def _ruling(self, call: Call, verdict: Verdict, reason: str) -> Ruling:
        piece = self._batch.pieces[call.piece]
        name = self._assessment.groups[piece.group].name_of(piece.start + call.place)
        return Ruling(vector_id=name, launch_shape=piece.shapes[call.shape], verdict=verdict, reason=reason)

    def _fail(self, ruling: Ruling, by: str, *, bad_input: bool) -> None:
        self._trouble = True
        self._assessment.fail(Failure(ruling=ruling, stage=self._batch.stage, by=by, bad_input=bad_input))

    def _fail_process(self, verdict: Verdict, reason: str, *, by: str = "process") -> None:
        """Blame the call that was being made, if any was."""
        current = self._current()
        if current is None:
            ruling = Ruling(vector_id="", verdict=verdict, reason=reason)
            self._fail(ruling, by, bad_input=False)
            return
        piece = self._batch.pieces[current.piece]
        self._assessment.mark(piece.group, piece.start + current.place, failed=True)
        bad = bool(self._assessment.groups[piece.group].raises)
        self._fail(self._ruling(current, verdict, reason), by, bad_input=bad)

    def _current(self) -> Call | None:
        if self._finished:
            return None
        if self._at >= self._skip and self._repeated < self._batch.pieces[self._order[self._at].piece].repeat:
            return self._order[self._at]
        return self._order[self._at + 1] if self._at + 1 < len(self._order) else None


def _rule_raised(told: Mapping[str, Any], group: Group) -> tuple[Verdict, str, str]:
    names = told["names"]
    if group.raises:
        if set(names) & set(group.raises):
            return Verdict.ACCEPTED, "", ""
        return Verdict.WRONG_ANSWER, f"raised {_shown(told)}; want {' or '.join(group.raises)}", "values"
    if "CompileError" in names:
        return Verdict.COMPILE_ERROR, _shown(told), "compiler"
    verdict, _, by = _rule_late(told["message"], "")
    return verdict, f"raised {_shown(told)}", by


def _rule_late(message: str, prefix: str) -> tuple[Verdict, str, str]:
    if any(text in message for text in _OUT_OF_BOUNDS):
        return Verdict.UNDEFINED, f"{prefix}out of bounds: {message}", "driver"
    return Verdict.RUN_TIME_ERROR, f"{prefix}{message}", "process"


def _shown(told: Mapping[str, Any]) -> str:
    where = f" in line {told['line']}" if told["line"] else ""
    message = f": {told['message']}" if told["message"] else ""
    return f"{told['names'][0]}{message}{where}"


def _end_of(ended: Ended, limits: Mapping[str, float], *, finished: bool) -> tuple[Verdict | None, str]:  # noqa: PLR0911 - one line an end
    match ended.end:
        case End.WALL:
            what = "does not end after its last call" if finished else "no answer"
            return Verdict.TIME_LIMIT, f"{what}; ended after {limits['wall_s']:g} s"
        case End.CPU:
            return Verdict.TIME_LIMIT, "used more processor time than it may"
        case End.MEMORY:
            return Verdict.RUN_TIME_ERROR, f"used more than {limits['memory_mb']:g} MB of memory"
        case End.OUTPUT:
            return Verdict.RUN_TIME_ERROR, f"printed or answered more than {limits['output_mb']:g} MB"
        case End.PROCESSES:
            return Verdict.RUN_TIME_ERROR, "started more processes than it may"
        case End.SIGNALLED:
            return Verdict.RUN_TIME_ERROR, f"its process was killed by signal {ended.status}{_last(ended)}"
        case _ if not finished:
            return Verdict.RUN_TIME_ERROR, f"its process ended with status {ended.status} and no answer{_last(ended)}"
        case _ if ended.left:
            return Verdict.RUN_TIME_ERROR, "left processes running"
        case _ if ended.changed:
            return Verdict.RUN_TIME_ERROR, f"changed its own files: {', '.join(ended.changed)}"
        case _:
            return None, ""


def _last(ended: Ended) -> str:
    lines = ended.printed.strip().splitlines()
    return f": {lines[-1][:200]}" if lines else ""
