"""Code that no fresh record vouches for: what is left out of the decks, and what is to be said of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ankigen.identity import Identified
from ankigen.model.atom import Atom, Backing, BasicAtom
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document
from ankigen.model.solution import Standing, Status, Task

_WHY = {
    Status.COMPILED: "it compiles, but has never run",
    Status.STALE: "it changed since it was last verified",
    Status.UNVERIFIED: "no record shows that it works",
    Status.FAILED: "it failed its check",
}
_WANTS_GPU = frozenset({"cuda"})
"""Runners that most machines do not have."""


def is_left_out(atom: Atom, *, allow_unverified: bool) -> bool:
    """Tell whether a card is to stay out of the decks, since nothing says that its code works.

    A whole answer that is rehearsed stays, whatever code stands in it; its footer says what is known of that.
    """
    backing = atom.backing
    return backing is not None and not isinstance(atom, BasicAtom) and not (backing.verified or allow_unverified)


def standing_findings(
    document: Document, identified: Sequence[Identified], tasks: Mapping[str, Task], *, allow_unverified: bool
) -> Iterator[Diagnostic]:
    """Yield what a build does with code that no fresh record vouches for, once a task and a place."""
    found: dict[_Weak, int] = {}
    for each in identified:
        backing = each.atom.backing
        if backing is not None and not backing.verified and not isinstance(each.atom, BasicAtom):
            weak = _weak(each.atom.origin.span.first, backing, tasks.get(backing.task))
            found[weak] = found.get(weak, 0) + 1
    failed = {weak.task for weak in found if weak.status is Status.FAILED}
    for each in identified:
        # Whole answers stay whatever stands in them, but for what is known to be wrong.
        backing = each.atom.backing
        if backing is not None and backing.standing.status is Status.FAILED and backing.task not in failed:
            found[_weak(each.atom.origin.span.first, backing, tasks.get(backing.task))] = 1
    for weak, number in found.items():
        yield _standing_finding(document.path, weak, number, allow_unverified=allow_unverified)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weak:
    """Code that no record vouches for, at a place of a document."""

    line: int
    task: str
    program: str
    status: Status
    why: str
    gpu: bool
    """It takes a GPU to verify it."""


def _weak(line: int, backing: Backing, task: Task | None) -> _Weak:
    standing = backing.standing
    program = "" if task is None else _program(task, backing)
    reason = f" ({standing.reason})" if standing.reason else ""
    return _Weak(
        line=line,
        task=backing.task,
        program=program,
        status=standing.status,
        why=f"{_WHY[standing.status]}{reason}" if program else f"no program of task.yaml reads {backing.region.file}",
        gpu=task is not None and program in task.programs and task.programs[program].runner in _WANTS_GPU,
    )


def _standing_finding(path: str, weak: _Weak, number: int, *, allow_unverified: bool) -> Diagnostic:
    what = f"the code of {weak.task}{f' ({weak.program})' if weak.program else ''}"
    verify = f"run `ankigen verify {weak.task}`{' on a machine with a GPU' if weak.gpu else ''}"
    if not weak.program:
        verify = f"name the program under `programs` of its task.yaml, and {verify}"
    if weak.status is Status.FAILED:
        return Diagnostic(
            path=path,
            line=weak.line,
            severity=Severity.ERROR,
            code="code-failed",
            message=f"{what} cannot be on a card: {weak.why}",
            mend=f"mend it and {verify}",
        )
    notes = f"{number} note" if number == 1 else f"{number} notes"
    labelled = f"{what} is on {notes}, labelled: {weak.why}"
    left_out = f"{notes} left out, {what}: {weak.why}"
    return Diagnostic(
        path=path,
        line=weak.line,
        severity=Severity.WARNING,
        code="code-unverified",
        message=labelled if allow_unverified else left_out,
        mend=verify if allow_unverified else f"{verify}, or build with --allow-unverified, which labels them",
    )


def _program(task: Task, backing: Backing) -> str:
    """Name the program that a standing is about: of those with the region's file the one that is known least of."""
    unknown = Standing(status=Status.UNVERIFIED)
    for name, program in task.programs.items():
        own = task.standings.get(name, unknown)
        if backing.region.file in (program.file, *program.kernels) and own == backing.standing:
            return name
    return ""
