"""Which atom rules run for a document."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ankigen.atoms import RULES
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document, blocks_below
from ankigen.pipeline.lines import source_lines
from ankigen.workspace import CONFIG_FILE, Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class EnabledRules:
    """Names of the rules that run (None: all), and what is wrong with the list."""

    names: frozenset[str] | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def workspace_rules(workspace: Workspace) -> EnabledRules:
    """Check the `rules` of `ankigen.yaml`."""
    return _enabled(workspace.config.rules, CONFIG_FILE, workspace.config.rule_lines or (1,))


def document_rules(document: Document, text: str, default: EnabledRules) -> EnabledRules:
    """Check the `rules` of a document's front matter and marks; where the front matter has none, `default` holds."""
    marks = tuple(
        finding for names, line in _marks(document) for finding in _enabled(names, document.path, [line]).diagnostics
    )
    rules = document.front_matter.rules
    if rules is None:
        return EnabledRules(names=default.names, diagnostics=marks)
    lines = enumerate(source_lines(text), start=1)
    line = next((number for number, content in lines if content.startswith("rules")), 1)
    own = _enabled(rules, document.path, [line])
    return EnabledRules(names=own.names, diagnostics=(*own.diagnostics, *marks))


def _marks(document: Document) -> Iterator[tuple[Sequence[str], int]]:
    """Yield what each `{rules="…"}` names, with its line."""
    for question in document.questions:
        for place in (question, *blocks_below(question.blocks)):
            names = place.attributes.get("rules").replace(",", " ").split()
            if names:
                yield names, place.span.first


def _enabled(names: Sequence[str] | None, path: str, lines: Sequence[int]) -> EnabledRules:
    """Check names of rules; `lines` has the line of each, and its last one holds for all that follow."""
    if names is None:
        return EnabledRules()
    known = [rule.name for rule in RULES]
    unknown = [(name, lines[min(place, len(lines) - 1)]) for place, name in enumerate(names) if name not in known]
    return EnabledRules(
        names=frozenset(names).intersection(known),
        diagnostics=tuple(
            Diagnostic(
                path=path,
                line=line,
                severity=Severity.ERROR,
                code="rule-unknown",
                message=f"there is no rule `{name}`",
                mend=_mend(name, known),
            )
            for name, line in unknown
        ),
    )


def _mend(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean `{close[0]}`?" if close else "take the names that `ankigen rules` lists"
