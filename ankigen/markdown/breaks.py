"""Line breaks inside a paragraph: which of them the author meant."""

import re

from ankigen.markdown.damage import is_flattened_table, is_row

_LABEL = re.compile(r"\s*(?:\*\*|__)?[^\s:\uff1a][^:\uff1a\n]{0,39}(?:\*\*|__)?(?:\uff1a|:(?=\s|$|\*\*|__))")
_OWN_START = re.compile(
    r"\s*(?:\*\*|__)?(?:\d{1,3}[)\uff09]|\d{1,2}\u3001|[\uff08(](?:\d{1,3}|[一二三四五六七八九十]{1,3}|[a-z])[\uff09)]"
    r"|[\u2460-\u2473]|[一二三四五六七八九十]{1,3}\u3001|第[一二三四五六七八九十]"
    r"|首先|其次|最后[,\uff0c]|(?:Step|步骤)\s*\w)",
    re.IGNORECASE,
)
_END = ("\u3002", "\uff01", "\uff1f", "!", "?", "\uff1b", ";")


def kept_breaks(content: str) -> frozenset[int]:
    """Give the offsets of the line ends that stay line breaks.

    They stay in what was a table, after a finished sentence, before a line with a number of its own, and within a
    run of `label: text` lines; all others only wrap a sentence.
    """
    lines = content.split("\n")
    if all(map(is_row, lines)) and is_flattened_table([line.split() for line in lines]):
        return frozenset(match.start() for match in re.finditer("\n", content))
    labelled = [_LABEL.match(line) is not None for line in lines]
    kept = []
    offset = 0
    for number, line in enumerate(lines[:-1]):
        offset += len(line)
        following = lines[number + 1]
        run = labelled[number + 1] and (labelled[number] or (number + 2 < len(lines) and labelled[number + 2]))
        if run or _OWN_START.match(following) or line.rstrip().endswith(_END):
            kept.append(offset)
        offset += 1
    return frozenset(kept)
