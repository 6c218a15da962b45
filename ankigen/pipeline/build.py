"""`build`: from a workspace to packages on disk."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from ankigen.errors import CannotError, UsageError
from ankigen.export import EXPORTERS, Exporter
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.note import Deck, Media
from ankigen.model.plan import Fate, Plan
from ankigen.notes import REHEARSAL
from ankigen.pipeline.check import count
from ankigen.pipeline.clock import Clock, system_clock
from ankigen.pipeline.prepare import Prepared, prepare
from ankigen.pipeline.report import BuildReport, Counts, Package
from ankigen.pipeline.study import Study, Track, study
from ankigen.workspace import (
    Workspace,
    Written,
    alone,
    output_file,
    prepare_build_folder,
    refuse_foreign,
    remove_leftovers,
    remove_stale,
    write_packages,
)

LONGEST_WAIT_S = 3
"""Two edits within one second are stamped a second apart; more than this, and a clock is wrong."""


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
    locked: bool = False,
    tombstones: bool = False,
    allow_unverified: bool = False,
    track: Track = iter,
    clock: Clock = system_clock,
) -> BuildReport:
    """Build the packages of a workspace and bring its lock up to date.

    After an error in a document, a setting or the lock nothing is written.

    Args:
        workspace: the documents.
        format_name: name of an exporter; None: by the ending of `output`, else the first one.
        output: one file that everything goes into; None: a package for each top-level deck.
        locked: report an error instead of changing the lock.
        tombstones: ship the notes that are gone once more, with a tag that says so.
        allow_unverified: take cards whose code no record vouches for, labelled as such.
        track: may show how far the reading is.
        clock: what tells when a note changed.

    Raises:
        CannotError: a file cannot be written or is not ours to write over, there is no card to write, or another
            build is running.
        UsageError: no such format, or an output that must not be written or says another format.
    """
    target = None if output is None else output_file(workspace, output)
    exporter = _exporter(format_name, output)
    with alone(workspace):
        studied = study(workspace, track=track, allow_unverified=allow_unverified)
        report = BuildReport(root=workspace.root, counts=count(studied), diagnostics=studied.diagnostics)
        if studied.failed:
            return report
        prepared = prepare(studied, tombstones=tombstones, clock=clock)
        stale = tuple(_locked(file.path, prepared.plan) for file in prepared.stale_locks if locked)
        if stale:
            return replace(report, diagnostics=(*stale, *report.diagnostics), plan=prepared.plan)
        targets = _targets(workspace, prepared.decks, exporter, target)
        if not targets:
            raise CannotError(_no_cards(report.counts, studied))
        _wait_until(prepared.newest, clock)
        into_build = target is None and not workspace.loose
        written, removed = _write(workspace, prepared, targets, exporter, into_build=into_build)
    return replace(
        report,
        packages=tuple(_package(workspace, *pair) for pair in zip(targets, written, strict=True)),
        removed=tuple(workspace.shown(file) for file in removed),
        plan=prepared.plan,
        first=studied.locks.first,
    )


def _write(
    workspace: Workspace, prepared: Prepared, targets: Sequence[_Target], exporter: Exporter, *, into_build: bool
) -> tuple[tuple[Written, ...], tuple[Path, ...]]:
    """Write locks and packages, all or none, and clear away packages that are no longer made."""
    packages = [(each.file, exporter.write(each.deck)) for each in targets]
    # Locks first: a package whose notes no lock remembers would be stamped anew by the next build.
    locks = [(file.file, text.encode("utf-8")) for file, text in prepared.locks if file in prepared.stale_locks]
    if into_build:
        refuse_foreign(workspace.build, packages)
        prepare_build_folder(workspace.build)
    written = write_packages([*locks, *packages])[len(locks) :]
    if not into_build:
        return written, ()
    remove_leftovers(workspace.build)
    return written, remove_stale(workspace.build, written, suffix=exporter.suffix, whole=workspace.whole)


_NO_CHANGE = frozenset({Fate.UNCHANGED, Fate.LEFT_OUT})


def _locked(path: str, plan: Plan) -> Diagnostic:
    counts = ((len(plan.of(fate)), fate.value) for fate in Fate if fate not in _NO_CHANGE)
    what = ", ".join(f"{number} {fate}" for number, fate in counts if number) or "no note, but what it says of them"
    return Diagnostic(
        path=path,
        line=1,
        severity=Severity.ERROR,
        code="lock-stale",
        message=f"--locked, and the lock would change ({what})",
        mend="run `ankigen build` without --locked, and commit the lock with the notes",
    )


def _wait_until(second: int, clock: Clock) -> None:
    """Let a change that was stamped a moment ahead of the clock become the past: Anki drops edits older than a note."""
    ahead = second - clock()
    if 0 < ahead <= LONGEST_WAIT_S:
        time.sleep(ahead)


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
    note_types = {note_type.id: note_type for deck in decks for note_type in deck.note_types}
    return Deck(
        name=decks[0].name,
        slug=slug,
        notes=tuple(note for deck in decks for note in deck.notes),
        note_types=tuple(note_types[number] for number in sorted(note_types)),
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
