"""Text export: Anki's own text import reads it, into the right note types, decks and tags."""

from dataclasses import replace
from pathlib import Path

from anki.collection import Collection, ImportCsvRequest

from ankigen.export.apkg import write_apkg
from ankigen.export.tsv import write_tsv
from tests.export.real_anki import import_package, new_collection, shown_cards
from tests.export.sample import sample_decks, sample_notes


def import_text(collection: Collection, text: bytes, path: Path) -> None:
    path.write_bytes(text)
    metadata = collection.get_csv_metadata(str(path), None)
    collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata))


def test_text_makes_the_notes_that_the_package_makes(tmp_path: Path) -> None:
    with new_collection() as collection:
        for deck in sample_decks():
            import_package(collection, write_apkg(deck))
        wanted = {(card.guid, card.ordinal): card for card in shown_cards(collection)}
        collection.remove_notes(collection.find_notes(""))
        for deck in sample_decks():
            import_text(collection, write_tsv(deck), tmp_path / f"{deck.slug}.tsv")
        found = {(card.guid, card.ordinal): card for card in shown_cards(collection)}
    assert found == wanted


def test_text_updates_notes_that_are_there(tmp_path: Path) -> None:
    deck = sample_decks()[0]
    changed = replace(deck.notes[0], fields=(deck.notes[0].fields[0], "new\tanswer", *deck.notes[0].fields[2:]))
    with new_collection() as collection:
        import_package(collection, write_apkg(deck))
        import_text(collection, write_tsv(replace(deck, notes=(changed,))), tmp_path / "deck.tsv")
        assert collection.note_count() == len(deck.notes)
        (card,) = (card for card in shown_cards(collection) if card.guid == changed.guid)
    assert card.fields["Answer"] == "new\tanswer"


def test_text_is_utf8_with_a_column_for_every_field() -> None:
    deck = sample_decks()[0]
    lines = write_tsv(deck).decode("utf-8").split("\n")
    assert lines[0] == "#separator:tab"
    assert all(line.startswith("#") for line in lines[:6])
    assert not any(line.startswith("#") for line in lines[6:])
    widest = max(len(note.fields) for note in sample_notes())
    assert lines[6].count("\t") == 4 + widest - 1
