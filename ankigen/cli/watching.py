"""`--watch`: run, wait for a saved note, run again."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from ankigen.errors import AnkigenError
from ankigen.workspace import CONFIG_FILE, look, wait_for_change


def watch(run: Callable[[], object], paths: Sequence[Path]) -> None:
    """Run again and again until Ctrl-C; a failure is shown and waits for the next save like an error in a note."""
    places = [Path.cwd() / path for path in paths] or _workspace_places()
    try:
        while True:
            # Taken before the run: what is saved while it runs must not be missed.
            before = look(places)
            try:
                run()
            except AnkigenError as failure:
                click.echo(f"error: {failure}", err=True)
            click.echo("watching; Ctrl-C ends it", err=True)
            for file in wait_for_change(places, before):
                click.echo(f"saved: {file}", err=True)
    except KeyboardInterrupt:
        click.echo(err=True)


def _workspace_places() -> list[Path]:
    """List what a workspace is made of, from any folder inside it."""
    here = Path.cwd()
    root = next((folder for folder in (here, *here.parents) if (folder / CONFIG_FILE).is_file()), None)
    root = root or next((folder for folder in (here, *here.parents) if (folder / "cards").is_dir()), here)
    return [root / "cards", root / "solutions", root / CONFIG_FILE]
