"""Findings about the user's text."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters: errors stop the build, warnings do not, notes are for `check` and `explain`."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Lines of a document, 1-based, both ends inside."""

    first: int
    """First line."""
    last: int
    """Last line, never before the first."""

    def __post_init__(self) -> None:
        """Refuse an impossible span; it would be our fault."""
        if not 1 <= self.first <= self.last:
            msg = f"no span: {self.first}..{self.last}"
            raise ValueError(msg)

    @classmethod
    def from_token_map(cls, token_map: list[int], *, offset: int = 0) -> "Span":
        """Convert markdown-it's map (0-based, half-open); `offset` lines stand before its text."""
        first, end = token_map
        return cls(first=first + 1 + offset, last=max(first + 1, end) + offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding: where, how bad, what and why, and the mend."""

    path: str
    """Posix path as the user knows it (relative to the workspace)."""
    line: int
    """1-based; 1 when the finding is about the whole file."""
    severity: Severity
    code: str
    """Stable name such as `cloze-empty`; documented in README."""
    message: str
    """What is wrong and why, without a final full stop."""
    mend: str
    """What to do about it, an imperative."""
