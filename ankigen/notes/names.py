"""Names as Anki and file systems take them: tags, decks, files."""

import re
import unicodedata
from collections.abc import Iterable

from ankigen.notes.escape import clean

REHEARSAL = "Rehearsal"
"""Top-level deck of the cards that ask for a whole answer, and so the name of their package."""

DEFAULT_DECK = "ankigen"
"""Deck of notes whose deck has no name left once it is cleaned."""

_SLUG_LENGTH = 60
_UNSAFE_IN_TAG = re.compile(r"[^\w.+#-]+")
_UNSAFE_IN_SLUG = re.compile(r"[\W_]+")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices, whatever their ending."""


def safe_tag(tag: str) -> str:
    """Make a tag that Anki stores as it is and finds without quoting; an empty string when nothing is left."""
    segments = (_UNSAFE_IN_TAG.sub("-", clean(segment).strip()).strip("-") for segment in tag.split("::"))
    return "::".join(segment for segment in segments if segment)


def safe_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Make tags safe, sorted and each once, whatever its case: Anki takes `C` and `c` for one tag."""
    by_name: dict[str, str] = {}
    for tag in map(safe_tag, tags):
        if tag:
            by_name.setdefault(tag.casefold(), tag)
    return tuple(by_name[name] for name in sorted(by_name))


def deck_name(name: str) -> str:
    """Clean a full deck name as Anki would: no empty level, no blanks around `::`, no control characters."""
    levels = (" ".join(clean(level).split()) for level in name.split("::"))
    return "::".join(level for level in levels if level) or DEFAULT_DECK


def top_level(name: str) -> str:
    """Give the outermost level of a clean deck name."""
    return name.split("::", 1)[0]


def slugs(names: Iterable[str]) -> tuple[str, ...]:
    """Make file names of deck names, one each and no two alike even where a file system ignores case."""
    taken: set[str] = set()
    result = []
    for name in names:
        base = _slug(name)
        slug, number = base, 2
        while slug.casefold() in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug.casefold())
        result.append(slug)
    return tuple(result)


def _slug(name: str) -> str:
    plain = "".join(_without_accents(character) for character in clean(name)).lower()
    slug = _UNSAFE_IN_SLUG.sub("-", plain).strip("-")[:_SLUG_LENGTH].strip("-") or "deck"
    return f"{slug}-deck" if slug in _DEVICES else slug


def _without_accents(character: str) -> str:
    """Take accents off Latin letters; letters of other scripts stay whole."""
    base = unicodedata.normalize("NFKD", character)
    return base.encode("ascii", "ignore").decode("ascii") if base[:1].isascii() else character
