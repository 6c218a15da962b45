"""The lock as text: JSON lines, sorted by key, one line a note, so that branches merge.

The first line says the version, the last that nothing is cut off; neither changes when a note does.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.lock import Line, Lock, State, TypeLine
from ankigen.model.note import NoteKind

VERSION = 1
"""Raised when a line changes its meaning; a lock of a higher one is left alone."""
_HEAD = "ankigen.lock"
_END = "end"
_MARKER = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
Parsed = TypeVar("Parsed")
_RESTORE = "take it from your version control or a backup, or rebuild it with `ankigen adopt DECK.apkg`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedLock:
    """A lock, and what is wrong with its text; after an error the lock is not to be used."""

    lock: Lock = field(default_factory=Lock)
    diagnostics: tuple[Diagnostic, ...] = ()


def lock_text(lock: Lock) -> str:
    """Write a lock; the same lock always gives the same text."""
    kinds = sorted(lock.note_types, key=lambda kind: kind.note_type)
    lines = sorted(lock.lines, key=lambda line: line.key)
    entries: list[dict[str, object]] = [
        {_HEAD: VERSION},
        *({"note_type": kind.note_type, "content": kind.content, "mod": kind.mod} for kind in kinds),
        *(_line_values(line) for line in lines),
        {_END: _HEAD},
    ]
    return "".join(f"{json.dumps(entry, ensure_ascii=False, separators=(', ', ': '))}\n" for entry in entries)


def parse_lock(text: str, path: str) -> ParsedLock:
    """Read a lock.

    Args:
        text: its content.
        path: its file, as diagnostics show it.
    """
    faults = _Faults(path)
    entries = list(_entries(text, faults))
    lines: list[Line] = []
    kinds: list[TypeLine] = []
    for number, entry in entries:
        if "key" in entry:
            found = faults.read(number, entry, _line)
            lines.extend(() if found is None else (found,))
        elif entry.keys() == {"note_type", "content", "mod"}:
            kind = faults.read(number, entry, _type_line)
            kinds.extend(() if kind is None else (kind,))
        else:
            faults.damaged(number, "this is no line of a lock")
    if not faults.found:
        _report_repeated(entries, faults)
    if faults.found:
        return ParsedLock(diagnostics=tuple(faults.found))
    lock = Lock(lines=tuple(sorted(lines, key=lambda line: line.key)), note_types=tuple(kinds))
    return ParsedLock(lock=lock)


class _Faults:
    """Collects what is wrong, with the line it is in."""

    def __init__(self, path: str) -> None:
        self.found: list[Diagnostic] = []
        self._path = path

    def add(self, line: int, *, code: str, message: str, mend: str) -> None:
        self.found.append(
            Diagnostic(path=self._path, line=line, severity=Severity.ERROR, code=code, message=message, mend=mend)
        )

    def damaged(self, line: int, why: str) -> None:
        self.add(line, code="lock-damaged", message=f"the lock is damaged: {why}", mend=_RESTORE)

    def read(self, line: int, entry: dict[str, Any], reader: Callable[[dict[str, Any]], Parsed]) -> Parsed | None:
        try:
            return reader(entry)
        except (KeyError, TypeError, ValueError) as fault:
            self.damaged(line, str(fault) if isinstance(fault, ValueError) else f"{fault!s} is missing or misplaced")
            return None


def _entries(text: str, faults: _Faults) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the lines between the first and the last, as JSON objects."""
    rows = [(number, row) for number, row in enumerate(text.removeprefix("\ufeff").split("\n"), start=1) if row.strip()]
    marker = next((number for number, row in rows if _MARKER.match(row)), None)
    if marker is not None:
        faults.add(
            marker,
            code="lock-conflict",
            message="the lock holds the marks of an unfinished merge, so two versions of it stand in one file",
            mend="keep the lines of both sides and delete the marks; where one guid stands twice, keep the higher mod",
        )
        return
    parsed = [(number, _parsed(number, row, faults)) for number, row in rows]
    if faults.found:
        return
    if not parsed or _HEAD not in parsed[0][1]:
        faults.damaged(1, f'it does not begin with {{"{_HEAD}": {VERSION}}}')
    elif parsed[0][1][_HEAD] != VERSION:
        faults.add(
            1,
            code="lock-version",
            message=f"the lock is of version {parsed[0][1][_HEAD]}, and this ankigen knows {VERSION}",
            mend="use the newer ankigen that wrote it: nothing of it is changed until then",
        )
    elif parsed[-1][1] != {_END: _HEAD}:
        faults.damaged(parsed[-1][0], f'it is cut off: its last line is not {{"{_END}": "{_HEAD}"}}')
    else:
        yield from parsed[1:-1]


def _parsed(number: int, row: str, faults: _Faults) -> dict[str, Any]:
    try:
        entry = json.loads(row)
    except (ValueError, RecursionError):
        faults.damaged(number, "this line is no JSON, so it was cut off or edited")
        return {}
    if not isinstance(entry, dict):
        faults.damaged(number, "this line is no JSON object")
        return {}
    return entry


def _report_repeated(entries: Iterable[tuple[int, dict[str, Any]]], faults: _Faults) -> None:
    for what in ("key", "guid"):
        first: dict[str, int] = {}
        for number, entry in entries:
            if what in entry and first.setdefault(entry[what], number) != number:
                faults.add(
                    number,
                    code="lock-duplicate",
                    message=f"the {what} “{entry[what]}” stands in line {first[entry[what]]} too",
                    mend="delete the line with the lower mod",
                )


def _line_values(line: Line) -> dict[str, object]:
    reserved = {"reserved": dict(line.reserved)} if line.reserved else {}
    return {
        "key": line.key,
        "guid": line.guid,
        "note_type": line.note_type,
        "rule": line.rule,
        "document": line.document,
        "path": line.path,
        "front": line.front,
        "back": line.back,
        "ordinals": dict(line.ordinals),
        **reserved,
        "deck": line.deck,
        "tags": list(line.tags),
        "mod": line.mod,
        "content": line.content,
        "source": line.source,
        "state": line.state.value,
        "by": line.by,
    }


_TEXTS = ("key", "guid", "note_type", "rule", "document", "path", "front", "back", "deck", "content", "source", "by")
_KNOWN = frozenset({*_TEXTS, "ordinals", "reserved", "tags", "mod", "state"})


def _line(entry: dict[str, Any]) -> Line:
    unknown = sorted(entry.keys() - _KNOWN)
    if unknown:
        msg = f"there is no “{unknown[0]}” in a line of a lock"
        raise ValueError(msg)
    texts = {name: _text(entry, name) for name in _TEXTS}
    if not texts["key"] or not texts["guid"]:
        msg = "a note without key or guid"
        raise ValueError(msg)
    if texts["note_type"] not in set(NoteKind):
        msg = f"there is no note type “{texts['note_type']}”"
        raise ValueError(msg)
    return Line(
        **texts,
        ordinals=_ordinals(entry, "ordinals"),
        reserved=_ordinals(entry, "reserved") if "reserved" in entry else (),
        tags=_tags(entry),
        mod=_number(entry, "mod"),
        state=State(entry["state"]),
    )


def _type_line(entry: dict[str, Any]) -> TypeLine:
    return TypeLine(note_type=_text(entry, "note_type"), content=_text(entry, "content"), mod=_number(entry, "mod"))


def _text(entry: dict[str, Any], name: str) -> str:
    value = entry[name]
    if not isinstance(value, str):
        msg = f"“{name}” is no text"
        raise ValueError(msg)  # noqa: TRY004 - a wrong kind of value in a file, not of an argument
    return value


def _number(entry: dict[str, Any], name: str) -> int:
    value = entry[name]
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        msg = f"“{name}” is no number of seconds"
        raise ValueError(msg)
    return value


def _ordinals(entry: dict[str, Any], name: str) -> tuple[tuple[str, int], ...]:
    value = entry[name]
    numbers = value.values() if isinstance(value, dict) else (None,)
    if not all(isinstance(number, int) and not isinstance(number, bool) and number > 0 for number in numbers):
        msg = f"“{name}” does not give a card number to each name"
        raise ValueError(msg)
    return tuple(value.items())


def _tags(entry: dict[str, Any]) -> tuple[str, ...]:
    value = entry["tags"]
    if not isinstance(value, list) or not all(isinstance(tag, str) for tag in value):
        msg = "“tags” is no list of texts"
        raise ValueError(msg)
    return tuple(value)
