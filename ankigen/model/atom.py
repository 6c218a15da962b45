"""Atoms: what the rules make of a document, before anything of Anki.

An atom asks for one fact. It knows the lines it came from, the rule that made it and the *slot*, the text that
tells it from its siblings of the same rule under the same question.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from ankigen.model.diagnostic import Span
from ankigen.model.document import Block
from ankigen.model.solution import Region, Standing, Status
from ankigen.model.text import RichText


class Level(StrEnum):
    """Where a rule looks; levels do not compete."""

    CONTAINER = "container"
    LEAF = "leaf"
    CLAUSE = "clause"


Content = RichText | tuple[Block, ...]
"""One inline text, or whole blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an atom stands and how it is told apart; the same for every kind of atom."""

    rule: str
    slot: str
    """Plain text, never an index: the label, the row's first cell, the item's text."""
    span: Span
    question: str
    """Identity of the question in its document: its `{#id}`, else its path of titles."""
    explicit_id: str = ""
    """`{#id}` of the block itself, when the author gave one."""
    tags: tuple[str, ...] = ()
    task: str = ""
    """Name of the task whose code it asks for: that names it wherever it stands, and not the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backing:
    """The solution that the code of a card was taken from."""

    task: str
    path: str
    """Posix path of the region's file from the root of the workspace."""
    region: Region
    standing: Standing

    @property
    def verified(self) -> bool:
        """Whether the code ran and gave the right answers; an emulator counts, a compiler does not."""
        return self.standing.status in {Status.GPU_VERIFIED, Status.CPU_VERIFIED, Status.EMULATED}


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicAtom:
    """A prompt and its answer."""

    origin: Origin
    breadcrumb: str
    prompt: RichText
    answer: Content
    extra: Content = ()
    reverse: bool = False
    """Ask the other way round too."""
    typed: bool = False
    rehearsal: bool = False
    """The whole answer, to be said aloud; goes to a deck tree of its own."""
    backing: Backing | None = None
    """Of the code in its answer, the one that is known least of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """A hidden part of a line: `text.plain[start:end]`."""

    start: int
    end: int
    name: str
    """What its ordinal hangs on for ever: the column's header, or the hidden text."""
    rule: str
    hint: str = ""
    number: int | None = None
    """Number the author gave (`{{c2::`); None: to be given."""
    like_line: int | None = None
    """Index of an earlier line whose deletion says the same, so that the two share a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClozeLine:
    """A line of a cloze atom; `name` is shown before it (a table's column), or is None."""

    text: RichText
    deletions: tuple[Deletion, ...] = ()
    name: RichText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClozeAtom:
    """Lines with hidden parts; one note, one card a number."""

    origin: Origin
    breadcrumb: str
    lines: tuple[ClozeLine, ...]
    extra: Content = ()
    typed: bool = False
    backing: Backing | None = None
    """The last line is code: a region of a solution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeAtom:
    """A task, and the region of its solution that answers it."""

    origin: Origin
    breadcrumb: str
    prompt: RichText
    given: str = ""
    """What the front shows of the code: its signatures."""
    backing: Backing
    extra: Content = ()

    @property
    def code(self) -> str:
        """The answer."""
        return self.backing.region.code


Atom = BasicAtom | ClozeAtom | CodeAtom


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What a rule said about a place, for `explain`."""

    span: Span
    level: Level
    rule: str
    claimed: bool
    detail: str
    """What it hides or asks when it claimed, else the reason why not."""
    text: str = ""
    """The place, as plain text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A block that became no card, with the reason and the mark that would make it one."""

    span: Span
    text: str
    reason: str
    mark: str
    code: str = "no-card"
    """Diagnostic code it is reported under."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Atomized:
    """Everything the rules made of one document."""

    atoms: tuple[Atom, ...] = ()
    leftovers: tuple[Leftover, ...] = ()
    traces: tuple[Trace, ...] = field(default=())
