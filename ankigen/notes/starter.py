"""One note of each note type: whoever imports them has the types, and can turn notes of other tools into them."""

from ankigen.model.note import Note
from ankigen.notes.note_types import NOTE_TYPES

DECK = "ankigen starter"
TAG = "ankigen::starter"
_GUID = "ankigenstarter"
_TEXTS = {
    "Prompt": "Which note types does ankigen use?",
    "Answer": "ankigen Basic, ankigen Cloze and ankigen Code; this note may be deleted.",
    "Text": "{{c1::ankigen Cloze}} is a note type of ankigen; this note may be deleted.",
    "Code": "<pre>this note may be deleted</pre>",
    "Lang": "en",
}


def is_starter(guid: str) -> bool:
    """Tell whether a note is one of the starter's."""
    return guid.startswith(_GUID)


def starter_notes() -> tuple[Note, ...]:
    """Give a note of each note type, to be deleted once it has been imported."""
    return tuple(
        Note(
            guid=f"{_GUID}{number}",
            key=f"starter|{note_type.name}",
            note_type=note_type.name,
            fields=tuple(_TEXTS.get(field.name, "") for field in note_type.fields),
            ordinals=(0,),
            deck=DECK,
            tags=(TAG,),
            mod=note_type.mod,
            document="",
            line=0,
            rule="starter",
        )
        for number, note_type in enumerate(NOTE_TYPES, start=1)
    )
