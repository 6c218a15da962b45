"""`code`: a task, or a fence linked to a solution: the task asks, the region of the solution answers."""

import re
from collections.abc import Iterator

from ankigen.atoms.links import backing_of, region_of_fence, regions_of, task_of
from ankigen.atoms.place import Place
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind, Refusal
from ankigen.atoms.signature import signatures
from ankigen.markdown.characters import is_cjk
from ankigen.model.atom import Atom, Backing, ClozeAtom, ClozeLine, CodeAtom, Deletion, Level, Origin
from ankigen.model.document import Fence, Language
from ankigen.model.solution import Region, Task
from ankigen.model.text import Mark, MarkKind, RichText, join

RULE_NAME = "code"
_SHOWN_NAMES = {
    "c": "C",
    "cpp": "C++",
    "c++": "C++",
    "cu": "CUDA",
    "cuda": "CUDA",
    "py": "Python",
    "python": "Python",
    "triton": "Triton",
}


def find_code(container: Container) -> Claim | Refusal:
    """Take a fence, a question or a section that is linked to a solution."""
    attributes = container.attributes
    if not attributes.get("solution"):
        return Refusal("no {solution=…}")
    task = task_of(attributes, container.place.tasks)
    if task is None:
        return Refusal(f"there is no solution {attributes.get('solution')}")
    regions = regions_of(attributes, task)
    if isinstance(container.block, Fence) and region_of_fence(container.block, container.place.tasks) is None:
        regions = ()
    if not regions:
        return Refusal(f"no region of {task.name} is meant")
    atoms = tuple(atom for region in regions for atom in _atoms(container, task, region))
    return Claim(atoms=atoms, asks=f"{', '.join(region.name for region in regions)} of {task.name}")


def _atoms(container: Container, task: Task, region: Region) -> Iterator[Atom]:
    backing = backing_of(task, region)
    place = container.place
    yield CodeAtom(
        origin=_origin(container, backing, region.name),
        breadcrumb=place.breadcrumb,
        prompt=ask_region(task, region, place),
        given=signatures(region.code, region.language),
        backing=backing,
    )
    if region.hidden:
        code = RichText(plain=region.code)
        deletions = tuple(
            Deletion(start=start, end=end, name=region.code[start:end], rule=RULE_NAME) for start, end in region.hidden
        )
        yield ClozeAtom(
            origin=_origin(container, backing, f"{region.name} cloze"),
            breadcrumb=place.breadcrumb,
            lines=(ClozeLine(text=_title(task, region, place)), ClozeLine(text=code, deletions=deletions)),
            backing=backing,
        )


def _origin(container: Container, backing: Backing, slot: str) -> Origin:
    return Origin(
        rule=RULE_NAME, slot=slot, span=container.span, question=container.place.question_id, task=backing.task
    )


def ask_region(task: Task, region: Region, place: Place) -> RichText:
    """Word the prompt of a code card: what the task asks, then which part of its solution is wanted."""
    name = _code_text(region.name)
    language = _SHOWN_NAMES.get(region.language.lower(), region.language)
    statement = _said(task, place.language, statement=True)
    if place.language is Language.CHINESE:
        return join([statement, "\n写出代码：", name, f"（{language}）"])
    return join([statement, "\nWrite the code: ", name, f" ({language})"])


def _title(task: Task, region: Region, place: Place) -> RichText:
    colon = "：" if place.language is Language.CHINESE else ": "
    return join([_said(task, place.language, statement=False), colon, _code_text(region.name)])


def _said(task: Task, language: Language, *, statement: bool) -> str:
    """Give what a task says in a language, or in another one if it does not say it in this."""
    texts = task.statement if statement else task.title
    text = " ".join((texts.get(language) or next(iter(texts.values()), task.name)).split())
    # YAML folds lines with a blank between them, which Chinese does not have.
    return re.sub(r" (?=(.))", lambda match: "" if _between_han(text, match) else " ", text)


def _between_han(text: str, blank: re.Match[str]) -> bool:
    return is_cjk(text[blank.start() - 1]) and is_cjk(blank[1])


def _code_text(text: str) -> RichText:
    return RichText(plain=text, marks=(Mark(start=0, end=len(text), kind=MarkKind.CODE),))


RULE: AtomRule[ContainerFind] = AtomRule(
    RULE_NAME,
    Level.CONTAINER,
    "`{solution=TASK}`: the task asks, a region of its solution answers; its `card:cloze` lines are a Cloze note",
    find_code,
)
