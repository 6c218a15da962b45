"""Attributes in braces: `{#id .class key=value}`; other braces are left alone."""

import re
from difflib import get_close_matches

from ankigen.markdown.findings import Findings
from ankigen.model.document import Attributes

_ONE = r"""(?:\#[\w:-]+|\.[\w-]+|[A-Za-z_][\w:-]*=(?:"[^"{}\n]*"|[^\s"{}=]+))"""
_BRACES = rf"\{{[ \t]*{_ONE}(?:[ \t]+{_ONE})*[ \t]*\}}"
_WHOLE = re.compile(rf"{_BRACES}[ \t]*", re.VERBOSE)
_AT_END = re.compile(rf"(?:^|[ \t]+|(?<=[^\s{{])){_BRACES}[ \t]*$", re.VERBOSE)
_PART = re.compile(_ONE, re.VERBOSE)
_LONGEST = 500
"""Braces longer than this are no attributes; it keeps the search at a line's end cheap."""


MARKS = ("skip", "reverse", "type", "cloze", "each", "display")
KEYS = ("rules", "solution", "region")
_OTHER_TOOLS = frozenset({"unnumbered", "unlisted"})
"""Pandoc's, for headings; they say nothing about cards."""


def report_unknown(attributes: Attributes, line: int, findings: Findings) -> None:
    """Warn of each mark that says nothing: no `.class` and no `key=` of ours."""
    for written, known, names in (
        *((f".{name}", MARKS, name) for name in attributes.classes if name not in _OTHER_TOOLS),
        *((f"{key}=…", KEYS, key) for key, _ in attributes.pairs),
    ):
        if names in known:
            continue
        near = get_close_matches(names.lower(), known, n=1)
        shown = [f"{{.{mark}}}" for mark in MARKS] + [f"{{{key}=…}}" for key in KEYS]
        meant = f"{{.{near[0]}}}" if near and known is MARKS else f"{{{near[0]}=…}}" if near else ""
        findings.warn(
            line,
            code="mark-unknown",
            message=f"{{{written}}} is no mark of ankigen, so it says nothing",
            mend=f"write {meant}, or leave it out" if meant else f"use one of {' '.join(shown)}, or leave it out",
        )


def ends_in_mark(text: str) -> bool:
    """Tell whether a paragraph's last line ends in braces that hold a mark of ours (`Kinds: {.each}`)."""
    return not set(split_attributes(text)[1].classes).isdisjoint(MARKS)


def is_attributes(text: str) -> bool:
    """Tell whether a line is nothing but attributes."""
    return text.startswith("{") and len(text) <= _LONGEST and _WHOLE.fullmatch(text) is not None


def read_attributes(text: str) -> Attributes:
    """Read the parts between the braces; the last `#id` wins, classes add up."""
    identity = ""
    classes: list[str] = []
    pairs: dict[str, str] = {}
    for match in _PART.finditer(text):
        part = match[0]
        if part.startswith("#"):
            identity = part[1:]
        elif part.startswith("."):
            classes.append(part[1:])
        else:
            key, _, value = part.partition("=")
            pairs[key] = value.strip('"')
    return Attributes(id=identity, classes=tuple(dict.fromkeys(classes)), pairs=tuple(pairs.items()))


def split_attributes(text: str) -> tuple[str, Attributes]:
    """Cut attributes off the end of a line."""
    if not text.rstrip().endswith("}"):
        return text, Attributes()
    cut = max(0, len(text) - _LONGEST)
    match = _AT_END.search(text, cut)
    if match is None:
        return text, Attributes()
    return text[: match.start()].rstrip(), read_attributes(match[0])


def merge(outer: Attributes, inner: Attributes) -> Attributes:
    """Put two sets together; where both speak, the inner one wins."""
    return Attributes(
        id=inner.id or outer.id,
        classes=tuple(dict.fromkeys((*outer.classes, *inner.classes))),
        pairs=tuple({**dict(outer.pairs), **dict(inner.pairs)}.items()),
    )
