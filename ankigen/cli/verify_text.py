"""What `verify` found out, as text: verdicts to stdout, what is wrong to stderr."""

from collections.abc import Iterator

import click

from ankigen.cli.options import Verbosity
from ankigen.cli.report import number, show_diagnostics, show_root
from ankigen.judge.standing import where
from ankigen.model.diagnostic import Severity
from ankigen.model.judging import ProgramReport
from ankigen.model.record import Record
from ankigen.model.solution import Verdict
from ankigen.pipeline import Course, Outcome, VerifyReport

MOST_FAILURES = 5
"""Vectors that are told of each wrong program; `--json` has more."""


def show_verify(report: VerifyReport, level: Verbosity) -> None:
    """Print what became of each task, and what is wrong."""
    severities = {Severity.ERROR} if level is Verbosity.QUIET else {Severity.ERROR, Severity.WARNING}
    if level >= Verbosity.NORMAL:
        show_root(report.root)
    show_diagnostics(report.diagnostics, set(Severity) if level >= Verbosity.VERBOSE else severities)
    for outcome in report.outcomes:
        for line in wrong(outcome):
            click.echo(f"{_place(outcome)}: {line}", err=True)
        if level >= Verbosity.NORMAL and outcome.ok:
            for line in right(outcome):
                click.echo(f"{_place(outcome)}: {line}")
        if level >= Verbosity.VERBOSE and outcome.record is not None:
            for line in _programs(outcome.record):
                click.echo(f"  {line}")


def right(outcome: Outcome) -> Iterator[str]:
    """Yield what is well, and what could not run here."""
    record = outcome.record
    if outcome.course is Course.NOT_RUN:
        yield f"{_names(outcome)} could not run here: {outcome.why}; {_what_stands(outcome)}"
    elif record is not None and outcome.course is Course.FRESH:
        yield f"{record.status} on {where(record)}, {record.date}; fresh, not run again; --refresh runs it"
    elif record is not None:
        written = f"{_file(outcome)} {'written' if outcome.written else 'as before'}"
        kept = f"; this run does not count ({outcome.weak}), so the record of {record.date} stays"
        weak = f" ({outcome.weak})" if outcome.weak and not outcome.kept else ""
        told = f"{record.status}{weak} on {where(record)}: {', '.join(_counts(record))}"
        yield told + (kept if outcome.kept else f"; {written}")


def wrong(outcome: Outcome) -> Iterator[str]:
    """Yield what is wrong, a line a finding."""
    record, report = outcome.record, outcome.report
    if outcome.course is Course.JUDGE_ERROR:
        above = report is not None and report.oracle_errors
        why = "the oracle, a generator or a vector is wrong, as told above" if above else outcome.why
        yield f"JE: {why}; that is no fault of a program, so nothing was recorded; mend the task"
    elif outcome.ok or record is None:
        return
    elif report is None or outcome.course is not Course.RAN:
        yield f"failed on {record.date}: {record.reason}; {_file(outcome)} says so, and nothing could run here"
    else:
        for program in report.programs:
            yield from _failures(program)
        for tool in report.sanitizers:
            if tool.errors:
                yield f"UB: {tool.tool} found {number(tool.errors, 'error')}: {tool.summary}"


def _failures(program: ProgramReport) -> Iterator[str]:
    """Yield why a program is not what was expected of it."""
    if program.ok or program.not_run:
        return
    if program.expected != Verdict.ACCEPTED:
        fault = program.reason or f"must fail for {program.expected}, and was {program.verdict}"
        yield f"{program.path} {fault}; add a vector that shows it"
        return
    told = program.failures[:MOST_FAILURES]
    for ruling in told:
        shape = "".join(f",{key}={value}" for key, value in ruling.launch_shape.items())
        yield f"{ruling.verdict} on {ruling.vector_id}{shape}: {ruling.reason} [{program.path}]"
    if not told:
        yield f"{program.verdict}: {program.reason} [{program.path}]"
    if len(program.failures) > len(told):
        yield f"{program.path}: {program.vectors_run - program.vectors_passed} of {program.vectors_run} vectors failed"


def _counts(record: Record) -> Iterator[str]:
    run, passed = (sum(getattr(each, key) for each in record.accepted) for key in ("run", "passed"))
    yield f"{passed}/{run} vectors"
    counted = [each for each in record.rejected if each.caught_by or not each.needs_checker]
    if record.rejected:
        yield f"{sum(each.ok for each in counted)}/{len(record.rejected)} rejected programs rejected"
    unseen = len(record.rejected) - len(counted)
    if unseen:
        yield f"{unseen} of them only a checker can catch"
    clean = [each.tool for each in record.sanitizers if each.ran and not each.errors]
    if clean:
        yield f"{', '.join(clean)} clean"


def _programs(record: Record) -> Iterator[str]:
    for each in (*record.accepted, *record.rejected):
        caught = f", caught by {each.caught_by}" if each.caught_by else ""
        needs = ", needs a checker" if each.needs_checker else ""
        yield f"{each.path}: {each.verdict} (expected {each.expected}), {each.passed}/{each.run} vectors{caught}{needs}"


def _what_stands(outcome: Outcome) -> str:
    record, file = outcome.record, _file(outcome)
    if record is None:
        return f"{file} cannot be read" if outcome.state.diagnostics else f"there is no {file} yet"
    if outcome.state.stale:
        return f"{file} no longer counts: {outcome.state.stale}"
    return f"{file} still stands: {record.status} on {where(record)}, {record.date}"


def _place(outcome: Outcome) -> str:
    return click.style(f"solutions/{outcome.task}", bold=True)


def _file(outcome: Outcome) -> str:
    return outcome.state.path.removeprefix(f"solutions/{outcome.task}/")


def _names(outcome: Outcome) -> str:
    return ", ".join(outcome.state.programs)
