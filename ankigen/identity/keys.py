r"""Keys: the text that names a note, and the guid made from it.

A key is written `language|scope|rule|slot`. The scope is `#id` when the author named the block or the question, else
the question itself, in front of it the document's own id where it has one; for the code of a solution it is `$task`.
A file's path is no part of it: files move. `|` and `\` inside a part are escaped, so that different parts never make
one key.
"""

import base64
import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ankigen.model.atom import Origin
from ankigen.model.document import Document

GUID_LENGTH = 16
"""Characters of a guid: 80 bits, so that a million notes meet by chance once in 10^12 collections."""


def guid_of(key: str) -> str:
    """Hash a key to a guid: lower case letters and digits only, so that it can be searched for and typed.

    The recipe never changes: another one would double every deck that was ever imported.
    """
    digest = hashlib.sha256(key.encode("utf-8")).digest()
    return base64.b32encode(digest).decode("ascii")[:GUID_LENGTH].lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What a document gives to the keys of its atoms."""

    language: str
    document_id: str
    question_ids: frozenset[str]


def naming_of(document: Document) -> Naming:
    """Take from a document what its keys need."""
    return Naming(
        language=document.language.value,
        document_id=document.front_matter.id,
        question_ids=frozenset(question.attributes.id for question in document.questions if question.attributes.id),
    )


def base_key(naming: Naming, origin: Origin) -> str:
    """Write the key of an atom before it is told apart from others of the same key."""
    return "|".join((naming.language, *_scope(naming, origin), _part(origin.rule), _part(origin.slot)))


def id_key(naming: Naming, explicit_id: str) -> str:
    """Write the name under which a question or block with an explicit id is known."""
    return f"{naming.language}|#{_part(explicit_id)}"


def numbered(key: str) -> Iterator[str]:
    """Give the key, then the key with `~2`, `~3` and so on."""
    yield key
    number = 2
    while True:
        yield f"{key}~{number}"
        number += 1


_NUMBER = re.compile(r"~\d+$")


def without_number(key: str) -> str:
    """Give the key as it was before it was told apart from others: without `~2`."""
    return _NUMBER.sub("", key)


def rule_and_slot(key: str) -> tuple[str, ...]:
    """Give the last two parts of a key."""
    return _parts(key)[-2:]


def question_of(key: str) -> str:
    """Give the identity of the question that a key names: its path of titles, or its `#id`."""
    return next(iter(_parts(key)[-3:-2]), "")


def _parts(key: str) -> tuple[str, ...]:
    # What is escaped separates nothing.
    separated = without_number(key).replace("\\\\", "\0").replace("\\|", "\1").split("|")
    return tuple(part.replace("\1", "|").replace("\0", "\\") for part in separated)


def explicit_id_of(naming: Naming, origin: Origin) -> str:
    """Find the id that the author gave to the atom's block or, failing that, to its question.

    The code of a solution goes by its task alone: the question that shows it may change.
    """
    if origin.task:
        return ""
    if origin.explicit_id:
        return origin.explicit_id
    return origin.question if origin.question in naming.question_ids else ""


def is_explicit(naming: Naming, origin: Origin) -> bool:
    """Tell whether a key holds a name that somebody gave: it is the same atom whatever else changes."""
    return bool(origin.task or explicit_id_of(naming, origin))


def _scope(naming: Naming, origin: Origin) -> tuple[str, ...]:
    if origin.task:
        return (f"${_part(origin.task)}",)
    explicit_id = explicit_id_of(naming, origin)
    if explicit_id:
        return (f"#{_part(explicit_id)}",)
    question = _part(origin.question)
    if question.startswith("#"):
        question = f"\\{question}"
    if naming.document_id:
        return (f"@{_part(naming.document_id)}", question)
    return (question,)


def _part(text: str) -> str:
    """Make a part insensitive to spacing and to how its letters are composed."""
    collapsed = " ".join(unicodedata.normalize("NFC", text).split())
    return collapsed.replace("\\", "\\\\").replace("|", "\\|")
