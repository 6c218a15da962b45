"""Names of tags, decks and files."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.notes.names import deck_name, safe_tag, safe_tags, slugs


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("cuda", "cuda"),
        ("C++", "C++"),
        ("c#", "c#"),
        ("显存 带宽", "显存-带宽"),
        ("a\u3000b", "a-b"),
        ("gpu:: memory ::", "gpu::memory"),
        ("::", ""),
        ('"x*y"', "x-y"),
        ("a:b", "a-b"),
    ],
)
def test_tag_is_stored_as_it_is_and_found_without_quotes(tag: str, expected: str) -> None:
    assert safe_tag(tag) == expected


@given(st.lists(st.text()))
def test_tags_are_safe_sorted_and_unlike(tags: list[str]) -> None:
    safe = safe_tags(tags)
    assert all(re.fullmatch(r"[\w.+#-]+(?:::[\w.+#-]+)*", tag) for tag in safe)
    assert len({tag.casefold() for tag in safe}) == len(safe)
    assert safe_tags(reversed(safe)) == safe


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GPU", "GPU"),
        (" GPU :: Memory ", "GPU::Memory"),
        ("::GPU::::x::", "GPU::x"),
        ("a\x00\tb\nc", "a b c"),
        ("", "ankigen"),
        ("::", "ankigen"),
        ("AI 基础设施::推理", "AI 基础设施::推理"),
    ],
)
def test_deck_name_is_the_one_anki_will_use(name: str, expected: str) -> None:
    assert deck_name(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("AI Infra: GPU/CUDA", "ai-infra-gpu-cuda"),
        ("AI 基础设施", "ai-基础设施"),
        ("Café Ångström", "cafe-angstrom"),
        ("한국어", "한국어"),
        ("CON", "con-deck"),
        ("lpt1", "lpt1-deck"),
        ("../../etc", "etc"),
        ("🧠", "deck"),
        ("x" * 100, "x" * 60),
    ],
)
def test_file_name_is_fit_for_every_system(name: str, expected: str) -> None:
    assert slugs([name]) == (expected,)


def test_names_that_differ_by_signs_alone_get_files_of_their_own() -> None:
    assert slugs(["C", "c++", "C#", "c-2"]) == ("c", "c-2", "c-3", "c-2-2")


@given(st.lists(st.text(), unique=True))
def test_file_names_are_unlike_and_safe(names: list[str]) -> None:
    made = slugs(names)
    assert len({slug.casefold() for slug in made}) == len(names)
    assert all(re.fullmatch(r"[^\W_]+(?:-[^\W_]+)*", slug) for slug in made)
    assert all(len(slug.encode("utf-8")) < 250 for slug in made)
