"""From what a judge found to what is remembered of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ankigen.judge.runners import RUNNERS
from ankigen.model.judging import ProgramReport, SanitizerReport, TaskReport
from ankigen.model.record import Fingerprint, ProgramFinding, Record, SanitizerFinding, StageCount
from ankigen.model.solution import Status, Verdict

VALUES = "values"
REJECTS = "rejected"
CHECKS = "sanitizers"
NONE_RAN = "no sanitizer ran"


def record_of(report: TaskReport, fingerprint: Fingerprint, *, day: str) -> Record:
    """Make the record of a run.

    Args:
        report: a run without judge errors, of programs that could run.
        fingerprint: what was judged.
        day: day of the run in UTC, `2026-11-30`.
    """
    accepted = [each for each in report.programs if each.expected == Verdict.ACCEPTED]
    rejected = [each for each in report.programs if each.expected != Verdict.ACCEPTED]
    status, reason = _status(report, accepted)
    return Record(
        task=report.task,
        runner=report.runner,
        status=status,
        reason=reason,
        date=day,
        full=report.full,
        fingerprint=fingerprint,
        stages=_stages(accepted, rejected, report.sanitizers),
        accepted=tuple(finding_of(each) for each in accepted),
        rejected=tuple(finding_of(each) for each in rejected),
        sanitizers=tuple(
            SanitizerFinding(tool=each.tool, ran=each.ran, errors=each.errors) for each in report.sanitizers
        ),
        seeds=_seeds(accepted),
        environment=dict(report.environment),
        isolation=_isolation(report.programs),
    )


def judge_errors(report: TaskReport) -> tuple[str, ...]:
    """Give what is the judge's own fault, or the task's, and no program's; after that nothing is known of them."""
    oracle = (f"{each.path}:{each.line}: {each.message}" for each in report.oracle_errors)
    programs = (
        f"{each.path}: {each.reason}"
        for each in report.programs
        if each.verdict is Verdict.JUDGE_ERROR and not each.not_run and not report.oracle_errors
    )
    return (*oracle, *programs)


def could_not_run(report: TaskReport) -> str:
    """Say why some of the programs could not run on this machine; empty if all of them could."""
    return next((each.not_run for each in report.programs if each.not_run), "")


def finding_of(report: ProgramReport) -> ProgramFinding:
    """Give what is remembered of a program."""
    return ProgramFinding(
        name=report.name,
        path=report.path,
        expected=report.expected,
        verdict=report.verdict.value,
        reason=report.reason,
        stage=report.stage,
        run=report.vectors_run,
        passed=report.vectors_passed,
        ok=report.ok,
        caught_by=report.caught_by,
        needs_checker=report.needs_checker,
        deterministic=report.deterministic,
    )


def _is_accepted(report: ProgramReport) -> bool:
    return report.expected == Verdict.ACCEPTED


def _status(report: TaskReport, accepted: Sequence[ProgramReport]) -> tuple[Status, str]:
    """Give the status of a run, and why it is not the best."""
    failures = [*_failures(report.programs), *_unclean(report.sanitizers)]
    failures.extend(f"{each.path}: no vector ran" for each in accepted if not each.vectors_run)
    if failures:
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        return Status.FAILED, failures[0] + more
    runner = RUNNERS[report.runner]
    # There right values prove little: three of eleven broken kernels gave them on a GPU in 600 of 600 runs.
    if runner.sanitizers:
        idle = [each.not_run or f"{each.tool} gave no summary" for each in report.sanitizers if not each.ran]
        if idle or not report.sanitizers:
            return Status.UNVERIFIED, f"right values, but no proof that they are no luck: {'; '.join(idle) or NONE_RAN}"
    return runner.best, ""


def _failures(programs: Iterable[ProgramReport]) -> Iterator[str]:
    for each in programs:
        if each.ok:
            continue
        if _is_accepted(each):
            yield f"{each.path}: {each.verdict}: {each.reason}"
        else:
            yield f"{each.path} must fail for {each.expected}, and was {each.verdict}"


def _unclean(sanitizers: Iterable[SanitizerReport]) -> Iterator[str]:
    for each in sanitizers:
        if each.errors:
            yield f"UB: {each.tool}: {each.summary}"


def _stages(
    accepted: Sequence[ProgramReport], rejected: Sequence[ProgramReport], sanitizers: Sequence[SanitizerReport]
) -> Mapping[str, StageCount]:
    """Count what was looked at and how much of it was as it should be; what only a checker can catch is not counted."""
    counted = [each for each in rejected if each.caught_by or not each.needs_checker]
    stages = {
        VALUES: StageCount(
            run=sum(each.vectors_run for each in accepted), passed=sum(each.vectors_passed for each in accepted)
        )
    }
    if counted:
        stages[REJECTS] = StageCount(run=len(counted), passed=sum(each.ok for each in counted))
    if ran := [each for each in sanitizers if each.ran]:
        stages[CHECKS] = StageCount(run=len(ran), passed=sum(not each.errors for each in ran))
    return stages


def _seeds(programs: Iterable[ProgramReport]) -> Mapping[str, tuple[int, ...]]:
    """Join the seeds of the programs, by family of vectors."""
    seeds: dict[str, dict[int, None]] = {}
    for each in programs:
        for family, drawn in each.seeds.items():
            seeds.setdefault(family, {}).update(dict.fromkeys(drawn))
    return {family: tuple(drawn) for family, drawn in sorted(seeds.items())}


def _isolation(programs: Iterable[ProgramReport]) -> str:
    """Give how far programs were kept apart; where they differ, all ways."""
    return ", ".join(sorted({each.isolation for each in programs if each.isolation})) or "none"
