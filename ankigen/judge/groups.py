"""Groups of vectors: a literal case, or a family with all its sizes and seeds, and what must come of each."""

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ankigen.judge.compare import Bound, Measure
from ankigen.model.judging import Vector
from ankigen.model.task_settings import Marks


class Origin(NamedTuple):
    """Where the vectors from some place on come from."""

    first: int
    size: int
    seed: int


class Stored(NamedTuple):
    """Where arguments of some vectors lie."""

    first: int
    vectors: int
    file: str
    """In the folder of calls, one line a vector; empty: in `lines`."""
    lines: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Group:
    """A case, or a family; filled while the reference answers, and left alone afterwards.

    A family may have millions of vectors, so what is the same for all is said once, and arguments stay on disk.
    """

    marks: Marks
    literal: bool
    raises: tuple[str, ...] = ()
    counted: bool = False
    """Whether one size and seed gives several vectors, which have a number behind their name."""
    expected: list[str] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    """Filled under a rule that has bounds."""
    origins: list[Origin] = field(default_factory=list)
    stored: list[Stored] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Number of vectors."""
        return len(self.expected)

    @property
    def alone(self) -> bool:
        """Whether each vector needs a process of its own with limits of its own."""
        return bool(self.marks.memory_mb or self.marks.wall_s)

    def name_of(self, place: int) -> str:
        """Give the id of a vector."""
        if not self.origins:
            return self.marks.id
        origin = self._origin(place)
        number = f"#{place - origin.first}" if self.counted else ""
        return f"{self.marks.id}[size={origin.size},seed={origin.seed}]{number}"

    def measure_of(self, place: int) -> Measure:
        """Give the rule by which a vector is judged, with its numbers."""
        bound = self.bounds[place] if self.bounds else Bound()
        return Measure(comparison=self.marks.comparison, bound=bound)

    def arguments_of(self, place: int, folder: Path) -> str:
        """Read the arguments of a vector from where they lie."""
        stored = self.stored[bisect_right([each.first for each in self.stored], place) - 1]
        if not stored.file:
            return stored.lines[place - stored.first]
        with (folder / stored.file).open(encoding="ascii") as lines:
            return next(line for at, line in enumerate(lines, stored.first) if at == place).rstrip("\n")

    def vector(self, place: int, folder: Path) -> Vector:
        """Give a vector with all that is known of it."""
        origin = self._origin(place) if self.origins else None
        marks = {"steps": self.marks.steps, "full": self.marks.full, "sanitize": self.marks.sanitize}
        return Vector(
            id=self.name_of(place),
            family=self.marks.id,
            entry=self.marks.entry,
            arguments=self.arguments_of(place, folder),
            expected=self.expected[place],
            raises=self.raises,
            compare=self.marks.comparison.rule,
            marks=tuple(name for name, marked in marks.items() if marked),
            size=None if origin is None else origin.size,
            seed=None if origin is None else origin.seed,
            line=self.marks.line,
        )

    def _origin(self, place: int) -> Origin:
        return self.origins[bisect_right([origin.first for origin in self.origins], place) - 1]
