"""What is to be said of links to solutions: names that are not there, code that differs, marks that do not fit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import get_close_matches

from ankigen.atoms import region_names, region_of_fence
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Block, Document, Fence, Item, Question, Section, blocks_below
from ankigen.model.solution import Region, Task

Place = Question | Block | Item
"""What carries marks."""


def link_findings(
    document: Document, tasks: Mapping[str, Task], broken: AbstractSet[str] = frozenset()
) -> tuple[Diagnostic, ...]:
    """Say what is wrong with the links of a document.

    Args:
        document: as parsed.
        tasks: the tasks there are, by name.
        broken: names of tasks that cannot be understood, or only in part; what is wrong with them is said elsewhere.
    """
    links = _Links(path=document.path, tasks=tasks, broken=broken)
    for place in _places(document):
        links.look_at(place)
    return tuple(links.found)


def linked_tasks(documents: Iterable[Document]) -> frozenset[str]:
    """Give the names of all tasks that documents are linked to."""
    names = (place.attributes.get("solution") for document in documents for place in _places(document))
    return frozenset(names) - {""}


def _places(document: Document) -> Iterator[Place]:
    for question in document.questions:
        yield question
        yield from blocks_below(question.blocks)


@dataclass(slots=True, kw_only=True)
class _Links:
    """The links of one document, looked at in their order."""

    path: str
    tasks: Mapping[str, Task]
    broken: AbstractSet[str]
    shown: dict[tuple[str, str], int] = field(default_factory=dict)
    """Line of the first block of code that shows a region, by task and region."""
    found: list[Diagnostic] = field(default_factory=list)

    def look_at(self, place: Place) -> None:
        name, region = (place.attributes.get(key) for key in ("solution", "region"))
        if name and isinstance(place, Question | Section | Fence):
            self._link(place, name)
        elif name:
            message = "{solution=…} changes nothing here: it stands on a question, a heading or a block of code"
            self._warn(place, code="mark-idle", message=message, mend="move it there")
        elif region:
            message = "{region=…} changes nothing without the task it is a region of"
            mend = "write {solution=TASK region=NAME}, or leave it out"
            self._warn(place, code="mark-idle", message=message, mend=mend)

    def _link(self, place: Question | Section | Fence, name: str) -> None:
        task = self.tasks.get(name)
        if isinstance(place, Fence) and "display" in place.attributes.classes:
            message = "{.display} changes nothing beside {solution=…}: code of a solution is not unchecked"
            self._warn(place, code="mark-idle", message=message, mend="leave one of the two out")
        if task is not None and isinstance(place, Fence):
            linked = region_of_fence(place, self.tasks)
            if linked is not None:
                self._shows(place, *linked)
        if name in self.broken:
            return
        if task is None:
            message, mend = _no_task(name, self.tasks)
            self._fault(place, code="solution-unknown", message=message, mend=mend)
            return
        names = region_names(place.attributes)
        unknown = [each for each in names if each not in task.regions]
        for each in unknown:
            message, mend = _no_region(each, task)
            self._fault(place, code="region-unknown", message=message, mend=mend)
        if not task.regions and not unknown:
            message = f"the solution {name} has no region that a card could show"
            mend = f"name one under `regions` in {task.path}"
            self._fault(place, code="region-unknown", message=message, mend=mend)
        elif isinstance(place, Fence) and not unknown and len(names or task.regions) > 1:
            message = f"a block of code shows one region, and this may be any of {', '.join(names or task.regions)}"
            mend = f"write {{solution={name} region=NAME}} with one of them"
            self._fault(place, code="region-unknown", message=message, mend=mend)

    def _shows(self, fence: Fence, task: Task, region: Region) -> None:
        first = self.shown.setdefault((task.name, region.name), fence.span.first)
        if first != fence.span.first:
            message = f"line {first} shows the region “{region.name}” of {task.name} already; its cards are made once"
            mend = "link another region, or take this one out"
            self._warn(fence, code="solution-twice", message=message, mend=mend)
        if fence.code.strip() and _bare(fence.code) != _bare(region.code):
            message = f"this code is not that of the region “{region.name}” of {task.name}; the card shows the region"
            mend = "empty the block, or copy the region into it"
            self._warn(fence, code="code-differs", message=message, mend=mend)

    def _warn(self, place: Place, *, code: str, message: str, mend: str) -> None:
        self._add(place, Severity.WARNING, (code, message, mend))

    def _fault(self, place: Place, *, code: str, message: str, mend: str) -> None:
        self._add(place, Severity.ERROR, (code, message, mend))

    def _add(self, place: Place, severity: Severity, said: tuple[str, str, str]) -> None:
        code, message, mend = said
        self.found.append(
            Diagnostic(path=self.path, line=place.span.first, severity=severity, code=code, message=message, mend=mend)
        )


def _bare(code: str) -> Sequence[str]:
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
