"""A learner's collection: cards with a history each, the learner's own words and tags, and what a rebuild did to them.

What the Markdown asks is read from the package in a collection of its own; the learner's cards are then looked up by
guid and ordinal, as Anki's import does.
"""

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from anki.cards_pb2 import FsrsMemoryState
from anki.collection import Collection
from anki.consts import CARD_TYPE_NEW, CARD_TYPE_REV, QUEUE_TYPE_REV, QUEUE_TYPE_SUSPENDED
from click.testing import CliRunner

from ankigen.cli import application
from tests.export.real_anki import import_package, new_collection, visible

if TYPE_CHECKING:
    # Not at run time: `anki.cards` can only be imported after `anki.collection`.
    from anki.cards import Card

LOCK = Path("cards/ankigen.lock")

CardKey = tuple[str, int]
"""Guid and ordinal: who a card is, for Anki's import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What a learner loses when a card starts anew."""

    reviews: tuple[tuple[int, ...], ...]
    schedule: tuple[int, ...]
    memory: tuple[float, float] | None
    flag: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCard:
    """A card in the learner's collection; fields and tags are its note's."""

    history: History
    fresh: bool
    fields: Mapping[str, str]
    tags: tuple[str, ...]


Snapshot = Mapping[CardKey, OwnCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A card of a package: the fact it asks, named by what it hides, and all that makes up its note's own content."""

    guid: str
    ordinal: int
    fact: str
    place: str
    content: Mapping[str, str]
    tags: tuple[str, ...]
    mod: int
    """Seconds since 1970."""

    @property
    def key(self) -> CardKey:
        return self.guid, self.ordinal


OwnContent = tuple[Mapping[str, str], tuple[str, ...], list[int]]
"""Fields, tags and ordinals: what a note may be updated for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What becomes of the facts; one that is not named stays the fact it was."""

    becomes: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Notes that Anki's import log counts."""

    new: int
    updated: int
    unchanged: int
    refused: int


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Run commands in this folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def write_notes(files: Mapping[str, str]) -> None:
    """Make `cards/` hold these documents and no others; the lock stays."""
    for old in Path("cards").rglob("*.md"):
        old.unlink()
    for name, text in files.items():
        path = Path("cards") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def build(*, at: float) -> dict[str, bytes]:
    """Run `ankigen build` while the clock shows this time; give the packages by their names."""
    with patch.object(time, "time", lambda: float(at)):
        result = CliRunner().invoke(application, ["build"])
    assert result.exit_code == 0, result.output
    return {path.name: path.read_bytes() for path in sorted(Path("build").glob("*.apkg"))}


def import_all(collection: Collection, packages: Iterable[bytes]) -> Imported:
    """Import every package and add up what Anki says about them."""
    counts: Counter[str] = Counter()
    for package in packages:
        log = import_package(collection, package)
        counts["new"] += len(log.new)
        counts["updated"] += len(log.updated)
        counts["unchanged"] += len(log.duplicate)
        counts["refused"] += len(log.conflicting) + len(log.missing_notetype) + len(log.missing_deck)
    return Imported(**{name: counts[name] for name in ("new", "updated", "unchanged", "refused")})


def asked_by(packages: Iterable[bytes], *, by_place: bool = False) -> tuple[Asked, ...]:
    """Read what packages ask.

    Args:
        packages: all packages of one build.
        by_place: name facts with file and question before them, for notes that hide the same in two places.
    """
    with new_collection() as collection:
        import_all(collection, packages)
        cards = (collection.get_card(card_id) for card_id in collection.find_cards(""))
        return tuple(_asked(collection, card, by_place=by_place) for card in cards)


def give_histories(collection: Collection, *, at: int) -> Snapshot:
    """Give every card reviews, a schedule and a flag, and every note words and tags of the learner.

    Args:
        collection: the learner's, just after the first import.
        at: the second at which the learner edited the notes.
    """
    for number, card_id in enumerate(collection.find_cards(""), start=1):
        _review(collection, collection.get_card(card_id), number)
    for number, note_id in enumerate(collection.find_notes(""), start=1):
        note = collection.get_note(note_id)
        for name in ("Prompt", "Text", "Answer", "Extra"):
            if name in note:
                note[name] += f" <i>my words {number}</i>"
        note.tags += ["marked", f"mine::{number}"]
        collection.update_note(note)
    assert collection.db is not None
    collection.db.execute("update notes set mod = ?", at)
    return snapshot(collection)


def snapshot(collection: Collection) -> Snapshot:
    """Look at every card of the learner."""
    cards = [collection.get_card(card_id) for card_id in collection.find_cards("")]
    found = {(card.note().guid, card.ord): _own_card(collection, card) for card in cards}
    assert len(found) == len(cards), "two notes share a guid"
    return found


def own_contents(build_asked: Iterable[Asked]) -> dict[str, OwnContent]:
    """Give the own content of each note by its guid."""
    notes: dict[str, list[Asked]] = {}
    for asked in build_asked:
        notes.setdefault(asked.guid, []).append(asked)
    return {
        guid: (cards[0].content, cards[0].tags, sorted(asked.ordinal for asked in cards))
        for guid, cards in notes.items()
    }


def import_faults(log: Imported, builds: Sequence[tuple[Asked, ...]], *, now: float) -> list[str]:
    """Say where Anki's log of the last import does not show what changed, and what the last build dated wrongly.

    Args:
        log: what Anki said.
        builds: what the packages of each build asked, the last one's included.
        now: the time of the last build.
    """
    *earlier, last = (own_contents(build_asked) for build_asked in builds)
    known = {guid: content for contents in earlier for guid, content in contents.items()}
    again = [known[guid] == content for guid, content in last.items() if guid in known]
    right = Imported(new=len(last) - len(again), updated=again.count(False), unchanged=again.count(True), refused=0)
    found = [] if log == right else [f"import {len(builds)}: {log}, but by the notes it is {right}"]
    return [*found, *(f"{asked.fact!r} is newer than its build" for asked in builds[-1] if asked.mod > now)]


def faults(before: Snapshot, after: Snapshot, builds: Sequence[tuple[Asked, ...]], expected: Expected) -> list[str]:
    """Say, a sentence each, what the learner lost between two looks at the collection.

    Args:
        before: the learner's cards after the first build.
        after: the same after the last build.
        builds: what the packages of each build asked; all of them were imported.
        expected: what becomes of each fact of the first build.

    Raises:
        ValueError: `expected` does not fit the facts, so that the case itself is wrong.
    """
    return [*_history_faults(before, after, builds, expected), *_content_faults(before, after, builds)]


def _history_faults(
    before: Snapshot, after: Snapshot, builds: Sequence[tuple[Asked, ...]], expected: Expected
) -> Iterator[str]:
    first, last = _by_fact(builds[0]), _by_fact(builds[-1])
    successors = _successors(first, last, expected)
    owners = {before[asked.key].history: fact for fact, asked in first.items()}
    for key, card in before.items():
        if key not in after or after[key].history != card.history:
            yield f"the card of {owners[card.history]!r} was touched"
    for fact, asked in last.items():
        wanted, card = successors.get(fact), after[asked.key]
        owner = owners.get(card.history)
        if owner == wanted or (owner is None and not card.fresh):
            continue
        if owner is None:
            yield f"{fact!r} starts anew and lost its history"
        elif wanted is None:
            yield f"{fact!r} is new and has the history of {owner!r}"
        else:
            yield f"{fact!r} has the history of {owner!r}"


def _content_faults(before: Snapshot, after: Snapshot, builds: Sequence[tuple[Asked, ...]]) -> Iterator[str]:
    contents: dict[str, list[OwnContent]] = {}
    for build_asked in builds:
        for guid, content in own_contents(build_asked).items():
            contents.setdefault(guid, []).append(content)
    changed = {guid for guid, versions in contents.items() if any(version != versions[0] for version in versions)}
    last = {asked.key: asked for asked in builds[-1]}
    for key, card in after.items():
        asked = last.get(key)
        if key[0] not in changed and key in before:
            if (card.fields, card.tags) != (before[key].fields, before[key].tags):
                yield f"words or tags of the learner are lost on {key}, whose note did not change"
        elif asked is not None and not _shows(card, asked):
            yield f"{asked.fact!r} did not arrive as the notes have it now"


def _shows(card: OwnCard, asked: Asked) -> bool:
    return {name: card.fields[name] for name in asked.content} == asked.content and card.tags == asked.tags


def _successors(first: Mapping[str, Asked], last: Mapping[str, Asked], expected: Expected) -> dict[str, str]:
    """Map each fact of the last build to the fact of the first build whose history it must have."""
    stays = {fact: expected.becomes.get(fact, fact) for fact in first if fact not in expected.gone}
    named = {*expected.becomes, *expected.gone}
    if named - set(first) or {*stays.values(), *expected.new} != set(last) or len(set(stays.values())) != len(stays):
        unfitting = [named - set(first), {*stays.values(), *expected.new} ^ set(last)]
        msg = f"the case does not fit its notes: {unfitting}; facts after: {sorted(last)}"
        raise ValueError(msg)
    return {after: before for before, after in stays.items()}


def _by_fact(build_asked: Iterable[Asked]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for asked in build_asked:
        if asked.fact in found:
            msg = f"two cards of one build ask {asked.fact!r}"
            raise ValueError(msg)
        found[asked.fact] = asked
    return found


_OWN = ("Prompt", "Text", "Answer", "Extra", "Reverse", "Typed")
"""Fields that are a note's own content, in all note types; the others are only carried along."""


def _asked(collection: Collection, card: "Card", *, by_place: bool) -> Asked:
    note = card.note()
    fields = dict(note.items())
    if "Text" in fields:
        hidden = collection.extract_cloze_for_typing(fields["Text"], card.ord + 1)
    else:
        hidden = fields["Prompt"] if card.ord else fields["Answer"]
    fact = " ".join(visible(hidden).split())
    if "ankigen::rehearsal" in note.tags:
        fact = f"rehearsal: {visible(fields['Prompt'])}"
    place = visible(fields["Source"])
    return Asked(
        guid=note.guid,
        ordinal=card.ord,
        fact=f"{place}: {fact}" if by_place else fact,
        place=place,
        content={name: fields[name] for name in _OWN if name in fields},
        tags=tuple(note.tags),
        mod=note.mod,
    )


def _own_card(collection: Collection, card: "Card") -> OwnCard:
    note = card.note()
    assert collection.db is not None
    reviews = collection.db.all("select id, ease, ivl, lastIvl, factor, time, type from revlog where cid = ?", card.id)
    memory = card.memory_state
    return OwnCard(
        history=History(
            reviews=tuple(tuple(review) for review in reviews),
            schedule=(card.type, card.queue, card.due, card.ivl, card.factor, card.reps, card.lapses),
            memory=None if memory is None else (memory.stability, memory.difficulty),
            flag=card.flags,
        ),
        fresh=card.type == CARD_TYPE_NEW and not reviews,
        fields=dict(note.items()),
        tags=tuple(note.tags),
    )


def _review(collection: Collection, card: "Card", number: int) -> None:
    """Give a card a history that no other number gives."""
    count = 1 + number % 4
    card.type = CARD_TYPE_REV
    card.queue = QUEUE_TYPE_SUSPENDED if number % 3 == 0 else QUEUE_TYPE_REV
    card.due, card.ivl, card.factor = 100 + number, 10 + number, 2000 + 10 * number
    card.reps, card.lapses, card.flags = count, number % 2, 1 + number % 7
    card.memory_state = FsrsMemoryState(stability=10.5 + number, difficulty=1 + number % 9)
    collection.update_card(card)
    assert collection.db is not None
    collection.db.executemany(
        "insert into revlog (id, cid, usn, ease, ivl, lastIvl, factor, time, type) values (?, ?, -1, ?, ?, ?, ?, ?, 1)",
        [
            (
                1_700_000_000_000 + 1000 * number + review,
                card.id,
                1 + review % 4,
                3 + review,
                review,
                2500,
                900 + number,
            )
            for review in range(count)
        ],
    )
