"""JSON lines: every note with everything a program wants to know of it."""

import json

from ankigen.export.json_lines import write_json_lines
from tests.export.sample import sample_decks


def test_each_line_is_a_note_with_the_documented_keys() -> None:
    deck = sample_decks()[0]
    text = write_json_lines(deck).decode("utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    assert len(records) == len(deck.notes)
    for record, note in zip(records, deck.notes, strict=True):
        assert record == {
            "version": 1,
            "guid": note.guid,
            "key": note.key,
            "note_type": note.note_type,
            "deck": note.deck,
            "tags": list(note.tags),
            "fields": record["fields"],
            "cards": list(note.ordinals),
            "mod": note.mod,
            "document": note.document,
            "line": note.line,
            "rule": note.rule,
            "media": list(note.media),
        }
        assert tuple(record["fields"].values()) == note.fields
    assert "通信量" in text


def test_fields_go_by_name() -> None:
    record = json.loads(write_json_lines(sample_decks()[0]).decode("utf-8").splitlines()[0])
    assert record["fields"]["Prompt"] == "AllReduce 的通信量？"
    assert record["fields"]["Lang"] == "zh-Hans"
