"""The words by which notes mark questions, answers, steps, numbers and labels; Chinese and English, both widths."""

import re
from dataclasses import replace
from typing import Final

from ankigen.markdown.characters import CHINESE_NUMERALS, columns, numeral
from ankigen.model.text import MarkKind, RichText

LABEL_COLUMNS: Final = 64
"""A longer line is a sentence, not a label or a heading."""

_NUMERAL = rf"(?:\d{{1,3}}|[{CHINESE_NUMERALS}]{{1,3}})"

QUESTION_MARK: Final = re.compile(
    rf"""(?:
        (?:Q|Question)\s*\d{{0,3}}\s*[:\uff1a]
      | (?:Q|Question\s*)\d{{1,3}}\s*[.\u3001\uff0e)\uff09]
      | 问\s*\d{{0,3}}\s*[:\uff1a]
      | (?:面试)?问题\s*{_NUMERAL}?\s*[:\uff1a]
      | 问题\s*{_NUMERAL}\s*(?:[.\u3001\uff0e]|(?=\s|$))
      | 面试题\s*{_NUMERAL}?\s*[:\uff1a.\u3001]
      | 面试官(?:\s*问)?\s*[:\uff1a]
    )\s*""",
    re.VERBOSE | re.IGNORECASE,
)
"""Opens a question beyond doubt; matched against text without `**`."""

ANSWER_MARK: Final = re.compile(
    r"(?:A\s*\d{0,3}|Answer|答案?|回答|参考答案|解答)\s*[:\uff1a]\s*",
    re.IGNORECASE,
)
"""Opens an answer; it is dropped."""

ANSWER_HEADING: Final = re.compile(r"(?:Answer|答案?|回答|参考答案|解答)\s*[:\uff1a]?", re.IGNORECASE)

OPTION_B: Final = re.compile(r"^\s*B\s*[:\uff1a.\u3001)]", re.MULTILINE)
"""Where a line B follows a line A, these are options, not an answer."""

_STEP = rf"(?:Step\s*\d{{1,2}}|步骤\s*{_NUMERAL}|第\s*{_NUMERAL}\s*步)"
STEP_LINE: Final = re.compile(rf"{_STEP}\s*(?:[:\uff1a.\u3001\uff0e]|[-\u2013\u2014]{{1,2}}\s|$)", re.IGNORECASE)
STEP_HEADING: Final = re.compile(rf"{_STEP}(?![\w])|{_STEP}$|(?:步骤\s*{_NUMERAL}|第\s*{_NUMERAL}\s*步)", re.IGNORECASE)

NUMBER: Final = re.compile(
    rf"""(?:
        (?P<arabic>\d{{1,3}})(?:[.\uff0e)\uff09](?=\s|[^\x00-\x7f])|\u3001(?!\d))
      | [\uff08(](?P<bracketed>{_NUMERAL})[\uff09)]
      | (?P<chinese>[{CHINESE_NUMERALS}]{{1,3}})[\u3001.\uff0e]
    )\s*""",
    re.VERBOSE,
)
"""The number a line or heading starts with."""

CHINESE_NUMBER_LINE: Final = re.compile(
    rf"(?:[{CHINESE_NUMERALS}]{{1,3}}[\u3001.\uff0e]|[\uff08(][{CHINESE_NUMERALS}]{{1,3}}[\uff09)])\s*\S"
)
"""Numbers that CommonMark takes for no list."""

QUESTION_END: Final = ("?", "\uff1f")
COLON: Final = (":", "\uff1a")
SENTENCE_END: Final = ("\u3002", ".", "!", "\uff01", ";", "\uff1b")

_PLACEHOLDERS = (
    "编程题|代码题|手撕题?|算法题|略|见代码|见下|待补充?|待完善|待续|暂无|无|TODO|TBD|N/?A|none|omitted|see code"
    "|coding (?:question|problem)|to be (?:done|added)"
)
PLACEHOLDER: Final = re.compile(
    rf"[\s\uff08(\[\u3010<*_-]*(?:(?:{_PLACEHOLDERS})|\.{{2,}}|\u2026+|[?\uff1f]+)[\s\uff09)\]\u3011>*_:\uff1a.\u3002!\uff01-]*",
    re.IGNORECASE,
)
"""Stands where an answer should; matched against the whole answer."""


def read_number(text: str) -> tuple[int, str]:
    """Give the number a line starts with and how it is written; 0 for none."""
    match = NUMBER.match(text)
    if match is None or match.lastgroup is None:
        return 0, ""
    return numeral(match[match.lastgroup]), match.lastgroup


def without_number(text: RichText) -> RichText:
    """Cut the number off the start of a line, unless it is all there is."""
    match = NUMBER.match(text.plain)
    return text.slice(match.end(), len(text)) if match and match.end() < len(text) else text


def bare_question(title: RichText) -> RichText:
    """Cut `Q:`, `问题一：` or a number off, and bold that covers the whole title."""
    mark = QUESTION_MARK.match(title.plain)
    text = title.slice(mark.end(), len(title)) if mark and mark.end() < len(title) else title
    text = without_number(text).strip()
    inner = tuple(
        each for each in text.marks if not (each.kind is MarkKind.STRONG and each.start == 0 and each.end == len(text))
    )
    return replace(text, marks=inner)


def is_short(text: str) -> bool:
    """Tell whether a line is short enough for a title."""
    return columns(text) <= LABEL_COLUMNS


def is_label(text: str) -> bool:
    """Tell whether a line is a label: short, with a colon at its end and something before it."""
    return text.endswith(COLON) and len(text) > 1 and is_short(text)


def is_title(text: str) -> bool:
    """Tell whether a line may stand as a title: short, and no sentence."""
    return bool(text) and is_short(text) and not text.endswith(SENTENCE_END)
