"""The comparison that the tests of rebuilds rest on sees each kind of loss."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from anki.collection import Collection

from tests.export.real_anki import new_collection
from tests.whole.histories import (
    Asked,
    Expected,
    Snapshot,
    asked_by,
    build,
    faults,
    give_histories,
    import_all,
    snapshot,
    working_in,
    write_notes,
)

NOTE = """\
## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other

## Q: How do the threads of a block talk?

They write to ==a shared array== and wait at ==a barrier==.
"""
WARP = "32 threads that run one instruction at a time"
DIVERGENCE = "both sides of a branch run one after the other"


class Learner:
    """A collection with histories, and what it was built from."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        write_notes({"gpu.md": NOTE})
        packages = build(at=time.time()).values()
        import_all(collection, packages)
        self.asked = asked_by(packages)
        self.before: Snapshot = give_histories(collection, at=int(time.time()))

    def card_of(self, fact: str) -> Asked:
        (found,) = (asked for asked in self.asked if asked.fact == fact)
        return found

    def execute(self, sql: str, *arguments: str) -> None:
        assert self.collection.db is not None
        self.collection.db.execute(sql, *arguments)

    def faults(self, expected: Expected | None = None) -> list[str]:
        return faults(self.before, snapshot(self.collection), [self.asked, self.asked], expected or Expected())


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Learner]:
    with working_in(tmp_path), new_collection() as collection:
        yield Learner(collection)


def test_every_card_has_a_history_of_its_own(learner: Learner) -> None:
    histories = [card.history for card in learner.before.values()]
    assert len(set(histories)) == len(histories) == 6
    assert all(history.reviews and history.memory and history.flag for history in histories)
    assert not any(card.fresh for card in learner.before.values())
    assert len({card.tags for card in learner.before.values()}) == 5
    assert all(any("my words" in text for text in card.fields.values()) for card in learner.before.values())


def test_no_fault_where_nothing_happened(learner: Learner) -> None:
    assert learner.faults() == []


def test_histories_on_each_other_s_notes_are_seen(learner: Learner) -> None:
    one, other = learner.card_of(WARP).guid, learner.card_of(DIVERGENCE).guid
    learner.execute(
        "update notes set guid = case guid when ? then ? else ? end where guid in (?, ?)", one, other, one, one, other
    )
    found = learner.faults()
    assert f"{WARP!r} has the history of {DIVERGENCE!r}" in found
    assert f"{DIVERGENCE!r} has the history of {WARP!r}" in found


def test_histories_on_each_other_s_deletions_are_seen(learner: Learner) -> None:
    card = learner.card_of("a barrier")
    learner.execute(
        "update cards set ord = ord - 2 where nid = (select id from notes where guid = ?)",
        card.guid,
    )
    learner.execute(
        "update cards set ord = -1 - ord where nid = (select id from notes where guid = ?)",
        card.guid,
    )
    found = learner.faults()
    assert "'a shared array' has the history of 'a barrier'" in found
    assert "'a barrier' has the history of 'a shared array'" in found


def test_a_new_copy_is_seen(learner: Learner) -> None:
    card = learner.card_of(WARP)
    learner.execute("update notes set guid = 'old' where guid = ?", card.guid)
    import_all(learner.collection, build(at=time.time()).values())
    assert f"{WARP!r} starts anew and lost its history" in learner.faults()


def test_an_inherited_history_is_seen(learner: Learner) -> None:
    renamed = tuple(
        Asked(**{**{name: getattr(asked, name) for name in Asked.__slots__}, "fact": "another fact"})
        if asked.fact == WARP
        else asked
        for asked in learner.asked
    )
    found = faults(
        learner.before,
        snapshot(learner.collection),
        [learner.asked, renamed],
        Expected(gone=(WARP,), new=("another fact",)),
    )
    assert found == [f"'another fact' is new and has the history of {WARP!r}"]


@pytest.mark.parametrize(
    "sql",
    [
        "update cards set due = due + 1 where id = (select max(id) from cards)",
        "update cards set flags = flags + 1 where id = (select max(id) from cards)",
        "update cards set queue = 0 where id = (select max(id) from cards)",
        "update cards set data = '' where id = (select max(id) from cards)",
        "delete from revlog where id = (select max(id) from revlog)",
    ],
)
def test_a_touched_history_is_seen(learner: Learner, sql: str) -> None:
    learner.execute(sql)
    assert any("was touched" in fault for fault in learner.faults())


def lose_a_tag(collection: Collection) -> None:
    note = collection.get_note(collection.find_notes("tag:mine::1")[0])
    note.tags.remove("mine::1")
    collection.update_note(note)


def lose_words(collection: Collection) -> None:
    note = collection.get_note(collection.find_notes("tag:mine::1")[0])
    note["Extra"] = ""
    collection.update_note(note)


@pytest.mark.parametrize("lose", [lose_a_tag, lose_words])
def test_lost_words_and_tags_are_seen(learner: Learner, lose: Callable[[Collection], None]) -> None:
    lose(learner.collection)
    assert any("words or tags of the learner are lost" in fault for fault in learner.faults())


def test_an_answer_that_does_not_arrive_is_seen(learner: Learner) -> None:
    write_notes({"gpu.md": NOTE.replace("at a time", "together")})
    edited = asked_by(build(at=time.time()).values())
    guid = learner.card_of(WARP).guid
    assert guid in {asked.guid for asked in edited}
    expected = Expected(becomes={WARP: WARP.replace("at a time", "together")})
    found = faults(learner.before, snapshot(learner.collection), [learner.asked, edited], expected)
    assert any("together' did not arrive" in fault for fault in found)


@pytest.mark.parametrize(
    "wrong",
    [
        Expected(becomes={"no such fact": WARP}),
        Expected(becomes={WARP: "no such fact"}),
        Expected(becomes={WARP: DIVERGENCE}),
        Expected(gone=(WARP,)),
        Expected(new=("no such fact",)),
    ],
)
def test_a_case_that_does_not_fit_its_notes_is_refused(learner: Learner, wrong: Expected) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        learner.faults(wrong)
