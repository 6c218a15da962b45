"""The pass over lines before parsing: which lie in a fence, and spellings CommonMark does not know.

The number of lines never changes, so that every line number is the one the user sees.
"""

import re
from typing import Final

_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)")
_CLOSING = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_INDENT = re.compile(r"[ \t]*\u3000[ \t\u3000]*")
_BULLET = re.compile(r"([ \t>]*)[\u2022\u00b7\u25cf\u25cb\u25e6\u25aa\u25a0][ \t\u3000]+(?=\S)")
_NUMBER = re.compile(r"([ \t]*)(\d{1,2})\u3001(?!\d)[ \t]*(?=\S)")
_WRAPPER = re.compile(r"[ \t>]*(?:</?(?:aside|details|div|center)(?:\s[^<>]*)?>[ \t]*)+")
_SUMMARY = re.compile(r"([ \t>]*)(?:<details[^<>]*>[ \t]*)?<summary>(.*?)</summary>[ \t]*")
_ODD_STARTS: Final = frozenset("\u2022\u00b7\u25cf\u25cb\u25e6\u25aa\u25a0\u3000>")


def fenced_lines(lines: list[str]) -> list[bool]:
    """Tell for each line whether it belongs to a fence, its opening and closing lines included."""
    inside: list[bool] = []
    marker = ""
    for line in lines:
        if marker:
            inside.append(True)
            closing = _CLOSING.fullmatch(line) if marker[0] in line else None
            if closing and closing[1].startswith(marker):
                marker = ""
            continue
        opening = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if opening and not (opening[1][0] == "`" and "`" in opening[2]):
            marker = opening[1]
        inside.append(bool(marker))
    return inside


def normalise_lines(lines: list[str], fenced: list[bool]) -> list[str]:
    """Write bullets such as `•` as `-`, numbers such as `2、` as `2.`, and drop full-width indents; not in fences.

    Lines that hold only the tags which Notion and GitHub wrap blocks in (`<aside>`, `<details>`) become empty.

    Only a number that starts at one or follows the number before is rewritten: in running text `3、` is no list.
    """
    result: list[str] = []
    expected: dict[str, int] = {}
    for line, in_fence in zip(lines, fenced, strict=True):
        start = line.lstrip(" \t")[:1]
        if in_fence or not start:
            result.append(line)
        elif start == "<":
            result.append(_unwrapped(line))
        elif start in _ODD_STARTS:
            result.append(_plain_start(line))
        elif start.isdecimal() and (number := _NUMBER.match(line)):
            indent, value = number[1], int(number[2])
            if value == 1 or expected.get(indent) == value:
                expected[indent] = value + 1
                line = f"{indent}{value}. {line[number.end() :]}"  # noqa: PLW2901 - the rewritten line
            result.append(line)
        else:
            if start == "#":
                expected.clear()
            result.append(line)
    return result


def _plain_start(line: str) -> str:
    indent = _INDENT.match(line)
    line = line[indent.end() :] if indent else line
    bullet = _BULLET.match(line)
    return f"{bullet[1]}- {line[bullet.end() :]}" if bullet else line


def _unwrapped(line: str) -> str:
    summary = _SUMMARY.fullmatch(line)
    if summary:
        return f"{summary[1]}{summary[2]}"
    return "" if _WRAPPER.fullmatch(line) else line
