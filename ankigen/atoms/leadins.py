"""What a text is to what stands below it: a label, a lead-in, or a statement of its own."""

import re

from ankigen.atoms.measure import LABEL_COLUMNS, columns, cut, units
from ankigen.atoms.numbers import NUMBER
from ankigen.atoms.place import bare_title, split_label
from ankigen.atoms.segments import sentences
from ankigen.model.text import MarkKind, RichText, join


def is_parent_name(text: RichText) -> bool:
    """Tell an item that only names what stands below it (`典型用途：`, `Redis`)."""
    plain = text.plain.strip()
    if plain.endswith(("：", ":")):
        return not re.search(r"[。；;]|\. ", plain)
    return (
        units(plain) <= 16
        and not NUMBER.search(plain)
        and split_label(text) is None
        and not re.search(r"[，,。；;=→]|\bis\b|\bare\b|是", plain)
    )


def label_for_children(text: RichText) -> RichText:
    """Name what stands below an item: its label, else its text, cut to 40 columns."""
    separator = split_label(text)
    if separator is not None and columns(text.plain[: separator[0]]) <= LABEL_COLUMNS:
        return text.slice(0, separator[0])
    plain = bare_title(text)
    return plain if columns(plain.plain) <= 40 else RichText(plain=cut(plain.plain, 40))


def lines_of(text: RichText) -> list[RichText]:
    """Cut a text at its line breaks, unless the author marked clozes in it: those stay one note."""
    if "\n" not in text.plain or text.marked(MarkKind.HIGHLIGHT, MarkKind.CLOZE):
        return [text]
    starts = [0, *(match.end() for match in re.finditer(r"\n", text.plain))]
    ends = [*(start - 1 for start in starts[1:]), len(text.plain)]
    lines: list[RichText] = []
    for start, end in zip(starts, ends, strict=True):
        line = text.slice(start, end).strip()
        if lines and _goes_on(lines[-1].plain, line.plain):
            lines[-1] = join([lines[-1], " ", line])
        elif line.plain:
            lines.append(line)
    return lines


def _goes_on(before: str, line: str) -> bool:
    """Tell whether a line goes on from the one before: `a small memory / near the processor`, `front :: a / b`."""
    if re.search(r"\s:{2,3}\s", before):
        return bool(line) and not re.search(r"\s:{2,3}\s", line)
    return bool(re.search(r"[A-Za-z,]$", before) and re.match(r"[a-z]", line))


def announced(line: RichText) -> tuple[RichText, RichText]:
    """Part an announcing paragraph: the label for what follows, and what it states by itself."""
    spans = sentences(line)
    start = spans[-1][0] if spans else 0
    lead, body = line.slice(start, len(line)).strip("：: "), line.slice(0, start).strip()
    if TOOL_LEAD_IN.match(lead.plain):
        return RichText(), without_tail(line.strip("：: "))
    if columns(lead.plain) > LABEL_COLUMNS or re.search(r"[，,]", lead.plain):
        return RichText(), line.strip("：: ") if columns(lead.plain) > LABEL_COLUMNS else body
    return lead, body


TOOL_LEAD_IN = re.compile(
    r"(?:可以)?(?:使用|利用|用(?!户|法|途|于)|通过)\s*[^，,]{2,}(?:分析|查看|观察|测量|监控|定位|排查|诊断|看|统计|判断)|(?:use|using)\s+\S+",
    re.IGNORECASE,
)


def without_tail(text: RichText) -> RichText:
    """Cut what only announces the list off a lead-in: `…，关注`."""
    match = re.search(r"[，,]\s*(?:重点)?(?:关注|包括|如下|主要有|包含|看)$|\s*(?:to look at|as follows)$", text.plain)
    return text.slice(0, match.start()) if match else text
