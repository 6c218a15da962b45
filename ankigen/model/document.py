"""A document as its reader sees it: questions, sections, blocks.

A `Question` holds blocks; a `Section` is a block that holds blocks. No Markdown and no parser token is left here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from ankigen.model.diagnostic import Span
from ankigen.model.text import RichText


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributes:
    """What an author wrote in braces: `{#id .class key=value}`."""

    id: str = ""
    classes: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str:
        """Give the value of `key=value`, or an empty string."""
        return dict(self.pairs).get(key, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph; its text may hold line breaks."""

    text: RichText
    span: Span
    attributes: Attributes = field(default_factory=Attributes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A list item: its first paragraph, and the blocks below it."""

    text: RichText
    blocks: "tuple[Block, ...]" = ()
    span: Span
    attributes: Attributes = field(default_factory=Attributes)
    done: bool | None = None
    """Of a task item, whether it is ticked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBlock:
    """A bulleted or numbered list."""

    ordered: bool
    items: tuple[Item, ...]
    start: int = 1
    span: Span
    attributes: Attributes = field(default_factory=Attributes)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A body row, as many cells as the header has (missing ones are empty)."""

    cells: tuple[RichText, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: one header row, body rows."""

    header: tuple[RichText, ...]
    rows: tuple[TableRow, ...]
    span: Span
    attributes: Attributes = field(default_factory=Attributes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A block of code, verbatim, without its final newline."""

    language: str
    """First word of the info string, lower case; empty when there is none."""
    code: str
    span: Span
    attributes: Attributes = field(default_factory=Attributes)
    label: str = ""
    """What a card says below it: that nothing has checked this code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MathBlock:
    """A displayed formula, TeX source."""

    tex: str
    span: Span
    attributes: Attributes = field(default_factory=Attributes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A block quote, or an Obsidian callout with its title."""

    title: RichText | None = None
    blocks: "tuple[Block, ...]" = ()
    span: Span
    attributes: Attributes = field(default_factory=Attributes)


class SectionKind(StrEnum):
    """What opened a section."""

    HEADING = "heading"
    STEP = "step"
    LABEL = "label"
    NUMBERED = "numbered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading, step, numbered heading or label line, and what stands under it.

    `title` is as written, with its `Step 2：`, number and final colon.
    """

    title: RichText
    kind: SectionKind
    blocks: "tuple[Block, ...]" = ()
    span: Span
    """From the title line to the last line of its blocks."""
    attributes: Attributes = field(default_factory=Attributes)


Block = Paragraph | ListBlock | Table | Fence | MathBlock | Quote | Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and its answer."""

    title: RichText
    """Without the question mark-up (`Q:`, `问题一：`, a number)."""
    path: tuple[RichText, ...] = ()
    """Headings above it that group questions, outermost first; the document's title is none of them."""
    blocks: tuple[Block, ...] = ()
    span: Span
    attributes: Attributes = field(default_factory=Attributes)
    marked: bool = True
    """False when a plain heading (or the whole document) was taken for the question."""


class Language(StrEnum):
    """Language of a document: that of its prompts."""

    CHINESE = "zh"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What the YAML at a document's top may say; empty means unsaid."""

    deck: str = ""
    tags: tuple[str, ...] = ()
    lang: Language | None = None
    source: str = ""
    id: str = ""
    rules: tuple[str, ...] | None = None
    """Names of the rules that run; None: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One Markdown file."""

    path: str
    """Posix path relative to the workspace."""
    title: str
    """First heading of level 1, else the file name without its ending."""
    language: Language
    front_matter: FrontMatter = field(default_factory=FrontMatter)
    questions: tuple[Question, ...] = ()
    footnotes: tuple[tuple[str, RichText], ...] = ()
    """Label and text of each footnote."""


def blocks_below(blocks: Iterable[Block]) -> Iterator[Block | Item]:
    """Yield the blocks and all that they hold, outer before inner."""
    for block in blocks:
        yield block
        match block:
            case Section() | Quote():
                yield from blocks_below(block.blocks)
            case ListBlock():
                for item in block.items:
                    yield item
                    yield from blocks_below(item.blocks)
            case Paragraph() | Table() | Fence() | MathBlock():
                pass
            case _:
                assert_never(block)
