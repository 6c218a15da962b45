"""Whatever a note says, its cards show it: random hostile text through a package into the real Anki and out."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen.export import EXPORTERS
from ankigen.identity import identify
from ankigen.model.atom import Atom, ClozeLine
from ankigen.model.text import RichText
from ankigen.notes import compose_note, group_decks
from tests.export.real_anki import ShownCard, import_package, new_collection, shown_cards, visible
from tests.notes.hostile import cloze_lines, rich_texts
from tests.notes.making import basic, cloze, document

PROMPT = re.compile(r'<div class="ag-prompt">(.*?)</div>', re.DOTALL)
ANSWER = re.compile(r'<div class="ag-answer">(.*?)</div>', re.DOTALL)
CLOZE = re.compile(r'<div class="ag-text">(.*?)</div>', re.DOTALL)
COLLECTIONS = settings(max_examples=25)
"""Each example is a collection of its own with a batch of notes."""


def cards_of(atoms: Sequence[Atom]) -> tuple[ShownCard, ...]:
    numbered = [replace(atom, origin=replace(atom.origin, slot=str(index))) for index, atom in enumerate(atoms)]
    home = document()
    notes = [compose_note(each, home, deck="GPU", media={}) for each in identify(home, numbered).identified]
    with new_collection() as collection:
        for deck in group_decks(notes):
            log = import_package(collection, EXPORTERS[0].write(deck))
            assert len(log.new) == len(notes)
        assert not collection.find_cards("is:suspended")
        return shown_cards(collection)


def shown(pattern: re.Pattern[str], side: str) -> str:
    match = pattern.search(side)
    assert match is not None, side
    assert "[sound:" not in match.group(1)
    return canonical(visible(match.group(1).replace("<br>", "\n")))


@COLLECTIONS
@given(st.lists(st.tuples(rich_texts(), rich_texts()), min_size=1, max_size=30))
def test_prompt_and_answer_are_shown_as_written(pairs: list[tuple[RichText, RichText]]) -> None:
    cards = cards_of([basic(prompt, answer) for prompt, answer in pairs])
    assert [shown(PROMPT, card.question) for card in cards] == [canonical(prompt.plain) for prompt, _ in pairs]
    assert [shown(ANSWER, card.answer) for card in cards] == [canonical(answer.plain) for _, answer in pairs]


@COLLECTIONS
@given(st.lists(cloze_lines(), min_size=1, max_size=30))
def test_cloze_shows_its_text_and_every_number_has_its_card(lines: list[ClozeLine]) -> None:
    atoms = [cloze(line) for line in lines]
    cards = iter(cards_of(atoms))
    for atom in atoms:
        for number in range(1, len(atom.lines[0].deletions) + 1):
            card = next(cards)
            assert card.ordinal == number - 1
            assert "No cloze" not in card.question
            assert 'class="cloze"' in card.question
            assert shown(CLOZE, card.answer) == canonical(atom.lines[0].text.plain)
    assert next(cards, None) is None


def canonical(text: str) -> str:
    """Take letters apart from their accents: Anki composes them, but not across the edge of a mark."""
    return unicodedata.normalize("NFD", text)
