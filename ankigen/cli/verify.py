"""`ankigen verify`."""

from pathlib import Path

import click

from ankigen.cli.json_text import pack_json, verify_json
from ankigen.cli.options import Verbosity, json_option, verbosity, verbosity_options
from ankigen.cli.terminal import now_running
from ankigen.cli.verify_text import show_verify
from ankigen.errors import CannotError
from ankigen.judge import RUNNERS
from ankigen.pipeline import PackReport, VerifyReport, pack, verify, verify_answers
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
    packed, report = None, None
    with now_running(quiet=level is Verbosity.QUIET) as tell:
        if pack_file is not None:
            packed = pack(workspace, tasks, Path.cwd() / pack_file, runner=runner, full=full, tell=tell)
        elif answers_file is not None:
            report = verify_answers(workspace, tasks, Path.cwd() / answers_file, tell=tell)
        else:
            report = verify(
                workspace, tasks, runner=runner, require_gpu=require == "gpu", refresh=refresh, full=full, tell=tell
            )
    if packed is not None:
        _show_pack(packed, level, as_json=as_json)
    if report is not None:
        _show(report, level, as_json=as_json)


def _show(report: VerifyReport, level: Verbosity, *, as_json: bool) -> None:
    if as_json:
        click.echo(verify_json(report))
    else:
        show_verify(report, level)
        if report.missing:
            raise CannotError("; ".join(report.missing))
    if not report.ok:
        click.get_current_context().exit(CannotError.exit_code if report.missing else 1)


def _show_pack(packed: PackReport, level: Verbosity, *, as_json: bool) -> None:
    if as_json:
        click.echo(pack_json(packed))
    elif level >= Verbosity.NORMAL:
        tasks = ", ".join(f"{task} ({runner})" for task, runner, _ in packed.tasks)
        click.echo(f"{packed.file}  {tasks}, {packed.size_bytes / 1e6:.1f} MB")
        name = Path(packed.file).name
        answers = f"{Path(packed.file).stem}.answers.zip"
        click.echo(f"next: run `python3 {name}` there, then `ankigen verify --judge {answers}` here", err=True)
