"""A lock that is lost, and a deck of another tool: histories go on all the same, in real Anki."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from anki.collection import Collection, ExportAnkiPackageOptions
from anki.consts import CARD_TYPE_REV, QUEUE_TYPE_REV
from click.testing import CliRunner, Result

from ankigen.cli import application
from tests.export.real_anki import import_package, new_collection, visible

NOTE = """\
---
deck: GPU
---

# GPU

## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other
- **Occupancy**: resident warps over the most that fit

The scheduler hides the ==latency== of ==memory== by switching warps.

## Q: How do the memories differ?

| Memory | Seen by | Latency |
|---|---|---|
| register | one thread | 1 cycle |
| shared memory | one block | 30 cycles |

## Q: Words

- HBM :: memory stacked beside the die
- PCIe :: the bus between host and device
- What does NVLink join? :: two GPUs, directly
"""


def ankigen(*arguments: str) -> Result:
    result = CliRunner().invoke(application, arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards/gpu.md").write_text(NOTE, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def collection() -> Iterator[Collection]:
    with new_collection() as fresh:
        yield fresh


def review(collection: Collection) -> dict[tuple[str, int], int]:
    """Give every card an interval of its own, and remember it by guid and ordinal."""
    intervals = {}
    for number, card_id in enumerate(collection.find_cards("deck:*"), start=10):
        card = collection.get_card(card_id)
        card.type, card.queue, card.ivl, card.reps = CARD_TYPE_REV, QUEUE_TYPE_REV, number, 3
        collection.update_card(card)
        intervals[card.note().guid, card.ord] = number
    return intervals


def intervals_of(collection: Collection) -> dict[tuple[str, int], int]:
    cards = (collection.get_card(card_id) for card_id in collection.find_cards("deck:*"))
    return {(card.note().guid, card.ord): card.ivl for card in cards}


def export(collection: Collection, file: Path, *, legacy: bool) -> Path:
    options = ExportAnkiPackageOptions(with_scheduling=True, with_media=False, legacy=legacy)
    collection.export_anki_package(out_path=str(file), options=options, limit=None)
    return file


def remembered(lock: str) -> dict[str, list[int]]:
    """Numbers that the cards of each note have or had."""
    lines = [json.loads(line) for line in lock.splitlines()]
    return {
        line["guid"]: sorted({*line["ordinals"].values(), *line.get("reserved", {}).values()})
        for line in lines
        if "guid" in line and line["state"] == "live"
    }


@pytest.mark.parametrize("legacy", [True, False], ids=["older format", "newer format"])
def test_a_lost_lock_comes_back_from_an_export_and_nothing_is_updated(
    workspace: Path, collection: Collection, *, legacy: bool
) -> None:
    ankigen("build", "-o", "all.apkg")
    import_package(collection, (workspace / "all.apkg").read_bytes())
    edited = NOTE.replace("**Warp**", "**Warp size**").replace("==latency==", "latency").replace("a warp?", "a wave?")
    (workspace / "cards/gpu.md").write_text(edited, encoding="utf-8")
    ankigen("build", "-o", "all.apkg")
    lock = (workspace / "cards/ankigen.lock").read_text(encoding="utf-8")
    import_package(collection, (workspace / "all.apkg").read_bytes())
    before = review(collection)
    for note_id in collection.find_notes("deck:*"):
        note = collection.get_note(note_id)
        note.tags.append("mine")
        collection.update_note(note)
    deck = export(collection, workspace / "export.apkg", legacy=legacy)
    (workspace / "cards/ankigen.lock").unlink()
    told = ankigen("adopt", str(deck)).output
    assert "unmatched 0 notes" in told
    assert "0 to be updated" in told
    ankigen("build", "-o", "all.apkg")
    again = (workspace / "cards/ankigen.lock").read_text(encoding="utf-8")
    assert remembered(again) == remembered(lock)
    log = import_package(collection, (workspace / "all.apkg").read_bytes())
    assert (len(log.new), len(log.updated), len(log.conflicting)) == (0, 0, 0)
    assert intervals_of(collection) == before
    assert all("mine" in collection.get_note(note_id).tags for note_id in collection.find_notes("deck:*"))


def test_what_changed_since_the_lock_was_lost_is_updated_in_place(workspace: Path, collection: Collection) -> None:
    ankigen("build", "-o", "all.apkg")
    import_package(collection, (workspace / "all.apkg").read_bytes())
    before = review(collection)
    deck = export(collection, workspace / "export.apkg", legacy=False)
    (workspace / "cards/ankigen.lock").unlink()
    edited = NOTE.replace("32 threads that run", "a group of 32 threads that run").replace(
        "**Occupancy**", "**Residency**"
    )
    (workspace / "cards/gpu.md").write_text(edited, encoding="utf-8")
    ankigen("adopt", str(deck))
    ankigen("build", "-o", "all.apkg")
    log = import_package(collection, (workspace / "all.apkg").read_bytes())
    assert (len(log.new), len(log.conflicting)) == (0, 0)
    assert intervals_of(collection) == before
    answers = [visible(collection.get_card(card).answer()) for card in collection.find_cards("deck:*")]
    assert any("a group of 32 threads" in answer for answer in answers)


def test_a_deck_of_another_tool_keeps_its_history_through_the_procedure(
    workspace: Path, collection: Collection
) -> None:
    model = collection.models.new("Their type")
    for name in ("Front", "Back", "Hint"):
        collection.models.add_field(model, collection.models.new_field(name))
    template = collection.models.new_template("Card 1")
    template["qfmt"], template["afmt"] = "{{Front}}", "{{FrontSide}}<hr>{{Back}}{{Hint}}"
    collection.models.add_template(model, template)
    collection.models.add(model)
    theirs = collection.models.by_name("Their type")
    assert theirs is not None
    deck_id = collection.decks.id("Their deck")
    assert deck_id is not None
    fronts = ("<b>HBM</b>", "pcie", "What does NVLink joins?", "Something else", "Words?", "Words?")
    for front in fronts:
        note = collection.new_note(theirs)
        note.fields[:] = [front, "their answer", "their hint"]
        collection.add_note(note, deck_id)
    note_ids = collection.find_notes("deck:*")
    before = review(collection)

    starter = ankigen("adopt", "--starter").stdout.strip()
    log = import_package(collection, (workspace / starter).read_bytes())
    assert len(log.new) == 3
    ours = collection.models.by_name("ankigen Basic")
    assert ours is not None
    info = collection.models.change_notetype_info(old_notetype_id=theirs["id"], new_notetype_id=ours["id"])
    request = info.input
    request.note_ids.extend(note_ids)
    names = [field["name"] for field in ours["flds"]]
    places = {"Prompt": 0, "Answer": 1, "Extra": 2}
    request.new_fields[:] = [places.get(name, -1) for name in names]
    collection.models.change_notetype_of_notes(request)

    deck = export(collection, workspace / "theirs.apkg", legacy=False)
    told = ankigen("adopt", "-v", str(deck)).output
    assert "matched 3 notes" in told
    ankigen("build", "-o", "all.apkg")
    log = import_package(collection, (workspace / "all.apkg").read_bytes())
    assert (len(log.updated), len(log.conflicting)) == (3, 0)
    after = intervals_of(collection)
    assert {card: interval for card, interval in after.items() if card in before} == before
    assert "ankigen Basic+" not in {each.name for each in collection.models.all_names_and_ids()}
    texts = {note.fields[0]: note.fields[1] for note in map(collection.get_note, note_ids)}
    assert texts["HBM"] == "memory stacked beside the die"
    assert texts["Something else"] == "their answer"
    fronts_now = [collection.get_note(note_id).fields[0] for note_id in collection.find_notes("deck:*")]
    assert sum("NVLink" in front for front in fronts_now) == 1
