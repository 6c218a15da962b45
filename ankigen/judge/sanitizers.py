"""compute-sanitizer: where it is, how it is called, and what its output proves.

Its summary line is the proof that it ran to the end. Without the line nothing was checked, whatever its exit status.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from ankigen.model.task_settings import Expectation

_COMMAND = "compute-sanitizer"
_WHEEL = "nvidia-cuda-sanitizer-api"
_PLACES = ("/usr/local/cuda/bin/compute-sanitizer", "/opt/cuda/bin/compute-sanitizer")
_SUMMARY = re.compile(r"^=+ ERROR SUMMARY: (\d+) errors?\b.*$", re.MULTILINE)
_RACES = re.compile(
    r"^=+ RACECHECK SUMMARY: (\d+) hazards? displayed \((\d+) errors?, (\d+) warnings?\).*$", re.MULTILINE
)

FINDS: Mapping[str, Expectation] = {
    "memcheck": Expectation.OUT_OF_BOUNDS,
    "racecheck": Expectation.RACE,
    "initcheck": Expectation.UNINITIALISED,
    "synccheck": Expectation.DIVERGENCE,
}
"""What each tool finds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the output of a tool proves."""

    ran: bool
    errors: int = 0
    lines: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a tool of compute-sanitizer said of one program."""

    tool: str
    ran: bool
    errors: int = 0
    summary: str = ""
    finding: str = ""
    """Its first finding, in its own words."""
    why_not: str = ""


def parse_summary(tool: str, output: str) -> Summary:
    """Read the summary of a tool; of several, as of several processes, all count."""
    found = list((_RACES if tool == "racecheck" else _SUMMARY).finditer(output))
    if not found:
        return Summary(ran=False)
    # Of racecheck all hazards count, warnings too.
    errors = sum(max(map(int, match.groups())) for match in found)
    return Summary(ran=True, errors=errors, lines="; ".join(match.group(0).lstrip("= ") for match in found))


def first_finding(output: str) -> str:
    """Give the first line of a report that says what was found."""
    for line in output.splitlines():
        text = line.lstrip("= ").strip()
        if line.startswith("=") and text and not text.startswith(("COMPUTE-SANITIZER", "ERROR SUMMARY", "RACECHECK")):
            return text[:200]
    return ""


def find_sanitizer() -> str:
    """Give the path of compute-sanitizer: on PATH, of its wheel, in the usual folder of the toolkit; else nothing."""
    found = shutil.which(_COMMAND)
    if found:
        return found
    return next((str(place) for place in (*_of_wheel(), *map(Path, _PLACES)) if place.is_file()), "")


def _of_wheel() -> list[Path]:
    try:
        return [Path(str(file.locate())) for file in files(_WHEEL) or () if file.name == _COMMAND]
    except PackageNotFoundError:
        return []


def prefix_of(tool: str, command: str) -> tuple[str, ...]:
    """Give the command that runs another under a tool; `{log}` stands for the file of its report.

    The report does not go to standard output, where a program could write a summary of its own.
    """
    return (command, "--tool", tool, "--log-file", "{log}", "--target-processes", "all")
