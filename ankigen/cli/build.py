"""`ankigen build`."""

from pathlib import Path

import click

from ankigen.cli.json_text import build_json
from ankigen.cli.options import (
    Verbosity,
    allow_unverified_option,
    json_option,
    paths_argument,
    verbosity,
    verbosity_options,
    watch_option,
)
from ankigen.cli.plan_text import show_in_short
from ankigen.cli.report import show_build
from ankigen.cli.terminal import progress
from ankigen.cli.watching import watch as keep_running
from ankigen.export import EXPORTERS
from ankigen.model.diagnostic import Severity
from ankigen.pipeline import BuildReport, build
from ankigen.workspace import open_workspace

FORMATS = [exporter.name for exporter in EXPORTERS]


@click.command("build")
@paths_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write everything into this one file; its ending may choose the format.",
)
@click.option("--format", "format_name", type=click.Choice(FORMATS), help=f"What to write. [default: {FORMATS[0]}]")
@click.option("--locked", is_flag=True, help="Fail if the lock would change; for CI.")
@click.option("--tombstones", is_flag=True, help="Ship notes that are gone once more, tagged ankigen::gone.")
@allow_unverified_option
@json_option
@verbosity_options
@watch_option
def build_command(
    *,
    paths: tuple[Path, ...],
    output: Path | None,
    format_name: str | None,
    locked: bool,
    tombstones: bool,
    allow_unverified: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    watch: bool,
) -> None:
    """Build Anki packages of the workspace, or of the named files and folders.

    Inside a workspace they go to build/, one a top-level deck. Elsewhere FILE.md becomes FILE.apkg and
    FILE.rehearsal.apkg in the current folder. Warnings do not stop a build; after an error nothing is written.

    The lock (cards/ankigen.lock, or FILE.ankigen.lock beside a single file) remembers who each note is, so that its
    history in Anki goes on after any edit. Keep it with your notes.
    """
    level = Verbosity.QUIET if as_json else verbosity(quiet=quiet, verbose=verbose)

    def run() -> BuildReport:
        folder = Path.cwd()
        track = progress("building", quiet=level is Verbosity.QUIET)
        workspace = open_workspace(paths, folder=folder)
        report = build(
            workspace,
            format_name=format_name,
            output=output and folder / output,
            locked=locked,
            tombstones=tombstones,
            allow_unverified=allow_unverified,
            track=track,
        )
        if as_json:
            click.echo(build_json(report))
        else:
            show_build(report, level)
            if level >= Verbosity.NORMAL and not report.count(Severity.ERROR) and not report.first:
                show_in_short(report.plan)
        return report

    if watch:
        keep_running(run, paths)
    elif run().count(Severity.ERROR):
        click.get_current_context().exit(1)
