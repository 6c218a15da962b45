"""`ankigen explain`."""

from pathlib import Path

import click

from ankigen.cli.json_text import explain_json
from ankigen.cli.options import json_option
from ankigen.cli.report import line_of
from ankigen.errors import UsageError
from ankigen.model.atom import Trace
from ankigen.pipeline import Explanation, RenderedCard, explain
from ankigen.workspace import open_workspace


@click.command("explain")
@click.argument("place", metavar="FILE:LINE")
@json_option
def explain_command(*, place: str, as_json: bool) -> None:
    """Show the cards of one line, the rules that made them, and why the other rules did not."""
    file, line = _parted(place)
    explanation = explain(open_workspace([file], folder=Path.cwd()), line)
    if as_json:
        click.echo(explain_json(explanation))
    else:
        _show(explanation)


def _parted(place: str) -> tuple[Path, int]:
    # From the right: a Windows path has a colon of its own.
    name, _, line = place.rpartition(":")
    if not name or not (line.isascii() and line.isdigit()):
        msg = f"{place} is no FILE:LINE; write `ankigen explain cards/notes.md:12`"
        raise UsageError(msg)
    file = Path(name)
    if (Path.cwd() / file).is_dir():
        msg = f"{name} is a folder; name a file and a line in it"
        raise UsageError(msg)
    return file, int(line)


def _show(explanation: Explanation) -> None:
    click.echo(f"{click.style(f'{explanation.path}:{explanation.line}', bold=True)}  {explanation.text}")
    click.echo(f"question: {explanation.question or 'none; this line stands in no question'}")
    for card in explanation.cards:
        _show_card(card)
    if not explanation.cards:
        click.echo("\nno card")
    if explanation.traces:
        click.echo()
    for trace in explanation.traces:
        click.echo(_trace_line(trace))
    if explanation.diagnostics:
        click.echo()
    for diagnostic in explanation.diagnostics:
        click.echo(line_of(diagnostic))


def _show_card(card: RenderedCard) -> None:
    click.echo(f"\ncard by {click.style(card.rule, bold=True)}")
    for name, text in (("where", card.breadcrumb), ("front", card.front), ("back", card.back), ("status", card.status)):
        for number, line in enumerate(text.splitlines()):
            click.echo(f"  {name if number == 0 else '':<6} {line}")


def _trace_line(trace: Trace) -> str:
    mark = click.style("+", fg="green") if trace.claimed else "-"
    last = "" if trace.span.last == trace.span.first else f"-{trace.span.last}"
    return f"{mark} {trace.span.first}{last} {trace.level:<9} {trace.rule:<10} {trace.detail}"
