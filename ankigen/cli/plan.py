"""`ankigen plan`."""

from pathlib import Path

import click

from ankigen.cli.json_text import plan_json
from ankigen.cli.options import (
    Verbosity,
    allow_unverified_option,
    json_option,
    paths_argument,
    verbosity,
    verbosity_options,
)
from ankigen.cli.plan_text import show_plan
from ankigen.cli.terminal import progress
from ankigen.model.diagnostic import Severity
from ankigen.pipeline import plan
from ankigen.workspace import open_workspace


@click.command("plan")
@paths_argument
@allow_unverified_option
@json_option
@verbosity_options
def plan_command(*, paths: tuple[Path, ...], allow_unverified: bool, as_json: bool, quiet: bool, verbose: bool) -> None:
    """Print what a build would change in the decks that were imported before; write nothing."""
    level = Verbosity.QUIET if as_json else verbosity(quiet=quiet, verbose=verbose)
    track = progress("planning", quiet=level is Verbosity.QUIET)
    workspace = open_workspace(paths, folder=Path.cwd())
    report = plan(workspace, allow_unverified=allow_unverified, track=track)
    if as_json:
        click.echo(plan_json(report))
    else:
        show_plan(report, level)
    if report.count(Severity.ERROR):
        click.get_current_context().exit(1)
