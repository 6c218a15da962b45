"""Notes into packages."""

from dataclasses import replace

import pytest

from ankigen.model.note import Media, Note
from ankigen.model.text import MarkKind
from ankigen.notes import group_decks
from tests.notes.making import basic, cloze, compose, document, origin, plain


def note(deck: str, slot: str = "slot", *, path: str = "cards/a.md", rehearsal: bool = False) -> Note:
    atom = basic(origin=origin(slot=slot), rehearsal=rehearsal)
    return compose(atom, document(path=path), deck=deck)


def test_one_package_a_top_level_deck_in_the_order_of_the_notes() -> None:
    notes = [note("GPU::内存", "1"), note("系统", "2"), note("GPU", "3"), note("GPU", "4", rehearsal=True)]
    decks = group_decks(notes)
    assert [(deck.name, deck.slug) for deck in decks] == [("GPU", "gpu"), ("系统", "系统"), ("Rehearsal", "rehearsal")]
    assert decks[0].notes == (notes[0], notes[2])


def test_package_holds_the_note_types_and_pictures_of_its_own_notes() -> None:
    picture = basic(answer=plain("x", (MarkKind.IMAGE, "x", "p")), origin=origin(slot="p"))
    notes = [compose(picture, deck="A", media={"p": "p.png"}), compose(cloze("⟦x⟧"), deck="B")]
    first, second = group_decks(notes, [Media(name="p.png", content=b"p"), Media(name="q.png", content=b"q")])
    assert [file.name for file in first.media] == ["p.png"]
    assert second.media == ()
    assert [note_type.name for note_type in first.note_types] == ["ankigen Basic"]
    assert [note_type.name for note_type in second.note_types] == ["ankigen Cloze"]


def test_every_level_says_what_is_inside_and_below() -> None:
    notes = [
        note("GPU::内存", "1"),
        replace(note("GPU::内存", "2", path="cards/<b>.md"), rule="table", ordinals=(0, 1)),
    ]
    notes.append(note("GPU::核", "3"))
    (deck,) = group_decks(notes)
    assert dict(deck.descriptions) == {
        "GPU": "3 notes, 4 cards, made by ankigen<br>Rules: label 2, table 1<br>From: cards/a.md, cards/&lt;b&gt;.md",
        "GPU::内存": (
            "2 notes, 3 cards, made by ankigen<br>Rules: label 1, table 1<br>From: cards/a.md, cards/&lt;b&gt;.md"
        ),
        "GPU::核": "1 note, 1 card, made by ankigen<br>Rules: label 1<br>From: cards/a.md",
    }


def test_description_names_some_documents_and_counts_the_rest() -> None:
    (deck,) = group_decks([note("GPU", str(index), path=f"cards/{index}.md") for index in range(7)])
    assert dict(deck.descriptions)["GPU"].endswith(
        "From: cards/0.md, cards/1.md, cards/2.md, cards/3.md, cards/4.md and 2 more"
    )


def test_picture_that_nobody_brought_is_our_fault() -> None:
    picture = basic(answer=plain("x", (MarkKind.IMAGE, "x", "p")))
    with pytest.raises(KeyError):
        group_decks([compose(picture, media={"p": "p.png"})])
