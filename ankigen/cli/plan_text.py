"""A plan as text: its groups with their notes, and what the user has to do in Anki."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from ankigen.cli.options import Verbosity
from ankigen.cli.report import counted, number, show_diagnostics, show_root
from ankigen.model.diagnostic import Severity
from ankigen.model.lock import State
from ankigen.model.plan import Change, Fate, Plan
from ankigen.pipeline import PlanReport, find_in_anki, moves

LONGEST = 100
"""Characters of a side that are shown on a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Notes to which the same happens."""

    title: str
    changes: tuple[Change, ...]


def groups_of(plan: Plan) -> tuple[Group, ...]:
    """Part a plan into its groups, each note in one; those that do not change are in none."""
    changed = [*plan.of(Fate.CHANGED), *plan.of(Fate.UNCHANGED)]
    similar = [change for change in changed if change.similarity is not None]
    moved = [change for change in changed if change.moved and change.similarity is None]
    rest = [change for change in plan.of(Fate.CHANGED) if not change.moved and change.similarity is None]
    titled = (
        ("new", plan.of(Fate.NEW)),
        ("changed", [change for change in rest if not change.by_ankigen]),
        ("moved", moved),
        ("matched by similarity", similar),
        ("back", plan.of(Fate.BACK)),
        ("history restarts: another note type", plan.of(Fate.RESTARTED)),
        ("gone", newly_gone(plan)),
        ("changed only because ankigen is newer", [change for change in rest if change.by_ankigen]),
    )
    return tuple(Group(title=title, changes=tuple(changes)) for title, changes in titled if changes)


def in_short(plan: Plan) -> str:
    """Give a plan in one line."""
    groups = [f"{len(group.changes)} {group.title.split(':')[0]}" for group in groups_of(plan)]
    shown = {id(change) for group in groups_of(plan) for change in group.changes}
    unchanged = sum(id(change) not in shown for change in plan.of(Fate.UNCHANGED))
    return ", ".join([*groups, f"{unchanged} unchanged"])


def show_in_short(plan: Plan) -> None:
    """Say on stderr what a build changed, and what is left to be done in Anki."""
    if groups_of(plan):
        click.echo(in_short(plan), err=True)
    for line in by_hand(plan, newly_gone(plan)):
        click.echo(line, err=True)


def newly_gone(plan: Plan) -> tuple[Change, ...]:
    """Give the notes that were still there in the build before."""
    return tuple(change for change in plan.of(Fate.GONE) if change.before and change.before.state is State.LIVE)


def show_plan(report: PlanReport, level: Verbosity) -> None:
    """Print a plan: what happens to which note, then what is to be done by hand."""
    shown = {Severity.ERROR} if level is Verbosity.QUIET else {Severity.ERROR, Severity.WARNING}
    codes = {"lock-tie", "lock-missing"}
    told = [each for each in report.diagnostics if each.severity is Severity.ERROR or each.code in codes]
    show_diagnostics(told, shown)
    if level >= Verbosity.NORMAL:
        show_root(report.root)
    if report.count(Severity.ERROR):
        return
    for group in groups_of(report.plan):
        click.echo(click.style(f"{group.title} ({len(group.changes)})", bold=True))
        for change in group.changes:
            for line in _lines(change):
                click.echo(f"  {line}")
    for name in report.plan.note_types:
        click.echo(f"note type {name}: its templates or styles change")
    for line in by_hand(report.plan, report.plan.of(Fate.GONE)):
        click.echo(line)
    first = "no lock yet: every note is new; " if report.first else ""
    click.echo(f"{first}{in_short(report.plan)}")
    if level >= Verbosity.VERBOSE:
        click.echo(counted(report.counts), err=True)


def by_hand(plan: Plan, gone: Sequence[Change]) -> Iterator[str]:
    """Yield what a package cannot do, and how to do it in Anki.

    Args:
        plan: what changes.
        gone: those of its notes that are gone and to be spoken of.
    """
    if gone:
        yield f"{number(len(gone), 'note')} gone: in Anki's browser search for this, and delete them if you want to:"
        yield f"  {find_in_anki(gone)}"
    for deck, changes in moves(plan).items():
        what = number(len(changes), "note")
        yield f"{what} now in {deck}: Anki leaves cards where they are; search for this, then Cards > Change Deck:"
        yield f"  {find_in_anki(changes)}"
    lost = sum(len(change.lost_cards) for change in plan.changes)
    if lost:
        yield f"{number(lost, 'card')} without content from now on: Tools > Empty Cards in Anki deletes them"


def _lines(change: Change) -> Iterator[str]:
    known = change.known
    place = f"{known.document}:{change.line}" if change.line else known.document
    likeness = "" if change.similarity is None else f"{change.similarity:.2f} "
    before = change.before
    if change.fate is Fate.RESTARTED and before is not None:
        yield f"{place}  {_one_line(known.front)}"
        yield f"    was {before.note_type}: {_one_line(before.front)}"
        return
    yield f"{likeness}{place}  {_one_line(known.front)}"
    if before is None or change.fate is Fate.GONE:
        return
    if before.document != known.document:
        yield f"    from {before.document}"
    if before.deck != known.deck:
        yield f"    from deck {before.deck}"
    for old, new in ((before.front, known.front), (before.back, known.back)):
        yield from (f"    {line}" for line in _difference(old, new))
    if before.tags != known.tags:
        yield from (f"    {line}" for line in _difference(_tags(before.tags), _tags(known.tags)))
    if change.lost_cards:
        yield f"    without content from now on: card {', '.join(map(str, change.lost_cards))}"


def _difference(old: str, new: str) -> Iterator[str]:
    """Yield the lines that differ, with - and + before them."""
    for line in difflib.ndiff(old.splitlines(), new.splitlines()):
        if line[:2] in {"- ", "+ "}:
            yield f"{line[:2]}{_one_line(line[2:])}"


def _tags(tags: Sequence[str]) -> str:
    return f"tags: {' '.join(tags)}"


def _one_line(text: str) -> str:
    line = " · ".join(" ".join(part.split()) for part in text.splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
