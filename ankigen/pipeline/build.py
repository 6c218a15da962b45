"""`build`: from a workspace to packages on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ankigen.errors import CannotError, UsageError
from ankigen.export import EXPORTERS, Exporter
from ankigen.model.note import Deck, Media, Note
from ankigen.notes import NOTE_TYPES, REHEARSAL, compose_note, group_decks
from ankigen.pipeline.check import count
from ankigen.pipeline.report import BuildReport, Package
from ankigen.pipeline.study import Studied, Study, Track, study
from ankigen.workspace import Workspace, Written, prepare_build_folder, remove_stale, write_packages


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """A package and where it goes."""

    deck: Deck
    file: Path


def build(
    workspace: Workspace,
    *,
    format_name: str | None = None,
    output: Path | None = None,
    track: Track = iter,
) -> BuildReport:
    """Build the packages of a workspace; after an error in a document or setting nothing is written.

    Args:
        workspace: the documents.
        format_name: name of an exporter; None: by the ending of `output`, else the first one.
        output: one file that everything goes into; None: a package for each top-level deck.
        track: may show how far the reading is.

    Raises:
        CannotError: a file cannot be read or written, or there is no card to write.
        UsageError: no such format.
    """
    exporter = _exporter(format_name, output)
    studied = study(workspace, track=track)
    counts = count(studied)
    if studied.failed:
        return BuildReport(root=workspace.root, counts=counts, diagnostics=studied.diagnostics)
    targets = _targets(workspace, _decks(workspace, studied), exporter, output)
    if not targets:
        msg = f"no cards: nothing in {len(studied.documents)} documents became one; `ankigen check` says why"
        raise CannotError(msg)
    if output is None and not workspace.loose:
        prepare_build_folder(workspace.build)
    written = write_packages([(target.file, exporter.write(target.deck)) for target in targets])
    removed: tuple[Path, ...] = ()
    if output is None and not workspace.loose:
        removed = remove_stale(workspace.build, written, suffix=exporter.suffix, whole=workspace.whole)
    return BuildReport(
        root=workspace.root,
        counts=counts,
        diagnostics=studied.diagnostics,
        packages=tuple(_package(workspace, *pair) for pair in zip(targets, written, strict=True)),
        removed=tuple(workspace.shown(file) for file in removed),
    )


def _exporter(format_name: str | None, output: Path | None) -> Exporter:
    if format_name is not None:
        exporter = next((each for each in EXPORTERS if each.name == format_name), None)
        if exporter is None:
            msg = f"there is no format {format_name}; take one of {', '.join(each.name for each in EXPORTERS)}"
            raise UsageError(msg)
        return exporter
    by_ending = (each for each in EXPORTERS if output is not None and output.name.lower().endswith(each.suffix))
    return next(by_ending, EXPORTERS[0])


def _decks(workspace: Workspace, studied: Study) -> tuple[Deck, ...]:
    notes = [note for document in studied.documents for note in _notes(workspace, document)]
    media = {file.name: file for document in studied.documents for file in document.pictures.media}
    return group_decks(notes, media.values())


def _notes(workspace: Workspace, studied: Studied) -> Iterator[Note]:
    own = studied.document.front_matter.deck or studied.document.title
    deck = "::".join(part for part in (workspace.config.deck_prefix, own) if part)
    for identified in studied.identified:
        yield compose_note(identified, studied.document, deck=deck, media=studied.pictures.names)


def _targets(
    workspace: Workspace, decks: Sequence[Deck], exporter: Exporter, output: Path | None
) -> tuple[_Target, ...]:
    if not decks:
        return ()
    if output is not None:
        return (_Target(deck=_merged(decks, output.stem), file=output),)
    # What is reviewed daily comes first.
    return tuple(
        _Target(deck=deck, file=workspace.package(f"{_stem(workspace, deck)}{exporter.suffix}"))
        for deck in sorted(decks, key=lambda deck: deck.name == REHEARSAL)
    )


def _stem(workspace: Workspace, deck: Deck) -> str:
    """Name a package after its deck, or, for a single file outside a workspace, after that file."""
    if not workspace.loose or len(workspace.sources) > 1:
        return deck.slug
    stem = PurePosixPath(workspace.sources[0].path).stem
    return f"{stem}.{REHEARSAL.lower()}" if deck.name == REHEARSAL else stem


def _merged(decks: Sequence[Deck], slug: str) -> Deck:
    media: dict[str, Media] = {file.name: file for deck in decks for file in deck.media}
    used = {note_type.name for deck in decks for note_type in deck.note_types}
    return Deck(
        name=decks[0].name,
        slug=slug,
        notes=tuple(note for deck in decks for note in deck.notes),
        note_types=tuple(note_type for note_type in NOTE_TYPES if note_type.name in used),
        media=tuple(media[name] for name in sorted(media)),
        descriptions=tuple(described for deck in decks for described in deck.descriptions),
    )


def _package(workspace: Workspace, target: _Target, written: Written) -> Package:
    return Package(
        path=workspace.shown(written.file),
        deck=target.deck.name,
        notes=len(target.deck.notes),
        cards=sum(len(note.ordinals) for note in target.deck.notes),
        size_bytes=written.size_bytes,
        sha256=written.sha256,
        unchanged=written.unchanged,
    )
