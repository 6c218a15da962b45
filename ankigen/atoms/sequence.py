"""`steps` and `list`: name all members; of a real sequence, in order, and what follows each step."""

import itertools
import re
from collections.abc import Sequence

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import KIND_WORD, PLACEHOLDER, SEQUENCE_HEADING, SEQUENCE_ITEM
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, columns, cut, units
from ankigen.atoms.place import Place, bare_title, make_label, split_label
from ankigen.atoms.prompts import ask_all, ask_next, count_asked, topic_of_list
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind, Refusal
from ankigen.model.atom import Atom, BasicAtom, Level
from ankigen.model.diagnostic import Span
from ankigen.model.document import Item, ListBlock, Section, SectionKind
from ankigen.model.text import RichText

_NUMBERED_TITLE = re.compile(r"\s*(?:\d+\s*[.、)）]|[一二三四五六七八九十]+\s*、|[（(][一二三四五六七八九十\d]+[)）])")
_SHORT = 20
"""Most units of a name: what is longer says something."""


def find_steps(container: Container) -> Claim | Refusal:
    """Take an ordered list, or `Step n` sections, with evidence of sequence."""
    if container.whole_question:
        return Refusal("no list")
    sections = _step_sections(container)
    if sections:
        return _named_in_order(container, [bare_title(section.title) for section in sections])
    block = container.block
    if not isinstance(block, ListBlock) or not block.ordered:
        return Refusal("no ordered list")
    if len(block.items) < 3 or len(block.items) > 9:
        return Refusal("a sequence to name has 3 to 9 steps")
    if not _is_sequence(container.place, block.items):
        return Refusal("nothing says that its order matters")
    return _named_in_order(container, [_step_name(item) for item in block.items], short_items=block.items)


def _step_sections(container: Container) -> list[Section]:
    """Give the `Step n` sections when the container is a question or section that has three or more of them."""
    if container.block is not None and not isinstance(container.block, Section):
        return []
    steps = [block for block in container.siblings if isinstance(block, Section) and block.kind is SectionKind.STEP]
    return steps if len(steps) >= 2 and all(bare_title(step.title).plain for step in steps) else []


def _is_sequence(place: Place, items: Sequence[Item]) -> bool:
    titles = [label.plain for label in place.labels[-2:]] or [place.question.title.plain]
    if any(SEQUENCE_HEADING.search(title) for title in [*titles, place.question.title.plain]):
        return True
    return sum(bool(SEQUENCE_ITEM.search(item.text.plain)) for item in items) >= 2


def _step_name(item: Item) -> RichText:
    """Name a step: its label, else its first words."""
    separator = split_label(item.text)
    if separator is not None and columns(item.text.plain[: separator[0]]) <= 34:
        return bare_title(item.text.slice(0, separator[0]))
    head = re.split(r"[，,。；;（(]|\. ", item.text.plain)[0]
    return item.text.slice(0, len(head)).strip()


def _named_in_order(
    container: Container, names: list[RichText], *, short_items: Sequence[Item] = ()
) -> Claim | Refusal:
    place = container.place
    subject = _subject(place)
    if subject is None or not subject.plain:
        return Refusal("nothing names what the steps are of")
    subject = subject.strip("？? ")
    if any(columns(name.plain) > 44 for name in names):
        return Refusal("its steps are too long to name")
    atoms: list[Atom] = []
    if sum(units(name.plain) for name in names) <= ANSWER_LIMIT:
        atoms.append(
            BasicAtom(
                origin=container.origin("steps", subject.plain),
                breadcrumb=place.breadcrumb,
                prompt=ask_all(subject, len(names), place, in_order=True),
                answer=_numbered(names, container.span),
            )
        )
    if short_items and all(
        name.plain == item.text.plain.rstrip("。.;；") for name, item in zip(names, short_items, strict=True)
    ):
        atoms.extend(_following(container, subject, names))
    if not atoms:
        return Refusal("its steps are too long to recall in one go")
    # A step that says more than its name is still looked at.
    named = [name.plain for name in names] == [item.text.plain.rstrip("。.;；") for item in short_items]
    whole = named and all(
        units(name.plain) <= _SHORT and not item.blocks for name, item in zip(names, short_items, strict=True)
    )
    return Claim(atoms=tuple(atoms), asks=f"asks for {len(names)} steps in order", whole=whole)


def _subject(place: Place) -> RichText | None:
    """Name what a list or sequence is of: its label, else the question itself."""
    title = place.question.title
    label = place.labels[-1] if place.labels else None
    if label is not None and (not label.generic or place.subject is not None):
        return topic_of_list(place)
    if re.search(r"[？?]$", title.plain) and columns(title.plain) <= 60:
        return title
    return topic_of_list(place) or (title if title.plain and columns(title.plain) <= 60 else None)


def _following(container: Container, subject: RichText, names: list[RichText]) -> list[Atom]:
    return [
        BasicAtom(
            origin=container.origin("steps", f"{subject.plain} {name.plain}"),
            breadcrumb=container.place.breadcrumb,
            prompt=ask_next(number, cut(name.plain, 34), subject, container.place),
            answer=following,
        )
        for number, (name, following) in enumerate(itertools.pairwise(names), start=1)
    ]


def _numbered(names: list[RichText], span: Span) -> tuple[ListBlock, ...]:
    items = tuple(Item(text=name, span=span) for name in names)
    return (ListBlock(ordered=True, items=items, span=span),)


def find_list(container: Container) -> Claim | Refusal:
    """Take 3 to 7 parallel short items under one label, or as many sections that are kinds of one thing."""
    if container.whole_question:
        return Refusal("no list")
    names = _outline(container)
    if names:
        return _name_all(container, names, whole=False)
    block = container.block
    if not isinstance(block, ListBlock):
        return Refusal("no list")
    items = block.items
    labels = [split_label(item.text) for item in items]
    all_labels = all(label is not None for label in labels)
    if not (2 if all_labels else 3) <= len(items) <= 7:
        return Refusal("a list to name has 3 to 7 items")
    if all_labels:
        texts = [bare_title(item.text.slice(0, label[0])) for item, label in zip(items, labels, strict=True) if label]
        if not _asks_kinds(container.place):
            return Refusal("its labels are not said to be kinds of one thing")
        return _name_all(container, texts, whole=False)
    texts = [item.text.strip("。.;； ") for item in items]
    if any(not _is_name(text.plain) for text in texts):
        return Refusal("its items are no short names")
    if any(item.blocks for item in items):
        if not _asks_kinds(container.place):
            return Refusal("its items group what is below them")
        return _name_all(container, texts, whole=False)
    return _name_all(container, texts, whole="each" not in container.attributes.classes)


def _outline(container: Container) -> list[RichText]:
    if container.block is not None and not isinstance(container.block, Section):
        return []
    numbered = [
        block
        for block in container.siblings
        if isinstance(block, Section)
        and (block.kind is SectionKind.NUMBERED or _NUMBERED_TITLE.match(block.title.plain))
    ]
    if not 3 <= len(numbered) <= 7 or any(_groups_only(section.title.plain) for section in numbered):
        return []
    return [_outline_name(section.title) for section in numbered]


def _groups_only(title: str) -> bool:
    """Tell a section that is no member of its outline: `基本概念`, `为什么吞吐高`."""
    label = make_label(RichText(plain=title), frozenset())
    return (
        label.generic or label.aspect or bool(re.search(r"^(?:为什么|怎么|如何)|基本概念|\b(?:why|how)\b", label.plain))
    )


def _outline_name(title: RichText) -> RichText:
    text = bare_title(title)
    match = re.search(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", text.plain)
    return text.slice(0, match.start()) if match and match.start() else text


def _asks_kinds(place: Place) -> bool:
    title = place.labels[-1].plain if place.labels else place.question.title.plain
    core = re.sub(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", "", title).strip(" ？?：:")
    return bool(
        re.search(rf"(?:{KIND_WORD.pattern})$", core, re.IGNORECASE)
        or re.search(r"有哪些|有哪几|哪些|分为|\bwhat (?:are|kinds|types)\b|\bwhich\b", title, re.IGNORECASE)
    )


def _is_name(text: str) -> bool:
    if re.search(r"[。；，;：:→=]|, ", re.sub(r"（.*?）|\(.*?\)", "", text)):
        return False
    if PLACEHOLDER.fullmatch(text) or re.search(r"[？?]$", text) or _states(text):
        return False
    return 0 < units(text) <= _SHORT and (len(HAN.findall(text)) <= 14 if HAN.search(text) else len(text.split()) <= 6)


def _states(text: str) -> bool:
    """Tell a statement from a name: it has a verb and something behind it."""
    if HAN.search(text):
        shield = [False] * (len(text) + 1)
        return units(text) > 6 and (chinese.begins_with_verb(text) or chinese.predicate_span(text, shield) is not None)
    return len(text.split()) > 2 and bool(english.finite_verbs(text))


def _name_all(container: Container, names: list[RichText], *, whole: bool) -> Claim | Refusal:
    place = container.place
    subject = _subject(place)
    if subject is None:
        return Refusal("no label says what they are")
    if sum(units(name.plain) for name in names) > ANSWER_LIMIT:
        return Refusal("they are too long to recall in one go")
    asked = re.search(r"[？?]\s*$|哪|多少种|\b(?:what|which|name)\b", subject.plain, re.IGNORECASE) is not None
    subject = subject.strip("？?：: ")
    atom = BasicAtom(
        origin=container.origin("list", subject.plain),
        breadcrumb=place.breadcrumb,
        prompt=count_asked(subject, len(names), place) if asked else ask_all(subject, len(names), place),
        answer=(
            ListBlock(
                ordered=False, items=tuple(Item(text=name, span=container.span) for name in names), span=container.span
            ),
        ),
    )
    return Claim(atoms=(atom,), asks=f"asks to name {len(names)}", whole=whole)


STEPS_RULE: AtomRule[ContainerFind] = AtomRule(
    "steps",
    Level.CONTAINER,
    "an ordered list or `Step n` sections in sequence: name in order; what follows a step",
    find_steps,
)
LIST_RULE: AtomRule[ContainerFind] = AtomRule(
    "list", Level.CONTAINER, "3 to 7 parallel short items (or sections) under one label: name all", find_list
)
