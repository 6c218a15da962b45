"""Lines that a blog theme or an export put there: no one's answer, blanked out and reported."""

import re

from ankigen.markdown.findings import Findings

_THEME = re.compile(
    r"(?:[\s\d:/,.|\-\uff1a\uff0c\u3001\u2022\u00b7]"
    r"|年|月|日|字|分钟|评论|次"
    r"|(?P<word>发表于|发布于|更新于|编辑于|分类于|阅读次数|阅读量|本文字数|字数统计|阅读时长|评论数|上一篇|下一篇"
    r"|Posted on|Edited on|Updated on|Word count|Reading time|Views|Post author)"
    r"|In\b|k\b|mins?\b|\u2248)*"
)
_WORDS = ("于", "阅读", "字数", "评论数", "一篇", "Posted", "Edited", "Updated", "Word count", "Reading time", "Views")
_PROPERTY = re.compile(
    r"(?:Tags?|Created(?: time| by| at)?|Last edited(?: time| by)?|Updated(?: time| at)?|Status|Date|Authors?|URL"
    r"|Category|Categories|Priority|Property|Assign(?:ee)?|Due(?: date)?"
    r"|标签|创建时间|创建日期|更新时间|最后编辑|状态|日期|作者|分类|链接)\s*[:\uff1a]\s*(?P<value>\S.{0,120})?",
    re.IGNORECASE,
)
_ANY_PROPERTY = re.compile(r"[A-Za-z\u3400-\u9fff][\w \u3400-\u9fff]{0,23}\s*[:\uff1a]\s*(?:\S.{0,120})?(?<![。.])")
_SURE = re.compile(r"(?:Tags?|Created|Last edited|Status|标签|创建|最后编辑|状态)", re.IGNORECASE)
_HEADING = re.compile(r" {0,3}#[ \t]+\S")


def blank_boilerplate(lines: list[str], fenced: list[bool], findings: Findings) -> list[str]:
    """Blank out theme lines anywhere, and the property lines that Notion writes right under the first heading."""
    dropped = {*_theme_lines(lines, fenced), *_property_lines(lines, fenced)}
    for number in sorted(dropped):
        findings.inform(
            number + 1,
            code="metadata-line",
            message=f"this line says something about the page and was left out: {lines[number].strip()[:60]}",
            mend="delete it, or reword it if it is part of an answer",
        )
    return ["" if number in dropped else line for number, line in enumerate(lines)]


def _theme_lines(lines: list[str], fenced: list[bool]) -> list[int]:
    found = []
    for number, line in enumerate(lines):
        if not fenced[number] and len(line) < 200 and any(word in line for word in _WORDS):  # noqa: PLR2004
            match = _THEME.fullmatch(line)
            if match and match["word"]:
                found.append(number)
    return found


def _property_lines(lines: list[str], fenced: list[bool]) -> list[int]:
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if start >= len(lines) or fenced[start] or not _HEADING.match(lines[start]):
        return []
    number = start + 1
    while number < len(lines) and not lines[number].strip():
        number += 1
    found = []
    # A page's own properties (`Last reviewed: …`) stand in one block with those that every page has.
    while number < len(lines) and _ANY_PROPERTY.fullmatch(lines[number].strip()):
        found.append(number)
        number += 1
    ended = number >= len(lines) or not lines[number].strip() or lines[number].lstrip().startswith("#")
    known = [line for line in found if _PROPERTY.fullmatch(lines[line].strip())]
    if (
        not known
        or not ended
        or len(known) * 2 < len(found)
        or not any(_SURE.match(lines[line].strip()) for line in known)
    ):
        return []
    return found
