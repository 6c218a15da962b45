"""What must hold of a deck before it is written, whatever the format; a breach is a fault of ours."""

from collections import Counter

from ankigen.model.note import Deck, NoteType

_FIELD_SEPARATOR = "\x1f"


def note_types_of(deck: Deck) -> dict[str, NoteType]:
    """Give the deck's note types by name, after checking its notes against them.

    Raises:
        ValueError: two notes share a guid; or a note has no card, or not the fields of its note type, or a field that
            would split in two in Anki's database; or a picture is not there.
    """
    repeated = sorted(guid for guid, count in Counter(note.guid for note in deck.notes).items() if count > 1)
    if repeated:
        msg = f"guid of more than one note: {', '.join(repeated)}"
        raise ValueError(msg)
    by_name = {note_type.name: note_type for note_type in deck.note_types}
    files = {file.name for file in deck.media}
    for note in deck.notes:
        wanted = len(by_name[note.note_type].fields) if note.note_type in by_name else 0
        if len(note.fields) != wanted:
            msg = f"{note.key!r}: {len(note.fields)} fields, but {note.note_type!r} has {wanted}"
            raise ValueError(msg)
        if not note.ordinals or any(_FIELD_SEPARATOR in field for field in note.fields):
            msg = f"{note.key!r}: no card, or U+001F in a field"
            raise ValueError(msg)
        if not files.issuperset(note.media):
            msg = f"{note.key!r}: pictures not in the package: {', '.join(sorted(set(note.media) - files))}"
            raise ValueError(msg)
    return by_name
