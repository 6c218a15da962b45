"""What a command found out and did; text and JSON are made of these same values."""

from dataclasses import dataclass, field
from pathlib import Path

from ankigen.model.atom import Trace
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.plan import Plan
from ankigen.pipeline.render import RenderedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much there is; rehearsals (whole answers) are counted apart from what is reviewed daily."""

    documents: int = 0
    questions: int = 0
    notes: int = 0
    cards: int = 0
    rehearsals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A file that a build wrote."""

    path: str
    """Posix path, from the workspace or from the folder the command ran in; absolute if it is in neither."""
    deck: str
    notes: int
    cards: int
    size_bytes: int
    sha256: str
    unchanged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What `check` found."""

    root: Path
    counts: Counts
    diagnostics: tuple[Diagnostic, ...] = ()

    def count(self, severity: Severity) -> int:
        """Count the diagnostics of one severity."""
        return sum(diagnostic.severity is severity for diagnostic in self.diagnostics)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport(CheckReport):
    """What `build` found and wrote; after an error nothing was written."""

    packages: tuple[Package, ...] = ()
    removed: tuple[str, ...] = ()
    """Packages of earlier builds that are no longer made."""
    plan: Plan = field(default_factory=Plan)
    """What changes in a collection that had the decks of the build before."""
    first: bool = False
    """There was no lock: as far as is known, no build came before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanReport(CheckReport):
    """What a build would change; nothing was written."""

    plan: Plan = field(default_factory=Plan)
    first: bool = False
    """There is no lock: as far as is known, no build came before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a line became the cards it became."""

    path: str
    line: int
    text: str
    """The line as it stands in the document."""
    question: str
    """The question it belongs to; empty when it stands in none."""
    traces: tuple[Trace, ...] = ()
    cards: tuple[RenderedCard, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    """Those of this line."""
