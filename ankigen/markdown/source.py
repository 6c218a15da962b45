"""Make any text safe to parse, line for line: BOM, line ends, control characters, Unicode form."""

import re
import unicodedata
from typing import Final

from ankigen.markdown.findings import Findings

LONG_LINE: Final = 1_000_000
"""A line of more characters is reported: it is hardly one a person wrote."""

_LINE_END = re.compile(r"\r\n?")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNIT_SEPARATOR = "\x1f"


def clean_text(text: str, findings: Findings) -> str:
    """Return the text with as many lines as before, every character of it fit for a card."""
    text = _LINE_END.sub("\n", text.removeprefix("\ufeff"))
    if _CONTROL.search(text) or _SURROGATE.search(text):
        text = "\n".join(_clean_line(line, number, findings) for number, line in enumerate(text.split("\n"), 1))
    text = unicodedata.normalize("NFC", text)
    if len(text) > LONG_LINE:
        _report_long_lines(text, findings)
    return text


def _clean_line(line: str, number: int, findings: Findings) -> str:
    found = _CONTROL.findall(line)
    if _UNIT_SEPARATOR in found:
        findings.error(
            number,
            code="unit-separator",
            message="this line holds U+001F, the character Anki parts fields with",
            mend="delete it; most editors show it as ^_ or US",
        )
    others = sorted({*found, *_SURROGATE.findall(line)} - {_UNIT_SEPARATOR})
    if others:
        names = ", ".join(f"U+{ord(character):04X}" for character in others)
        findings.warn(
            number,
            code="control-character",
            message=f"characters that nobody can see were taken out of this line: {names}",
            mend="delete them in the file, they often come in by copying from a PDF or terminal",
        )
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", line))


def _report_long_lines(text: str, findings: Findings) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONG_LINE:
            findings.warn(
                number,
                code="long-line",
                message=f"this line has {len(line):,} characters, more than {LONG_LINE:,}",
                mend="break it into paragraphs, or take it out if it is not text",
            )
