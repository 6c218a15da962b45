"""The terminal: its encoding, its colours, progress on it."""

import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from ankigen.model.diagnostic import Severity
from ankigen.pipeline import Track
from ankigen.workspace import Source

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
WIDEST = 79
"""Columns of a line that is written over again and again: one that wraps would stay."""
FEW = 20
"""So few documents are done before a progress bar could be read."""


def make_streams_safe() -> None:
    """Let no character stop the output: a Windows console may lack Chinese, a pipe there may be cp1252.

    What goes into a pipe or file is UTF-8 everywhere.
    """
    for stream in (sys.stdout, sys.stderr):
        # Absent under pythonw, replaced by something else in notebooks.
        if isinstance(stream, io.TextIOWrapper):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def colour_wanted(environment: Mapping[str, str]) -> bool | None:
    """Read NO_COLOR and FORCE_COLOR; None leaves it to whether the output is a terminal."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return None


def progress(label: str, *, quiet: bool) -> Track:
    """Give a tracker that shows a bar on a terminal, and nothing in a pipe."""

    def track(sources: Sequence[Source]) -> Iterator[Source]:
        hidden = quiet or len(sources) < FEW or not sys.stderr.isatty()
        with click.progressbar(sources, label=label, file=sys.stderr, hidden=hidden) as bar:
            yield from bar

    return track


def paint(severity: Severity) -> str:
    """Give a severity's name in its colour."""
    return click.style(str(severity), fg=COLOURS[severity], bold=severity is Severity.ERROR)


@contextmanager
def now_running(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Give a function that shows on one line of a terminal what runs now, and says nothing in a pipe."""
    shown = sys.stderr.isatty() and not quiet

    def tell(what: str) -> None:
        if shown:
            click.echo(f"\r\x1b[K{what[:WIDEST]}", err=True, nl=False)

    try:
        yield tell
    finally:
        if shown:
            click.echo("\r\x1b[K", err=True, nl=False)
