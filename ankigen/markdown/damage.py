"""Signs that a text was pasted from a rendered page and lost its code blocks or tables."""

import re

from ankigen.markdown.characters import columns
from ankigen.markdown.findings import Findings

_NUMBER = re.compile(r"[ \t]*(\d{1,4})[ \t]*")
_MARKUP = re.compile(r"[ \t]*(?:[-*+>#|]|\d{1,3}[.)\u3001]|`{3}|~{3})")
_SENTENCE = re.compile(r"[\u3002\uff01\uff1f\uff1b;!?]|[.](?:\s|$)")
_LABEL_END = (":", "\uff1a")
_WIDEST = 100
_FEWEST = 3


def report_damage(lines: list[str], fenced: list[bool], findings: Findings) -> None:
    """Report code gutters and flattened tables; nothing is changed."""
    _report_gutters(lines, fenced, findings)
    _report_tables(lines, fenced, findings)


def _report_gutters(lines: list[str], fenced: list[bool], findings: Findings) -> None:
    first, count = 0, 0
    for number, line in enumerate([*lines, "end"]):
        inside = number < len(lines) and fenced[number]
        match = None if inside else _NUMBER.fullmatch(line)
        if match and int(match[1]) == count + 1:
            first, count = (number, 1) if count == 0 else (first, count + 1)
        elif inside or line.strip():
            if count >= _FEWEST:
                findings.warn(
                    first + 1,
                    code="code-gutter",
                    message=f"lines 1 to {count}, each a bare number: the gutter of a code block that was lost",
                    mend="delete the numbers and put ``` around the code below them",
                )
            first, count = (number, 1) if match and int(match[1]) == 1 else (0, 0)


def _report_tables(lines: list[str], fenced: list[bool], findings: Findings) -> None:
    number = 0
    while number < len(lines):
        label = lines[number].rstrip()
        number += 1
        if fenced[number - 1] or not label.endswith(_LABEL_END):
            continue
        while number < len(lines) and not lines[number].strip():
            number += 1
        first = number
        while number < len(lines) and not fenced[number] and is_row(lines[number]):
            number += 1
        ended = number >= len(lines) or not lines[number].strip()
        if ended and is_flattened_table([line.split() for line in lines[first:number]]):
            findings.warn(
                first + 1,
                code="flattened-table",
                message=f"{number - first} lines that look like the rows of a table whose cell borders were lost",
                mend="write it as a Markdown table with | between the cells",
            )


def is_row(line: str) -> bool:
    """Tell whether a line may be a row: short, no markup, no sentence."""
    return bool(line.strip()) and columns(line) <= _WIDEST and not _MARKUP.match(line) and not _SENTENCE.search(line)


def is_flattened_table(rows: list[list[str]]) -> bool:
    """Tell whether at least half of the rows have as many words as the first one, the header."""
    if len(rows) < _FEWEST:
        return False
    width = len(rows[0])
    same = sum(len(row) == width for row in rows[1:])
    return width > 1 and same * 2 >= len(rows) - 1
