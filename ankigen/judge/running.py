"""Run packed calls: the half of judging that another machine can do, with Python alone and without a verdict."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ankigen.judge.answers import Answers, answers_text
from ankigen.judge.checking import RawCheck, run_check
from ankigen.judge.execute import Place, run_units, side_by_side
from ankigen.judge.plan import PLAN_FILE, Job, digest_of, parse_plan
from ankigen.judge.runner import Runner
from ankigen.judge.sanitizers import parse_summary

Progress = Callable[[str], None]
"""Is told what is being done, in a few words; may be called from any thread."""


def run_calls(into: Path, *, runner: Runner, progress: Progress | None = None) -> str:
    """Make the calls of a folder that `prepare_calls` filled, and give the raw answers as JSON; judges nothing.

    Raises:
        ValueError: the folder is for another runner, or another version of it.
    """
    plan = parse_plan((into / PLAN_FILE).read_text(encoding="utf-8"))
    if (plan.runner, plan.protocol) != (runner.name, runner.protocol):
        message = f"these calls are for runner {plan.runner} {plan.protocol}, not {runner.name} {runner.protocol}"
        raise ValueError(message)
    place = Place(runner=runner, plan=plan, folder=into)
    tell = progress or silent
    answers = Answers(plan=digest_of(plan))
    run_units(place, plan.jobs, answers.listen, done=lambda job: tell(job.name))
    answers.checks.update(check_all(place, plan.jobs, tell))
    return answers_text(answers)


def check_all(place: Place, jobs: Sequence[Job], tell: Progress) -> dict[str, list[RawCheck]]:
    """Run programs under their tools, side by side; a rejected one only until a tool finds something."""
    checked = side_by_side(place, jobs, lambda job: _check(place, job, tell))
    return {job.name: checks for job, checks in zip(jobs, checked, strict=True)}


def _check(place: Place, job: Job, tell: Progress) -> list[RawCheck]:
    found: list[RawCheck] = []
    for batch in job.checks:
        tell(f"{batch.tool} of {job.name}")
        found.append(run_check(place, job, batch))
        if job.one_finding and parse_summary(batch.tool, found[-1].log).errors:
            break
    return found


def silent(what: str) -> None:
    """Show nothing."""
    del what
