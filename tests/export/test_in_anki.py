"""The real Anki, under the options its dialog starts with, takes our packages and shows every card."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from anki.collection import Collection
from anki.consts import CARD_TYPE_NEW
from anki.scheduler.v3 import Scheduler

from ankigen.export.apkg import write_apkg
from ankigen.notes import BASIC
from tests.export.real_anki import ShownCard, import_package, new_collection, shown_cards, visible
from tests.export.sample import PICTURE, PIXEL, sample_decks, sample_notes


@pytest.fixture
def collection() -> Iterator[Collection]:
    with new_collection() as fresh:
        for deck in sample_decks():
            import_package(fresh, write_apkg(deck))
        yield fresh


def card_of(collection: Collection, rule_index: int, ordinal: int = 0) -> ShownCard:
    guid = sample_notes()[rule_index].guid
    (found,) = (card for card in shown_cards(collection) if (card.guid, card.ordinal) == (guid, ordinal))
    return found


def test_every_note_has_exactly_the_cards_it_names(collection: Collection) -> None:
    there = sorted((card.guid, card.ordinal) for card in shown_cards(collection))
    assert there == sorted((note.guid, ordinal) for note in sample_notes() for ordinal in note.ordinals)
    assert not collection.get_empty_cards().notes


def test_no_card_is_empty_or_shows_markup(collection: Collection) -> None:
    for card in shown_cards(collection):
        assert visible(card.question).strip()
        assert visible(card.question) != visible(card.answer)
        for raw in ("No cloze", "{{c", "[sound", "<!--", "&lt;"):
            assert raw not in visible(card.answer).replace("{{c1::no cloze}}", "")


def test_decks_tags_and_fields_arrive_as_composed(collection: Collection) -> None:
    by_guid = {note.guid: note for note in sample_notes()}
    for card in shown_cards(collection):
        note = by_guid[card.guid]
        assert card.deck == note.deck
        assert card.tags == note.tags
        assert tuple(card.fields.values()) == note.fields
    assert {card.deck for card in shown_cards(collection)} == {
        "面试::GPU",
        "面试::GPU::细节",
        "Rehearsal::面试::GPU",
    }


def test_decks_say_what_is_inside(collection: Collection) -> None:
    found = collection.decks.by_name("面试")
    assert found is not None
    assert found["desc"].startswith("8 notes, 12 cards, made by ankigen")


def test_new_cards_come_in_the_order_of_the_notes(collection: Collection) -> None:
    studied = [note.guid for note in sample_notes() if note.deck == "面试::GPU"]
    cards = shown_cards(collection, '"deck:面试::GPU" -"deck:面试::GPU::细节" card:1')
    assert [card.guid for card in cards] == studied


def test_reverse_makes_two_cards_and_the_second_asks_for_the_prompt(collection: Collection) -> None:
    backward = card_of(collection, 1, 1)
    assert "32 threads that run together" in visible(backward.question)
    assert "warp" not in visible(backward.question)
    assert "warp" in visible(backward.answer)


def test_typed_answer_is_compared_once(collection: Collection) -> None:
    typed = card_of(collection, 1)
    assert typed.question.count("[[type:Answer]]") == 1
    assert typed.answer.count("[[type:Answer]]") == 1
    assert typed.answer.count('class="ag-prompt"') == 1
    assert typed.answer.index("<hr id=answer>") < typed.answer.index("[[type:Answer]]")


def test_typed_cloze_asks_for_what_is_hidden(collection: Collection) -> None:
    assert "[[type:cloze:Text]]" in card_of(collection, 8).question


def test_picture_is_imported_and_shown(collection: Collection) -> None:
    assert f'<img src="{PICTURE.name}" alt="SM layout">' in card_of(collection, 3).answer
    assert collection.media.have(PICTURE.name)
    with open(f"{collection.media.dir()}/{PICTURE.name}", "rb") as stored:  # noqa: PTH123 -- Anki gives a string
        assert stored.read() == PIXEL


def test_code_keeps_its_text_and_gets_classes_but_no_colours(collection: Collection) -> None:
    answer = card_of(collection, 2).fields["Answer"]
    assert '<span class="kr">__global__</span>' in answer
    assert "style=" not in answer
    assert "// 求和 {{c1::no cloze}}\n  x[threadIdx.x] += 1.0f;" in visible(answer)


@pytest.mark.parametrize(
    ("index", "ordinal", "asked", "answered"),
    [
        (5, 0, "显存 (GB) [...]", "显存 (GB) 80"),
        (5, 1, "带宽 (TB/s) [...]", "带宽 (TB/s) 3.35"),
        (6, 0, "so [...] it is", r"so \(\frac{a}{\sqrt{b} }\) it is"),
        (7, 0, "write [...] and f() {}", "write std::vector<int>{{1,2},{3,4}} and f() {}"),
        (7, 1, "write std::vector<int>{{1,2},{3,4}} and [call]", "and f() {}"),
        (8, 4, "second [...]", "second five"),
    ],
)
def test_cloze_hides_one_thing_and_shows_the_rest(
    collection: Collection, index: int, ordinal: int, asked: str, answered: str
) -> None:
    card = card_of(collection, index, ordinal)
    assert asked in visible(card.question)
    assert answered in visible(card.answer)


def test_chinese_pages_say_that_they_are_chinese(collection: Collection) -> None:
    assert '<div class="ag" lang="zh-Hans">' in card_of(collection, 0).question
    assert "2(N-1)/N 倍数据量" in visible(card_of(collection, 0).answer)


def test_key_and_status_are_not_searched(collection: Collection) -> None:
    assert collection.find_notes("*zh|共享内存*") == []
    assert collection.find_notes('"AllReduce 的通信量"')


def test_second_import_of_the_same_notes_changes_nothing_and_keeps_the_history(collection: Collection) -> None:
    collection.decks.select(collection.decks.id_for_name("面试"))  # type: ignore[arg-type]
    assert isinstance(collection.sched, Scheduler)
    queued = collection.sched.get_queued_cards().cards[0]
    card = collection.get_card(queued.card.id)
    card.start_timer()
    collection.sched.answerCard(card, 4)
    interval = collection.get_card(card.id).ivl
    for deck in sample_decks():
        log = import_package(collection, write_apkg(deck))
        assert (len(log.new), len(log.updated), len(log.duplicate)) == (0, 0, len(deck.notes))
    again = collection.get_card(card.id)
    assert again.type != CARD_TYPE_NEW
    assert again.ivl == interval > 0


def test_newer_note_is_updated_in_place_and_the_others_are_left_alone(collection: Collection) -> None:
    deck = sample_decks()[0]
    position = BASIC.fields.index(next(field for field in BASIC.fields if field.name == "Answer"))
    old = deck.notes[0]
    fields = (*old.fields[:position], "another answer", *old.fields[position + 1 :])
    newer = replace(old, fields=fields, mod=old.mod + 60)
    log = import_package(collection, write_apkg(replace(deck, notes=(newer, *deck.notes[1:]))))
    assert (len(log.new), len(log.updated), len(log.duplicate)) == (0, 1, len(deck.notes) - 1)
    assert card_of(collection, 0).fields["Answer"] == "another answer"
