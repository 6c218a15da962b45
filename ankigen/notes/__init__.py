"""Composing: identified atoms become notes, notes become decks."""

from ankigen.notes.compose import compose_note
from ankigen.notes.decks import group_decks
from ankigen.notes.names import DEFAULT_DECK, REHEARSAL, deck_name, safe_tag
from ankigen.notes.note_types import BASIC, CLOZE, CODE, NOTE_TYPES
from ankigen.notes.tombstone import compose_tombstone

__all__ = [
    "BASIC",
    "CLOZE",
    "CODE",
    "DEFAULT_DECK",
    "NOTE_TYPES",
    "REHEARSAL",
    "compose_note",
    "compose_tombstone",
    "deck_name",
    "group_decks",
    "safe_tag",
]
