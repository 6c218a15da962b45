"""Run programs under compute-sanitizer, and say what that proves."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from ankigen.judge.execute import Place, child_of
from ankigen.judge.plan import Batch, Job
from ankigen.judge.sandbox import run_child
from ankigen.judge.sanitizers import Checked, find_sanitizer, first_finding, parse_summary, prefix_of

_MISSING = "compute-sanitizer is not installed; pip install nvidia-cuda-sanitizer-api, or install the CUDA toolkit"


@dataclass(frozen=True, slots=True, kw_only=True)
class RawCheck:
    """What came of one tool and one program, not judged."""

    tool: str
    log: str = ""
    calls: int = 0
    """Calls that were answered."""
    finished: bool = False
    why_not: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give it as JSON can carry it."""
        return asdict(self)


def run_check(place: Place, job: Job, batch: Batch) -> RawCheck:
    """Run the calls of a batch under its tool."""
    command = find_sanitizer()
    if not command:
        return RawCheck(tool=batch.tool, why_not=_MISSING)
    heard = _Heard()
    child = replace(
        child_of(place, job, batch, 0),
        prefix=prefix_of(batch.tool, command),
        by_file=True,
        # The tool talks with what it looks at through a socket.
        network=True,
    )
    ended = run_child(child, heard.line)
    why_not = "" if heard.finished else f"its process did not come to its end ({ended.end}, {ended.status})"
    return RawCheck(tool=batch.tool, log=ended.log, calls=heard.calls, finished=heard.finished, why_not=why_not)


def checked_of(raw: RawCheck, batch: Batch) -> Checked:
    """Judge what came of a tool: without its summary line, or without all answers, it counts as not run.

    A finding counts even so: what breaks off is often what was found.
    """
    summary = parse_summary(raw.tool, raw.log)
    wanted = sum(piece.count * len(piece.shapes) for piece in batch.pieces)
    why_not = raw.why_not
    if not why_not and not summary.ran:
        why_not = "its output has no summary line, so nothing proves that it looked"
    if not why_not and raw.calls < wanted:
        why_not = f"only {raw.calls} of {wanted} calls were answered"
    return Checked(
        tool=raw.tool,
        ran=summary.ran and not why_not,
        errors=summary.errors,
        summary=summary.lines,
        finding=first_finding(raw.log) if summary.errors else "",
        why_not=why_not,
    )


class _Heard:
    """Counts answers and waits for the last line."""

    def __init__(self) -> None:
        self.calls = 0
        self.finished = False

    def line(self, line: str) -> bool:
        mark, subject, *_ = line.split("\t")
        if mark == "#":
            self.finished |= subject == "end"
        else:
            self.calls += 1
        return True
