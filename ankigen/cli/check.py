"""`ankigen check`."""

from pathlib import Path

import click

from ankigen.cli.json_text import check_json
from ankigen.cli.options import (
    Verbosity,
    json_option,
    paths_argument,
    verbosity,
    verbosity_options,
    watch_option,
)
from ankigen.cli.report import show_check
from ankigen.cli.terminal import progress
from ankigen.cli.watching import watch as keep_running
from ankigen.model.diagnostic import Severity
from ankigen.pipeline import check
from ankigen.workspace import open_workspace


@click.command("check")
@paths_argument
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@json_option
@verbosity_options
@watch_option
def check_command(
    *, paths: tuple[Path, ...], strict: bool, as_json: bool, quiet: bool, verbose: bool, watch: bool
) -> None:
    """List every finding about the notes, blocks that became no card among them; write nothing."""
    level = Verbosity.QUIET if as_json else verbosity(quiet=quiet, verbose=verbose)

    def run() -> bool:
        track = progress("checking", quiet=level is Verbosity.QUIET)
        report = check(open_workspace(paths, folder=Path.cwd()), track=track)
        ok = not report.count(Severity.ERROR) and not (strict and report.count(Severity.WARNING))
        if as_json:
            click.echo(check_json(report, ok=ok))
        else:
            show_check(report, level)
        return ok

    if watch:
        keep_running(run, paths)
    elif not run():
        click.get_current_context().exit(1)
