"""Lines of a document's text, counted as the parser counts them."""

import re

_LINE_END = re.compile(r"\r\n|\r|\n")


def source_lines(text: str) -> list[str]:
    """Split a text at line ends only; `str.splitlines` would count form feeds and U+2028 too."""
    return _LINE_END.split(text)
