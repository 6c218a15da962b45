"""The lock: who every note is, remembered from build to build."""

from dataclasses import dataclass
from enum import StrEnum

Ordinals = tuple[tuple[str, int], ...]
"""Cloze number of each deletion by its name; every name once."""


class State(StrEnum):
    """Whether the notes still have what a line stands for."""

    LIVE = "live"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What the lock remembers of one note."""

    key: str
    guid: str
    note_type: str
    rule: str
    document: str
    path: str
    """Identity of the question in its document: its `{#id}`, else its path of titles."""
    front: str
    back: str
    ordinals: Ordinals = ()
    """Of the deletions that it has, in their order."""
    reserved: Ordinals = ()
    """Of deletions that it had, or that share the card of another: their numbers are never given away."""
    deck: str
    tags: tuple[str, ...] = ()
    mod: int
    """Seconds since 1970 at which its own content last changed."""
    content: str
    """Hash of its own content; empty when it is not known, as after `adopt`."""
    source: str = ""
    """Hash of the lines of Markdown it was made of: if these stayed, ankigen itself changed the note."""
    state: State = State.LIVE
    by: str
    """Version of ankigen that made the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLine:
    """What the lock remembers of a note type."""

    note_type: str
    content: str
    """Hash of its fields, templates and styles."""
    mod: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """All lines of a lock, sorted by key."""

    lines: tuple[Line, ...] = ()
    note_types: tuple[TypeLine, ...] = ()
