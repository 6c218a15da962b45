"""What is to be run, as plain data that can be carried to another machine: nothing in it says what must come of it."""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

PLAN_FILE = "plan.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some vectors of one group."""

    group: int
    start: int
    """Place of its first vector in the group."""
    count: int
    tier: int
    """All calls of a tier come before those of the next."""
    entry: str
    file: str = ""
    """Where the arguments lie, one line a vector; empty: in `lines`."""
    lines: tuple[str, ...] = ()
    steps: Mapping[str, int] | None = None
    """The step limit, where steps are counted."""
    shapes: tuple[Mapping[str, int], ...] = ({},)
    repeat: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What one process is given."""

    stage: str
    pieces: tuple[Piece, ...]
    seed: int
    """Of the order of calls."""
    wall_s: float
    memory_mb: int
    fork: bool = False
    """Whether each piece is called in a copy of the process, made before the program is loaded."""
    tool: str = ""
    """Of compute-sanitizer, under which it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One program."""

    name: str
    program: str
    """Where its file lies in its folder."""
    files: Mapping[str, bytes]
    units: tuple[tuple[Batch, ...], ...]
    """Batches of a unit run one after another, until one fails; units run side by side."""
    alone: tuple[Batch, ...] = ()
    """Batches that need so much that nothing else runs beside them."""
    checks: tuple[Batch, ...] = ()
    """Under compute-sanitizer, one a tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All programs of one runner."""

    task: str
    runner: str
    protocol: int
    output_mb: int
    cpu_s: float
    jobs: tuple[Job, ...] = field(default=())


def plan_text(plan: Plan) -> str:
    """Write a plan as JSON."""
    content = asdict(plan)
    for job in content["jobs"]:
        job["files"] = {path: base64.b64encode(data).decode() for path, data in job["files"].items()}
    return json.dumps(content, sort_keys=True)


def digest_of(plan: Plan) -> str:
    """Give what tells this plan from every other."""
    return hashlib.sha256(plan_text(plan).encode()).hexdigest()


def parse_plan(text: str) -> Plan:
    """Read what `plan_text` wrote.

    Raises:
        ValueError, KeyError, TypeError: it is no plan.
    """
    content = json.loads(text)
    return Plan(**(content | {"jobs": tuple(map(_job, content["jobs"]))}))


def _job(content: dict[str, Any]) -> Job:
    return Job(
        name=content["name"],
        program=content["program"],
        files={path: base64.b64decode(data) for path, data in content["files"].items()},
        units=tuple(tuple(map(_batch, unit)) for unit in content["units"]),
        alone=tuple(map(_batch, content["alone"])),
        checks=tuple(map(_batch, content["checks"])),
    )


def _batch(content: dict[str, Any]) -> Batch:
    return Batch(**(content | {"pieces": tuple(map(_piece, content["pieces"]))}))


def _piece(content: dict[str, Any]) -> Piece:
    return Piece(**(content | {"lines": tuple(content["lines"]), "shapes": tuple(content["shapes"])}))
