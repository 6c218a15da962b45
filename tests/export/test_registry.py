"""The registry of formats."""

import pytest

from ankigen.export import EXPORTERS, exporter_named


def test_package_for_anki_is_the_default_format() -> None:
    assert [exporter.name for exporter in EXPORTERS] == ["apkg", "tsv", "jsonl"]


def test_formats_have_names_and_endings_of_their_own() -> None:
    assert len({exporter.name for exporter in EXPORTERS}) == len(EXPORTERS)
    assert len({exporter.suffix for exporter in EXPORTERS}) == len(EXPORTERS)
    assert all(exporter.suffix.startswith(".") for exporter in EXPORTERS)
    assert all(exporter_named(exporter.name) is exporter for exporter in EXPORTERS)


def test_unknown_format_has_no_exporter() -> None:
    with pytest.raises(KeyError):
        exporter_named("docx")
