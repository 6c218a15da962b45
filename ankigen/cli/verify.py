"""`ankigen verify`."""

from pathlib import Path

import click

from ankigen.cli.json_text import verify_json
from ankigen.cli.options import Verbosity, json_option, verbosity, verbosity_options
from ankigen.cli.terminal import now_running
from ankigen.cli.verify_text import show_verify
from ankigen.errors import CannotError
from ankigen.judge import RUNNERS
from ankigen.pipeline import verify
from ankigen.workspace import open_tasks

EXCLUSIVE = "--pack and --judge are two halves of one run on two machines; give one of them"


@click.command("verify")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option("--runner", type=click.Choice(list(RUNNERS)), help="Only programs of this runner.")
@click.option("--require", type=click.Choice(["gpu"]), help="Fail where programs for a GPU cannot run.")
@click.option("--refresh", is_flag=True, help="Run again what a record already covers.")
@click.option("--full", is_flag=True, help="Run the long vectors too.")
@click.option(
    "--pack",
    "pack_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Run nothing; write FILE, which `python3 FILE` runs on a machine with a GPU.",
)
@click.option(
    "--judge",
    "answers_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Judge the answers that a packed run brought back, and write the records.",
)
@json_option
@verbosity_options
def verify_command(
    *,
    tasks: tuple[str, ...],
    runner: str | None,
    require: str | None,
    refresh: bool,
    full: bool,
    pack_file: Path | None,
    answers_file: Path | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Run the programs of solutions/ against their vectors, and record what they did.

    A TASK is a folder of solutions/; without any, all of them. Every accepted program must be right, every rejected one
    must fail for the reason it states, each in a process of its own with limits. A record (records/cpu.json, gpu.json)
    that is still about these very files is not run again. Programs run with your rights: verify only what you trust.
    """
    level = Verbosity.QUIET if as_json else verbosity(quiet=quiet, verbose=verbose)
    if pack_file is not None and answers_file is not None:
        raise click.UsageError(EXCLUSIVE)
    workspace = open_tasks(Path.cwd())
    with now_running(quiet=level is Verbosity.QUIET) as tell:
        report = verify(
            workspace, tasks, runner=runner, require_gpu=require == "gpu", refresh=refresh, full=full, tell=tell
        )
    if as_json:
        click.echo(verify_json(report))
    else:
        show_verify(report, level)
        if report.unwritten:
            raise CannotError("; ".join(report.unwritten))
    if not report.ok:
        click.get_current_context().exit(CannotError.exit_code if report.unwritten else 1)
