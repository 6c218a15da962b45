"""`ankigen adopt`."""

from pathlib import Path

import click

from ankigen.cli.json_text import adopt_json
from ankigen.cli.options import Verbosity, json_option, verbosity, verbosity_options
from ankigen.cli.report import number, show_diagnostics
from ankigen.cli.terminal import progress
from ankigen.identity import Adoption, Imported
from ankigen.model.diagnostic import Severity
from ankigen.pipeline import AdoptReport, adopt, write_starter_deck
from ankigen.workspace import open_workspace

LONGEST = 70
PROCEDURE = """\
1. Import {starter} into Anki: it brings ankigen's note types.
2. In Anki's browser select the notes of the other deck, then Notes > Change Note Type: to "ankigen Basic", the
   question to Prompt, the answer to Answer.
3. Export that deck as .apkg, and run `ankigen adopt` on it here.
4. Run `ankigen build` and import the packages as usual: every matched note keeps its history. Never tick "merge note
   types" when importing."""


@click.command("adopt")
@click.argument("deck", required=False, type=click.Path(path_type=Path))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--starter", is_flag=True, help="Write a package with ankigen's note types, for decks of other tools.")
@json_option
@verbosity_options
def adopt_command(
    *, deck: Path | None, paths: tuple[Path, ...], starter: bool, as_json: bool, quiet: bool, verbose: bool
) -> None:
    """Rebuild the lock from DECK, an .apkg or .colpkg, so that its notes keep their histories.

    For a lock that was lost: a package that ankigen built, or an export of the deck or the whole collection from Anki.
    For a deck of another tool: notes are matched by their first field; `--starter` begins the procedure.
    """
    level = Verbosity.QUIET if as_json else verbosity(quiet=quiet, verbose=verbose)
    if deck is None and not starter:
        msg = "name a DECK to adopt, or --starter for the package that decks of other tools need first"
        raise click.UsageError(msg)
    workspace = open_workspace(paths, folder=Path.cwd())
    written = write_starter_deck(workspace) if starter else ""
    report = None
    if deck is not None:
        track = progress("reading", quiet=level is Verbosity.QUIET)
        report = adopt(workspace, Path.cwd() / deck, track=track)
    if as_json:
        click.echo(adopt_json(report, starter=written))
    else:
        if written:
            click.echo(written)
            click.echo(PROCEDURE.format(starter=written), err=True)
        if report is not None:
            _show(report, level)
    if report is not None and report.count(Severity.ERROR):
        click.get_current_context().exit(1)


def _show(report: AdoptReport, level: Verbosity) -> None:
    show_diagnostics(report.diagnostics, {Severity.ERROR})
    adoption = report.adoption
    if adoption is None:
        click.echo("nothing was written: there are errors to mend first", err=True)
        return
    _show_matches(adoption, level)
    differing = len(adoption.adopted) - report.same
    click.echo(f"matched {number(len(adoption.adopted), 'note')}: {report.same} the same, {differing} to be updated")
    if adoption.known:
        click.echo(f"known before {number(adoption.known, 'note')}")
    click.echo(f"ambiguous {number(len(adoption.ambiguous), 'note')}")
    click.echo(f"unmatched {number(len(adoption.unmatched), 'note')}")
    for path in report.locks:
        click.echo(f"wrote {path}; `ankigen plan` shows what the next build changes", err=True)


def _show_matches(adoption: Adoption, level: Verbosity) -> None:
    for each in adoption.adopted:
        if each.similarity is not None:
            click.echo(f"  {each.similarity:.2f} similar: {_short(each.imported)} -> {each.made.document}")
    for imported, amount in adoption.ambiguous:
        click.echo(f"  ambiguous: {_short(imported)} asks what {number(amount, 'note')} here ask")
    if level >= Verbosity.VERBOSE:
        for imported in adoption.unmatched:
            click.echo(f"  unmatched: {_short(imported)}")


def _short(imported: Imported) -> str:
    line = " ".join(imported.front.split())
    return f"“{line if len(line) <= LONGEST else f'{line[: LONGEST - 1]}…'}”"
