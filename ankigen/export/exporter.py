"""What an exporter is: a name, a file ending, and a function from a deck to bytes."""

from collections.abc import Callable
from dataclasses import dataclass

from ankigen.model.note import Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporter:
    """A format that a deck can be written in; writing the file is up to the caller."""

    name: str
    """What `--format` takes."""
    suffix: str
    """Ending of the file, with its dot."""
    summary: str
    """One line for help and README."""
    write: Callable[[Deck], bytes]
