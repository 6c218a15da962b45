"""Prompts of code cards: what a task says, in the document's language as far as it can."""

from dataclasses import replace

import pytest

from ankigen.atoms import atomize
from ankigen.markdown import parse_document
from ankigen.model.atom import CodeAtom
from ankigen.model.document import Language
from tests.sample_tasks import SQUARES_TASK


def prompt(text: str, statement: dict[Language, str]) -> str:
    document = parse_document(text, "cards/a.md").document
    tasks = {"squares": replace(SQUARES_TASK, statement=statement)}
    (atom,) = (atom for atom in atomize(document, tasks=tasks).atoms if isinstance(atom, CodeAtom))
    return atom.prompt.plain


ENGLISH, CHINESE = "## Q: How? {solution=squares}\n", "## Q：怎样做？ {solution=squares}\n"
SAID = {Language.ENGLISH: "Square\n  each number.", Language.CHINESE: "求每个数； 或者每个 int 的 平方。"}


@pytest.mark.parametrize(
    ("text", "statement", "asked"),
    [
        (ENGLISH, SAID, "Square each number.\nWrite the code: squares (Python)"),
        (CHINESE, SAID, "求每个数；或者每个 int 的平方。\n写出代码：squares（Python）"),
        (CHINESE, {Language.ENGLISH: "Square."}, "Square.\n写出代码：squares（Python）"),
        (ENGLISH, {}, "squares\nWrite the code: squares (Python)"),
    ],
)
def test_a_task_is_asked_in_the_language_of_the_document(text: str, statement: dict[Language, str], asked: str) -> None:
    assert prompt(text, statement) == asked
