"""A note that is gone, shipped once more: an Anki package can delete nothing, but it can say what to delete."""

from ankigen.model.lock import Line
from ankigen.model.note import Note, NoteKind
from ankigen.notes.escape import escape_text
from ankigen.notes.key_field import key_field
from ankigen.notes.note_types import note_type_named

GONE = "[gone] "
"""What the card begins with."""


def compose_tombstone(line: Line) -> Note:
    """Write a note from what the lock remembers of it, with every card it had."""
    numbers = sorted({number for _, number in (*line.ordinals, *line.reserved)})
    front, back = (_html(text) for text in (GONE + line.front, line.back))
    if line.note_type == NoteKind.CLOZE:
        hidden = "".join(f"<br>{{{{c{number}::{GONE.strip()}}}}}" for number in numbers or (1,))
        fields = {"Text": front + hidden}
        ordinals = tuple(number - 1 for number in numbers or (1,))
    else:
        both = len(numbers) > 1
        fields = {"Prompt": front, "Answer": back, "Code": back, "Reverse": "1" if both else ""}
        ordinals = (0, 1) if both else (0,)
    fields["Key"] = key_field(line.guid, line.key)
    note_type = note_type_named(line.note_type)
    return Note(
        guid=line.guid,
        key=line.key,
        note_type=line.note_type,
        fields=tuple(fields.get(field.name, "") for field in note_type.fields),
        ordinals=ordinals,
        deck=line.deck,
        tags=line.tags,
        mod=line.mod,
        document=line.document,
        line=0,
        rule=line.rule,
    )


def _html(text: str) -> str:
    return "<br>".join(escape_text(part) for part in text.splitlines())
