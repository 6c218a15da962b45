"""Anki packages, written by genanki with its faults cured.

genanki gives every note one time of change, finds cards of its own, guesses guids, warns of HTML that is right, leaks
a temporary file and stores an uncompressed zip that differs from run to run. Here each note brings its own time, guid
and cards, the database is built in memory, and the zip is deflated with fixed dates.
"""

import hashlib
import io
import itertools
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import genanki

from ankigen.export.checks import note_types_of
from ankigen.export.exporter import Exporter
from ankigen.model.note import Deck, Note, NoteType

_EPOCH = (1980, 1, 1, 0, 0, 0)
_PERMISSIONS = 0o644 << 16
_UNIX = 3
_FIRST_ID = 1_767_225_600_000
"""Ids of notes and cards count from here; Anki renumbers those that are taken."""


def write_apkg(deck: Deck) -> bytes:
    """Write a deck as a package: the same deck always gives the same bytes.

    Raises:
        ValueError: the deck cannot be right; see `checks.note_types_of`.
    """
    note_types = note_types_of(deck)
    media = sorted(deck.media, key=lambda file: file.name)
    members = [
        ("collection.anki2", _database(deck, note_types)),
        ("media", json.dumps({str(index): file.name for index, file in enumerate(media)}).encode()),
        *((str(index), file.content) for index, file in enumerate(media)),
    ]
    return _zipped(members)


class _Model(genanki.Model):  # type: ignore[misc]
    """A note type with its own time of change."""

    def __init__(self, note_type: NoteType) -> None:
        super().__init__(
            note_type.id,
            note_type.name,
            fields=[
                {"name": field.name, "id": field.id, "excludeFromSearch": field.exclude_from_search}
                for field in note_type.fields
            ],
            templates=[
                {"name": template.name, "id": template.id, "qfmt": template.front, "afmt": template.back}
                for template in note_type.templates
            ],
            css=note_type.css,
            model_type=genanki.Model.CLOZE if note_type.cloze else genanki.Model.FRONT_BACK,
            sort_field_index=note_type.sort_field,
        )
        self._mod = note_type.mod

    def to_json(self, _timestamp: float, deck_id: int) -> dict[str, Any]:
        json_object: dict[str, Any] = super().to_json(self._mod, deck_id)
        return json_object


class _Note(genanki.Note):  # type: ignore[misc]
    """A note with its own time of change and its own cards."""

    def __init__(self, note: Note, model: _Model, *, position: int) -> None:
        super().__init__(model, list(note.fields), guid=note.guid, tags=list(note.tags), due=position)
        self.cards = [genanki.Card(ordinal) for ordinal in note.ordinals]
        self._mod = note.mod

    def write_to_db(self, cursor: sqlite3.Cursor, _timestamp: float, deck_id: int, id_gen: Iterator[int]) -> None:
        super().write_to_db(cursor, self._mod, deck_id, id_gen)

    def _check_invalid_html_tags_in_fields(self) -> None:
        """Skip genanki's check: it warns of valid HTML and misses the invalid."""


def _database(deck: Deck, note_types: Mapping[str, NoteType]) -> bytes:
    models = {name: _Model(note_type) for name, note_type in note_types.items()}
    decks = _decks(deck)
    for position, note in enumerate(deck.notes):
        decks[note.deck].add_note(_Note(note, models[note.note_type], position=position))
    connection = sqlite3.connect(":memory:")
    try:
        package = genanki.Package(list(decks.values()))
        package.write_to_db(connection.cursor(), _FIRST_ID / 1000, itertools.count(_FIRST_ID))
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()


def _decks(deck: Deck) -> dict[str, Any]:
    """Make every deck that holds a note or has a description; Anki goes by the name, ids only have to differ."""
    descriptions = dict(deck.descriptions)
    names = dict.fromkeys((*descriptions, *(note.deck for note in deck.notes)))
    ids = zip(names, _deck_ids(names), strict=True)
    return {name: genanki.Deck(deck_id, name, descriptions.get(name, "")) for name, deck_id in ids}


def _deck_ids(names: Iterable[str]) -> Iterator[int]:
    taken: set[int] = set()
    for name in names:
        deck_id = int.from_bytes(hashlib.sha256(name.encode("utf-8")).digest()[:6]) | 1 << 41
        while deck_id in taken:
            deck_id += 1
        taken.add(deck_id)
        yield deck_id


def _zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Deflate the members with fixed dates and permissions, so that equal content is equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, content in members:
            member = zipfile.ZipInfo(name, date_time=_EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = _PERMISSIONS
            member.create_system = _UNIX
            package.writestr(member, content, compresslevel=6)
    return buffer.getvalue()


EXPORTER = Exporter(name="apkg", suffix=".apkg", summary="a package for Anki, pictures included", write=write_apkg)
