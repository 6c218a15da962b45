"""From what was seen of a program to what is said of it."""

from collections.abc import Mapping, Sequence

from ankigen.judge.assess import MOST_FAILURES, Assessment, Failure
from ankigen.judge.sanitizers import FINDS, Checked
from ankigen.judge.schedule import SANITIZERS, UNDEFINED
from ankigen.model.judging import ProgramReport, SanitizerReport
from ankigen.model.solution import Program, Verdict
from ankigen.model.task_settings import Expectation, Rejected

_STAGES = ("values", "again", "cold", SANITIZERS)


def accepted_report(
    program: Program,
    assessment: Assessment,
    checked: Sequence[Checked],
    *,
    seeds: Mapping[str, tuple[int, ...]],
    vectors: int,
) -> ProgramReport:
    """Report an accepted program.

    Args:
        program: which.
        assessment: what its processes said.
        checked: what sanitizers said; one that did not run is said of the stage, not of the program.
        seeds: fresh ones by family.
        vectors: how many there were for it.
    """
    failures = _in_order(assessment.failures)
    found = next((each for each in checked if each.errors), None)
    verdict, reason, stage = Verdict.ACCEPTED, "", _STAGES[0]
    if failures:
        verdict, reason, stage = failures[0].ruling.verdict, _reason(failures[0]), failures[0].stage
    elif found is not None:
        verdict, reason, stage = Verdict.UNDEFINED, _finding(found), SANITIZERS
    elif assessment.run() < vectors or not vectors:
        reason = f"only {assessment.run()} of {vectors} vectors were run" if vectors else "there was no vector to run"
        verdict = Verdict.JUDGE_ERROR
    return ProgramReport(
        name=program.name,
        path=program.file,
        expected=Verdict.ACCEPTED,
        verdict=verdict,
        reason=reason,
        stage=stage,
        vectors_run=assessment.run(),
        vectors_passed=assessment.passed(),
        failures=tuple(failure.ruling for failure in failures[:MOST_FAILURES]),
        seeds=seeds,
        not_run=assessment.cannot,
        ok=verdict is Verdict.ACCEPTED and not assessment.cannot,
        deterministic=not assessment.differs if assessment.tolerant else None,
        isolation=_isolation(assessment),
    )


def rejected_report(
    rejected: Rejected,
    assessment: Assessment,
    checked: Sequence[Checked],
    *,
    seeds: Mapping[str, tuple[int, ...]],
) -> ProgramReport:
    """Report a rejected program: whether it fails, and for the reason that it states."""
    failures = _in_order(assessment.failures)
    verdict, reason, stage, by = Verdict.ACCEPTED, "", _STAGES[0], ""
    if failures:
        first = failures[0]
        verdict, reason, stage, by = first.ruling.verdict, _reason(first), first.stage, first.by
    found = next((each for each in checked if each.errors), None)
    if not failures and found is not None:
        verdict, reason, stage, by = Verdict.UNDEFINED, _finding(found), SANITIZERS, found.tool
    ran = any(each.ran for each in checked)
    unseen = rejected.needs_checker and not failures and found is None and not ran
    fault = "" if unseen else _unfit(rejected, failures[:1], found, reason)
    if verdict is Verdict.ACCEPTED and not unseen:
        missing = [f"{each.tool}: {each.why_not}" for each in checked if not each.ran]
        fault += f" ({'; '.join(missing)})" if missing else ""
    return ProgramReport(
        name=rejected.name,
        path=rejected.path,
        expected=rejected.expect,
        verdict=verdict,
        reason=fault or reason,
        stage=stage,
        vectors_run=assessment.run(),
        vectors_passed=assessment.passed(),
        failures=tuple(failure.ruling for failure in failures[:MOST_FAILURES]),
        seeds=seeds,
        needs_checker=rejected.needs_checker,
        not_run=assessment.cannot or ("only a checker sees its fault, and none ran here" if unseen else ""),
        ok=not fault and not assessment.cannot,
        isolation=_isolation(assessment),
        caught_by=by,
    )


def fits(expect: Expectation, failure: Failure) -> bool:  # noqa: PLR0911 - one line a reason
    """Say whether a failure is the one that a rejected program states."""
    verdict = failure.ruling.verdict
    match expect:
        case Expectation.WRONG_ANSWER:
            return verdict is Verdict.WRONG_ANSWER and not failure.bad_input
        case Expectation.WRONG_EXCEPTION:
            return verdict is Verdict.WRONG_ANSWER and failure.bad_input
        case Expectation.CRASH:
            return verdict is Verdict.RUN_TIME_ERROR
        case Expectation.TOO_SLOW:
            # A clock is no proof: it shows how busy the machine is.
            return verdict is Verdict.TIME_LIMIT and failure.by == "steps"
        case Expectation.COMPILE_ERROR:
            return verdict is Verdict.COMPILE_ERROR
        case Expectation.DEADLOCK:
            return verdict in {Verdict.TIME_LIMIT, Verdict.UNDEFINED} and failure.by != "steps"
        case _:
            # What is undefined may show as anything; a compiler's word or a count of steps is none of it.
            return verdict in {Verdict.UNDEFINED, Verdict.WRONG_ANSWER, Verdict.RUN_TIME_ERROR}


def _unfit(rejected: Rejected, first: Sequence[Failure], found: Checked | None, reason: str) -> str:
    """Say why a rejected program did not do what it must, or nothing."""
    expect = rejected.expect
    if first:
        got = f"{first[0].ruling.verdict}: {reason}"
        return "" if fits(expect, first[0]) else f"must fail for {expect}, and failed otherwise: {got}"
    if found is None:
        return f"must fail for {expect}, and every vector passed"
    right = expect not in UNDEFINED or expect is Expectation.DEADLOCK or FINDS[found.tool] is expect
    if rejected.needs_checker and expect not in UNDEFINED:
        right = True
    return "" if right else f"must fail for {expect}, and {found.tool} found something else: {reason}"


def sanitizer_reports(tools: Sequence[str], checked: Sequence[Sequence[Checked]]) -> tuple[SanitizerReport, ...]:
    """Report each tool over the accepted programs; it ran if it ran for each of them."""
    reports: list[SanitizerReport] = []
    for tool in tools:
        own = [each for of_program in checked for each in of_program if each.tool == tool]
        not_run = next((each.why_not for each in own if not each.ran), "" if own else "it was not asked to")
        reports.append(
            SanitizerReport(
                tool=tool,
                ran=not not_run,
                errors=sum(each.errors for each in own),
                summary="; ".join(filter(None, (each.summary for each in own))),
                not_run=not_run,
            )
        )
    return tuple(reports)


def _in_order(failures: Sequence[Failure]) -> list[Failure]:
    """Sort by stage and keep the order inside, so that threads do not decide which comes first."""
    return sorted(failures, key=lambda failure: (_STAGES.index(failure.stage), failure.ruling.vector_id))


def _reason(failure: Failure) -> str:
    ruling = failure.ruling
    shape = ", ".join(f"{name}={value}" for name, value in ruling.launch_shape.items())
    where = f"on {ruling.vector_id}{f' with {shape}' if shape else ''}: " if ruling.vector_id else ""
    return f"{where}{ruling.reason}"


def _finding(found: Checked) -> str:
    return f"{found.tool}: {found.summary}{f' ({found.finding})' if found.finding else ''}"


def _isolation(assessment: Assessment) -> str:
    """Name what was in force around every process of it."""
    if not assessment.isolation:
        return ""
    common = set.intersection(*(set(each) for each in assessment.isolation))
    named = [name for name in next(iter(assessment.isolation)) if name in common]
    return ", ".join(named) or "none"
