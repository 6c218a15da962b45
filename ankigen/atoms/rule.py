"""What a rule is given and what it gives: the whole contract of the three tables."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from ankigen.atoms.place import Place
from ankigen.model.atom import Atom, Leftover, Level, Origin
from ankigen.model.diagnostic import Span
from ankigen.model.document import Attributes, Block
from ankigen.model.text import RichText


class Role(StrEnum):
    """What a leaf is in its document."""

    ITEM = "item"
    PARAGRAPH = "paragraph"
    HEADING = "heading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A list item's text, a paragraph or a heading that may state something."""

    text: RichText
    place: Place
    role: Role
    span: Span
    attributes: Attributes = field(default_factory=Attributes)
    siblings: tuple[RichText, ...] = ()
    """Texts of all items of its list, itself among them; empty for a paragraph."""
    index: int = 0
    """Its place among its siblings."""
    opens: bool = False
    """It is the first text under its section or label."""
    alone: bool = False
    """It is the whole answer of its question."""
    parent: bool = False
    """Blocks stand below it."""

    @property
    def plain(self) -> str:
        """Its plain text."""
        return self.text.plain

    @property
    def reverse(self) -> bool:
        """It is marked to be asked the other way round too."""
        return "reverse" in self.attributes.classes

    @property
    def typed(self) -> bool:
        """It is marked to have its answer typed."""
        return "type" in self.attributes.classes

    def origin(self, rule: str, slot: str) -> Origin:
        """Say where an atom of this leaf comes from."""
        return Origin(
            rule=rule, slot=slot, span=self.span, question=self.place.question_id, explicit_id=self.attributes.id
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """A whole block, or the question itself, as the container rules see it."""

    block: Block | None
    """None: the question itself."""
    place: Place
    span: Span
    attributes: Attributes = field(default_factory=Attributes)
    siblings: tuple[Block, ...] = ()
    """Of a question or section: the blocks in it."""
    whole_question: bool = False
    """The question and its whole answer, not the blocks in it."""

    def origin(self, rule: str, slot: str) -> Origin:
        """Say where an atom of this block comes from."""
        return Origin(
            rule=rule, slot=slot, span=self.span, question=self.place.question_id, explicit_id=self.attributes.id
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of a leaf that says one thing."""

    leaf: Leaf
    start: int
    end: int
    behind_label: bool = False
    """The label of its leaf has asked its first sentence already."""
    weak: bool = True
    """Rules of last resort may claim it."""

    @property
    def plain(self) -> str:
        """Its plain text."""
        return self.leaf.plain[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a container or leaf rule takes."""

    atoms: tuple[Atom, ...]
    asks: str
    """For `explain`: what is asked."""
    rest: tuple[Clause, ...] = ()
    """Clauses left to the clause rules (leaf rules only)."""
    otherwise: tuple[Atom, ...] = ()
    """What is asked when the clause rules find nothing in `rest` (leaf rules only)."""
    left: tuple[Leftover, ...] = ()
    """Parts of it that became no card (container rules only)."""
    whole: bool = True
    """False: the leaves below the block are still looked at (container rules only)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """A span a clause rule hides: characters of the leaf's text."""

    start: int
    end: int
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a rule did not take a place."""

    reason: str


ContainerFind = Callable[[Container], Claim | Refusal]
LeafFind = Callable[[Leaf], Claim | Refusal]
ClauseFind = Callable[[Clause], tuple[Hide, ...] | Refusal]


Find = TypeVar("Find")


@dataclass(frozen=True, slots=True)
class AtomRule(Generic[Find]):
    """A row of a rule table."""

    name: str
    level: Level
    summary: str
    """One line for `ankigen rules` and README: what it takes, what it makes."""
    find: Find
