"""Notes, cards and decks in Anki's own words."""

from dataclasses import dataclass, field
from enum import StrEnum

FIRST_MOD = 1_767_225_600
"""2026-01-01 00:00:00 UTC: when a note last changed that nothing remembers.

No clock: a lock that is lost and made anew must not make every note look edited, or Anki would write over what its user
changed.
"""


STATUS_TAG = "ankigen::code::"
"""How the tag begins that says what is known of a card's code; it is carried along like the `Status` field."""


def own_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Give the tags that are a note's own content: not the one that its record gives it."""
    return tuple(tag for tag in tags if not tag.startswith(STATUS_TAG))


class NoteKind(StrEnum):
    """The note types, by the names they have in Anki."""

    BASIC = "ankigen Basic"
    CLOZE = "ankigen Cloze"
    CODE = "ankigen Code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A card template of a note type; `id` keeps renames harmless in Anki."""

    name: str
    id: int
    front: str
    back: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a note type; `id` keeps renames harmless in Anki."""

    name: str
    id: int
    exclude_from_search: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteType:
    """A note type; its id, fields and templates are frozen from the first release."""

    name: str
    id: int
    fields: tuple[Field, ...]
    templates: tuple[Template, ...]
    css: str
    cloze: bool
    mod: int
    """Seconds since 1970 at which its templates or styles last changed; Anki takes newer ones only."""
    sort_field: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note as it goes into a package.

    `fields` are HTML in the order of the note type's fields. `ordinals` are the 0-based ordinals of its cards, the
    template's index or the cloze number less one; never empty.
    """

    guid: str
    key: str
    note_type: str
    """Name of the note type."""
    fields: tuple[str, ...]
    ordinals: tuple[int, ...]
    deck: str
    tags: tuple[str, ...] = ()
    mod: int
    """Seconds since 1970 at which its own content last changed."""
    document: str
    line: int
    rule: str
    media: tuple[str, ...] = ()
    """File names inside the package of the pictures its fields show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Media:
    """A file that goes into a package under a name made from its content."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Notes that go into one package; `notes` name their own (sub)deck each."""

    name: str
    """Name of the top-level deck."""
    slug: str
    """File name of its package, without the ending."""
    notes: tuple[Note, ...]
    note_types: tuple[NoteType, ...] = ()
    """The note types that its notes name."""
    media: tuple[Media, ...] = ()
    descriptions: tuple[tuple[str, str], ...] = ()
    """Full deck name and its description."""
