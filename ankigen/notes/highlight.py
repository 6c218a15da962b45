"""Code to HTML: Pygments' classes, our encoding, and no colour in a field."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

from ankigen.notes.escape import BREAK, clean, escape_text
from ankigen.notes.nesting import Hole

_ALIASES = {"cu": "cuda", "cuh": "cuda", "py": "python", "sh": "bash", "plaintext": "text", "txt": "text"}
_PLAIN = frozenset({"", "w", "n", "x"})
"""Classes that say nothing: whitespace, any name, anything else."""


Run = tuple[str, str]
"""A class and the code that has it."""


def highlight(code: str, language: str) -> str:
    """Render code with a span a token; a language that nobody knows is shown as it stands."""
    return "".join(_span(*run) for run in _runs(clean(code), language))


def highlight_cloze(code: str, language: str, holes: Iterable[Hole]) -> str:
    """Render code with parts of it hidden; spans begin and end inside a deletion or outside of it.

    Args:
        code: as it stands in the solution.
        language: name of a Pygments lexer.
        holes: deletions that do not overlap, in the order of the code.
    """
    pieces: list[tuple[Hole | None, str]] = []
    position = 0
    for hole in holes:
        pieces += [(None, code[position : hole.start]), (hole, code[hole.start : hole.end])]
        position = hole.end
    # Cleaned one by one: that may change how long they are.
    pieces = [(hole, clean(text)) for hole, text in (*pieces, (None, code[position:]))]
    runs = list(_runs("".join(text for _, text in pieces), language))
    return "".join(_piece(hole, _take(runs, len(text))) for hole, text in pieces)


def _piece(hole: Hole | None, runs: Sequence[Run]) -> str:
    if hole is None:
        return "".join(_span(*run) for run in runs)
    body = "".join(_span(*run, deleted=True) for run in runs)
    return f"{{{{c{hole.number}::{body}{BREAK if body.endswith('}') else ''}}}}}"


def _take(runs: list[Run], length: int) -> list[Run]:
    """Take so many characters off the front of the runs."""
    taken: list[Run] = []
    while length > 0 and runs:
        name, value = runs.pop(0)
        taken.append((name, value[:length]))
        if len(value) > length:
            runs.insert(0, (name, value[length:]))
        length -= len(value)
    return taken


def _runs(text: str, language: str) -> Sequence[Run]:
    lexer = _lexer(language)
    if lexer is None:
        return (("", text),)
    # Lexers of sessions (`console`, `psql`) lose a last line without a line feed.
    tokens = tuple(_classed(lexer, f"{text}\n"))
    if "".join(value for _, value in tokens) != f"{text}\n":
        return (("", text),)
    runs = ((name, "".join(value for _, value in run)) for name, run in groupby(tokens, key=lambda token: token[0]))
    return _without_last_feed(tuple(runs))


def _lexer(language: str) -> Lexer | None:
    name = _ALIASES.get(language, language)
    if name in {"", "text"}:
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _classed(lexer: Lexer, text: str) -> Iterator[Run]:
    for kind, value in lexer.get_tokens(text):
        name = _class_of(kind)
        yield ("" if name in _PLAIN else name), value


def _class_of(kind: _TokenType) -> str:
    known: _TokenType | None = kind
    while known is not None and known not in STANDARD_TYPES:
        known = known.parent
    return STANDARD_TYPES[known] if known is not None else ""


def _without_last_feed(runs: Sequence[Run]) -> Sequence[Run]:
    *before, (name, value) = runs
    return (*before, (name, value[:-1])) if value != "\n" else tuple(before)


def _span(name: str, value: str, *, deleted: bool = False) -> str:
    text = escape_text(value, deleted=deleted)
    return f'<span class="{name}">{text}</span>' if name else text
