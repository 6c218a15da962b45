"""`ankigen.yaml`: every wrong setting is named with its line, and none stops the reading of the others."""

import pytest

from ankigen.model.diagnostic import Severity
from ankigen.model.document import Language
from ankigen.workspace.config import Config, parse_config

WRONG = [
    ("a: [\n", 2, "config", "no YAML"),
    ("key: va\x01lue\n", 1, "config", "special characters"),
    ("deck_prefix: 2024-13-45\n", 1, "config", "no YAML"),
    ("- deck_prefix\n", 1, "config", "no `key: value` lines"),
    ("just words\n", 1, "config", "no `key: value` lines"),
    ("# first\ndeck_prefx: A\n", 2, "config-key", "`deck_prefx`"),
    ("language: zh\nlanguage: en\n", 2, "config-key", "second time (first in line 1)"),
    ("deck_prefix: 3\n", 1, "config-value", "`deck_prefix` must be text"),
    ("\nrules: 3\n", 2, "config-value", "`rules` must be a list of rule names"),
    ("rules: [label, 3]\n", 1, "config-value", "`rules` must be a list of rule names"),
    ("language: fr\n", 1, "config-value", "`language` must be zh or en"),
    ("code_wrap: maybe\n", 1, "config-value", "`code_wrap` must be true or false"),
    ("severity: off\n", 1, "config-value", "`severity` must be a list of codes"),
    ("severity: {no-crad: off}\n", 1, "config-value", "`no-crad`, which is no diagnostic code"),
    ("severity: {cloze-empty: off}\n", 1, "config-value", "`cloze-empty`, which is an error and stays one"),
    ("severity: {no-card: loud}\n", 1, "config-value", "gives `no-card` the severity 'loud'"),
]


@pytest.mark.parametrize(("text", "line", "code", "words"), WRONG, ids=[text.strip()[:24] for text, *_ in WRONG])
def test_a_wrong_setting_is_named_with_its_line(text: str, line: int, code: str, words: str) -> None:
    (found,) = parse_config(text, "ankigen.yaml").diagnostics
    assert (found.path, found.line, found.code, found.severity) == ("ankigen.yaml", line, code, Severity.ERROR)
    assert words in found.message
    assert found.mend


def test_a_misspelt_setting_gets_the_right_spelling_as_its_mend() -> None:
    (key,) = parse_config("deck_prefx: A\n", "ankigen.yaml").diagnostics
    assert key.mend == "did you mean `deck_prefix`?"
    (code,) = parse_config("severity: {no-crad: off}\n", "ankigen.yaml").diagnostics
    assert code.mend == "did you mean `no-card`?"


@pytest.mark.parametrize("text", ["", "\n", "# nothing but a comment\n", "---\n"])
def test_an_empty_file_means_the_defaults(text: str) -> None:
    parsed = parse_config(text, "ankigen.yaml")
    assert (parsed.config, parsed.diagnostics) == (Config(), ())


def test_every_setting_is_read() -> None:
    text = """
deck_prefix: " Interview "
rules: label, table cloze
language: zh
code_wrap: true
severity:
  no-card: off
  unchecked-code: error
  weak: warning
"""
    parsed = parse_config(text, "ankigen.yaml")
    assert parsed.diagnostics == ()
    assert parsed.config == Config(
        deck_prefix="Interview",
        rules=("label", "table", "cloze"),
        language=Language.CHINESE,
        code_wrap=True,
        severity=(("no-card", None), ("unchecked-code", Severity.ERROR), ("weak", Severity.WARNING)),
    )


def test_all_wrong_settings_are_reported_at_once_and_right_ones_are_kept() -> None:
    parsed = parse_config("rules: 3\nlanguage: en\nfoo: 1\n", "ankigen.yaml")
    assert [found.line for found in parsed.diagnostics] == [1, 3]
    assert parsed.config == Config(language=Language.ENGLISH)


def test_all_wrong_severities_are_reported_each_with_its_line() -> None:
    parsed = parse_config("severity:\n  not-utf8: off\n  nope: off\n\n  no-card: loud\n", "ankigen.yaml")
    assert [(found.line, found.code) for found in parsed.diagnostics] == [(n, "config-value") for n in (2, 3, 5)]
    for name, found in zip(("not-utf8", "nope", "no-card"), parsed.diagnostics, strict=True):
        assert f"`{name}`" in found.message


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\nrules: label, table\n", (2, 2)),
        ("\nrules: [label,\n  table]\n", (2, 3)),
        ("rules:\n  - label\n\n  - table\n", (2, 4)),
        ("<<: {rules: [label]}\n", ()),
    ],
)
def test_the_line_of_each_rule_is_kept(text: str, lines: tuple[int, ...]) -> None:
    assert parse_config(text, "ankigen.yaml").config.rule_lines == lines
