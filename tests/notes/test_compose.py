"""From an atom to a note."""

import pytest

from ankigen.identity import guid_of
from ankigen.model.atom import Atom
from ankigen.model.diagnostic import Span
from ankigen.model.document import Item, Language, ListBlock, Question, Quote, Section, SectionKind, Table, TableRow
from ankigen.model.text import Mark, MarkKind, RichText
from tests.notes.making import basic, cloze, compose, document, fields_of, line, origin, plain


def test_basic_atom_fills_the_fields_of_its_note() -> None:
    home = document(
        Question(title=plain("What is\nHBM?"), span=Span(first=1, last=9)), language=Language.CHINESE, source="a & b"
    )
    note = compose(basic("容量？", "80 GB", extra=plain("more"), origin=origin(at=4)), home)
    fields = fields_of(note)
    assert note.note_type == "ankigen Basic"
    assert {name: value for name, value in fields.items() if value} == {
        "Prompt": "容量？",
        "Answer": "80 GB",
        "Breadcrumb": "GPU › Memory",
        "Extra": "more",
        "Source": "cards/gpu/memory.md, What is HBM?<br>a &amp; b",
        "Lang": "zh-Hans",
        "Key": f"{guid_of('zh|Q|label|slot')} zh|Q|label|slot",
    }
    assert (note.ordinals, note.document, note.line, note.rule) == ((0,), "cards/gpu/memory.md", 4, "label")


def test_source_names_no_line_and_falls_back_to_the_name_of_the_question() -> None:
    assert fields_of(compose(basic(origin=origin(question="why", at=7))))["Source"] == "cards/gpu/memory.md, why"


@pytest.mark.parametrize(
    ("atom", "ordinals", "reverse", "typed"),
    [
        (basic(), (0,), "", ""),
        (basic(reverse=True), (0, 1), "1", ""),
        (basic(typed=True), (0,), "", "1"),
        (cloze("⟦a⟧ ⟦3|b⟧ ⟦c⟧", typed=True), (0, 1, 2), None, "1"),
        (cloze("⟦2|a⟧ ⟦2|b⟧"), (1,), None, ""),
    ],
)
def test_cards_follow_from_the_atom(atom: Atom, ordinals: tuple[int, ...], reverse: str | None, typed: str) -> None:
    note = compose(atom)
    assert note.ordinals == ordinals
    assert fields_of(note).get("Reverse") == reverse
    assert fields_of(note)["Typed"] == typed


def test_single_line_stands_bare_and_several_are_paragraphs() -> None:
    assert fields_of(compose(cloze("a ⟦b⟧")))["Text"] == "a {{c1::b}}"
    assert fields_of(compose(cloze("a ⟦b⟧", "c")))["Text"] == "<p>a {{c1::b}}</p>\n<p>c</p>"


def test_table_row_is_a_list_of_names_and_values_numbered_by_column() -> None:
    row = cloze(line("H100", name="GPU"), line("", name="GB"), line("⟦3.35⟧", name="TB/s"), origin=origin("table"))
    assert fields_of(compose(row))["Text"].split("\n") == [
        '<div class="ag-row"><span class="ag-name">GPU</span> <span class="ag-value">H100</span></div>',
        '<div class="ag-row"><span class="ag-name">GB</span> <span class="ag-value"></span></div>',
        '<div class="ag-row"><span class="ag-name">TB/s</span> <span class="ag-value">{{c2::3.35}}</span></div>',
    ]


def test_cloze_that_hides_nothing_is_our_fault() -> None:
    with pytest.raises(ValueError, match="nothing is hidden"):
        compose(cloze("no deletion"))


def test_rehearsal_goes_to_a_deck_tree_of_its_own() -> None:
    note = compose(basic(rehearsal=True, origin=origin("rehearsal")), deck=" Interview :: GPU ")
    assert note.deck == "Rehearsal::Interview::GPU"
    assert note.tags == ("ankigen::rehearsal", "ankigen::rule::rehearsal")


def test_tags_of_document_and_atom_are_joined_and_made_safe() -> None:
    home = document(tags=("AI infra", "cuda"))
    note = compose(basic(origin=origin(tags=("CUDA", "a::b c", "::")), typed=False), home)
    assert note.tags == ("a::b-c", "AI-infra", "ankigen::rule::label", "cuda")


def footnote(text: str, label: str) -> RichText:
    mark = Mark(start=len(text), end=len(text) + len(label), kind=MarkKind.FOOTNOTE, value=label)
    return RichText(plain=text + label, marks=(mark,))


def test_footnotes_that_a_card_points_to_stand_in_its_extra_and_the_others_do_not() -> None:
    home = document(footnotes=(("1", footnote("see also", "2")), ("2", plain("the <end>")), ("3", plain("unseen"))))
    fields = fields_of(compose(basic(answer=footnote("80 GB", "1"), extra=plain("more")), home))
    assert fields["Answer"] == '80 GB<sup class="ag-footnote">1</sup>'
    assert fields["Extra"].split("\n") == [
        "more",
        '<p class="ag-footnote-text"><sup>1</sup> see also<sup class="ag-footnote">2</sup></p>',
        '<p class="ag-footnote-text"><sup>2</sup> the &lt;end&gt;</p>',
    ]


def test_footnotes_that_point_at_each_other_end() -> None:
    home = document(footnotes=(("1", footnote("a", "2")), ("2", footnote("b", "1"))))
    assert fields_of(compose(basic(answer=footnote("x", "1")), home))["Extra"].count("ag-footnote-text") == 2


def test_pictures_are_found_wherever_they_stand() -> None:
    def picture(name: str) -> RichText:
        return plain("x", (MarkKind.IMAGE, "x", name))

    at = Span(first=1, last=1)
    items = ListBlock(ordered=False, items=(Item(text=picture("b"), span=at),), span=at)
    table = Table(header=(picture("c"),), rows=(TableRow(cells=(picture("d"),), span=at),), span=at)
    section = Section(title=picture("e"), kind=SectionKind.HEADING, blocks=(items,), span=at)
    quote = Quote(title=picture("f"), blocks=(table,), span=at)
    media = {name: f"{name}.png" for name in "abcdefgh"}
    home = document(footnotes=(("1", picture("h")),))
    extra = RichText(
        plain="x1",
        marks=(*picture("g").marks, Mark(start=1, end=2, kind=MarkKind.FOOTNOTE, value="1")),
    )
    note = compose(basic(picture("a"), (section, quote), extra=extra), home, media=media)
    assert sorted(note.media) == sorted(media.values())
    named = cloze(line("⟦x⟧ x", name="n"))
    assert compose(named).media == ()


def test_picture_that_is_not_in_the_package_is_not_promised() -> None:
    note = compose(basic(answer=plain("x", (MarkKind.IMAGE, "x", "gone.png"))))
    assert note.media == ()
    assert fields_of(note)["Answer"] == "x"
