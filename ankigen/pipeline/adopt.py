"""`adopt`: a lock made anew from a deck, so that notes that were imported before keep their histories."""

import html
from dataclasses import dataclass, replace
from pathlib import Path

from ankigen.errors import CannotError, UsageError
from ankigen.export import EXPORTERS, UnreadablePackage, plain_text, read_package
from ankigen.identity import HIDDEN_SEPARATOR, Adoption, Imported, Made, adopt_notes, content_hash, settle_adopted
from ankigen.model.lock import Lock
from ankigen.model.note import NoteKind
from ankigen.model.packaged import PackagedNote
from ankigen.notes import group_decks, is_starter, named_fields, open_clozes, starter_notes
from ankigen.pipeline.check import count
from ankigen.pipeline.prepare import made_of
from ankigen.pipeline.report import CheckReport
from ankigen.pipeline.study import Study, Track, study
from ankigen.workspace import Workspace, alone, prepare_build_folder, read_deck, refuse_foreign, write_packages

STARTER = "ankigen-starter"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptReport(CheckReport):
    """What a deck told; after an error nothing was written."""

    adoption: Adoption | None = None
    same: int = 0
    """Adopted notes that the deck holds as they are made now."""
    locks: tuple[str, ...] = ()
    """Files that were written."""


def adopt(workspace: Workspace, deck: Path, *, track: Track = iter) -> AdoptReport:
    """Give the notes of a workspace the guids, times and card numbers that they have in a deck.

    Args:
        workspace: all documents that the deck may have been made of.
        deck: a package: one of ours, an export of a deck or of a whole collection, or one of another tool.
        track: may show how far the reading is.

    Raises:
        CannotError: the deck cannot be read, or a lock cannot be written.
        UsageError: only a part of the workspace is named.
    """
    if workspace.others:
        msg = "`adopt` looks at all documents of a workspace, or it would take those of others for gone; name none"
        raise UsageError(msg)
    imported = tuple(_imported(note) for note in _read(deck) if not is_starter(note.guid))
    with alone(workspace):
        studied = study(workspace, track=track)
        report = AdoptReport(root=workspace.root, counts=count(studied), diagnostics=studied.diagnostics)
        if studied.failed:
            return report
        adoption = adopt_notes(_made(studied), studied.locks.lock, imported)
        again = study(workspace, lock=adoption.lock)
        made = _made(again)
        hashes = {each.note.guid: content_hash(named_fields(each.note)) for each in made}
        lock = settle_adopted(made, hashes, adoption)
        written = _write(again, lock)
    adopted = {each.imported.guid for each in adoption.adopted}
    same = sum(line.guid in adopted and bool(line.content) for line in lock.lines)
    return replace(report, adoption=replace(adoption, lock=lock), same=same, locks=written)


def write_starter_deck(workspace: Workspace) -> str:
    """Write a package with one note of each note type, and give its path as reports show it.

    Raises:
        CannotError: it cannot be written.
    """
    (deck,) = group_decks(starter_notes())
    file = workspace.package(f"{STARTER}.apkg")
    packages = [(file, EXPORTERS[0].write(deck))]
    if not workspace.loose:
        refuse_foreign(workspace.build, packages)
        prepare_build_folder(workspace.build)
    write_packages(packages)
    return workspace.shown(file)


def _read(deck: Path) -> tuple[PackagedNote, ...]:
    try:
        return read_package(read_deck(deck))
    except UnreadablePackage as fault:
        msg = f"{deck}: {fault}"
        raise CannotError(msg) from fault


def _made(studied: Study) -> list[Made]:
    return [each for document in studied.documents for each in made_of(document, allow_unverified=True)]


def _write(studied: Study, lock: Lock) -> tuple[str, ...]:
    homes = {each.guid: document.lock_file for document in studied.documents for each in document.identified}
    texts = list(studied.locks.texts(lock, homes))
    write_packages([(file.file, text.encode("utf-8")) for file, text in texts])
    return tuple(file.path for file, _ in texts)


def _imported(note: PackagedNote) -> Imported:
    """Read a note of a deck: one of ours by its fields, one of another tool by its first two.

    A note of another tool that was turned into one of our note types still has no key.
    """
    fields = dict(note.fields)
    key = fields.get("Key", "").partition(" ")[2]  # The guid stands before it.
    kind = next((kind for kind in NoteKind if key and kind == note.note_type), None)
    if kind is None:
        front, back = (*(text for _, text in note.fields), "", "")[:2]
        opened = open_clozes(front)
    else:
        front, back = fields.get("Prompt", ""), fields.get("Answer", fields.get("Code", ""))
        opened = open_clozes(fields.get("Text", ""))
    hidden = [(" ".join(plain_text(text).split()), number) for text, number in opened.hidden]
    is_cloze = note.cloze
    return Imported(
        guid=note.guid,
        kind=kind,
        cloze=is_cloze,
        key=html.unescape(key),
        document=plain_text(fields.get("Source", "")).partition(", ")[0],
        front=plain_text(opened.html if is_cloze else front),
        back=HIDDEN_SEPARATOR.join(text for text, _ in hidden) if is_cloze else plain_text(back),
        hidden=tuple(dict(reversed(hidden)).items()),  # the first of equal ones wins
        cards=tuple(ordinal + 1 for ordinal in note.ordinals) if is_cloze else (),
        deck=note.deck,
        tags=note.tags,
        mod=note.mod,
        content=content_hash(note.fields),
    )
