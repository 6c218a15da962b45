"""A fresh collection of the real Anki, to look at decks as their users will see them."""

import html
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from anki.import_export_pb2 import ImportResponse

_COMMENT_OR_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_NOT_SHOWN = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """A card as Anki renders it."""

    guid: str
    ordinal: int
    deck: str
    tags: tuple[str, ...]
    note_type: str
    fields: dict[str, str]
    question: str
    answer: str


def visible(rendered: str) -> str:
    """What a browser shows of a card, without its tags."""
    return html.unescape(_COMMENT_OR_TAG.sub("", _NOT_SHOWN.sub("", rendered)))


@contextmanager
def new_collection() -> Iterator[Collection]:
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        try:
            yield collection
        finally:
            collection.close()


def import_package(collection: Collection, package: bytes) -> ImportResponse.Log:
    """Import as Anki's dialog does when nobody touches its options."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        path.write_bytes(package)
        options = ImportAnkiPackageOptions()
        request = ImportAnkiPackageRequest(package_path=str(path), options=options)
        log = collection.import_anki_package(request).log
    collection.models._clear_cache()  # noqa: SLF001 -- an import leaves Anki's own cache of note types stale
    return log


def shown_cards(collection: Collection, search: str = "") -> tuple[ShownCard, ...]:
    """Render every card on both sides, in study order."""
    cards = [collection.get_card(card_id) for card_id in collection.find_cards(search)]
    found = []
    for card in sorted(cards, key=lambda card: (card.due, card.id)):
        note = card.note()
        note_type = note.note_type()
        assert note_type is not None
        found.append(
            ShownCard(
                guid=note.guid,
                ordinal=card.ord,
                deck=collection.decks.name(card.did),
                tags=tuple(note.tags),
                note_type=note_type["name"],
                fields=dict(note.items()),
                question=card.question(),
                answer=card.answer(),
            )
        )
    return tuple(found)
