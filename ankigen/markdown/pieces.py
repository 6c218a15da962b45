"""What a document's top level is made of: blocks, and openings of something that reaches over the blocks below."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ankigen.model.diagnostic import Span
from ankigen.model.document import Attributes, Block, Fence, ListBlock, MathBlock, Table
from ankigen.model.text import RichText


class Kind(StrEnum):
    """What an opening opens."""

    HEADING = "heading"
    QUESTION = "question"
    STEP = "step"
    NUMBERED = "numbered"
    BOLD = "bold"
    LABEL = "label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A line that opens a question or a section, as written."""

    kind: Kind
    title: RichText
    span: Span
    level: int = 0
    """Of a heading, its level; 0 for a line."""
    attributes: Attributes = field(default_factory=Attributes)
    number: int = 0
    """Of a numbered line, its number; 0 for none."""
    style: str = ""
    """Of a numbered line, how its number is written: arabic, bracketed or chinese."""
    marked: bool = False
    """Whether the wording says beyond doubt that it is a question."""


Piece = Opening | Block

LISTED: Final = (ListBlock, Table, Fence, MathBlock)
"""What a label line leads to."""
