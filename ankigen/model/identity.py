"""Who an atom is in Anki: its key, its guid, and the numbers of its cards."""

from dataclasses import dataclass

from ankigen.model.atom import Atom
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.document import Document
from ankigen.model.lock import Line, Ordinals


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """The note that an atom was in the builds before."""

    line: Line
    similarity: float | None = None
    """How alike they are, 0 to 1, when nothing surer told that they are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """An atom with the identity that it keeps from build to build."""

    atom: Atom
    key: str
    guid: str
    ordinals: Ordinals = ()
    """One pair a deletion, in the order of the lines and of their deletions: its name made unique within the note,
    and its cloze number, 1-based. Empty for an atom without deletions."""
    reserved: Ordinals = ()
    """Names and numbers that have no card of their own now, and that nothing else may take."""
    before: Continued | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Identification:
    """The atoms of one document with their identities."""

    document: Document
    identified: tuple[Identified, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
