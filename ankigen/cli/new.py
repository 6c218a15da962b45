"""`ankigen new`."""

from pathlib import Path

import click

from ankigen.cli.json_text import new_json
from ankigen.cli.options import json_option
from ankigen.workspace import write_starter


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@json_option
def new_command(*, folder: Path, as_json: bool) -> None:
    """Start a workspace in DIR, with two example notes; DIR must be new or empty."""
    written = [file.relative_to(folder).as_posix() for file in write_starter(folder)]
    if as_json:
        click.echo(new_json(folder.as_posix(), written))
        return
    for name in written:
        click.echo((folder / name).as_posix())
    click.echo(f"\nnext: cd {folder} && ankigen build", err=True)
