"""Notes as they stand in a package that was made before, by ankigen or by another tool."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagedNote:
    """A note as it stands in a package."""

    guid: str
    note_type: str
    """Its name."""
    cloze: bool
    """Whether the note type is one of Anki's cloze types."""
    fields: tuple[tuple[str, str], ...]
    """Name and HTML, in the order of the note type."""
    tags: tuple[str, ...]
    deck: str
    """Of its first card, with `::` between levels: the home deck when the card is in a filtered one. Empty when there
    is no card, or when the package does not hold the deck."""
    mod: int
    """Seconds since 1970."""
    ordinals: tuple[int, ...]
    """Of its cards, 0-based and sorted."""
