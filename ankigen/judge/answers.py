"""Raw answers: what processes said, kept to be judged later, perhaps on another machine."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ankigen.judge.checking import RawCheck
from ankigen.judge.execute import Listener
from ankigen.judge.plan import Batch, Job
from ankigen.judge.sandbox import End, Ended

_VERSION = 1


@dataclass(slots=True, kw_only=True)
class Heard:
    """What one process said; a `Listener` that keeps it all and judges nothing."""

    batch: int
    """Place of its batch among all of the job's."""
    skip: int
    lines: list[str] = field(default_factory=list)
    end: Ended | None = None
    failed: bool = False
    resume_at: int = 0

    def line(self, line: str) -> bool:
        """Keep a line."""
        self.lines.append(line)
        if line.startswith("#\tpoisoned\t"):
            self.resume_at = self.skip + int(line.rpartition("\t")[2])
        return True

    def ended(self, ended: Ended) -> None:
        """Keep the end."""
        self.end = ended


@dataclass(slots=True, kw_only=True)
class Answers:
    """Everything that was said, by name of the program."""

    plan: str
    """Digest of the plan."""
    heard: dict[str, list[Heard]] = field(default_factory=dict)
    checks: dict[str, list[RawCheck]] = field(default_factory=dict)

    def listen(self, job: Job, batch: Batch, skip: int) -> Listener:
        """Give a listener for a process."""
        heard = Heard(batch=batches_of(job).index(batch), skip=skip)
        self.heard.setdefault(job.name, []).append(heard)
        return heard


def batches_of(job: Job) -> list[Batch]:
    """List the batches of a job in an order that stays."""
    return [*(batch for unit in job.units for batch in unit), *job.alone]


def answers_text(answers: Answers) -> str:
    """Write answers as JSON."""
    heard = {name: [_heard_json(each) for each in of_job] for name, of_job in answers.heard.items()}
    checks = {name: [check.as_json() for check in of_job] for name, of_job in answers.checks.items()}
    return json.dumps({"version": _VERSION, "plan": answers.plan, "heard": heard, "checks": checks})


def parse_answers(text: str) -> Answers:
    """Read what `answers_text` wrote.

    Raises:
        ValueError: it is nothing of the kind, or of another version.
    """
    try:
        content = json.loads(text)
        if content["version"] != _VERSION:
            message = f"answers of version {content['version']}; this ankigen reads {_VERSION}"
            raise ValueError(message)
        return Answers(
            plan=content["plan"],
            heard={name: list(map(_heard, of_job)) for name, of_job in content["heard"].items()},
            checks={name: [RawCheck(**check) for check in of_job] for name, of_job in content["checks"].items()},
        )
    except (KeyError, TypeError, AttributeError) as fault:
        message = f"these are no answers: {fault!r}"
        raise ValueError(message) from fault


def replay(answers: Answers, job: Job, listen: Callable[[Batch, int], Listener]) -> None:
    """Let listeners hear what was said about a job, as if it were said now."""
    batches = batches_of(job)
    stopped: set[int] = set()
    units = {id(batch): number for number, unit in enumerate((*job.units, job.alone)) for batch in unit}
    for heard in sorted(answers.heard.get(job.name, ()), key=lambda each: (each.batch, each.skip)):
        if not 0 <= heard.batch < len(batches) or heard.end is None:
            message = f"the answers of {job.name} are none to these calls"
            raise ValueError(message)
        batch = batches[heard.batch]
        if units[id(batch)] in stopped:
            continue
        listener = listen(batch, heard.skip)
        if all(map(listener.line, heard.lines)):
            listener.ended(heard.end)
        if listener.failed:
            stopped.add(units[id(batch)])


def _heard_json(heard: Heard) -> dict[str, Any]:
    return {
        "batch": heard.batch,
        "skip": heard.skip,
        "lines": heard.lines,
        "end": None if heard.end is None else asdict(heard.end),
    }


def _heard(content: Mapping[str, Any]) -> Heard:
    end = content["end"]
    ended = None if end is None else Ended(**(end | {"end": End(end["end"]), "changed": tuple(end["changed"])}))
    return Heard(batch=content["batch"], skip=content["skip"], lines=list(content["lines"]), end=ended)
