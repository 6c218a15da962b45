"""The way up that all commands share: files to documents, atoms, identities, and everything there is to say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ankigen.atoms import atomize
from ankigen.identity import Home, Identification, Identified, continue_builds, identify, unique
from ankigen.markdown import parse_document
from ankigen.model.atom import Atomized
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document
from ankigen.model.lock import Lock
from ankigen.pipeline.findings import findings
from ankigen.pipeline.locks import Locks, read_locks
from ankigen.pipeline.pictures import Pictures, gather_pictures
from ankigen.pipeline.rules import EnabledRules, document_rules, workspace_rules
from ankigen.workspace import Source, Workspace, read_source

Track = Callable[[Sequence[Source]], Iterable[Source]]
"""Hands the documents through, and may show how far it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Studied:
    """One document, all the way up to who each of its atoms is."""

    source: Source
    text: str
    document: Document
    atomized: Atomized
    identified: tuple[Identified, ...]
    pictures: Pictures
    home: Home
    lock_file: Path
    unanswered: frozenset[int]
    """First lines of questions that the parser has reported as having no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """All documents of a command, and everything there is to say about them."""

    documents: tuple[Studied, ...]
    diagnostics: tuple[Diagnostic, ...]
    locks: Locks
    elsewhere: frozenset[str]
    """Documents, as the lock names them, whose notes are not gone although this command does not have them."""

    @property
    def failed(self) -> bool:
        """Whether there is an error, so that nothing may be written."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def study(workspace: Workspace, *, track: Track = iter, lock: Lock | None = None) -> Study:
    """Read, parse, split and identify every document of a workspace.

    Documents that the command is not about are read too, so that a card that moved here from one of them is known,
    and one that is still there is not taken for it; nothing is reported about them.

    Args:
        workspace: the documents.
        track: may show how far the reading is.
        lock: what is remembered, instead of what stands in the lock's files.
    """
    defaults = workspace_rules(workspace)
    locks = read_locks(workspace)
    if lock is not None:
        locks = replace(locks, lock=lock)
    named = _open(workspace, track(workspace.sources), defaults)
    others = _open(workspace, workspace.others, defaults).without_faulty()
    opened = sorted((*named.entries, *others.entries), key=lambda entry: entry[0].source.path)
    read = {studied.home.document for studied, _ in opened}
    unread = frozenset(line.document for line in locks.lock.lines if line.document not in read)
    homes = {studied.source.path: studied.home for studied, _ in opened}
    identifications = continue_builds(
        unique(identification for _, identification in opened),
        locks.lock.lines,
        homes,
        elsewhere=frozenset(name for name in unread if locks.still_there(name)),
    )
    diagnostics = [*workspace.diagnostics, *defaults.diagnostics, *locks.diagnostics, *named.diagnostics]
    documents: list[Studied] = []
    for (studied, _), identification in zip(opened, identifications, strict=True):
        if studied.source in workspace.sources:
            settled = replace(studied, identified=identification.identified)
            documents.append(settled)
            diagnostics.extend(identification.diagnostics)
            diagnostics.extend(
                findings(settled.document, settled.atomized, settled.identified, unanswered=settled.unanswered)
            )
    return Study(
        documents=tuple(documents),
        diagnostics=_settled(workspace, diagnostics),
        locks=locks,
        elsewhere=_not_judged(workspace, locks, {studied.home.document for studied in documents}),
    )


def _not_judged(workspace: Workspace, locks: Locks, built: set[str]) -> frozenset[str]:
    """Tell which documents may lack notes without these being gone."""
    absent = (line.document for line in locks.lock.lines if line.document not in built)
    return frozenset(name for name in absent if not workspace.whole or locks.still_there(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """Documents with their identities as if there had been no build before, and what is to be said of them."""

    entries: tuple[tuple[Studied, Identification], ...]
    diagnostics: tuple[Diagnostic, ...]

    def without_faulty(self) -> "_Opened":
        """Leave out documents with errors: what they say may be half of what is meant."""
        faulty = {finding.path for finding in self.diagnostics if finding.severity is Severity.ERROR}
        entries = tuple(entry for entry in self.entries if entry[0].source.path not in faulty)
        return _Opened(entries=entries, diagnostics=())


def _open(workspace: Workspace, sources: Iterable[Source], defaults: EnabledRules) -> _Opened:
    entries: list[tuple[Studied, Identification]] = []
    diagnostics: list[Diagnostic] = []
    for source in sources:
        read = read_source(source)
        diagnostics.extend(read.diagnostics)
        if read.text is not None:
            studied, identification, found = _study_one(workspace, source, read.text, defaults)
            entries.append((studied, identification))
            diagnostics.extend(found)
    return _Opened(entries=tuple(entries), diagnostics=tuple(diagnostics))


def _study_one(
    workspace: Workspace, source: Source, text: str, defaults: EnabledRules
) -> tuple[Studied, Identification, list[Diagnostic]]:
    parsed = parse_document(text, source.path, language=workspace.config.language)
    rules = document_rules(parsed.document, text, defaults)
    atomized = atomize(parsed.document, enabled=rules.names)
    pictures = gather_pictures(workspace, source, parsed.document, text)
    identification = identify(parsed.document, atomized.atoms)
    own = parsed.document.front_matter.deck or parsed.document.title
    studied = Studied(
        source=source,
        text=text,
        document=parsed.document,
        atomized=atomized,
        identified=(),
        pictures=pictures,
        home=Home(
            document=workspace.lock_name(source),
            deck="::".join(part for part in (workspace.config.deck_prefix, own) if part),
        ),
        lock_file=workspace.lock_file(source),
        unanswered=frozenset(found.line for found in parsed.diagnostics if found.code == "no-answer"),
    )
    return studied, identification, [*parsed.diagnostics, *rules.diagnostics, *pictures.diagnostics]


def _settled(workspace: Workspace, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give each diagnostic the severity the workspace asks for, and sort them by place."""
    wanted = dict(workspace.config.severity)
    kept: set[Diagnostic] = set()
    for diagnostic in diagnostics:
        severity = diagnostic.severity
        if severity is not Severity.ERROR and diagnostic.code in wanted:
            override = wanted[diagnostic.code]
            if override is None:
                continue
            severity = override
        kept.add(replace(diagnostic, severity=severity))
    return tuple(sorted(kept, key=lambda each: (each.path, each.line, each.code, each.message)))
