"""From studied documents to decks, to what changes in them, and to the lock that will remember it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from ankigen import __version__
from ankigen.identity import Made, Stamped, stamp
from ankigen.model.note import Deck, Note
from ankigen.model.plan import Plan
from ankigen.notes import NOTE_TYPES, compose_note, compose_tombstone, group_decks
from ankigen.pipeline.clock import Clock, system_clock
from ankigen.pipeline.lines import source_lines
from ankigen.pipeline.study import Studied, Study
from ankigen.pipeline.vouching import is_left_out
from ankigen.workspace import LockFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Everything a build writes, before it is written."""

    decks: tuple[Deck, ...]
    locks: tuple[tuple[LockFile, str], ...]
    """Every lock and its new text."""
    plan: Plan
    newest: int
    """When the last of all changes was, in seconds since 1970."""

    @property
    def stale_locks(self) -> tuple[LockFile, ...]:
        """Locks whose text is not what it should be; line ends are git's business."""
        return tuple(file for file, text in self.locks if (file.text or "").replace("\r\n", "\n") != text)


def prepare(studied: Study, *, tombstones: bool = False, clock: Clock = system_clock) -> Prepared:
    """Compose all notes and compare them with the lock.

    Args:
        studied: documents without errors.
        tombstones: whether notes that are gone go into the decks once more, with a tag that says so.
        clock: what tells when a note changed.
    """
    made = [
        each for document in studied.documents for each in made_of(document, allow_unverified=studied.allow_unverified)
    ]
    stamped = stamp(
        made,
        NOTE_TYPES,
        studied.locks.lock,
        now=int(clock()),
        version=__version__,
        elsewhere=studied.elsewhere,
        tombstones=tombstones,
    )
    files = {each.guid: document.lock_file for document in studied.documents for each in document.identified}
    return Prepared(
        decks=_decks(studied, stamped),
        locks=tuple(studied.locks.texts(stamped.lock, files)),
        plan=stamped.plan,
        newest=stamped.newest,
    )


def made_of(studied: Studied, *, allow_unverified: bool) -> Iterator[Made]:
    """Compose the notes of a document, those that are left out of the decks among them."""
    lines = source_lines(studied.text)
    for identified in studied.identified:
        span = identified.atom.origin.span
        note = compose_note(identified, studied.document, deck=studied.home.deck, media=studied.pictures.names)
        backing = identified.atom.backing
        code = [] if backing is None else [backing.region.code]
        source = " ".join("\n".join([*lines[span.first - 1 : span.last], *code]).split())
        yield Made(
            note=note,
            identified=identified,
            document=studied.home.document,
            source=hashlib.sha256(source.encode("utf-8")).hexdigest()[:20],
            left_out=is_left_out(identified.atom, allow_unverified=allow_unverified),
        )


def _decks(studied: Study, stamped: Stamped) -> tuple[Deck, ...]:
    notes: list[Note] = [*stamped.notes, *(compose_tombstone(line) for line in stamped.tombstones)]
    media = {file.name: file for document in studied.documents for file in document.pictures.media}
    return group_decks(notes, media.values(), stamped.note_types)
