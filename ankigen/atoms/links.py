"""Links to solutions: which regions `{solution=TASK region=NAME}` means, and what a document looks like with them.

A linked fence shows the region's text in place of its own, so that a card never shows what did not run. Any other fence
of code gets a label that says that nothing has checked it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from ankigen.model.atom import Backing, Content
from ankigen.model.document import (
    Attributes,
    Block,
    Document,
    Fence,
    Item,
    Language,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    Section,
    Table,
    blocks_below,
)
from ankigen.model.solution import Region, Status, Task
from ankigen.model.text import RichText

Tasks = Mapping[str, Task]
"""The tasks of a workspace, by name."""

UNCHECKED = {Language.CHINESE: "未验证", Language.ENGLISH: "unchecked"}
"""What stands below code that nothing has checked."""

_NOT_RUN = frozenset(
    re.findall(
        r"\S+",
        "console diff dot http log mermaid output plain plaintext pycon session shell-session shellsession terminal "
        "text transcript txt "
        "csv ini json json5 jsonc markdown md properties toml tsv xml yaml yml dataview query",
    )
)
"""Languages of fences that nobody would run: texts, drawings, transcripts of sessions, data."""
_DRAWN = re.compile("[\u2190-\u21ff\u2500-\u257f\u25a0-\u25ff\u2b00-\u2bff]")
"""Arrows and lines: what stands in a fence without a language is a drawing."""


def task_of(attributes: Attributes, tasks: Tasks) -> Task | None:
    """Give the task that a place is linked to; None: to none, or to one that is not there."""
    return tasks.get(attributes.get("solution"))


def regions_of(attributes: Attributes, task: Task) -> tuple[Region, ...]:
    """Give the regions that a heading names, all of the task if it names none; unknown names are left out."""
    names = region_names(attributes)
    return tuple(task.regions[name] for name in names or task.regions if name in task.regions)


def region_names(attributes: Attributes) -> tuple[str, ...]:
    """Give the names that `region=` holds."""
    return tuple(dict.fromkeys(attributes.get("region").replace(",", " ").split()))


def region_of_fence(fence: Fence, tasks: Tasks) -> tuple[Task, Region] | None:
    """Give the one region that stands in a fence's place; a task of a single region need not name it."""
    task = task_of(fence.attributes, tasks)
    found = () if task is None else regions_of(fence.attributes, task)
    return (task, found[0]) if task is not None and len(found) == 1 else None


def backing_of(task: Task, region: Region) -> Backing:
    """Say where the code of a region comes from and what is known of it."""
    folder = task.path.rpartition("/")[0]
    return Backing(
        task=task.name,
        path="/".join(part for part in (folder, region.file) if part),
        region=region,
        standing=task.standing(region),
    )


def weakest_backing(content: Content, tasks: Tasks) -> Backing | None:
    """Of the linked code in a content, give the one that is known least of."""
    if isinstance(content, RichText):
        return None
    linked = (region_of_fence(block, tasks) for block in blocks_below(content) if isinstance(block, Fence))
    found = [backing_of(*each) for each in linked if each is not None]
    order = tuple(Status)
    return max(found, key=lambda backing: order.index(backing.standing.status), default=None)


def needs_check(fence: Fence) -> bool:
    """Tell whether a fence holds code that people take for working, though nothing says that it is."""
    if {"display", "skip"}.intersection(fence.attributes.classes) or fence.attributes.get("solution"):
        return False
    return not _DRAWN.search(fence.code) if not fence.language else fence.language not in _NOT_RUN


def with_solutions(document: Document, tasks: Tasks) -> Document:
    """Put the regions of solutions into the fences that are linked to them, and a label below unchecked code."""
    label = UNCHECKED[document.language]

    def settle(fence: Fence) -> Fence:
        found = region_of_fence(fence, tasks)
        if found is not None:
            return replace(fence, code=found[1].code, language=found[1].language)
        return replace(fence, label=label) if needs_check(fence) else fence

    questions = (
        replace(question, blocks=_with_fences(question.blocks, settle)) if _has_fence(question.blocks) else question
        for question in document.questions
    )
    return replace(document, questions=tuple(questions))


def _has_fence(blocks: Iterable[Block]) -> bool:
    return any(isinstance(block, Fence) for block in blocks_below(blocks))


def _with_fences(blocks: Iterable[Block], settle: Callable[[Fence], Fence]) -> tuple[Block, ...]:
    return tuple(_with_fence(block, settle) for block in blocks)


def _with_fence(block: Block, settle: Callable[[Fence], Fence]) -> Block:
    match block:
        case Fence():
            return settle(block)
        case Section() | Quote():
            return replace(block, blocks=_with_fences(block.blocks, settle))
        case ListBlock(items=items):
            return replace(block, items=tuple(_item_with_fence(item, settle) for item in items))
        case Paragraph() | Table() | MathBlock():
            return block
        case _:
            assert_never(block)


def _item_with_fence(item: Item, settle: Callable[[Fence], Fence]) -> Item:
    return replace(item, blocks=_with_fences(item.blocks, settle))
