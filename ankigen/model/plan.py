"""What a build changes in the decks that were imported before."""

from dataclasses import dataclass
from enum import StrEnum

from ankigen.model.lock import Line


class Fate(StrEnum):
    """What becomes of a note."""

    NEW = "new"
    CHANGED = "changed"
    RESTARTED = "restarted"
    """Its note type changed, so it is a new note: the old one is gone and keeps its history to itself."""
    BACK = "back"
    """It was gone, and is there again with the history it had."""
    GONE = "gone"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left_out"
    """Nothing says that its code works, so it is in no package; it stays who it is, and in Anki it stays as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One note before and after; `before` or `after` is None where there is none."""

    fate: Fate
    before: Line | None = None
    after: Line | None = None
    line: int = 0
    """Line of the document it comes from; 0 when it is gone."""
    similarity: float | None = None
    """How alike it is to what it was, 0 to 1, when nothing better told who it is."""
    by_ankigen: bool = False
    """It changed only because ankigen's rules or templates did."""
    lost_cards: tuple[int, ...] = ()
    """Cloze numbers whose cards are empty from now on, 1-based."""

    @property
    def moved(self) -> bool:
        """Whether it is in another deck or document than before."""
        before, after = self.before, self.after
        if before is None or after is None:
            return False
        return (before.deck, before.document) != (after.deck, after.document)

    @property
    def known(self) -> Line:
        """The note as it is, else as it was.

        Raises:
            ValueError: it is neither; a fault of ours.
        """
        line = self.after or self.before
        if line is None:
            msg = "a change without a note"
            raise ValueError(msg)
        return line


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that a build changes; notes in study order, then those that are gone."""

    changes: tuple[Change, ...] = ()
    note_types: tuple[str, ...] = ()
    """Note types whose templates or styles change."""

    def of(self, fate: Fate) -> tuple[Change, ...]:
        """Give the changes of one fate."""
        return tuple(change for change in self.changes if change.fate is fate)
