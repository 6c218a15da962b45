"""Which line of the lock an atom continues: the signs in their order, how alike is alike, and what is never one."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity.face import Face
from ankigen.identity.match import Matching, Newcomer, Step, match
from ankigen.model.lock import Line, State
from ankigen.model.note import NoteKind

FRONT, BACK = "Warp: what is it?", "32 threads that run one instruction"


def new(
    front: str = FRONT,
    back: str = BACK,
    *,
    path: str = "Q",
    slot: str = "Warp",
    explicit_id: str = "",
    rule: str = "label",
    document: str = "a.md",
    deck: str = "D",
    kind: NoteKind = NoteKind.BASIC,
) -> Newcomer:
    return Newcomer(
        face=Face(kind=kind, front=front, back=back),
        key=f"en|{f'#{explicit_id}' if explicit_id else path}|{rule}|{slot}",
        path=path,
        document=document,
        deck=deck,
        explicit=bool(explicit_id),
    )


def line(
    guid: str,
    front: str = "unlike",
    back: str = "nothing",
    *,
    path: str = "elsewhere",
    slot: str = "",
    key: str = "",
    rule: str = "label",
    document: str = "b.md",
    deck: str = "E",
    kind: NoteKind = NoteKind.BASIC,
    state: State = State.LIVE,
) -> Line:
    return Line(
        key=key or f"en|{path}|{rule}|{slot or guid}",
        guid=guid,
        note_type=kind.value,
        rule=rule,
        document=document,
        path=path,
        front=front,
        back=back,
        deck=deck,
        mod=1,
        content="",
        state=state,
        by="1",
    )


def taken(matching: Matching) -> dict[int, str]:
    return {index: found.line.guid for index, found in matching.matches.items()}


def guid_for(newcomer: Newcomer, *lines: Line) -> str | None:
    return taken(match([newcomer], lines)).get(0)


MARKED = new(explicit_id="w")
SIGNS = {
    Step.EXPLICIT: line("explicit", key="en|#w|label|Warp"),
    Step.SAME: line("same", FRONT, BACK),
    Step.FRONT_HERE: line("front here", FRONT, path="Q"),
    Step.FRONT: line("front", FRONT),
    Step.BACK: line("back", "asked in words of its own", BACK),
    Step.SLOT: line("slot", "Warp: what is that?", path="Q", slot="Warp"),
    Step.ALIKE: line("alike", "Warp: what are they?", "32 threads that run one operation", document="a.md"),
}
"""A line for each step, which has nothing else in common with the marked newcomer."""


@pytest.mark.parametrize("step", Step)
def test_every_sign_alone_tells_who_an_atom_is(step: Step) -> None:
    (found,) = match([MARKED], [SIGNS[step]]).matches.values()
    assert (found.line, found.step) == (SIGNS[step], step)


@pytest.mark.parametrize(("surer", "other"), list(combinations(Step, 2)), ids=str)
def test_the_surer_sign_wins_whatever_the_order_of_the_lines(surer: Step, other: Step) -> None:
    for lines in permutations([SIGNS[surer], SIGNS[other]]):
        (found,) = match([MARKED], lines).matches.values()
        assert found.step is surer


@pytest.mark.parametrize(("surer", "other"), list(combinations(list(Step)[1:], 2)), ids=str)
def test_the_atom_with_the_surer_sign_gets_the_line(surer: Step, other: Step) -> None:
    """One line; each of two atoms has one sign in common with it."""
    atoms = {
        Step.SAME: new(path="R", slot="R"),
        Step.FRONT_HERE: new(back="no", slot="R"),
        Step.FRONT: new(back="no", path="R", slot="R"),
        Step.BACK: new("asked in words of its own", path="R", slot="R"),
        Step.SLOT: new("Warp: what is that?", "no"),
        Step.ALIKE: new("Warp: what are they?", "32 threads that run one operation", path="R", slot="R"),
    }
    there = line("there", FRONT, BACK, path="Q", slot="Warp", document="a.md")
    assert taken(match([atoms[other], atoms[surer]], [there])) == {1: "there"}


@pytest.mark.parametrize("step", list(Step)[:-1], ids=str)
def test_a_live_line_comes_before_one_that_is_gone(step: Step) -> None:
    sign = SIGNS[step]
    pair = [sign_as(sign, "a-gone", State.GONE), sign_as(sign, "b-live", State.LIVE)]
    assert guid_for(MARKED, *pair) == "b-live"
    assert guid_for(MARKED, pair[0]) == "a-gone"


def sign_as(sign: Line, guid: str, state: State) -> Line:
    return line(
        guid, sign.front, sign.back, key=sign.key, path=sign.path, document=sign.document, deck=sign.deck, state=state
    )


def test_a_line_that_is_gone_is_never_taken_for_being_alike() -> None:
    assert guid_for(new(), sign_as(SIGNS[Step.ALIKE], "gone", State.GONE)) is None


@pytest.mark.parametrize("step", Step)
def test_a_line_of_another_note_type_is_never_taken(step: Step) -> None:
    sign = SIGNS[step]
    other = line(
        "x",
        sign.front,
        sign.back,
        key=sign.key,
        path=sign.path,
        document=sign.document,
        kind=NoteKind.CLOZE,
    )
    assert guid_for(MARKED, other) is None


def test_the_number_that_tells_two_keys_apart_is_no_part_of_an_explicit_id() -> None:
    assert guid_for(MARKED, line("second", key="en|#w|label|Warp~2")) == "second"


def test_an_id_that_nobody_wrote_is_no_sign() -> None:
    assert guid_for(new(slot="s"), line("same key", key="en|Q|label|s")) is None


@pytest.mark.parametrize(("back", "known"), [("x" * 12, True), ("x" * 11, False), ("十二个字的答案才足够独特", True)])
def test_an_answer_alone_tells_from_twelve_characters_on(back: str, *, known: bool) -> None:
    found = guid_for(new("Which?", back), line("b", "unlike this", back))
    assert found == ("b" if known else None)


@pytest.mark.parametrize(
    "there",
    [line("b", FRONT, "one answer"), line("b", "another question", BACK)],
    ids=["same front", "same back"],
)
def test_a_side_that_stands_twice_tells_nothing(there: Line) -> None:
    here = new(FRONT, BACK)
    front_too = there.front == FRONT
    twin_line = line("c", FRONT, "quite unlike it") if front_too else line("c", "unlike a question", BACK)
    twin_atom = new(FRONT, "nothing of it") if front_too else new("what else is asked", BACK)
    assert guid_for(here, there) == "b"
    assert guid_for(here, there, twin_line) is None
    assert not match([here, twin_atom], [there]).matches


def test_a_front_that_stands_twice_tells_who_it_is_under_the_same_question() -> None:
    lines = [line("a", FRONT, "1", path="P"), line("b", FRONT, "2", path="Q")]
    assert guid_for(new(back="3"), *lines) == "b"


@pytest.mark.parametrize(
    ("front", "there", "known"),
    [("aaa bbbbbb", "aaa cccccc", True), ("aa bbbbbbb", "aa ccccccc", False)],
    ids=["0.4", "0.3"],
)
@pytest.mark.parametrize("state", State)
def test_the_same_slot_needs_one_side_that_is_a_little_alike(
    front: str, there: str, state: State, *, known: bool
) -> None:
    lines = [line("b", there, "y", path="Q", slot="Warp", state=state)]
    assert guid_for(new(front, "x"), *lines) == ("b" if known else None)
    assert guid_for(new("x", front), line("b", "y", there, path="Q", slot="Warp", state=state)) == (
        "b" if known else None
    )


def test_the_same_slot_under_another_question_or_rule_is_none() -> None:
    front, there = "aaa bbbbbb", "aaa cccccc"
    assert guid_for(new(front, "x"), line("b", there, "y", path="P", slot="Warp")) is None
    assert guid_for(new(front, "x"), line("b", there, "y", path="Q", slot="Warp", rule="item")) is None


@pytest.mark.parametrize(
    ("place", "alike", "known"),
    [
        ({"document": "a.md"}, 20, True),  # 0.6
        ({"document": "a.md"}, 19, False),  # 0.595
        ({"deck": "D"}, 20, True),
        ({"deck": "D"}, 19, False),
        ({}, 50, True),  # 0.75
        ({}, 49, False),  # 0.745
    ],
    ids=str,
)
def test_how_alike_is_alike_depends_on_the_place(place: dict[str, str], alike: int, *, known: bool) -> None:
    there = line("b", "a" * alike + "b" * (100 - alike), "yes", **place)  # type: ignore[arg-type]
    assert bool(match([new("a" * 100, "yes")], [there]).matches) is known


def test_the_document_comes_before_the_deck_and_the_deck_before_anywhere() -> None:
    document = line("document", "aabbbbbbbb", "yes", document="a.md", deck="E")
    deck = line("deck", "aaaabbbbbb", "yes", deck="D")
    anywhere = line("anywhere", "aaaaaaabbb", "yes")
    here = new("aaaaaaaaaa", "yes")
    assert guid_for(here, anywhere, deck, document) == "document"
    assert guid_for(here, anywhere, deck) == "deck"
    assert guid_for(here, anywhere) == "anywhere"


def test_the_most_alike_is_taken_first_and_says_how_alike_it_is() -> None:
    lines = [line("b", "aaaaaaaabb", "yes", document="a.md"), line("c", "aaaaaaaaab", "yes", document="a.md")]
    found = match([new("aaaaaaaaaa", "yes")], lines).matches[0]
    assert found.line.guid == "c"
    assert found.similarity == pytest.approx(0.95)


@pytest.mark.parametrize("where", [{"document": "a.md"}, {"deck": "D"}], ids=str)
def test_a_stranger_is_never_taken_however_alike_its_letters_are(where: dict[str, str]) -> None:
    here = new("allocation of memories", "deallocated again")
    stranger = line("b", "allocations off memory", "allocated against", **where)  # type: ignore[arg-type]
    assert guid_for(here, stranger) is None
    neighbour = line("b", "allocation off memories", "allocated against", **where)  # type: ignore[arg-type]
    assert guid_for(here, neighbour) == "b"


@pytest.mark.parametrize(
    ("there", "known"),
    [("one two three fours fives sixes", True), ("one two threes fours fives sixes", False)],
    ids=["half", "less"],
)
def test_half_of_the_words_of_a_side_make_it_no_stranger(there: str, *, known: bool) -> None:
    here = new("one two three four five six", "abcdef")
    assert guid_for(here, line("b", there, "abcdeg", document="a.md")) == ("b" if known else None)


def test_what_has_the_same_slot_under_the_same_question_is_no_stranger() -> None:
    here = new("Warp: in one sentence?", "both sides run in turn")
    there = line("b", "Warp: what is it?", "one after the other", path="Q", slot="Warp")
    assert guid_for(here, there) == "b"


def test_words_count_whatever_their_case_and_a_han_character_is_one() -> None:
    assert guid_for(new("线程束", "x"), line("b", "线程组", "y", path="Q", slot="Warp")) == "b"
    assert guid_for(new("WARP size is", "x"), line("b", "Warp size was", "y", path="Q", slot="Warp")) == "b"


def test_a_sentence_stays_who_it_is_when_something_else_in_it_is_hidden() -> None:
    sentence = "They write to a shared array and wait at a barrier."
    atom = new(sentence, "a barrier", rule="cloze", kind=NoteKind.CLOZE)
    there = line("b", sentence, "a shared array", path="Q", rule="cloze", kind=NoteKind.CLOZE)
    assert guid_for(atom, there) == "b"


def test_a_sentence_is_as_alike_as_its_text_and_a_row_as_both_its_sides() -> None:
    def found(rule: str) -> bool:
        atom = new("aaaaaaaaaa word", "aaaa", rule=rule, kind=NoteKind.CLOZE)
        there = line("b", "aaaaaaaabb word", "bbbb", document="a.md", rule=rule, kind=NoteKind.CLOZE)
        return bool(match([atom], [there]).matches)

    assert found("cloze")
    assert not found("table")


def test_a_line_is_taken_once_and_by_the_atom_that_is_nearer() -> None:
    there = line("b", FRONT, BACK, path="Q", slot="Warp", document="a.md")
    assert taken(match([new(path="P", document="c.md"), new(document="c.md"), new()], [there])) == {2: "b"}


Text = st.sampled_from(["", "a", "a b", "a b c", "a long answer of words", "a long answer of word", "b"])


@given(st.data())
def test_matches_are_one_to_one_and_within_one_type_whatever_is_there(data: st.DataObject) -> None:
    def kind() -> NoteKind:
        return data.draw(st.sampled_from([NoteKind.BASIC, NoteKind.CLOZE]))

    newcomers = [
        new(data.draw(Text), data.draw(Text), slot=data.draw(Text), kind=kind())
        for _ in range(data.draw(st.integers(0, 5)))
    ]
    lines = [
        line(
            f"g{number}",
            data.draw(Text),
            data.draw(Text),
            path=data.draw(st.sampled_from("PQ")),
            document=data.draw(st.sampled_from(["a.md", "b.md"])),
            kind=kind(),
            state=data.draw(st.sampled_from(State)),
        )
        for number in range(data.draw(st.integers(0, 5)))
    ]
    matching = match(newcomers, lines)
    guids = list(taken(matching).values())
    assert len(guids) == len(set(guids))
    for index, found in matching.matches.items():
        assert found.line.note_type == newcomers[index].face.kind
    assert taken(match(newcomers, lines[::-1])) == taken(matching)


TIED = (line("b", "alpha beta 2", "yes", document="a.md"), line("c", "alpha beta 3", "yes", document="a.md"))


def test_two_lines_as_alike_are_a_tie_that_order_decides() -> None:
    for lines in permutations(TIED):
        matching = match([new("alpha beta 1", "yes")], lines)
        assert taken(matching) == {0: "b"}
        (tie,) = matching.ties
        assert (tie.newcomer, tie.chosen.guid, tie.other.guid) == (0, "b", "c")


def test_what_is_nearer_or_more_alike_is_no_tie() -> None:
    first, second = TIED
    here = new("alpha beta 1", "yes")
    near = line("z", second.front, second.back, path="Q", document="a.md")
    alike = line("z", "alpha beta 12", "yes", document="a.md")
    for better in (near, alike):
        matching = match([here], [first, better])
        assert (taken(matching), matching.ties) == ({0: "z"}, ())


def test_a_line_that_another_atom_took_is_no_rival() -> None:
    matching = match([new("alpha beta 1", "yes"), new("alpha beta 3", "yes", slot="s")], TIED)
    assert (taken(matching), matching.ties) == ({0: "b", 1: "c"}, ())


def test_twins_that_show_the_same_are_no_tie() -> None:
    first, _ = TIED
    twin = line("c", first.front, first.back, document="a.md")
    matching = match([new("alpha beta 1", "yes")], [twin, first])
    assert (taken(matching), matching.ties) == ({0: "b"}, ())


def test_atoms_that_show_the_same_take_the_lines_in_their_order() -> None:
    twins = [line(guid, FRONT, BACK, path="Q", document="a.md") for guid in ("b", "c", "d")]
    assert taken(match([new(slot="s"), new(slot="s"), new(slot="s")], twins)) == {0: "b", 1: "c", 2: "d"}
