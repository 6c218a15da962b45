"""`build`: from a workspace to packages on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ankigen.errors import CannotError, UsageError
from ankigen.export import EXPORTERS, Exporter
from ankigen.model.diagnostic import Severity
from ankigen.model.note import Deck, Media, Note
from ankigen.notes import NOTE_TYPES, REHEARSAL, compose_note, group_decks
from ankigen.pipeline.check import count
from ankigen.pipeline.report import BuildReport, Counts, Package
from ankigen.pipeline.study import Studied, Study, Track, study
from ankigen.workspace import (
    Workspace,
    Written,
    output_file,
    prepare_build_folder,
    refuse_foreign,
    remove_leftovers,
    remove_stale,
    write_packages,
)


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
        CannotError: a file cannot be written or is not ours to write over, or there is no card to write.
        UsageError: no such format, or an output that must not be written or says another format.
    """
    target = None if output is None else output_file(workspace, output)
    exporter = _exporter(format_name, output)
    studied = study(workspace, track=track)
    counts = count(studied)
    if studied.failed:
        return BuildReport(root=workspace.root, counts=counts, diagnostics=studied.diagnostics)
    targets = _targets(workspace, _decks(workspace, studied), exporter, target)
    if not targets:
        raise CannotError(_no_cards(counts, studied))
    packages = [(each.file, exporter.write(each.deck)) for each in targets]
    into_build = target is None and not workspace.loose
    if into_build:
        refuse_foreign(workspace.build, packages)
        prepare_build_folder(workspace.build)
    written = write_packages(packages)
    removed: tuple[Path, ...] = ()
    if into_build:
        remove_leftovers(workspace.build)
        removed = remove_stale(workspace.build, written, suffix=exporter.suffix, whole=workspace.whole)
    return BuildReport(
        root=workspace.root,
        counts=counts,
        diagnostics=studied.diagnostics,
        packages=tuple(_package(workspace, *pair) for pair in zip(targets, written, strict=True)),
        removed=tuple(workspace.shown(file) for file in removed),
    )


def _no_cards(counts: Counts, studied: Study) -> str:
    where = f"{counts.documents} document" if counts.documents == 1 else f"{counts.documents} documents"
    if not counts.questions:
        return f"no cards: there is no question in {where}; write one as `## Q: …`, and its answer below it"
    if any(diagnostic.severity is not Severity.INFO for diagnostic in studied.diagnostics):
        return f"no cards: nothing in {where} became one; `ankigen check` says why"
    return f"no cards: nothing in {where} became one; `ankigen explain FILE:LINE` says why"


def _exporter(format_name: str | None, output: Path | None) -> Exporter:
    ending = "" if output is None else output.suffix.lower()
    by_ending = next((each for each in EXPORTERS if output and output.name.lower().endswith(each.suffix)), None)
    if format_name is None:
        if ending and by_ending is None:
            known = ", ".join(each.suffix for each in EXPORTERS)
            msg = f"no format has the ending {ending}; name a file that ends in one of {known}, or add `--format`"
            raise UsageError(msg)
        return by_ending or EXPORTERS[0]
    exporter = next((each for each in EXPORTERS if each.name == format_name), None)
    if exporter is None:
        msg = f"there is no format {format_name}; take one of {', '.join(each.name for each in EXPORTERS)}"
        raise UsageError(msg)
    if by_ending not in {None, exporter}:
        msg = f"the ending {ending} contradicts `--format {format_name}`; drop one of them, or take {exporter.suffix}"
        raise UsageError(msg)
    return exporter


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
