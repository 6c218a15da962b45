"""Keys and guids: the same note is the same for ever, and no two notes are one."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity import guid_of, identify
from ankigen.identity.keys import base_key, naming_of
from ankigen.model.diagnostic import Span
from ankigen.model.document import Attributes, Language, Question
from ankigen.model.text import RichText
from tests.notes.making import basic, cloze, document, origin

ENGLISH, CHINESE = Language.ENGLISH, Language.CHINESE

PINNED = [
    (ENGLISH, "", "Q", "label", "slot", "", "en|Q|label|slot", "wmdytlkyspznhabn"),
    (CHINESE, "", "Q", "label", "slot", "", "zh|Q|label|slot", "kaygtiqufkiuvktc"),
    (
        CHINESE,
        "",
        "什么是 AllReduce？",
        "label",
        "通信量",
        "",
        "zh|什么是 AllReduce？|label|通信量",
        "plocplbb6ze5kiur",
    ),
    (ENGLISH, "", "Q", "table", "A100", "gpus", "en|#gpus|table|A100", "odclpbqratj2ch44"),
    (ENGLISH, "memory", "Q", "rehearsal", "", "", "en|@memory|Q|rehearsal|", "wgxgirsqyqgsqgsz"),
    (ENGLISH, "", "#gpus", "pair", "x", "", r"en|\#gpus|pair|x", "j44wa4gxabmuzcqv"),
    (ENGLISH, "", "a|b", "pair", r"c\d", "", r"en|a\|b|pair|c\\d", "76oiqdccgpvi3lm4"),
]


@pytest.mark.parametrize(("language", "document_id", "question", "rule", "slot", "explicit_id", "key", "guid"), PINNED)
def test_key_and_guid_are_pinned_since_another_recipe_doubles_every_deck(  # noqa: PLR0917 -- a row of the table
    language: Language, document_id: str, question: str, rule: str, slot: str, explicit_id: str, key: str, guid: str
) -> None:
    atom = basic(origin=origin(rule, slot, question=question, explicit_id=explicit_id))
    (identified,) = identify(document(language=language, id=document_id), [atom]).identified
    assert (identified.key, identified.guid) == (key, guid)


def test_key_uses_the_id_of_the_question_where_there_is_one() -> None:
    question = Question(title=RichText(plain="Why?"), span=Span(first=1, last=9), attributes=Attributes(id="why"))
    atom = basic(origin=origin(question="why"))
    assert identify(document(question, id="notes"), [atom]).identified[0].key == "en|#why|label|slot"


@given(st.text(min_size=1), st.text(), st.text())
def test_chinese_and_english_never_share_a_guid(question: str, slot: str, explicit_id: str) -> None:
    atom = basic(origin=origin(slot=slot, question=question, explicit_id=explicit_id))
    chinese, english = (identify(document(language=language), [atom]).identified[0] for language in Language)
    assert chinese.guid != english.guid


def test_guid_survives_what_does_not_change_the_question() -> None:
    before = basic(answer="The old answer.", origin=origin(slot="Bandwidth of HBM3é", at=3))
    spaced = f" {unicodedata.normalize('NFD', 'Bandwidth  of HBM3é')}"
    after = basic(prompt="Other words?", answer="A new one.", origin=origin(slot=spaced, at=90), breadcrumb="else")
    other = basic(origin=origin(slot="another"))
    (old,) = identify(document(path="cards/a.md"), [before]).identified
    _, new = identify(document(path="cards/moved/b.md", tags=("x",)), [other, after]).identified
    assert (old.key, old.guid) == (new.key, new.guid)


@given(st.lists(st.sampled_from(["a", "b", "a~2", "a|b", "a\\"]), max_size=12))
def test_every_key_and_guid_of_a_document_is_its_own(slots: list[str]) -> None:
    build = identify(document(), [basic(origin=origin(slot=slot)) for slot in slots])
    assert len({entry.key for entry in build.identified}) == len(slots)
    assert len({entry.guid for entry in build.identified}) == len(slots)


def test_key_that_is_taken_gets_a_number() -> None:
    atom = basic()
    keys = [entry.key for entry in identify(document(), [atom, atom, atom]).identified]
    assert keys == ["en|Q|label|slot", "en|Q|label|slot~2", "en|Q|label|slot~3"]


def test_two_kinds_of_atom_with_one_key_are_two_notes() -> None:
    identified = identify(document(), [basic(), cloze("⟦x⟧", origin=basic().origin)]).identified
    assert len({entry.guid for entry in identified}) == 2


def test_guid_can_be_typed_and_searched_for() -> None:
    assert guid_of("any").isalnum()
    assert guid_of("any").isascii()
    assert guid_of("any") == guid_of("any").lower()


def test_code_of_a_solution_goes_by_its_task_alone() -> None:
    for home in (document(), document(id="gpu"), document(path="cards/other.md")):
        for question in ("Q", "#named", "another"):
            place = replace(origin("code", "kernel", question=question), task="two-level-sum")
            assert base_key(naming_of(home), place) == "en|$two-level-sum|code|kernel"
    chinese = document(language=Language.CHINESE)
    assert base_key(naming_of(chinese), replace(origin("code", "a|b"), task="t")) == "zh|$t|code|a\\|b"
