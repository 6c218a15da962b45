"""The note types are frozen: what is pinned here may never change, or every deck out there splits."""

import hashlib
import re

import pytest

from ankigen.model.note import NoteType
from ankigen.notes.note_types import BASIC, CLOZE, CODE, MOD, NOTE_TYPES, note_type_named
from ankigen.notes.styles import CSS

FROZEN = {
    "ankigen Basic": (
        1_761_004_171_001,
        "Prompt Answer Breadcrumb Extra Source Status Reverse Typed Lang Key Spare1 Spare2 Spare3",
        7_310_042_101_001,
        {"Forward": 7_310_042_201_001, "Backward": 7_310_042_201_002},
    ),
    "ankigen Cloze": (
        1_761_004_171_002,
        "Text Breadcrumb Extra Source Status Typed Lang Key Spare1 Spare2 Spare3",
        7_310_042_102_001,
        {"Cloze": 7_310_042_202_001},
    ),
    "ankigen Code": (
        1_761_004_171_003,
        "Prompt Given Code Breadcrumb Extra Source Status Lang Key Spare1 Spare2 Spare3",
        7_310_042_103_001,
        {"Code": 7_310_042_203_001},
    ),
}
LOOKS = {1_767_225_600: "9c1ff077e00249ce", 1_796_083_200: "122c629b7e63ee41"}
"""Time of the last change of templates or styles: fingerprint of both. A change of them needs a new pair, since Anki
takes only what is newer than what it has."""

each_note_type = pytest.mark.parametrize("note_type", NOTE_TYPES, ids=lambda note_type: note_type.name)


@each_note_type
def test_ids_fields_and_templates_are_frozen(note_type: NoteType) -> None:
    identity, names, first_field, templates = FROZEN[note_type.name]
    assert note_type.id == identity
    fields = [(field.name, field.id) for field in note_type.fields]
    assert fields == [(name, first_field + index) for index, name in enumerate(names.split())]
    assert {template.name: template.id for template in note_type.templates} == templates
    assert [template.name for template in note_type.templates] == list(templates)
    assert note_type.sort_field == 0


def test_there_are_three_note_types_and_one_of_them_is_cloze() -> None:
    assert [note_type.name for note_type in NOTE_TYPES] == list(FROZEN)
    assert [note_type for note_type in NOTE_TYPES if note_type.cloze] == [CLOZE]
    assert note_type_named("ankigen Code") is CODE


def test_looks_change_with_the_time_that_tells_anki_of_it() -> None:
    sides = [side for each in NOTE_TYPES for template in each.templates for side in (template.front, template.back)]
    fingerprint = hashlib.sha256("\0".join([CSS, *sides]).encode("utf-8")).hexdigest()[:16]
    assert fingerprint == LOOKS[MOD]
    assert {note_type.mod for note_type in NOTE_TYPES} == {MOD}


@each_note_type
def test_templates_name_only_fields_there_are(note_type: NoteType) -> None:
    names = {field.name for field in note_type.fields} | {"FrontSide"}
    for template in note_type.templates:
        for side in (template.front, template.back):
            used = {match.split(":")[-1] for match in re.findall(r"\{\{[#^/]?([^}]+)\}\}", side)}
            assert used <= names


@each_note_type
def test_no_front_helps_to_answer(note_type: NoteType) -> None:
    for template in note_type.templates:
        for field in ("Extra", "Source", "Status", "Key", "Code"):
            assert f"{{{{{field}}}}}" not in template.front


def test_key_and_status_are_left_out_of_the_search() -> None:
    for note_type in NOTE_TYPES:
        unsearched = {field.name for field in note_type.fields if field.exclude_from_search}
        assert unsearched == {"Key", "Status"}


@pytest.mark.parametrize("side", [BASIC.templates[0].back, BASIC.templates[1].back, CODE.templates[0].back])
def test_answer_stands_under_the_rule_as_anki_spells_it(side: str) -> None:
    assert side.count("<hr id=answer>") == 1


def test_styles_know_both_names_of_the_night_and_redefine_every_colour() -> None:
    assert ".card.nightMode, .card.night_mode" in CSS
    assert "center" not in CSS
    assert "@import" not in CSS
    assert CSS.count("{") == CSS.count("}")
    day, night = (
        set(re.findall(r"(--ag-[\w-]+):", block)) for block in (CSS.split("}")[0], CSS[CSS.index(".card.n") :])
    )
    assert day == night
    assert set(re.findall(r"var\((--ag-[\w-]+)\)", CSS)) <= day
