"""Packages of every kind that Anki writes, and our own, are read note for note as the real Anki has them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions
from anki.consts import MODEL_CLOZE
from anki.decks import DeckId

from ankigen.export import PackagedNote, read_package
from ankigen.export.apkg import write_apkg
from tests.export.opened import altered, joined
from tests.export.real_anki import import_package, new_collection
from tests.export.sample import sample_decks

SUBDECK = "面试::GPU::内存层次"
OWN_FIELDS = {"Wort": "die Größe", "Bedeutung": '<b>size</b>&nbsp;<img src="a.png">', "Beispiel": ""}
OURS = write_apkg(sample_decks()[0])
KINDS = (
    "older.apkg",
    "older, no schedule.apkg",
    "newer.apkg",
    "newer, no schedule.apkg",
    "older.colpkg",
    "newer.colpkg",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A collection as Anki exports it."""

    notes: tuple[PackagedNote, ...]
    packages: dict[str, bytes]


def fill(collection: Collection) -> None:
    """Our decks, and what only a user would have: an own note type, stock ones, tags, a filtered deck."""
    for deck in sample_decks():
        import_package(collection, write_apkg(deck))
    own = collection.models.new("Vokabeln (三)")
    for name in OWN_FIELDS:
        collection.models.add_field(own, collection.models.new_field(name))
    for name, front, back in (("there", "Wort", "Bedeutung"), ("back", "Bedeutung", "Wort")):
        template = collection.models.new_template(name)
        template["qfmt"], template["afmt"] = f"{{{{{front}}}}}", f"{{{{{back}}}}}"
        collection.models.add_template(own, template)
    collection.models.add(own)
    add(collection, "Vokabeln (三)", SUBDECK, OWN_FIELDS.values(), ["Straße", "c++", "a::b", "标签"])
    add(collection, "Cloze", "Default", ["{{c3::third}} and {{c1::first}}", "x < y & z"], [])
    add(collection, "Basic", "Filter me", ["in a filtered deck", "home is elsewhere"], ["crammed"])
    filtered = collection.sched.get_or_create_filtered_deck(deck_id=DeckId(0))
    filtered.name = "Cram::今天"
    filtered.config.search_terms[0].search = "tag:crammed"
    del filtered.config.search_terms[1:]
    collection.sched.add_or_update_filtered_deck(filtered)
    assert len(collection.find_cards("deck:Cram")) == 1


def add(collection: Collection, note_type: str, deck: str, fields: Iterable[str], tags: list[str]) -> None:
    found = collection.models.by_name(note_type)
    assert found is not None
    note = collection.new_note(found)
    note.fields, note.tags = list(fields), tags
    deck_id = collection.decks.id(deck)
    assert deck_id is not None
    collection.add_note(note, deck_id)


def notes_of(collection: Collection) -> tuple[PackagedNote, ...]:
    """What Anki itself says of its notes."""
    found = []
    for note_id in sorted(collection.find_notes("")):
        note = collection.get_note(note_id)
        note_type = note.note_type()
        assert note_type is not None
        cards = sorted(note.cards(), key=lambda card: card.ord)
        found.append(
            PackagedNote(
                guid=note.guid,
                note_type=note_type["name"],
                cloze=note_type["type"] == MODEL_CLOZE,
                fields=tuple(note.items()),
                tags=tuple(note.tags),
                deck=collection.decks.name(cards[0].odid or cards[0].did),
                mod=note.mod,
                ordinals=tuple(card.ord for card in cards),
            )
        )
    return tuple(found)


def export(collection: Collection, path: Path) -> None:
    legacy = path.name.startswith("older")
    if path.suffix == ".colpkg":
        collection.export_collection_package(str(path), include_media=False, legacy=legacy)
        collection.reopen()
        return
    options = ExportAnkiPackageOptions(
        with_scheduling="no schedule" not in path.name, with_deck_configs=True, with_media=True, legacy=legacy
    )
    deck = collection.decks.id_for_name("面试") if "one deck" in path.name else None
    limit = None if deck is None else DeckIdLimit(DeckId(deck))
    collection.export_anki_package(out_path=str(path), options=options, limit=limit)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("packages")
    with new_collection() as collection:
        fill(collection)
        notes = notes_of(collection)
        for name in (*KINDS, "older, one deck.apkg", "newer, one deck.apkg"):
            export(collection, folder / name)
    return Exported(notes=notes, packages={path.name: path.read_bytes() for path in folder.iterdir()})


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_package_holds_what_anki_has(exported: Exported, kind: str) -> None:
    notes = read_package(exported.packages[kind])
    if "no schedule" in kind:  # then Anki leaves the home of a card in a filtered deck out
        assert [note.deck for note in notes if "crammed" in note.tags] == ["Cram::今天"]
        notes = tuple(replace(note, deck="Filter me") if "crammed" in note.tags else note for note in notes)
    assert notes == exported.notes


@pytest.mark.parametrize("age", ["older", "newer"])
def test_package_of_one_deck_holds_its_notes_alone(exported: Exported, age: str) -> None:
    there = tuple(note for note in exported.notes if note.deck.startswith("面试"))
    assert read_package(exported.packages[f"{age}, one deck.apkg"]) == there
    assert len(there) == 9


def test_the_exported_collection_has_the_cases_that_matter(exported: Exported) -> None:
    own, stock_cloze, crammed = exported.notes[-3:]
    assert (own.note_type, own.deck, own.ordinals, own.cloze) == ("Vokabeln (三)", SUBDECK, (0, 1), False)
    assert own.fields == tuple(OWN_FIELDS.items())
    assert set(own.tags) == {"Straße", "c++", "a::b", "标签"}
    assert (stock_cloze.ordinals, stock_cloze.cloze, stock_cloze.deck) == ((0, 2), True, "Default")
    assert (crammed.note_type, crammed.deck) == ("Basic", "Filter me")
    assert {note.cloze for note in exported.notes[:-3]} == {True, False}


def test_our_own_package_is_joined_it_was_composed() -> None:
    for deck in sample_decks():
        names = {note_type.name: [field.name for field in note_type.fields] for note_type in deck.note_types}
        cloze = {note_type.name: note_type.cloze for note_type in deck.note_types}
        assert sorted(read_package(write_apkg(deck)), key=lambda note: note.guid) == [
            PackagedNote(
                guid=note.guid,
                note_type=note.note_type,
                cloze=cloze[note.note_type],
                fields=tuple(zip(names[note.note_type], note.fields, strict=True)),
                tags=note.tags,
                deck=note.deck,
                mod=note.mod,
                ordinals=note.ordinals,
            )
            for note in sorted(deck.notes, key=lambda note: note.guid)
        ]


def test_notes_come_in_the_order_of_their_ids() -> None:
    first, second, *_ = read_package(OURS)
    turned = altered(OURS, "update notes set id = -id", "update cards set nid = -nid")
    assert read_package(turned)[-2:] == (second, first)


def test_note_without_a_card_or_with_an_unknown_deck_has_no_deck() -> None:
    before = read_package(OURS)
    cardless, lost, *rest = read_package(
        altered(
            OURS,
            "delete from cards where nid = (select min(id) from notes)",
            "update cards set did = 77 where nid = (select min(nid) from cards)",
        )
    )
    assert (cardless.guid, cardless.deck, cardless.ordinals) == (before[0].guid, "", ())
    assert (lost.guid, lost.deck, lost.ordinals) == (before[1].guid, "", before[1].ordinals)
    assert tuple(rest) == before[2:]


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ("update notes set guid = 17", "guid", "17"),
        ("update notes set guid = x'6162'", "guid", "ab"),
        ("update notes set mod = 1700000000.9", "mod", 1_700_000_000),
        ("update notes set tags = ' b  a\u3000c '", "tags", ("b", "a", "c")),
        ("update notes set tags = 'no\u00a0break'", "tags", ("no\u00a0break",)),
        ("update notes set tags = ''", "tags", ()),
    ],
)
def test_what_sloppy_tools_write_is_read_all_the_same(change: str, field: str, value: object) -> None:
    assert {getattr(note, field) for note in read_package(altered(OURS, change))} == {value}


def test_fields_go_by_their_place_in_the_list_as_in_anki() -> None:
    def turn(models: dict[str, dict[str, list[object]]]) -> None:
        for model in models.values():
            model["flds"][:2] = reversed(model["flds"][:2])

    changed = altered(OURS, models=turn)
    (note, *_) = read_package(changed)
    assert dict(note.fields)["Answer"] == "AllReduce 的通信量？"
    with new_collection() as collection:
        import_package(collection, changed)
        assert notes_of(collection)[0].fields == note.fields


def test_newest_collection_in_the_package_counts() -> None:
    old, new = (
        altered(OURS, "update notes set guid = 'old' || id"),
        altered(OURS, "update notes set guid = 'new' || id"),
    )
    both = joined({"collection.anki2": old, "collection.anki21": new})
    assert {note.guid[:3] for note in read_package(both)} == {"new"}
