"""Composing: identified atoms become notes, notes become decks."""

from ankigen.notes.compose import compose_note
from ankigen.notes.decks import group_decks
from ankigen.notes.key_field import search_for
from ankigen.notes.names import DEFAULT_DECK, REHEARSAL, deck_name, safe_tag
from ankigen.notes.note_types import BASIC, CLOZE, CODE, NOTE_TYPES, named_fields
from ankigen.notes.opening import open_clozes
from ankigen.notes.starter import is_starter, starter_notes
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
    "is_starter",
    "named_fields",
    "open_clozes",
    "safe_tag",
    "search_for",
    "starter_notes",
]
