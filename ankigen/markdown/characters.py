"""What kind of character stands where: CJK or not, and how many columns it takes."""

import re
import unicodedata

CHINESE_NUMERALS = "一二三四五六七八九十"

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")

_CJK = re.compile(
    "[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003134f]"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_CHINESE_SHARE = 0.3


def is_cjk(character: str) -> bool:
    """Tell whether a character is Han, kana or full-width: between two such, lines join without a blank."""
    return _CJK.match(character) is not None


def columns(text: str) -> int:
    """Measure a text as a terminal would: wide characters take two columns."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def is_mostly_chinese(text: str) -> bool:
    """Tell whether Han characters make up a good part of the words; a gloss here and there does not."""
    han = sum(1 for _ in HAN.finditer(text))
    words = sum(1 for _ in _WORD.finditer(text))
    return han > 0 and han / (han + words) >= _CHINESE_SHARE


def numeral(text: str) -> int:
    """Read `12`, `三` or `二十一` as a number; 0 when it is none."""
    if text.isascii():
        return int(text) if text.isdigit() else 0
    if not text or any(character not in CHINESE_NUMERALS for character in text):
        return 0
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return CHINESE_NUMERALS.index(text[-1]) + 1 if len(text) == 1 else 0
    high = CHINESE_NUMERALS.index(tens[-1]) + 1 if tens else 1
    return high * 10 + (CHINESE_NUMERALS.index(ones) + 1 if ones else 0)
