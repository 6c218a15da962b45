"""What is to be said of links to solutions: names that are not there, code that differs, code that nothing verifies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain

from ankigen.atoms import region_names, region_of_fence, task_of
from ankigen.identity import Identified
from ankigen.model.atom import Atom, Backing, BasicAtom
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Block, Document, Fence, Item, Question, Section, blocks_below
from ankigen.model.solution import Standing, Status, Task

Place = Question | Block | Item

_WHY = {
    Status.COMPILED: "it compiles, but has never run",
    Status.STALE: "it changed since it was last verified",
    Status.UNVERIFIED: "no record shows that it works",
    Status.FAILED: "it failed its check",
}
_WANTS_GPU = frozenset({"cuda"})


def link_findings(document: Document, tasks: Mapping[str, Task], broken: AbstractSet[str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the links of a document.

    Args:
        document: as parsed.
        tasks: the tasks there are, by name.
        broken: names of tasks that cannot be understood; what is wrong with them is said elsewhere.
    """
    shown: dict[tuple[str, str], int] = {}
    for place in chain.from_iterable((question, *blocks_below(question.blocks)) for question in document.questions):
        attributes = place.attributes
        if not attributes.get("solution"):
            if attributes.get("region"):
                yield _warning(
                    document,
                    place,
                    code="mark-idle",
                    message="{region=…} changes nothing without the task it is a region of",
                    mend="write {solution=TASK region=NAME}, or leave it out",
                )
        elif not isinstance(place, Question | Section | Fence):
            yield _warning(
                document,
                place,
                code="mark-idle",
                message="{solution=…} changes nothing here: it stands on a question, a heading or a block of code",
                mend="move it there",
            )
        else:
            yield from _link(document, place, tasks, broken, shown)


def _link(
    document: Document,
    place: Question | Section | Fence,
    tasks: Mapping[str, Task],
    broken: AbstractSet[str],
    shown: dict[tuple[str, str], int],
) -> Iterator[Diagnostic]:
    name = place.attributes.get("solution")
    task = task_of(place.attributes, tasks)
    if task is None:
        if name not in broken:
            message, mend = _no_task(name, tasks)
            yield _error(document, place, code="solution-unknown", message=message, mend=mend)
        return
    names = region_names(place.attributes)
    for region in names:
        if region not in task.regions and name not in broken:
            message, mend = _no_region(region, task)
            yield _error(document, place, code="region-unknown", message=message, mend=mend)
    if isinstance(place, Fence):
        yield from _fence(document, place, task, tasks)
    elif not task.regions and name not in broken:
        yield _error(
            document,
            place,
            code="region-unknown",
            message=f"the solution {name} has no region that a card could show",
            mend=f"name one under `regions` in {task.path}",
        )
    if isinstance(place, Fence):
        found = region_of_fence(place, tasks)
        where = (name, found[1].name) if found is not None else None
        if where is not None and where in shown:
            yield _warning(
                document,
                place,
                code="solution-twice",
                message=f"line {shown[where]} shows the region “{where[1]}” of {name} already; its cards are made once",
                mend="link another region, or take this one out",
            )
        elif where is not None:
            shown[where] = place.span.first


def _fence(document: Document, fence: Fence, task: Task, tasks: Mapping[str, Task]) -> Iterator[Diagnostic]:
    if "display" in fence.attributes.classes:
        yield _warning(
            document,
            fence,
            code="mark-idle",
            message="{.display} changes nothing beside {solution=…}: code of a solution is not unchecked",
            mend="leave one of the two out",
        )
    names = region_names(fence.attributes)
    found = region_of_fence(fence, tasks)
    if found is None:
        if len(names) > 1 or (not names and len(task.regions) != 1):
            listed = ", ".join(task.regions) or "none"
            yield _error(
                document,
                fence,
                code="region-unknown",
                message=f"a block of code shows one region, and {task.name} has {listed}",
                mend=f"write {{solution={task.name} region=NAME}} with one of them",
            )
        return
    if fence.code.strip() and _bare(fence.code) != _bare(found[1].code):
        region = found[1]
        yield _warning(
            document,
            fence,
            code="code-differs",
            message=f"this code is not that of the region “{region.name}” of {task.name}; the card shows the region",
            mend="empty the block, or copy the region into it",
        )


def _bare(code: str) -> list[str]:
    """Give the lines of code that say something, without the blanks at their ends."""
    return [line.rstrip() for line in code.expandtabs(4).splitlines() if line.strip()]


def _no_task(name: str, tasks: Mapping[str, Task]) -> tuple[str, str]:
    close = get_close_matches(name, tasks, n=1)
    if close:
        return f"there is no solution “{name}”", f"did you mean {close[0]}?"
    listed = ", ".join(sorted(tasks)) or "no solution at all"
    return f"there is no solution “{name}”; there is {listed}", f"make the folder solutions/{name}/, or mend the name"


def _no_region(name: str, task: Task) -> tuple[str, str]:
    close = get_close_matches(name, task.regions, n=1)
    listed = ", ".join(task.regions) or "none"
    mend = f"did you mean {close[0]}?" if close else f"name it under `regions` in {task.path}"
    return f"the solution {task.name} has no region “{name}” ({listed})", mend


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


def linked_tasks(documents: Iterable[Document]) -> frozenset[str]:
    """Give the names of all tasks that documents are linked to."""
    return frozenset(
        place.attributes.get("solution")
        for document in documents
        for question in document.questions
        for place in (question, *blocks_below(question.blocks))
        if place.attributes.get("solution")
    )


def _warning(document: Document, place: Place, *, code: str, message: str, mend: str) -> Diagnostic:
    return Diagnostic(
        path=document.path, line=place.span.first, severity=Severity.WARNING, code=code, message=message, mend=mend
    )


def _error(document: Document, place: Place, *, code: str, message: str, mend: str) -> Diagnostic:
    return Diagnostic(
        path=document.path, line=place.span.first, severity=Severity.ERROR, code=code, message=message, mend=mend
    )
