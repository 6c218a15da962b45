"""`check` and `explain`: look, and write nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ankigen.errors import UsageError
from ankigen.model.atom import Level, Trace
from ankigen.model.diagnostic import Span
from ankigen.pipeline.findings import count_cards, is_rehearsal
from ankigen.pipeline.lines import source_lines
from ankigen.pipeline.render import render_cards
from ankigen.pipeline.report import CheckReport, Counts, Explanation
from ankigen.pipeline.study import Study, Track, study
from ankigen.pipeline.vouching import is_left_out
from ankigen.pipeline.walk import question_at
from ankigen.workspace import Workspace


def check(workspace: Workspace, *, track: Track = iter) -> CheckReport:
    """Find everything there is to say about the documents of a workspace, and about its tasks; no code is run."""
    # Who names files asks about these alone.
    studied = study(_by_itself(workspace), track=track, every_task=workspace.whole)
    return CheckReport(root=workspace.root, counts=count(studied), diagnostics=studied.diagnostics)


def _by_itself(workspace: Workspace) -> Workspace:
    """Leave out the documents that the command is not about: only a build has to know what moved here from them."""
    return replace(workspace, others=())


def count(studied: Study) -> Counts:
    """Count what a build would put into the decks."""
    identified = [
        each
        for document in studied.documents
        for each in document.identified
        if not is_left_out(each.atom, allow_unverified=studied.allow_unverified)
    ]
    daily = [each for each in identified if not is_rehearsal(each.atom)]
    return Counts(
        documents=len(studied.documents),
        questions=sum(len(document.document.questions) for document in studied.documents),
        notes=len(daily),
        cards=sum(count_cards(each) for each in daily),
        rehearsals=len(identified) - len(daily),
    )


def explain(workspace: Workspace, line: int) -> Explanation:
    """Say what the rules made of a line of the one document in `workspace`.

    Raises:
        UsageError: the document has no such line, or cannot be read as UTF-8.
    """
    source = workspace.sources[0]
    studied = study(_by_itself(workspace))
    if not studied.documents:
        msg = f"{source.path} cannot be read, or is not UTF-8; `ankigen check {source.path}` says more"
        raise UsageError(msg)
    document = studied.documents[0]
    lines = source_lines(document.text)
    if not 1 <= line <= len(lines):
        msg = f"{source.path} has {len(lines)} lines, so there is no line {line}"
        raise UsageError(msg)
    question = question_at(document.document, line)
    return Explanation(
        path=source.path,
        line=line,
        text=lines[line - 1].strip(),
        question="" if question is None else question.title.plain,
        traces=tuple(_telling(trace for trace in document.atomized.traces if _holds(trace.span, line))),
        cards=tuple(
            card
            for each in document.identified
            if _holds(each.atom.origin.span, line) and not is_rehearsal(each.atom)
            for card in render_cards(each, document.document.language)
        ),
        diagnostics=tuple(
            diagnostic
            for diagnostic in studied.diagnostics
            if diagnostic.path == source.path and diagnostic.line == line
        ),
    )


def _telling(traces: Iterable[Trace]) -> Iterator[Trace]:
    """Leave out why rules refused the wider blocks around a place: the narrowest one of a level is what was meant."""
    traces = list(traces)
    narrowest: dict[Level, int] = {}
    for trace in traces:
        lines = trace.span.last - trace.span.first
        narrowest[trace.level] = min(lines, narrowest.get(trace.level, lines))
    for trace in traces:
        if trace.claimed or trace.span.last - trace.span.first == narrowest[trace.level]:
            yield trace


def _holds(span: Span, line: int) -> bool:
    return span.first <= line <= span.last
