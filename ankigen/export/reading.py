"""Notes out of an Anki package, whichever program wrote it.

A collection is an SQLite database with the tables notes and cards. Up to schema 11 its note types and decks are JSON
in the one row of table col; from schema 15 on they have tables of their own, with protobuf for all but the names.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ankigen.export.protobuf import varint_field
from ankigen.export.unpacking import OLDER_VERSIONS, UnreadablePackage, collection_of, reason_of
from ankigen.model.packaged import PackagedNote

_TABLES_OF_ANY = ("col", "notes", "cards")
_TABLES_OF_NEWER = ("notetypes", "fields", "decks")
_FIELD_SEPARATOR = "\x1f"
_DECK_SEPARATOR = "\x1f"
_CLOZE = 1
"""In both schemas: `type` of the JSON, `Notetype.Config.Kind.KIND_CLOZE` of the protobuf."""
_KIND = 1
"""Field number of `Notetype.Config.kind`."""

_NOTES = """
    select cast(id as integer), cast(coalesce(guid, '') as text), cast(mid as integer),
           cast(coalesce(mod, 0) as integer), cast(coalesce(tags, '') as text), cast(coalesce(flds, '') as text)
    from notes order by id
"""
# The casts: SQLite keeps whatever a program puts into a column, a number in a guid or a fraction in a time.
_CARDS = """
    select cast(nid as integer), cast(coalesce(ord, 0) as integer),
           cast(case when coalesce(odid, 0) = 0 then did else odid end as integer)
    from cards order by nid, ord, id
"""
_NOTE_TYPES = """
    select cast(id as integer), cast(coalesce(name, '') as text), cast(coalesce(config, x'') as blob) from notetypes
"""
_FIELDS = "select cast(ntid as integer), cast(coalesce(name, '') as text) from fields order by ntid, ord"
_DECKS = "select cast(id as integer), cast(coalesce(name, '') as text) from decks"


@dataclass(frozen=True, slots=True, kw_only=True)
class _NoteType:
    name: str
    cloze: bool
    fields: tuple[str, ...]


def read_package(content: bytes) -> tuple[PackagedNote, ...]:
    """Read the notes of an Anki package (.apkg or .colpkg), in the order of their ids.

    Raises:
        UnreadablePackage: it is no package, is damaged, or is from a newer Anki; nothing of it is given then.
    """
    collection = collection_of(content)
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(collection)
        return tuple(_notes(connection))
    except (sqlite3.Error, UnicodeDecodeError) as fault:  # the latter when SQLite's message quotes broken text
        raise _strange(str(fault)) from fault
    finally:
        connection.close()


def _notes(connection: sqlite3.Connection) -> Iterator[PackagedNote]:
    newer = _prepare(connection)
    note_types, decks = _from_tables(connection) if newer else _from_json(connection)
    cards: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for note_id, ordinal, deck_id in connection.execute(_CARDS):
        cards[note_id].append((ordinal, deck_id))
    for note_id, guid, note_type_id, mod, tags, joined in connection.execute(_NOTES):
        note_type = note_types.get(note_type_id)
        fields = joined.split(_FIELD_SEPARATOR)
        if note_type is None or len(fields) != len(note_type.fields):
            why = "has no note type" if note_type is None else f"does not have the fields of {note_type.name!r}"
            msg = f"note {note_id} in it ({guid!r}) {why}; in Anki, run Tools > Check Database and export it again"
            raise UnreadablePackage(msg)
        (_, deck_id), *_ = cards[note_id] or [(0, 0)]
        yield PackagedNote(
            guid=guid,
            note_type=note_type.name,
            cloze=note_type.cloze,
            fields=tuple(zip(note_type.fields, fields, strict=True)),
            tags=_tags(tags),
            deck=decks.get(deck_id, ""),
            mod=mod,
            ordinals=tuple(dict.fromkeys(ordinal for ordinal, _ in cards[note_id])),
        )


def _prepare(connection: sqlite3.Connection) -> bool:
    """Make the database ready to be read and see that it is whole; tell whether note types have tables of their own.

    SQLite gives what it can of a damaged table, so a note could be missing without a word.
    """
    # What sqlite.org/security.html advises for files of strangers: no functions called from a schema.
    connection.execute("pragma trusted_schema = off")
    connection.create_collation("unicase", _compare_caseless)
    there = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    newer = not there.isdisjoint(_TABLES_OF_NEWER)
    wanted = (*_TABLES_OF_ANY, *_TABLES_OF_NEWER) if newer else _TABLES_OF_ANY
    missing = ", ".join(name for name in wanted if name not in there)
    if missing:
        why = f"no table {missing}"
        raise _strange(why)
    for name in wanted:
        (found,) = connection.execute(f"pragma quick_check({name})").fetchone()
        if found != "ok":
            raise _strange(found)
    return newer


def _compare_caseless(left: str, right: str) -> int:
    """Stand in for Anki's own collation, without which SQLite opens none of its newer tables."""
    one, other = left.casefold(), right.casefold()
    return (one > other) - (one < other)


def _from_tables(connection: sqlite3.Connection) -> tuple[Mapping[int, _NoteType], Mapping[int, str]]:
    """Read note types and decks of schema 15 and later."""
    fields: defaultdict[int, list[str]] = defaultdict(list)
    for note_type_id, name in connection.execute(_FIELDS):
        fields[note_type_id].append(name)
    note_types = {}
    for note_type_id, name, config in connection.execute(_NOTE_TYPES):
        try:
            cloze = varint_field(config, _KIND) == _CLOZE
        except ValueError as fault:
            why = f"note type {name!r}: {fault}"
            raise _strange(why) from fault
        note_types[note_type_id] = _NoteType(name=name, cloze=cloze, fields=tuple(fields[note_type_id]))
    decks = {deck_id: name.replace(_DECK_SEPARATOR, "::") for deck_id, name in connection.execute(_DECKS)}
    return note_types, decks


def _from_json(connection: sqlite3.Connection) -> tuple[Mapping[int, _NoteType], Mapping[int, str]]:
    """Read note types and decks of schema 11."""
    rows = connection.execute("select cast(models as text), cast(decks as text) from col").fetchall()
    try:
        ((models, decks),) = rows
        note_types = {
            int(key): _NoteType(
                name=_text(model["name"]),
                cloze=model.get("type") == _CLOZE,
                # In the order of the list, as Anki has it; `ord` need not be right.
                fields=tuple(_text(field["name"]) for field in model["flds"]),
            )
            for key, model in json.loads(models).items()
        }
        names = {int(key): _text(deck["name"]) for key, deck in json.loads(decks).items()}
    # Whatever shape else the JSON has, one of these lines stumbles over it.
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        why = f"table col: {fault!r}"
        raise _strange(why) from fault
    return note_types, names


def _text(value: object) -> str:
    if not isinstance(value, str):
        msg = f"no name: {value!r}"
        raise TypeError(msg)
    value.encode("utf-8")  # half a surrogate pair is no text
    return value


def _tags(tags: str) -> tuple[str, ...]:
    """Split as Anki does: at blanks, narrow or wide, and at nothing else."""
    return tuple(tag for tag in tags.replace("\u3000", " ").split(" ") if tag)


def _strange(why: str) -> UnreadablePackage:
    return UnreadablePackage(
        "the collection in it is damaged, or from an Anki newer than this ankigen knows "
        f"({reason_of(why)}); {OLDER_VERSIONS}"
    )
