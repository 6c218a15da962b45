"""Reports as text: the answer to stdout, all else to stderr."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from ankigen.cli.options import Verbosity
from ankigen.cli.terminal import paint
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.pipeline import BuildReport, CheckReport, Counts


def show_build(report: BuildReport, level: Verbosity) -> None:
    """Print what a build wrote, its errors, and its warnings in short."""
    shown = {Severity.ERROR} if level < Verbosity.VERBOSE else set(Severity)
    show_diagnostics(report.diagnostics, shown)
    errors = report.count(Severity.ERROR)
    if level >= Verbosity.NORMAL:
        show_root(report.root)
        _show_in_short(report.diagnostics, set(Severity) - shown)
    if errors:
        _err(f"{paint(Severity.ERROR)}: nothing was written: {number(errors, 'error')} to mend first")
        return
    if level >= Verbosity.NORMAL:
        for package in report.packages:
            unchanged = "  (unchanged)" if package.unchanged else ""
            amount = f"{number(package.notes, 'note')}, {number(package.cards, 'card')}"
            click.echo(f"{package.path}  {amount}{unchanged}")
        for path in report.removed:
            _err(f"removed {path}, which is no longer made")


def show_check(report: CheckReport, level: Verbosity) -> None:
    """Print every finding, and how much there is."""
    shown = {
        Verbosity.QUIET: {Severity.ERROR},
        Verbosity.NORMAL: {Severity.ERROR, Severity.WARNING},
        Verbosity.VERBOSE: set(Severity),
    }[level]
    if level >= Verbosity.NORMAL:
        show_root(report.root)
    show_diagnostics(report.diagnostics, shown)
    if level >= Verbosity.NORMAL:
        infos = report.count(Severity.INFO)
        hidden = (
            f", {number(infos, 'remark')}" + ("" if Severity.INFO in shown else " (-v shows them)") if infos else ""
        )
        found = f"{number(report.count(Severity.ERROR), 'error')}, {number(report.count(Severity.WARNING), 'warning')}"
        click.echo(f"{counted(report.counts)}: {found}{hidden}")


def show_diagnostics(diagnostics: Iterable[Diagnostic], severities: set[Severity]) -> None:
    """Print the diagnostics of the given severities, one a line."""
    for diagnostic in diagnostics:
        if diagnostic.severity in severities:
            _err(line_of(diagnostic))


def line_of(diagnostic: Diagnostic) -> str:
    """Give a diagnostic as editors and terminals understand it: `path:line: severity[code]: message; mend`."""
    place = click.style(f"{diagnostic.path}:{diagnostic.line}", bold=True)
    return f"{place}: {paint(diagnostic.severity)}[{diagnostic.code}]: {diagnostic.message}; {diagnostic.mend}"


def show_root(root: Path) -> None:
    """Say where paths begin, when that is not the folder the command runs in."""
    if root != Path.cwd():
        _err(f"paths are relative to {root}")


def counted(counts: Counts) -> str:
    """Give the counts as a sentence's subject."""
    rehearsals = f", {number(counts.rehearsals, 'rehearsal')}" if counts.rehearsals else ""
    return (
        f"{number(counts.documents, 'document')}, {number(counts.questions, 'question')}, "
        f"{number(counts.notes, 'note')}, {number(counts.cards, 'card')}{rehearsals}"
    )


def number(amount: int, noun: str) -> str:
    """Give an amount with its noun."""
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def _show_in_short(diagnostics: Iterable[Diagnostic], severities: set[Severity]) -> None:
    codes = Counter(
        diagnostic.code
        for diagnostic in diagnostics
        if diagnostic.severity in severities and diagnostic.severity is not Severity.INFO
    )
    if codes:
        listed = ", ".join(f"{amount} {code}" for code, amount in sorted(codes.items()))
        total = number(codes.total(), "warning")
        _err(f"{paint(Severity.WARNING)}: {total} ({listed}); `ankigen check` lists them")


def _err(line: str) -> None:
    click.echo(line, err=True)
