"""The three note types, frozen: a field or template added, removed or reordered splits every deck out there.

Names may change, since fields and templates carry ids; what is missing goes into a spare field. Whoever changes a
template or the styles sets `MOD` to that moment, or Anki keeps the old ones.
"""

from ankigen.model.note import Field, Note, NoteKind, NoteType, Template
from ankigen.notes import templates
from ankigen.notes.styles import CSS

MOD = 1_796_083_200
"""2026-12-01 00:00:00 UTC: when templates or styles last changed."""

_UNSEARCHED = frozenset({"Key", "Status"})


def _fields(first_id: int, *names: str) -> tuple[Field, ...]:
    return tuple(
        Field(name=name, id=first_id + index, exclude_from_search=name in _UNSEARCHED)
        for index, name in enumerate(names)
    )


_SPARE = ("Spare1", "Spare2", "Spare3")

BASIC = NoteType(
    name=NoteKind.BASIC.value,
    id=1_761_004_171_001,
    fields=_fields(
        7_310_042_101_001,
        *("Prompt", "Answer", "Breadcrumb", "Extra", "Source", "Status", "Reverse", "Typed", "Lang", "Key"),
        *_SPARE,
    ),
    templates=(
        Template(
            name="Forward",
            id=7_310_042_201_001,
            front=templates.FORWARD_FRONT,
            back=templates.FORWARD_BACK,
        ),
        Template(
            name="Backward",
            id=7_310_042_201_002,
            front=templates.BACKWARD_FRONT,
            back=templates.BACKWARD_BACK,
        ),
    ),
    css=CSS,
    cloze=False,
    mod=MOD,
)

CLOZE = NoteType(
    name=NoteKind.CLOZE.value,
    id=1_761_004_171_002,
    fields=_fields(
        7_310_042_102_001,
        *("Text", "Breadcrumb", "Extra", "Source", "Status", "Typed", "Lang", "Key"),
        *_SPARE,
    ),
    templates=(Template(name="Cloze", id=7_310_042_202_001, front=templates.CLOZE_FRONT, back=templates.CLOZE_BACK),),
    css=CSS,
    cloze=True,
    mod=MOD,
)

CODE = NoteType(
    name=NoteKind.CODE.value,
    id=1_761_004_171_003,
    fields=_fields(
        7_310_042_103_001,
        *("Prompt", "Given", "Code", "Breadcrumb", "Extra", "Source", "Status", "Lang", "Key"),
        *_SPARE,
    ),
    templates=(Template(name="Code", id=7_310_042_203_001, front=templates.CODE_FRONT, back=templates.CODE_BACK),),
    css=CSS,
    cloze=False,
    mod=MOD,
)

NOTE_TYPES: tuple[NoteType, ...] = (BASIC, CLOZE, CODE)


def named_fields(note: Note) -> tuple[tuple[str, str], ...]:
    """Give a note's fields with their names."""
    names = (field.name for field in note_type_named(note.note_type).fields)
    return tuple(zip(names, note.fields, strict=True))


def note_type_named(name: str) -> NoteType:
    """Give the note type of this name.

    Raises:
        KeyError: there is none.
    """
    return {note_type.name: note_type for note_type in NOTE_TYPES}[name]
