"""Options that several commands have, alike everywhere."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import TypeVar

import click

_JSON = "ankigen.json"

Command = TypeVar("Command", bound=Callable[..., None])


class Verbosity(IntEnum):
    """How much is said besides the answer."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


def wants_json(ctx: click.Context) -> bool:
    """Tell whether the running command was called with `--json`."""
    return bool(ctx.meta.get(_JSON, False))


def foresee_json(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Look for `--json` before the options are read: wrong ones are to be told in JSON too."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    ctx.meta[_JSON] = "--json" in options


def _remember_json(ctx: click.Context, _: click.Parameter, value: bool) -> bool:  # noqa: FBT001 - click's shape
    # `meta` is shared with the group, which has to say in JSON too that the command failed.
    ctx.meta[_JSON] = value
    return value


def json_option(command: Command) -> Command:
    """Add `--json`."""
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        callback=_remember_json,
        help="Print one JSON document instead of text.",
    )(command)


def verbosity_options(command: Command) -> Command:
    """Add `-q` and `-v`."""
    command = click.option("-v", "--verbose", is_flag=True, help="Print every finding with its place.")(command)
    return click.option("-q", "--quiet", is_flag=True, help="Print errors only.")(command)


def allow_unverified_option(command: Command) -> Command:
    """Add `--allow-unverified`."""
    return click.option(
        "--allow-unverified", is_flag=True, help="Take code that no fresh record vouches for, labelled on its cards."
    )(command)


def watch_option(command: Command) -> Command:
    """Add `--watch`."""
    return click.option("--watch", is_flag=True, help="Run again whenever a note is saved; Ctrl-C ends it.")(command)


def paths_argument(command: Command) -> Command:
    """Add `[PATHS]...`."""
    return click.argument("paths", nargs=-1, type=click.Path(path_type=Path))(command)


def verbosity(*, quiet: bool, verbose: bool) -> Verbosity:
    """Join `-q` and `-v`.

    Raises:
        click.UsageError: both are there.
    """
    if quiet and verbose:
        msg = "-q and -v contradict each other"
        raise click.UsageError(msg)
    return Verbosity.QUIET if quiet else Verbosity.VERBOSE if verbose else Verbosity.NORMAL
