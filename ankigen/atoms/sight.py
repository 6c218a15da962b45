"""What a gate looks at: a span to be hidden, and what stays in sight beside it."""

import re
from dataclasses import dataclass

from ankigen.atoms.rule import Clause, Hide


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a gate looks at: a span that a rule wants to hide, and what stays in sight beside it."""

    clause: Clause
    hide: Hide
    context: str
    """Breadcrumb and other lines of the card."""
    label: str
    """What stands before the leaf on the card."""

    @property
    def plain(self) -> str:
        """The whole leaf."""
        return self.clause.leaf.plain

    @property
    def hidden(self) -> str:
        """What would be hidden."""
        return self.plain[self.hide.start : self.hide.end]

    @property
    def before(self) -> str:
        """What stands before it in its leaf."""
        return self.plain[: self.hide.start]

    @property
    def after(self) -> str:
        """What stands behind it in its leaf."""
        return self.plain[self.hide.end :]

    @property
    def shown(self) -> str:
        """All that the card shows."""
        return f"{self.before} … {self.after} {self.context}"

    @property
    def sentence(self) -> str:
        """The sentence its clause stands in."""
        return _sentence(self.clause)

    @property
    def rest(self) -> str:
        """What stays of its sentence, without marks at the edges."""
        return self.sentence.replace(self.hidden, "").strip(" .,;:，。；：…")


def _sentence(clause: Clause) -> str:
    """Give the sentence a clause stands in."""
    before = re.split(r"[。！？\n]|[.!?]\s", clause.leaf.plain[: clause.start])[-1]
    return before + re.split(r"[。！？\n]|[.!?](?:\s|$)", clause.leaf.plain[clause.start :])[0]
