"""Judge a task: make its vectors, run its programs, compare, and report."""

import json
import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ankigen.judge.answers import parse_answers, replay
from ankigen.judge.assess import Assessment, BatchView, Check, Failure
from ankigen.judge.checking import RawCheck, checked_of
from ankigen.judge.execute import Place, run_units
from ankigen.judge.expectations import check_request, fresh_seeds, make_expectations, wanted
from ankigen.judge.groups import Group
from ankigen.judge.plan import PLAN_FILE, Batch, Job, Plan, digest_of, plan_text
from ankigen.judge.reference import Reference, ask
from ankigen.judge.reporting import accepted_report, rejected_report, sanitizer_reports
from ankigen.judge.runner import Runner
from ankigen.judge.running import Progress, check_all, silent
from ankigen.judge.sanitizers import Checked
from ankigen.judge.schedule import accepted_job, rejected_job
from ankigen.judge.vector_file import parse_vectors
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.judging import ProgramReport, Ruling, TaskReport
from ankigen.model.solution import Program, SolutionFolder, Verdict
from ankigen.model.task_settings import ParsedTask, Rejected, TaskSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """All that has to be called, and, apart from it, what must come of it."""

    task: str
    runner: str
    programs_of: str
    """The runner that task.yaml gives the programs to."""
    full: bool
    seeds: Mapping[str, tuple[int, ...]]
    """By family: the fresh seeds; with them, `prepare_calls` makes the same calls again."""
    folder: Path
    """Holds everything a machine needs to make the calls, and nothing of what must come of them."""
    plan: Plan
    groups: tuple[Group, ...]
    settings: TaskSettings
    reference: Reference
    errors: tuple[Diagnostic, ...]
    """What is wrong with vectors, generators or the oracle; there is nothing to be called then."""
    sanitizers: tuple[str, ...]

    @property
    def vectors(self) -> int:
        """Number of vectors."""
        return sum(group.count for group in self.groups)


def judge_task(
    folder: SolutionFolder,
    parsed: ParsedTask,
    *,
    runner: Runner,
    full: bool = False,
    fresh: random.Random | None = None,
    progress: Progress | None = None,
) -> TaskReport:
    """Run every program of a runner against the task's vectors.

    Args:
        folder: the task's folder, as read.
        parsed: of `parse_task`, without errors.
        runner: where programs run; where it cannot, the report says so of each program.
        full: also the vectors that are marked `full`.
        fresh: where fresh seeds are drawn from; the operating system if left out.
        progress: is told what is being done.

    Raises:
        ValueError: the task was parsed with errors.
    """
    settings = _settings(parsed)
    cannot = runner.unavailable()
    if cannot:
        reports = _without_verdicts(settings, runner.programs_of, not_run=cannot)
        return TaskReport(task=folder.name, runner=runner.name, programs=reports, full=full)
    with tempfile.TemporaryDirectory(prefix="ankigen-calls-", ignore_cleanup_errors=True) as into:
        tell = progress or silent
        calls = _prepare(folder, settings, runner=runner, into=Path(into), full=full, fresh=fresh, tell=tell)
        if calls.errors:
            return _judge_error(calls)
        return _judge_now(calls, runner, tell)


def prepare_calls(
    folder: SolutionFolder,
    parsed: ParsedTask,
    *,
    runner: Runner,
    into: Path,
    full: bool = False,
    fresh: random.Random | None = None,
    seeds: Mapping[str, tuple[int, ...]] | None = None,
    progress: Progress | None = None,
) -> Calls:
    """Make vectors and what must come of them, and write into a folder what a machine needs to make the calls.

    Args:
        folder: as for `judge_task`.
        parsed: as for `judge_task`.
        runner: as for `judge_task`.
        into: an empty folder; `run_calls` needs nothing else.
        full: as for `judge_task`.
        fresh: as for `judge_task`.
        seeds: fresh seeds by family, from an earlier `Calls`, instead of drawing them.
        progress: as for `judge_task`.

    Raises:
        ValueError: the task was parsed with errors.
    """
    settings, tell = _settings(parsed), progress or silent
    calls = _prepare(folder, settings, runner=runner, into=into, full=full, fresh=fresh, seeds=seeds, tell=tell)
    (into / PLAN_FILE).write_text(plan_text(calls.plan), encoding="utf-8")
    return calls


def _prepare(
    folder: SolutionFolder,
    settings: TaskSettings,
    *,
    runner: Runner,
    into: Path,
    full: bool,
    fresh: random.Random | None,
    tell: Progress,
    seeds: Mapping[str, tuple[int, ...]] | None = None,
) -> Calls:
    if not full:
        settings = replace(settings, rejected=tuple(each for each in settings.rejected if not each.full))
    tell("vectors")
    vectors = parse_vectors(folder, settings)
    errors = [each for each in vectors.diagnostics if each.severity is Severity.ERROR]
    entries = [program.entry for program in settings.programs.values() if program.runner == runner.programs_of]
    chosen = wanted(vectors, entries, full=full)
    if seeds is None:
        seeds = fresh_seeds(chosen.families, fresh or random.SystemRandom())
    marks = [*(case.marks for case in chosen.cases), *(family.marks for family in chosen.families)]
    idle_s = max([settings.limits.wall_s, *(each.wall_s for each in marks)])
    reference = Reference.of(folder, idle_s=idle_s, into=into)
    groups: tuple[Group, ...] = ()
    if not errors:
        expectations = make_expectations(folder, chosen, reference=reference, seeds=seeds)
        groups, errors = expectations.groups, [*expectations.errors]
    plan = Plan(
        task=folder.name,
        runner=runner.name,
        protocol=runner.protocol,
        output_mb=settings.limits.output_mb,
        cpu_s=settings.limits.cpu_s,
        jobs=() if errors else tuple(_jobs(folder, settings, groups, runner)),
    )
    return Calls(
        task=folder.name,
        runner=runner.name,
        programs_of=runner.programs_of,
        full=full,
        seeds=seeds,
        folder=into,
        plan=plan,
        groups=groups,
        settings=settings,
        reference=reference,
        errors=tuple(errors),
        sanitizers=runner.sanitizers,
    )


def judge_answers(calls: Calls, answers: str) -> TaskReport:
    """Judge the raw answers of `run_calls`, which may have run on another machine.

    Raises:
        ValueError: the answers are no answers to these calls.
    """
    if calls.errors:
        return _judge_error(calls)
    heard = parse_answers(answers)
    if heard.plan != digest_of(calls.plan):
        message = "these are answers to other calls: programs, vectors or seeds differ"
        raise ValueError(message)
    judging = _Judging(calls)
    for job in calls.plan.jobs:
        replay(heard, job, lambda batch, skip, job=job: judging.view(job, batch, skip))  # type: ignore[misc]
    judging.check_answers()
    return judging.report(heard.checks)


def _judge_now(calls: Calls, runner: Runner, tell: Progress) -> TaskReport:
    place = Place(runner=runner, plan=calls.plan, folder=calls.folder)
    judging = _Judging(calls)
    run_units(place, calls.plan.jobs, judging.view, done=lambda job: tell(job.name))
    judging.check_answers()
    seen = [judging.assessments[job.name] for job in calls.plan.jobs]
    unblamed = [job for job, each in zip(calls.plan.jobs, seen, strict=True) if not each.failures and not each.cannot]
    return judging.report(check_all(place, unblamed, tell))


class _Judging:
    """The assessments of all programs of a task."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        limits = calls.settings.limits
        figures = {"wall_s": limits.wall_s, "memory_mb": limits.memory_mb, "output_mb": limits.output_mb}
        self.assessments = {
            job.name: Assessment(groups=calls.groups, folder=calls.folder, limits=figures) for job in calls.plan.jobs
        }
        self._rejected = {each.name for each in calls.settings.rejected}

    def view(self, job: Job, batch: Batch, skip: int) -> BatchView:
        """Give who judges a process as it speaks."""
        first_only = job.name in self._rejected
        return BatchView(self.assessments[job.name], batch, first_only=first_only, skip=skip)

    def check_answers(self) -> None:
        """Let the checker look at the answers that wait for it."""
        waiting = [(each, check) for each in self.assessments.values() for check in each.checks]

        def ruled(place: int, fields: list[str]) -> None:
            fault = str(json.loads(fields[0]))
            if fault:
                self._fail(*waiting[place], Verdict.WRONG_ANSWER, fault)

        ask(
            self._calls.reference,
            [self._request(check) for _, check in waiting],
            take=ruled,
            fail=lambda place, why: self._fail(*waiting[place], Verdict.JUDGE_ERROR, f"the checker fails: {why}"),
        )

    def _request(self, check: Check) -> Mapping[str, object]:
        group = self._calls.groups[check.group]
        arguments = group.arguments_of(check.place, self._calls.folder)
        return check_request(group.marks.comparison.function, arguments, group.expected[check.place], check.answer)

    def _fail(self, assessment: Assessment, check: Check, verdict: Verdict, reason: str) -> None:
        group = self._calls.groups[check.group]
        name = group.name_of(check.place)
        assessment.mark(check.group, check.place, failed=True)
        ruling = Ruling(vector_id=name, launch_shape=check.shape, verdict=verdict, reason=reason)
        assessment.fail(Failure(ruling=ruling, stage=check.stage, by="values"))

    def report(self, checks: Mapping[str, Sequence[RawCheck]]) -> TaskReport:
        """Report all programs, and the sanitizers over the accepted ones."""
        calls = self._calls
        checked = {job.name: _checked(job, checks.get(job.name, ())) for job in calls.plan.jobs}
        accepted = [program for program in calls.settings.programs.values() if program.name in self.assessments]
        reports = [
            accepted_report(
                program,
                self.assessments[program.name],
                checked[program.name],
                seeds=self._seeds(program),
                vectors=sum(group.count for group in calls.groups if group.marks.entry == program.entry),
            )
            for program in accepted
        ]
        reports += [
            rejected_report(
                each,
                self.assessments[each.name],
                checked[each.name],
                seeds=self._seeds(calls.settings.programs[each.program]),
            )
            for each in calls.settings.rejected
            if each.name in self.assessments
        ]
        return TaskReport(
            task=calls.task,
            runner=calls.runner,
            programs=tuple(reports),
            sanitizers=sanitizer_reports(calls.sanitizers, [checked[program.name] for program in accepted]),
            environment=self._environment(),
            vectors=calls.vectors,
            full=calls.full,
        )

    def _seeds(self, program: Program) -> Mapping[str, tuple[int, ...]]:
        own = {group.marks.id for group in self._calls.groups if group.marks.entry == program.entry}
        return {family: seeds for family, seeds in self._calls.seeds.items() if family in own}

    def _environment(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for assessment in self.assessments.values():
            found |= assessment.environment
        return dict(sorted(found.items()))


def _jobs(folder: SolutionFolder, settings: TaskSettings, groups: Sequence[Group], runner: Runner) -> Sequence[Job]:
    accepted = [program for program in settings.programs.values() if program.runner == runner.programs_of]
    names = {program.name for program in accepted}
    return [
        *(accepted_job(folder, settings, program, groups, runner) for program in accepted),
        *(rejected_job(folder, settings, each, groups, runner) for each in settings.rejected if each.program in names),
    ]


def _checked(job: Job, checks: Sequence[RawCheck]) -> list[Checked]:
    by_tool = {batch.tool: batch for batch in job.checks}
    return [checked_of(check, by_tool[check.tool]) for check in checks if check.tool in by_tool]


def _settings(parsed: ParsedTask) -> TaskSettings:
    if parsed.settings is None:
        message = "a task that was parsed with errors cannot be judged"
        raise ValueError(message)
    return parsed.settings


def _without_verdicts(
    settings: TaskSettings, programs_of: str, *, reason: str = "", not_run: str = ""
) -> tuple[ProgramReport, ...]:
    """Report that no program of a runner was judged, and why."""

    def report(program: Program | Rejected, path: str, expected: str, *, needs_checker: bool) -> ProgramReport:
        return ProgramReport(
            name=program.name,
            path=path,
            expected=expected,
            verdict=Verdict.JUDGE_ERROR,
            reason=reason,
            needs_checker=needs_checker,
            not_run=not_run,
            ok=False,
        )

    programs = [program for program in settings.programs.values() if program.runner == programs_of]
    names = {program.name for program in programs}
    return (
        *(report(program, program.file, Verdict.ACCEPTED, needs_checker=False) for program in programs),
        *(
            report(each, each.path, each.expect, needs_checker=each.needs_checker)
            for each in settings.rejected
            if each.program in names
        ),
    )


def _judge_error(calls: Calls) -> TaskReport:
    """Report that nothing could be judged, and that no program is to blame."""
    first = calls.errors[0]
    reason = f"{first.path}:{first.line}: {first.message}"
    return TaskReport(
        task=calls.task,
        runner=calls.runner,
        programs=_without_verdicts(calls.settings, calls.programs_of, reason=reason),
        full=calls.full,
        vectors=calls.vectors,
        oracle_errors=calls.errors,
    )
