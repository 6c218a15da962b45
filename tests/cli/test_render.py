"""What `explain` shows of every kind of block, of nested clozes, and of both directions."""

import pytest

from ankigen.identity import Identified, identify
from ankigen.markdown import parse_document
from ankigen.model.atom import BasicAtom, ClozeAtom, ClozeLine, Deletion, Origin
from ankigen.model.diagnostic import Span
from ankigen.model.document import Language
from ankigen.model.plain import plain
from ankigen.model.text import RichText
from ankigen.pipeline.render import render_cards

ORIGIN = Origin(rule="pair", slot="a", span=Span(first=1, last=1), question="Q")


def identified(atom: BasicAtom | ClozeAtom) -> Identified:
    document = parse_document("## Q: A?\n\nb\n", "cards/a.md").document
    (entry,) = identify(document, [atom]).identified
    return entry


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("one\n\ntwo", "one\ntwo"),
        ("- a\n- b\n    - c", "- a\n- b\n  - c"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2"),
        ("```python\nx = 1\n\ny = 2\n```", "    x = 1\n    \n    y = 2"),
        ("$$\nx^2\n$$", "x^2"),
        ("> [!note] Mind\n> the gap", "> Mind\n> the gap"),
        ("> the gap", "> the gap"),
        ("### Part\n\ntext", "Part\n  text"),
    ],
)
def test_blocks_are_shown_as_plain_lines(markdown: str, shown: str) -> None:
    document = parse_document(f"## Q: A?\n\n{markdown}\n", "cards/a.md").document
    assert plain(document.questions[0].blocks) == shown


def test_a_reversed_pair_is_shown_both_ways() -> None:
    atom = BasicAtom(
        origin=ORIGIN, breadcrumb="A", prompt=RichText(plain="front"), answer=RichText(plain="back"), reverse=True
    )
    assert [(card.front, card.back) for card in render_cards(identified(atom), Language.ENGLISH)] == [
        ("front", "back"),
        ("back", "front"),
    ]


def test_each_number_of_a_cloze_is_a_card_with_its_own_gap_and_hint() -> None:
    text = RichText(plain="alpha beta gamma")
    deletions = (
        Deletion(start=0, end=5, name="alpha", rule="cloze", number=2, hint="first letter"),
        Deletion(start=6, end=10, name="beta", rule="cloze"),
        Deletion(start=11, end=16, name="gamma", rule="cloze", number=2),
    )
    line = ClozeLine(name=RichText(plain="letters"), text=text, deletions=deletions)
    atom = ClozeAtom(origin=ORIGIN, breadcrumb="A", lines=(line,))
    assert [(card.front, card.back) for card in render_cards(identified(atom), Language.ENGLISH)] == [
        ("letters: alpha [...] gamma", "beta"),
        ("letters: [first letter] beta [...]", "alpha\ngamma"),
    ]


def test_a_cloze_inside_another_is_hidden_with_it() -> None:
    outer = Deletion(start=0, end=10, name="alpha beta", rule="cloze", number=1)
    inner = Deletion(start=6, end=10, name="beta", rule="cloze", number=1)
    line = ClozeLine(text=RichText(plain="alpha beta!"), deletions=(outer, inner))
    atom = ClozeAtom(origin=ORIGIN, breadcrumb="A", lines=(line,))
    (card,) = render_cards(identified(atom), Language.ENGLISH)
    assert card.front == "[...]!"
