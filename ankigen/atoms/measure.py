"""How long a text is to a reader and on a screen."""

import re
import unicodedata

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[A-Za-z0-9_.+%/·^*²³]+")

Range = tuple[int, int]
"""Characters `plain[start:end]` of a text."""

ANSWER_LIMIT = 70
"""Most units a hidden part may hold: what can be recalled in one go."""
BREADCRUMB_COLUMNS = 70
LABEL_COLUMNS = 64


def units(text: str) -> int:
    """Count what has to be recalled: a Han character is 1, any other word 2."""
    return len(HAN.findall(text)) + 2 * len(_WORD.findall(text))


def columns(text: str) -> int:
    """Count columns on a screen: wide characters are 2, combining ones 0."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def cut(text: str, limit: int) -> str:
    """Cut a text at its end to `limit` columns, with an ellipsis; a Latin word is not cut in two."""
    if columns(text) <= limit:
        return text
    kept: list[str] = []
    width = 1
    for character in text:
        width += columns(character)
        if width > limit:
            break
        kept.append(character)
    head = "".join(kept)
    word = re.search(r"[A-Za-z0-9_]+$", head)
    following = text[len(head) : len(head) + 1]
    if word and word.start() > len(head) // 2 and re.match(r"[A-Za-z0-9_]", following):
        head = head[: word.start()]
    return head.rstrip(" ,，、；;:：") + "…"


def is_chinese(text: str) -> bool:
    """Tell whether a stretch of text is to be read by the rules for Chinese."""
    return HAN.search(text) is not None
