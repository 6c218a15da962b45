"""JSON lines: one note a line, for programs.

Keys: `version` (1), `guid`, `key`, `note_type`, `deck`, `tags`, `fields` (name: HTML), `cards` (0-based ordinals),
`mod` (seconds since 1970), `document`, `line`, `rule`, `media` (file names). A new key may come at any time; a change
of what a key means raises the version.
"""

import json

from ankigen.export.checks import note_types_of
from ankigen.export.exporter import Exporter
from ankigen.model.note import Deck, Note, NoteType

VERSION = 1


def write_json_lines(deck: Deck) -> bytes:
    """Write a deck as JSON lines in UTF-8.

    Raises:
        ValueError: the deck cannot be right; see `checks.note_types_of`.
    """
    note_types = note_types_of(deck)
    lines = (json.dumps(_record(note, note_types[note.note_type]), ensure_ascii=False) for note in deck.notes)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _record(note: Note, note_type: NoteType) -> dict[str, object]:
    names = (field.name for field in note_type.fields)
    return {
        "version": VERSION,
        "guid": note.guid,
        "key": note.key,
        "note_type": note.note_type,
        "deck": note.deck,
        "tags": note.tags,
        "fields": dict(zip(names, note.fields, strict=True)),
        "cards": note.ordinals,
        "mod": note.mod,
        "document": note.document,
        "line": note.line,
        "rule": note.rule,
        "media": note.media,
    }


EXPORTER = Exporter(name="jsonl", suffix=".jsonl", summary="a JSON object a note, for programs", write=write_json_lines)
