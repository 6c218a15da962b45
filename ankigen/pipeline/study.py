"""The part that `build`, `check` and `explain` share: from files to identified atoms and all diagnostics."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ankigen.atoms import atomize
from ankigen.identity import Identification, Identified, identify, unique
from ankigen.markdown import parse_document
from ankigen.model.atom import Atomized
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document
from ankigen.pipeline.findings import findings
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
    unanswered: frozenset[int]
    """First lines of questions that the parser has reported as having no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """All documents of a command, and everything there is to say about them."""

    documents: tuple[Studied, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def failed(self) -> bool:
        """Whether there is an error, so that nothing may be written."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def study(workspace: Workspace, *, track: Track = iter) -> Study:
    """Read, parse, split and identify every document of a workspace."""
    defaults = workspace_rules(workspace)
    diagnostics = [*workspace.diagnostics, *defaults.diagnostics]
    opened: list[Studied] = []
    identifications: list[Identification] = []
    for source in track(workspace.sources):
        read = read_source(source)
        diagnostics.extend(read.diagnostics)
        if read.text is not None:
            studied, identification, found = _study_one(workspace, source, read.text, defaults)
            opened.append(studied)
            identifications.append(identification)
            diagnostics.extend(found)
    united = unique(identifications)
    documents: list[Studied] = []
    for studied, identification in zip(opened, united, strict=True):
        settled = replace(studied, identified=identification.identified)
        documents.append(settled)
        diagnostics.extend(identification.diagnostics)
        diagnostics.extend(
            findings(settled.document, settled.atomized, settled.identified, unanswered=settled.unanswered)
        )
    return Study(documents=tuple(documents), diagnostics=_settled(workspace, diagnostics))


def _study_one(
    workspace: Workspace, source: Source, text: str, defaults: EnabledRules
) -> tuple[Studied, Identification, list[Diagnostic]]:
    parsed = parse_document(text, source.path, language=workspace.config.language)
    rules = document_rules(parsed.document, text, defaults)
    atomized = atomize(parsed.document, enabled=rules.names)
    pictures = gather_pictures(workspace, source, parsed.document, text)
    identification = identify(parsed.document, atomized.atoms)
    studied = Studied(
        source=source,
        text=text,
        document=parsed.document,
        atomized=atomized,
        identified=(),
        pictures=pictures,
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
