"""Notes into packages: one a top-level deck, each with a description of what is inside."""

import html
from collections import Counter
from collections.abc import Iterable, Sequence

from ankigen.model.note import Deck, Media, Note, NoteType
from ankigen.notes.names import slugs, top_level
from ankigen.notes.note_types import NOTE_TYPES

_DOCUMENTS_NAMED = 5
"""Documents that a description names before it only counts."""


def group_decks(
    notes: Iterable[Note], media: Iterable[Media] = (), note_types: Sequence[NoteType] = NOTE_TYPES
) -> tuple[Deck, ...]:
    """Put notes into packages, in the order in which their decks first appear; notes keep their order.

    Args:
        notes: composed notes in study order.
        media: every file that any of them shows; a package gets those of its own notes.
        note_types: all that notes may be of, each with the time of its last change; a package gets those it uses.
    """
    by_top: dict[str, list[Note]] = {}
    for note in notes:
        by_top.setdefault(top_level(note.deck), []).append(note)
    files = {file.name: file for file in media}
    return tuple(
        _deck(name, slug, inside, files, note_types)
        for (name, inside), slug in zip(by_top.items(), slugs(by_top), strict=True)
    )


def _deck(name: str, slug: str, notes: Sequence[Note], files: dict[str, Media], note_types: Sequence[NoteType]) -> Deck:
    shown = sorted({name for note in notes for name in note.media})
    used = {note.note_type for note in notes}
    return Deck(
        name=name,
        slug=slug,
        notes=tuple(notes),
        note_types=tuple(note_type for note_type in note_types if note_type.name in used),
        media=tuple(files[name] for name in shown),
        descriptions=tuple((full, _description(full, notes)) for full in _levels(notes)),
    )


def _levels(notes: Iterable[Note]) -> tuple[str, ...]:
    """List every deck that holds a note or another deck, in order of appearance, parents first."""
    names: dict[str, None] = {}
    for note in notes:
        parts = note.deck.split("::")
        names.update(dict.fromkeys("::".join(parts[: depth + 1]) for depth in range(len(parts))))
    return tuple(names)


def _description(deck: str, notes: Iterable[Note]) -> str:
    """Say what is in a deck and below it: how many notes and cards, of which rules, from which documents."""
    inside = [note for note in notes if note.deck == deck or note.deck.startswith(f"{deck}::")]
    cards = sum(len(note.ordinals) for note in inside)
    rules = sorted(Counter(note.rule for note in inside).items(), key=lambda entry: (-entry[1], entry[0]))
    documents = tuple(dict.fromkeys(note.document for note in inside))
    lines = (
        f"{_counted(len(inside), 'note')}, {_counted(cards, 'card')}, made by ankigen",
        "Rules: " + ", ".join(f"{rule} {count}" for rule, count in rules),
        "From: " + ", ".join(documents[:_DOCUMENTS_NAMED]) + _and_more(len(documents) - _DOCUMENTS_NAMED),
    )
    return "<br>".join(html.escape(line) for line in lines)


def _and_more(count: int) -> str:
    return f" and {count:,} more" if count > 0 else ""


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
