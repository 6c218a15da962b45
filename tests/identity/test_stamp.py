"""When a note last changed, and what a build says became of it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import pytest

from ankigen.identity import GONE_TAG, Home, Made, Stamped, continue_builds, identify, is_tombstone, stamp, unique
from ankigen.model.atom import Atom
from ankigen.model.document import Document
from ankigen.model.lock import Line, Lock, State
from ankigen.model.note import FIRST_MOD, NoteType
from ankigen.model.plan import Change, Fate
from ankigen.notes import BASIC, NOTE_TYPES, compose_note
from tests.identity.building import NOW, build
from tests.notes.making import basic, cloze, document, origin, plain

HOME = document()
NO_LOCK = Lock()
LATER = NOW + 1000


def step(
    *atoms: Atom,
    lock: Lock = NO_LOCK,
    home: Document = HOME,
    deck: str = "GPU",
    source: str = "the line it came from",
    now: int = NOW,
    version: str = "1",
    elsewhere: AbstractSet[str] = frozenset(),
    tombstones: bool = False,
    note_types: Sequence[NoteType] = NOTE_TYPES,
) -> Stamped:
    """Build one document of these atoms on top of a lock."""
    homes = {home.path: Home(document=home.path, deck=deck)}
    (build,) = continue_builds(unique([identify(home, atoms)]), lock.lines, homes, elsewhere=elsewhere)
    made = [
        Made(note=compose_note(entry, home, deck=deck, media={}), identified=entry, document=home.path, source=source)
        for entry in build.identified
    ]
    return stamp(made, note_types, lock, now=now, version=version, elsewhere=elsewhere, tombstones=tombstones)


def only(stamped: Stamped) -> Change:
    (change,) = stamped.plan.changes
    return change


def line(stamped: Stamped) -> Line:
    (found,) = stamped.lock.lines
    return found


def long(prompt: str = "Warp: what is it?", answer: str = "32 threads in step", **more: object) -> Atom:
    return basic(prompt, answer, **more)


SENTENCE = "They write to ⟦an array⟧ and wait at a barrier"
OWN: dict[str, tuple[Atom, Atom]] = {
    "prompt": (long(), long("Warp: what is that?")),
    "answer": (long(), long(answer="64 threads in step")),
    "extra": (long(), long(extra=plain("As on every GPU so far"))),
    "tags": (long(), long(origin=origin(tags=("cuda",)))),
    "reverse": (long(), long(reverse=True)),
    "typed": (long(), long(typed=True)),
    "text": (cloze(SENTENCE), cloze(SENTENCE.replace("write", "read"))),
    "deletions": (cloze(SENTENCE), cloze(SENTENCE.replace("a barrier", "⟦a barrier⟧"))),
    "ordinals": (cloze(SENTENCE.replace("an", "1|an")), cloze(SENTENCE.replace("an", "3|an"))),
    "hint": (cloze(SENTENCE), cloze(SENTENCE.replace("an array", "an array|where?"))),
    "a cloze that is typed": (cloze(SENTENCE), cloze(SENTENCE, typed=True)),
}


@pytest.mark.parametrize(("before", "after"), OWN.values(), ids=OWN.keys())
def test_a_note_is_stamped_when_its_own_content_changes_and_when_it_changes_back(before: Atom, after: Atom) -> None:
    first = step(before)
    second = step(after, lock=first.lock, now=LATER)
    third = step(before, lock=second.lock, now=LATER + 5)
    assert [line(each).mod for each in (first, second, third)] == [FIRST_MOD, LATER, LATER + 5]
    assert [only(each).fate for each in (first, second, third)] == [Fate.NEW, Fate.CHANGED, Fate.CHANGED]
    assert [each.notes[0].mod for each in (first, second, third)] == [FIRST_MOD, LATER, LATER + 5]
    assert line(first).guid == line(second).guid == line(third).guid


CARRIED: dict[str, dict[str, object]] = {
    "breadcrumb": {"atom": long(breadcrumb="CUDA › Threads")},
    "question": {"atom": long(origin=origin(question="What else is a warp?"))},
    "slot": {"atom": long(origin=origin(slot="another"))},
    "line": {"atom": long(origin=origin(at=99))},
    "file": {"home": document(path="cards/other/place.md")},
    "source": {"home": document(source="The manual")},
    "deck": {"deck": "CUDA"},
    "text of the line": {"source": "the same, written otherwise"},
    "version": {"version": "2"},
}


@pytest.mark.parametrize("other", CARRIED.values(), ids=CARRIED.keys())
def test_what_is_carried_along_never_makes_a_note_newer(other: dict[str, object]) -> None:
    first = step(long())
    given = dict(other)
    atom = given.pop("atom", long())
    second = step(atom, lock=first.lock, now=LATER, **given)  # type: ignore[arg-type]
    assert (only(second).fate, line(second).mod, second.notes[0].mod) == (Fate.UNCHANGED, FIRST_MOD, FIRST_MOD)
    assert line(second).guid == line(first).guid


def test_a_tag_of_the_front_matter_is_a_notes_own() -> None:
    first = step(long())
    assert only(step(long(), lock=first.lock, home=document(tags=("cuda",)))).fate is Fate.CHANGED


def test_a_moved_note_is_said_to_be_moved() -> None:
    first = step(long())
    assert not only(step(long(), lock=first.lock)).moved
    assert only(step(long(), lock=first.lock, deck="CUDA")).moved
    assert only(step(long(), lock=first.lock, home=document(path="cards/b.md"))).moved


@pytest.mark.parametrize(("now", "expected"), [(NOW, NOW + 1), (NOW - 5000, NOW + 1), (NOW + 9, NOW + 9)])
def test_a_change_is_newer_than_the_one_before_even_when_the_clock_is_behind(now: int, expected: int) -> None:
    first = step(long())
    second = step(long(answer="64 threads in step"), lock=first.lock, now=NOW)
    third = step(long(answer="96 threads in step"), lock=second.lock, now=now)
    assert line(third).mod == third.notes[0].mod == third.newest == expected


def test_a_build_without_a_lock_knows_no_time() -> None:
    first, again = step(long(), now=NOW), step(long(), now=LATER)
    assert first == again
    assert first.newest == FIRST_MOD


def test_a_build_of_the_same_changes_no_lock() -> None:
    first = step(long(), cloze(SENTENCE))
    second = step(long(), cloze(SENTENCE), lock=first.lock, now=LATER)
    assert (second.lock, second.notes, second.note_types) == (first.lock, first.notes, first.note_types)
    assert {change.fate for change in second.plan.changes} == {Fate.UNCHANGED}


def restyled(css: str) -> tuple[NoteType, ...]:
    return tuple(replace(each, css=css) if each == BASIC else each for each in NOTE_TYPES)


def test_a_note_type_is_stamped_when_its_styles_change() -> None:
    first = step(long())
    assert [each.mod for each in first.note_types] == [each.mod for each in NOTE_TYPES]
    assert first.plan.note_types == ()
    second = step(long(), lock=first.lock, now=LATER, note_types=restyled("b { color: red }"))
    assert second.plan.note_types == (BASIC.name,)
    assert {each.name: each.mod for each in second.note_types} == {
        each.name: LATER if each == BASIC else each.mod for each in NOTE_TYPES
    }
    third = step(long(), lock=second.lock, now=NOW, note_types=restyled("b { color: blue }"))
    assert max(each.mod for each in third.note_types) == LATER + 1
    assert only(third).fate is Fate.UNCHANGED
    fourth = step(long(), lock=third.lock, now=LATER + 99, note_types=restyled("b { color: blue }"))
    assert (fourth.note_types, fourth.plan.note_types) == (third.note_types, ())


def test_a_note_type_that_a_lock_does_not_know_is_not_new() -> None:
    lock = replace(step(long()).lock, note_types=())
    second = step(long(), lock=lock, now=LATER)
    assert [each.mod for each in second.note_types] == [each.mod for each in NOTE_TYPES]
    assert second.plan.note_types == ()


def test_a_note_that_is_not_there_is_gone_and_remembered_as_it_was() -> None:
    first = step(long())
    second = step(lock=first.lock, now=LATER)
    change = only(second)
    assert (change.fate, change.before) == (Fate.GONE, line(first))
    assert line(second) == replace(line(first), state=State.GONE)
    assert (second.notes, second.tombstones) == ((), ())
    third = step(lock=second.lock, now=LATER)
    assert third.lock == second.lock
    assert only(third).before == line(second)


def test_notes_of_a_document_elsewhere_are_not_gone_and_their_gone_ones_stay_gone() -> None:
    first = step(long(), basic("Grid: what is it?", "all blocks of a kernel", origin=origin(slot="g")))
    second = step(long(), lock=first.lock)
    there = document(path="cards/b.md")
    third = step(home=there, lock=second.lock, elsewhere={HOME.path})
    assert third.lock == second.lock
    assert [(change.fate, change.known.front) for change in third.plan.changes] == [(Fate.GONE, "Grid: what is it?")]
    fourth = step(home=there, lock=second.lock)
    assert {each.state for each in fourth.lock.lines} == {State.GONE}


def test_a_note_that_comes_back_as_it_was_was_never_newer() -> None:
    first = step(long())
    gone = step(lock=first.lock, now=LATER)
    back = step(long(), lock=gone.lock, now=LATER + 5)
    assert (only(back).fate, only(back).known.state) == (Fate.BACK, State.LIVE)
    assert back.lock == first.lock
    assert back.notes == first.notes


def test_a_note_that_comes_back_with_other_content_is_newer() -> None:
    gone = step(lock=step(long()).lock)
    back = step(long(answer="64 threads in step"), lock=gone.lock, now=LATER)
    assert (only(back).fate, line(back).mod) == (Fate.BACK, LATER)


def test_a_note_that_is_gone_is_shipped_once_and_newer_when_it_comes_back() -> None:
    first = step(long())
    gone = step(lock=first.lock, now=NOW, tombstones=True)
    (stone,) = gone.tombstones
    assert line(gone) == stone
    assert is_tombstone(stone)
    assert (stone.guid, stone.mod, stone.tags) == (line(first).guid, NOW, (*line(first).tags, GONE_TAG))
    assert gone.newest == NOW
    again = step(lock=gone.lock, now=LATER, tombstones=True)
    assert (again.tombstones, again.lock) == ((), gone.lock)
    back = step(long(), lock=gone.lock, now=NOW)
    assert (only(back).fate, line(back).mod, line(back).tags) == (Fate.BACK, NOW + 1, line(first).tags)
    assert not is_tombstone(line(back))
    assert line(back).content == line(first).content


def test_a_note_that_was_gone_before_is_shipped_when_it_is_asked_for() -> None:
    gone = step(lock=step(long()).lock)
    assert len(step(lock=gone.lock, tombstones=True).tombstones) == 1


WARP = "# GPU\n\n## Q: What is a warp?\n\n- **Warp**: 32 threads that run one instruction at a time\n"


def test_a_note_of_another_type_starts_anew_and_its_old_one_is_gone() -> None:
    first = build({"a.md": WARP})
    second = build({"a.md": WARP.replace("32 threads", "==32 threads==")}, first.lock, now=LATER)
    (restarted,), (gone,) = second.stamped.plan.of(Fate.RESTARTED), second.stamped.plan.of(Fate.GONE)
    assert restarted.before == gone.before
    assert (restarted.known.rule, restarted.known.mod) == ("cloze", FIRST_MOD)
    assert restarted.known.guid != gone.known.guid
    assert restarted.lost_cards == ()
    back = build({"a.md": WARP}, second.lock, now=LATER)
    assert [each.known.guid for each in back.stamped.plan.of(Fate.BACK)] == [gone.known.guid]


def test_a_new_note_of_another_type_that_asks_something_else_is_no_restart() -> None:
    first = build({"a.md": WARP})
    other = "# GPU\n\n## Q: What is a warp?\n\nA ==barrier== holds every thread until the last one arrives.\n"
    second = build({"a.md": other}, first.lock)
    assert not second.stamped.plan.of(Fate.RESTARTED)
    assert second.stamped.plan.of(Fate.GONE)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"version": "2"}, True),
        ({"version": "1"}, False),
        ({"version": "2", "source": "another line"}, False),
        ({"version": "2", "home": document(tags=("cuda",))}, False),
    ],
    ids=["newer", "same version", "edited", "tagged"],
)
def test_a_change_is_ankigens_if_the_markdown_is_the_same_and_ankigen_is_not(
    given: dict[str, object], *, expected: bool
) -> None:
    first = step(long())
    second = step(long(answer="thirty-two threads in step"), lock=first.lock, **given)  # type: ignore[arg-type]
    assert only(second).fate is Fate.CHANGED
    assert only(second).by_ankigen is expected


def test_a_note_that_did_not_change_is_not_ankigens_and_keeps_the_version_that_made_it() -> None:
    second = step(long(), lock=step(long()).lock, version="2")
    assert (only(second).by_ankigen, line(second).by) == (False, "1")


def test_a_line_that_remembers_no_markdown_says_nothing_about_who_changed_it() -> None:
    lock = Lock(lines=(replace(line(step(long())), source=""),))
    assert not only(step(long(answer="other words"), lock=lock, source="", version="2")).by_ankigen


def test_an_adopted_line_that_is_the_same_is_unchanged_and_gets_its_version() -> None:
    first = step(long())
    adopted = Lock(lines=(replace(line(first), mod=1234, by=""),), note_types=first.lock.note_types)
    second = step(long(), lock=adopted, now=LATER, version="2")
    assert (only(second).fate, line(second).mod, line(second).by) == (Fate.UNCHANGED, 1234, "2")


def test_an_adopted_line_whose_content_is_not_known_is_changed_but_not_by_ankigen() -> None:
    adopted = Lock(lines=(replace(line(step(long())), mod=1234, content="", by=""),))
    change = only(step(long(), lock=adopted, now=LATER, version="2"))
    assert (change.fate, change.known.mod, change.by_ankigen) == (Fate.CHANGED, LATER, False)


LOST: dict[str, tuple[Atom, Atom, tuple[int, ...]]] = {
    "none": (cloze("⟦lane⟧ in a ⟦warp⟧"), cloze("⟦warp⟧ with a ⟦lane⟧"), ()),
    "one of three": (cloze("⟦lane⟧ in ⟦warp⟧ in ⟦grid⟧"), cloze("⟦lane⟧ in warp in ⟦grid⟧"), (2,)),
    "one for another": (cloze("⟦lane⟧ in a warp"), cloze("lane in a ⟦warp⟧"), (1,)),
    "one of two that share a card": (cloze("⟦1|lane⟧ in a ⟦1|warp⟧"), cloze("⟦1|lane⟧ in a warp"), ()),
    "no reverse any more": (long(reverse=True), long(), (2,)),
    "reverse": (long(), long(reverse=True), ()),
    "basic": (long(), long(answer="other words"), ()),
}


@pytest.mark.parametrize(("before", "after", "lost"), LOST.values(), ids=LOST.keys())
def test_cards_without_content_are_named(before: Atom, after: Atom, lost: tuple[int, ...]) -> None:
    second = step(after, lock=step(before).lock)
    assert only(second).fate in {Fate.CHANGED, Fate.UNCHANGED}
    assert only(second).lost_cards == lost


def test_a_plan_parts_all_notes_by_what_becomes_of_them() -> None:
    def fact(name: str, answer: str, at: int) -> Atom:
        return basic(f"{name}: what is it?", answer, origin=origin(slot=name, at=at))

    kept = fact("Warp", "32 threads in step", 3)
    edited, after = fact("Block", "warps on one processor", 4), fact("Block", "warps of one multiprocessor", 4)
    dropped, added = fact("Grid", "all blocks of a kernel", 5), fact("Mutex", "lets one in at a time", 6)
    plan = step(kept, after, added, lock=step(kept, edited, dropped).lock).plan
    assert [(change.fate, change.line, change.known.back) for change in plan.changes] == [
        (Fate.UNCHANGED, 3, "32 threads in step"),
        (Fate.CHANGED, 4, "warps of one multiprocessor"),
        (Fate.NEW, 6, "lets one in at a time"),
        (Fate.GONE, 0, "all blocks of a kernel"),
    ]
    assert sum(len(plan.of(fate)) for fate in Fate) == 4
