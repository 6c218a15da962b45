"""Reports as JSON: one document a command, the same values as the text."""

import json
from collections.abc import Iterable
from dataclasses import asdict

from ankigen.atoms import RULES
from ankigen.model.atom import Trace
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.lock import Line
from ankigen.model.plan import Change, Fate, Plan
from ankigen.pipeline import AdoptReport, BuildReport, CheckReport, Explanation, PlanReport, find_in_anki, moves

VERSION = 1
"""Raised when a key changes its meaning or goes away; new keys may come without that."""


def build_json(report: BuildReport) -> str:
    """Give a build's report."""
    return _document(
        "build",
        ok=not report.count(Severity.ERROR),
        root=report.root.as_posix(),
        counts=asdict(report.counts),
        diagnostics=_diagnostics(report.diagnostics),
        packages=[asdict(package) for package in report.packages],
        removed=list(report.removed),
        first=report.first,
        plan=_plan(report.plan),
    )


def plan_json(report: PlanReport) -> str:
    """Give what a build would change."""
    return _document(
        "plan",
        ok=not report.count(Severity.ERROR),
        root=report.root.as_posix(),
        first=report.first,
        counts=asdict(report.counts),
        diagnostics=_diagnostics(report.diagnostics),
        **_plan(report.plan),
    )


def check_json(report: CheckReport, *, ok: bool) -> str:
    """Give a check's report."""
    return _document(
        "check",
        ok=ok,
        root=report.root.as_posix(),
        counts=asdict(report.counts),
        diagnostics=_diagnostics(report.diagnostics),
    )


def explain_json(explanation: Explanation) -> str:
    """Give an explanation."""
    return _document(
        "explain",
        ok=True,
        path=explanation.path,
        line=explanation.line,
        text=explanation.text,
        question=explanation.question,
        cards=[asdict(card) for card in explanation.cards],
        traces=[_trace(trace) for trace in explanation.traces],
        diagnostics=_diagnostics(explanation.diagnostics),
    )


def rules_json() -> str:
    """Give the rule tables in their order."""
    rules = [{"level": str(rule.level), "name": rule.name, "summary": rule.summary} for rule in RULES]
    return _document("rules", ok=True, rules=rules)


def new_json(folder: str, files: Iterable[str]) -> str:
    """Give what `new` wrote."""
    return _document("new", ok=True, folder=folder, files=list(files))


def failure_json(message: str, exit_code: int) -> str:
    """Give the reason why a command could not go on."""
    return _document(None, ok=False, error=message, exit_code=exit_code)


def _diagnostics(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    return [
        {
            "path": each.path,
            "line": each.line,
            "severity": str(each.severity),
            "code": each.code,
            "message": each.message,
            "mend": each.mend,
        }
        for each in diagnostics
    ]


def adopt_json(report: AdoptReport | None, *, starter: str) -> str:
    """Give what a deck told about the notes; None when only the starter was written."""
    adoption = None if report is None else report.adoption
    told: dict[str, object] = {"ok": report is None or not report.count(Severity.ERROR), "starter": starter}
    if report is not None:
        told |= {"root": report.root.as_posix(), "diagnostics": _diagnostics(report.diagnostics)}
    if report is not None and adoption is not None:
        told |= {
            "locks": list(report.locks),
            "known": adoption.known,
            "same": report.same,
            "matched": [
                {
                    "guid": each.imported.guid,
                    "front": each.imported.front,
                    "document": each.made.document,
                    "line": each.made.note.line,
                    "similarity": None if each.similarity is None else round(each.similarity, 2),
                }
                for each in adoption.adopted
            ],
            "ambiguous": [
                {"guid": each.guid, "front": each.front, "candidates": number} for each, number in adoption.ambiguous
            ],
            "unmatched": [{"guid": each.guid, "front": each.front} for each in adoption.unmatched],
        }
    return _document("adopt", **told)


def _plan(plan: Plan) -> dict[str, object]:
    moved = moves(plan).items()
    return {
        "notes": {fate.value: len(plan.of(fate)) for fate in Fate},
        "changes": [_change(change) for change in plan.changes if change.fate is not Fate.UNCHANGED or change.moved],
        "note_types": list(plan.note_types),
        "searches": {
            "gone": find_in_anki(plan.of(Fate.GONE)),
            "moved": {deck: find_in_anki(changes) for deck, changes in moved},
        },
    }


def _change(change: Change) -> dict[str, object]:
    return {
        "fate": change.fate.value,
        "moved": change.moved,
        "by_ankigen": change.by_ankigen,
        "similarity": None if change.similarity is None else round(change.similarity, 2),
        "lost_cards": list(change.lost_cards),
        "line": change.line,
        "before": None if change.before is None else _note(change.before),
        "after": None if change.fate is Fate.GONE or change.after is None else _note(change.after),
    }


def _note(line: Line) -> dict[str, object]:
    return {
        "key": line.key,
        "guid": line.guid,
        "note_type": line.note_type,
        "document": line.document,
        "deck": line.deck,
        "front": line.front,
        "back": line.back,
        "tags": list(line.tags),
    }


def _trace(trace: Trace) -> dict[str, object]:
    return {
        "first": trace.span.first,
        "last": trace.span.last,
        "level": str(trace.level),
        "rule": trace.rule,
        "claimed": trace.claimed,
        "detail": trace.detail,
        "text": trace.text,
    }


def _document(command: str | None, **values: object) -> str:
    head: dict[str, object] = {"version": VERSION} if command is None else {"version": VERSION, "command": command}
    return json.dumps(head | values, ensure_ascii=False, indent=2)
