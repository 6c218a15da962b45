"""What a walk over a document finds: atoms, what is left over, and what each rule said."""

from dataclasses import dataclass, field

from ankigen.atoms.measure import cut
from ankigen.model.atom import Atom, Leftover, Level, Trace
from ankigen.model.diagnostic import Span

MARKS = "==x==, {.cloze} or `front :: back`"
"""What makes a card of a text that no rule takes."""


@dataclass(slots=True)
class Ledger:
    """What the walk has found so far."""

    atoms: list[Atom] = field(default_factory=list)
    leftovers: list[Leftover] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    asked_beside: set[tuple[str, str]] = field(default_factory=set)
    """Rule and slot of what parallel leaf rules asked: once a document is enough."""
    linked: dict[tuple[str, str], int] = field(default_factory=dict)
    """Line of the first link to each region, by task and slot: once a document is enough here too."""

    def leave(self, span: Span, text: str, reason: str, mark: str = MARKS, code: str = "no-card") -> None:
        """Write down a place that became no card, why, and what would make it one."""
        self.leftovers.append(
            Leftover(span=span, text=cut(text.replace("\n", " "), 60), reason=reason, mark=mark, code=code)
        )


def skipped(span: Span, text: str) -> Trace:
    """Write down that the author wants no card here."""
    return Trace(
        span=span, level=Level.CONTAINER, rule="skip", claimed=True, detail="{.skip}: no card wanted", text=text
    )
