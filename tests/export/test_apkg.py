"""Packages: bytes that repeat, nothing left behind, and no broken deck gets out."""

import io
import json
import sqlite3
import warnings
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from ankigen.export import EXPORTERS, Exporter
from ankigen.export.apkg import write_apkg
from ankigen.model.note import Deck
from tests.export.sample import PICTURE, sample_decks


@pytest.fixture
def deck() -> Deck:
    return sample_decks()[0]


def test_package_is_deflated_with_fixed_dates_and_nothing_of_the_machine(deck: Deck) -> None:
    with zipfile.ZipFile(io.BytesIO(write_apkg(deck))) as package:
        members = package.infolist()
        assert [member.filename for member in members] == ["collection.anki2", "media", "0"]
        assert {member.date_time for member in members} == {(1980, 1, 1, 0, 0, 0)}
        assert {member.compress_type for member in members} == {zipfile.ZIP_DEFLATED}
        assert {member.external_attr >> 16 for member in members} == {0o644}
        assert json.loads(package.read("media")) == {"0": PICTURE.name}
        assert package.read("0") == PICTURE.content


def test_each_note_brings_its_own_time_of_change(deck: Deck) -> None:
    times = tuple(1_700_000_000 + index for index, _ in enumerate(deck.notes))
    notes = tuple(replace(note, mod=mod) for note, mod in zip(deck.notes, times, strict=True))
    rows = rows_of(write_apkg(replace(deck, notes=notes)), "select guid, mod from notes order by id")
    assert rows == [(note.guid, note.mod) for note in notes]


def test_ids_of_fields_and_templates_travel_so_that_renames_stay_harmless(deck: Deck) -> None:
    ((models,),) = rows_of(write_apkg(deck), "select models from col")
    found = json.loads(str(models))
    for note_type in deck.note_types:
        model = found[str(note_type.id)]
        fields = [(field["name"], field["id"], field["excludeFromSearch"]) for field in model["flds"]]
        assert fields == [(field.name, field.id, field.exclude_from_search) for field in note_type.fields]
        templates = [(template["name"], template["id"]) for template in model["tmpls"]]
        assert templates == [(template.name, template.id) for template in note_type.templates]
        assert (model["mod"], model["sortf"]) == (note_type.mod, 0)


def test_writing_leaves_no_file_behind(deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    write_apkg(deck)
    assert not list(tmp_path.iterdir())


def test_writing_warns_of_nothing(deck: Deck) -> None:
    odd = replace(deck.notes[0], fields=("<my-tag>", *deck.notes[0].fields[1:]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_apkg(replace(deck, notes=(odd,)))


BROKEN = {
    "guid of more than one note": lambda deck: replace(deck, notes=(deck.notes[0], deck.notes[0])),
    "2 fields": lambda deck: replace(deck, notes=(replace(deck.notes[0], fields=("a", "b")),)),
    "has 0": lambda deck: replace(deck, note_types=()),
    "no card": lambda deck: replace(deck, notes=(replace(deck.notes[0], ordinals=()),)),
    "U\\+001F": lambda deck: replace(
        deck, notes=(replace(deck.notes[0], fields=("a\x1fb", *deck.notes[0].fields[1:])),)
    ),
    "pictures not in the package: ankigen-": lambda deck: replace(deck, media=()),
}


@pytest.mark.parametrize("why", BROKEN)
@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_no_format_writes_a_broken_deck(deck: Deck, why: str, exporter: Exporter) -> None:
    with pytest.raises(ValueError, match=why):
        exporter.write(BROKEN[why](deck))


def rows_of(package: bytes, query: str) -> list[tuple[object, ...]]:
    with zipfile.ZipFile(io.BytesIO(package)) as members:
        connection = sqlite3.connect(":memory:")
        try:
            connection.deserialize(members.read("collection.anki2"))
            return connection.execute(query).fetchall()
        finally:
            connection.close()
