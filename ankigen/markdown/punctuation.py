"""Chinese typed with half-width punctuation, read as the full-width signs that are meant.

`显存不够,就会换出` says the same as `显存不够，就会换出`, but only the latter cannot be a thousands separator, or
English. Each sign stays one character, so that marks and spans stay where they are.
"""

import re
from dataclasses import replace

from ankigen.model.text import MarkKind, RichText

_VERBATIM = (MarkKind.CODE, MarkKind.MATH, MarkKind.DISPLAY_MATH, MarkKind.KEYBOARD)
_HAN = re.compile(r"[㐀-鿿]")
_HALF = re.compile(r"[,;:?!]")
_FULL = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！"}
_WIDE = re.compile(r"[㐀-鿿，。；：？！、）》」”】％]")
"""What a Chinese sign stands behind or before."""
_MOST_LATIN = 0.7
"""A text with a larger share of Latin letters is English that mentions a Chinese word."""


def full_width(text: RichText) -> RichText:
    """Read half-width punctuation of Chinese text as full-width."""
    plain = text.plain
    if not _HALF.search(plain) or not _is_chinese(plain):
        return text
    kept = {place for mark in text.marked(*_VERBATIM) for place in range(mark.start, mark.end)}
    read = "".join(
        _FULL[sign] if sign in _FULL and place not in kept and _is_meant(plain, place) else sign
        for place, sign in enumerate(plain)
    )
    return text if read == plain else replace(text, plain=read)


def _is_chinese(plain: str) -> bool:
    han, latin = len(_HAN.findall(plain)), len(re.findall(r"[A-Za-z]+", plain))
    return han > 0 and latin <= _MOST_LATIN * (han + latin)


def _is_meant(plain: str, place: int) -> bool:
    """Tell whether a sign is punctuation of the Chinese around it: no blank follows, and it is no part of a token."""
    before, after = plain[place - 1 : place], plain[place + 1 : place + 2]
    if _WIDE.match(before) or _WIDE.match(after):
        return plain[place] not in (before, after)  # `::` parts a pair.
    # Between Latin words only a comma or semicolon, and no `1,000`, `f(a,b)` or `[1,2]`: there English puts no sign.
    token = re.search(r"[(\[{<][^)\]}>]*$", plain[:place])
    return plain[place] in ",;" and after.isalnum() and not (before.isdigit() and after.isdigit()) and token is None
