"""What a note shows, as normalised plain text: what the lock remembers of it and matches by."""

import hashlib
import unicodedata
from dataclasses import dataclass
from typing import assert_never

from ankigen.model.atom import Atom, BasicAtom, ClozeAtom, ClozeLine, CodeAtom
from ankigen.model.note import NoteKind
from ankigen.model.plain import plain

LONGEST = 600
"""Characters of a side that are kept; the hash of what is cut off follows, so that equal still means equal."""
HIDDEN_SEPARATOR = " / "


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """Both sides of a note.

    The front of a Cloze note is its whole text, hidden parts too, and its back the hidden parts alone: a sentence
    stays who it is when something else in it is hidden.
    """

    kind: NoteKind
    front: str
    back: str


def face_of(atom: Atom) -> Face:
    """Read both sides off an atom."""
    match atom:
        case BasicAtom():
            return Face(kind=NoteKind.BASIC, front=normal(atom.prompt.plain), back=normal(plain(atom.answer)))
        case ClozeAtom(lines=lines):
            shown = "\n".join(_shown(line) for line in lines)
            hidden = (line.text.plain[each.start : each.end] for line in lines for each in line.deletions)
            return Face(kind=NoteKind.CLOZE, front=normal(shown), back=normal(HIDDEN_SEPARATOR.join(hidden)))
        case CodeAtom():
            return Face(kind=NoteKind.CODE, front=normal(atom.prompt.plain), back=normal(atom.code))
        case _:
            assert_never(atom)


def normal(text: str) -> str:
    """Compose letters, collapse blanks, drop empty lines, and cut what is very long."""
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
    whole = "\n".join(line for line in lines if line)
    if len(whole) <= LONGEST:
        return whole
    rest = hashlib.sha256(whole[LONGEST:].encode("utf-8")).hexdigest()[:16]
    return f"{whole[:LONGEST]}…{rest}"


def _shown(line: ClozeLine) -> str:
    text = " ".join(line.text.plain.split())
    return text if line.name is None else f"{' '.join(line.name.plain.split())}: {text}"
