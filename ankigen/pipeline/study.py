"""The way up that all commands share: files to documents, atoms, identities, and everything there is to say."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from ankigen.atoms import atomize
from ankigen.identity import Home, Identification, Identified, continue_builds, identify, unique
from ankigen.markdown import parse_document
from ankigen.model.atom import Atomized
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document
from ankigen.model.lock import Lock
from ankigen.model.solution import Task
from ankigen.pipeline.findings import findings
from ankigen.pipeline.links import link_findings, linked_tasks
from ankigen.pipeline.locks import Locks, read_locks
from ankigen.pipeline.pictures import Pictures, gather_pictures
from ankigen.pipeline.rules import EnabledRules, document_rules, workspace_rules
from ankigen.pipeline.tasks import load_tasks
from ankigen.pipeline.vouching import standing_findings
from ankigen.workspace import Source, Workspace, read_source

Track = Callable[[Sequence[Source]], Iterable[Source]]
"""Hands the documents through, and may show how far it is."""
SOLUTIONS = "solutions"
"""Folder whose folders are tasks."""


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
    allow_unverified: bool = False
    """Whether cards with code that nothing vouches for go into the decks."""

    @property
    def failed(self) -> bool:
        """Whether there is an error, so that nothing may be written."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def study(
    workspace: Workspace,
    *,
    track: Track = iter,
    lock: Lock | None = None,
    allow_unverified: bool = False,
    every_task: bool = False,
) -> Study:
    """Read, parse, split and identify every document of a workspace.

    Documents that the command is not about are read too, so that a card that moved here from one of them is known,
    and one that is still there is not taken for it; nothing is reported about them.

    Args:
        workspace: the documents.
        track: may show how far the reading is.
        lock: what is remembered, instead of what stands in the lock's files.
        allow_unverified: whether cards with code that nothing vouches for go into the decks.
        every_task: report on all tasks of the workspace, not only on those that the documents are linked to.
    """
    defaults = workspace_rules(workspace)
    locks = read_locks(workspace)
    if lock is not None:
        locks = replace(locks, lock=lock)
    tasks, of_tasks = load_tasks(workspace)
    given = _Given(rules=defaults, tasks=tasks, broken=_broken(of_tasks))
    named = _open(workspace, track(workspace.sources), given)
    others = _open(workspace, workspace.others, given).without_faulty()
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
    told = of_tasks if every_task else _about(of_tasks, named)
    diagnostics = [*workspace.diagnostics, *defaults.diagnostics, *locks.diagnostics, *told, *named.diagnostics]
    documents: list[Studied] = []
    for (studied, _), identification in zip(opened, identifications, strict=True):
        if studied.source in workspace.sources:
            settled = replace(studied, identified=identification.identified)
            documents.append(settled)
            diagnostics.extend(identification.diagnostics)
            diagnostics.extend(
                findings(settled.document, settled.atomized, settled.identified, unanswered=settled.unanswered)
            )
            diagnostics.extend(
                standing_findings(settled.document, settled.identified, tasks, allow_unverified=allow_unverified)
            )
    return Study(
        documents=tuple(documents),
        diagnostics=_settled(workspace, diagnostics),
        locks=locks,
        elsewhere=_not_judged(workspace, locks, {studied.home.document for studied in documents}),
        allow_unverified=allow_unverified,
    )


def _not_judged(workspace: Workspace, locks: Locks, built: set[str]) -> frozenset[str]:
    """Tell which documents may lack notes without these being gone."""
    absent = (line.document for line in locks.lock.lines if line.document not in built)
    return frozenset(name for name in absent if not workspace.whole or locks.still_there(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """What every document is read with."""

    rules: EnabledRules
    tasks: Mapping[str, Task]
    broken: AbstractSet[str]
    """Names of tasks that cannot be understood, or only in part."""


def _broken(diagnostics: Iterable[Diagnostic]) -> frozenset[str]:
    """Name the tasks that errors are about, by the folder that these are in."""
    return frozenset(_task_of(found) for found in diagnostics if found.severity is Severity.ERROR) - {""}


def _about(diagnostics: Iterable[Diagnostic], opened: "_Opened") -> list[Diagnostic]:
    """Keep what is said of the tasks that documents are linked to."""
    linked = linked_tasks(studied.document for studied, _ in opened.entries)
    return [found for found in diagnostics if _task_of(found) in linked]


def _task_of(found: Diagnostic) -> str:
    """Name the task in whose folder a finding is; empty if it is in none."""
    folder, _, inside = found.path.partition("/")
    return inside.partition("/")[0] if folder == SOLUTIONS else ""


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


def _open(workspace: Workspace, sources: Iterable[Source], given: _Given) -> _Opened:
    entries: list[tuple[Studied, Identification]] = []
    diagnostics: list[Diagnostic] = []
    for source in sources:
        read = read_source(source)
        diagnostics.extend(read.diagnostics)
        if read.text is not None:
            studied, identification, found = _study_one(workspace, source, read.text, given)
            entries.append((studied, identification))
            diagnostics.extend(found)
    return _Opened(entries=tuple(entries), diagnostics=tuple(diagnostics))


def _study_one(
    workspace: Workspace, source: Source, text: str, given: _Given
) -> tuple[Studied, Identification, list[Diagnostic]]:
    parsed = parse_document(text, source.path, language=workspace.config.language)
    rules = document_rules(parsed.document, text, given.rules)
    atomized = atomize(parsed.document, enabled=rules.names, tasks=given.tasks)
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
    links = link_findings(parsed.document, given.tasks, given.broken)
    return studied, identification, [*parsed.diagnostics, *rules.diagnostics, *pictures.diagnostics, *links]


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
