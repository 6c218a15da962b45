"""`plan`: what a build would change, before anything is written."""

from collections import defaultdict
from collections.abc import Iterable

from ankigen.model.plan import Change, Fate, Plan
from ankigen.notes import search_for
from ankigen.pipeline.check import count
from ankigen.pipeline.prepare import Clock, prepare, system_clock
from ankigen.pipeline.report import PlanReport
from ankigen.pipeline.study import Track, study
from ankigen.workspace import Workspace


def plan(workspace: Workspace, *, track: Track = iter, clock: Clock = system_clock) -> PlanReport:
    """Compare the documents with the lock; after an error in them there is no plan."""
    studied = study(workspace, track=track)
    return PlanReport(
        root=workspace.root,
        counts=count(studied),
        diagnostics=studied.diagnostics,
        plan=Plan() if studied.failed else prepare(studied, clock=clock).plan,
        first=studied.locks.first,
    )


def find_in_anki(changes: Iterable[Change]) -> str:
    """Write a search for Anki's browser that finds these notes; empty for none."""
    return search_for(change.known.guid for change in changes)


def moves(changes: Plan) -> dict[str, tuple[Change, ...]]:
    """Group the notes that are in another deck now by that deck: Anki leaves their cards where they are."""
    by_deck: dict[str, list[Change]] = defaultdict(list)
    for change in changes.changes:
        if change.before and change.after and change.fate in _STAYED and change.before.deck != change.after.deck:
            by_deck[change.after.deck].append(change)
    return {deck: tuple(found) for deck, found in by_deck.items()}


_STAYED = frozenset({Fate.CHANGED, Fate.UNCHANGED, Fate.BACK})
