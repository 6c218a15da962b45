"""Over all documents of a build no key stands twice, and an explicit id that does is an error."""

from dataclasses import replace

import pytest

from ankigen.identity import identify, unique
from ankigen.model.atom import BasicAtom
from ankigen.model.diagnostic import Severity, Span
from ankigen.model.document import Attributes, Document, Item, Language, ListBlock, Question, Section, SectionKind
from ankigen.model.text import RichText
from tests.notes.making import basic, document, origin


def question(explicit_id: str, first: int, last: int, *blocks: ListBlock | Section) -> Question:
    attributes = Attributes(id=explicit_id)
    return Question(
        title=RichText(plain="Q"), span=Span(first=first, last=last), attributes=attributes, blocks=tuple(blocks)
    )


def items(explicit_id: str, first: int, last: int) -> ListBlock:
    spans = (Span(first=line, last=line) for line in range(first, last + 1))
    return ListBlock(
        ordered=False,
        items=tuple(Item(text=RichText(plain="x"), span=span) for span in spans),
        span=Span(first=first, last=last),
        attributes=Attributes(id=explicit_id),
    )


def under(explicit_id: str, at: int, slot: str = "slot") -> BasicAtom:
    return basic(origin=origin(slot=slot, at=at, explicit_id=explicit_id))


def test_two_documents_with_one_question_keep_apart_in_build_order() -> None:
    builds = [identify(document(path=path), [basic()]) for path in ("cards/a.md", "cards/b.md")]
    first, second = unique(builds)
    assert first.identified[0].key == "en|Q|label|slot"
    assert second.identified[0].key == "en|Q|label|slot~2"
    assert first.identified[0].guid != second.identified[0].guid
    assert not first.diagnostics
    assert not second.diagnostics


def test_one_document_is_left_as_it_is() -> None:
    build = identify(document(), [basic(), basic()])
    assert unique([build]) == (build,)


def test_two_questions_with_one_id_are_an_error_that_names_both() -> None:
    home = document(question("ring", 1, 4), question("ring", 5, 9))
    (finding,) = identify(home, [basic(origin=origin(question="ring", at=at)) for at in (2, 6)]).diagnostics
    assert (finding.severity, finding.code) == (Severity.ERROR, "duplicate-key")
    assert (finding.path, finding.line) == (home.path, 5)
    assert f"{home.path}:1" in finding.message
    assert "{#ring-2}" in finding.mend


def test_two_blocks_with_one_id_are_an_error_when_they_make_one_key() -> None:
    home = document(question("", 1, 20, items("list", 3, 5), items("list", 9, 12)))
    (finding,) = identify(home, [under("list", 4), under("list", 10)]).diagnostics
    assert (finding.code, finding.line) == ("duplicate-key", 9)
    assert f"{home.path}:3" in finding.message


def test_two_items_with_one_id_are_an_error_whatever_they_say() -> None:
    named = items("", 3, 6)
    pair = tuple(
        replace(named.items[0], attributes=Attributes(id="same"), span=Span(first=at, last=at)) for at in (3, 5)
    )
    home = document(question("", 1, 9, replace(named, items=pair)))
    (finding,) = identify(home, [under("same", 3), under("same", 5, slot="other")]).diagnostics
    assert (finding.code, finding.line) == ("duplicate-key", 5)


def test_two_items_alike_in_one_named_list_are_no_error() -> None:
    section = Section(
        title=RichText(plain="S"), kind=SectionKind.HEADING, span=Span(first=2, last=9), blocks=(items("list", 3, 5),)
    )
    build = identify(document(question("", 1, 20, section)), [under("list", 3), under("list", 5)])
    assert not build.diagnostics
    assert [entry.key for entry in build.identified] == ["en|#list|label|slot", "en|#list|label|slot~2"]


def test_item_with_an_id_is_told_from_the_list_around_it() -> None:
    named = items("list", 3, 5)
    first, *others = named.items
    inner = replace(first, attributes=Attributes(id="item"), blocks=(items("list", 3, 3),))
    home = document(
        question("", 1, 9, replace(named, items=(inner, *others))), question("", 10, 12, items("item", 11, 12))
    )
    clash = identify(home, [under("item", 3), under("item", 11)]).diagnostics
    assert [(finding.code, finding.line) for finding in clash] == [("duplicate-key", 11)]


def test_atom_under_an_id_that_no_block_carries_stands_for_itself() -> None:
    (finding,) = identify(document(), [under("lost", 3), under("lost", 7)]).diagnostics
    assert (finding.code, finding.line) == ("duplicate-key", 7)


@pytest.mark.parametrize("named", ["question", "block"])
def test_one_id_in_two_documents_is_reported_with_the_later_one_and_once(named: str) -> None:
    def home(path: str) -> Document:
        explicit = question("id", 1, 9) if named == "question" else question("", 1, 9, items("id", 3, 5))
        return document(explicit, path=path)

    def atom() -> BasicAtom:
        return basic(origin=origin(question="id")) if named == "question" else under("id", 4)

    first, second = unique([identify(home(path), [atom()]) for path in ("cards/a.md", "cards/b.md")])
    assert not first.diagnostics
    (finding,) = second.diagnostics
    assert (finding.code, finding.path) == ("duplicate-key", "cards/b.md")
    assert "cards/a.md:" in finding.message


def test_translations_pair_by_id_without_a_clash() -> None:
    builds = [
        identify(document(question("id", 1, 9), path=f"cards/{language}.md", language=language), [under("b", 3)])
        for language in Language
    ]
    assert not any(build.diagnostics for build in unique(builds))
