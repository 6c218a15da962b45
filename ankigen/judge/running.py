"""Run packed calls: the half of judging that another machine can do, with Python alone and without a verdict."""

from collections.abc import Callable
from pathlib import Path

from ankigen.judge.answers import Answers, answers_text
from ankigen.judge.checking import RawCheck, run_check
from ankigen.judge.execute import Place, run_units
from ankigen.judge.plan import PLAN_FILE, Job, digest_of, parse_plan
from ankigen.judge.runner import Runner

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
    for job in plan.jobs:
        answers.checks[job.name] = check_all(place, job, tell)
    return answers_text(answers)


def check_all(place: Place, job: Job, tell: Progress) -> list[RawCheck]:
    """Run a program under each tool, or until one has found what is wrong with a rejected one."""
    found: list[RawCheck] = []
    for batch in job.checks:
        tell(f"{batch.tool} of {job.name}")
        found.append(run_check(place, job, batch))
    return found


def silent(what: str) -> None:
    """Show nothing."""
    del what
