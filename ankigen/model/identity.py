"""Who an atom is in Anki: its key, its guid, and the numbers of its cards."""

from dataclasses import dataclass

from ankigen.model.atom import Atom
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """An atom with the identity that it keeps from build to build."""

    atom: Atom
    key: str
    guid: str
    mod: int
    """Seconds since 1970 at which its own content last changed."""
    ordinals: tuple[tuple[str, int], ...] = ()
    """One pair a deletion, in the order of the lines and of their deletions: its name made unique within the note,
    and its cloze number, 1-based. Empty for an atom without deletions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identification:
    """The atoms of one document with their identities."""

    document: Document
    identified: tuple[Identified, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
