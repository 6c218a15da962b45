"""Each `name.md` of tests/cases/markdown parses to what stands in `name.yaml` beside it."""

from pathlib import Path

import pytest

from ankigen.markdown import parse_document
from tests.markdown.dump import dump

CASES = Path(__file__).parents[1] / "cases" / "markdown"


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(CASES.glob("*.md"))])
def test_markdown_parses_as_expected(path: Path, *, regen: bool) -> None:
    text = path.read_bytes().decode("utf-8")
    actual = dump(parse_document(text, path.name))
    expected = path.with_suffix(".yaml")
    if regen:
        expected.write_text(actual, encoding="utf-8", newline="\n")
    assert actual == expected.read_text(encoding="utf-8")


def test_every_expected_file_has_its_case() -> None:
    assert {path.stem for path in CASES.glob("*.yaml")} == {path.stem for path in CASES.glob("*.md")}
