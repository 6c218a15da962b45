"""A cloze field taken apart again: what it shows when nothing is hidden, and what each deletion hides."""

import re
from dataclasses import dataclass

_DELETION = re.compile(r"\{\{c(\d+)::((?:(?!\{\{c\d+::|\}\}).)*?)(?:::(?:(?!\}\}).)*?)?\}\}", re.DOTALL)
"""One that holds no other; `}}` and `::` of the text itself are parted by comments or blanks."""
_NAME_END = '</span> <span class="ag-value">'
"""What stands between the name and the value of a table's line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A cloze field as HTML without clozes."""

    html: str
    hidden: tuple[tuple[str, int], ...]
    """HTML and number of each deletion, in the order of the text; those inside another one before it."""


def open_clozes(html: str) -> Opened:
    """Take a cloze field apart."""
    hidden: list[tuple[str, int]] = []
    found = _DELETION.search(html)
    while found is not None:
        hidden.append((found[2], int(found[1])))
        html = html[: found.start()] + found[2] + html[found.end() :]
        found = _DELETION.search(html)
    return Opened(html=html.replace(_NAME_END, f": {_NAME_END}"), hidden=tuple(hidden))
