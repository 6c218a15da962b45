"""Code to HTML: Pygments' classes, our encoding, and no colour in a field."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

from ankigen.notes.escape import clean, escape_text

_ALIASES = {"cu": "cuda", "cuh": "cuda", "py": "python", "sh": "bash", "plaintext": "text", "txt": "text"}
_PLAIN = frozenset({"", "w", "n", "x"})
"""Classes that say nothing: whitespace, any name, anything else."""


def highlight(code: str, language: str) -> str:
    """Render code with a span a token; a language that nobody knows is shown as it stands."""
    text = clean(code)
    lexer = _lexer(language)
    if lexer is None:
        return escape_text(text)
    # Lexers of sessions (`console`, `psql`) lose a last line without a line feed.
    tokens = tuple(_classed(lexer, f"{text}\n"))
    if "".join(value for _, value in tokens) != f"{text}\n":
        return escape_text(text)
    runs = ((name, "".join(value for _, value in run)) for name, run in groupby(tokens, key=lambda token: token[0]))
    return "".join(_span(name, value) for name, value in _without_last_feed(tuple(runs)))


def _lexer(language: str) -> Lexer | None:
    name = _ALIASES.get(language, language)
    if name in {"", "text"}:
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _classed(lexer: Lexer, text: str) -> Iterator[tuple[str, str]]:
    for kind, value in lexer.get_tokens(text):
        name = _class_of(kind)
        yield ("" if name in _PLAIN else name), value


def _class_of(kind: _TokenType) -> str:
    known: _TokenType | None = kind
    while known is not None and known not in STANDARD_TYPES:
        known = known.parent
    return STANDARD_TYPES[known] if known is not None else ""


def _without_last_feed(runs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    *before, (name, value) = runs
    return (*before, (name, value[:-1])) if value != "\n" else tuple(before)


def _span(name: str, value: str) -> str:
    text = escape_text(value)
    return f'<span class="{name}">{text}</span>' if name else text
