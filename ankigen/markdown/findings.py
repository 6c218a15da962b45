"""The place where the stages of parsing put what is wrong with a text."""

import difflib
from collections.abc import Iterable

from ankigen.model.diagnostic import Diagnostic, Severity


class Findings:
    """Diagnostics of one document, gathered while it is parsed."""

    __slots__ = ("_found", "_path")

    def __init__(self, path: str) -> None:
        """Start with none; `path` is the document's."""
        self._path = path
        self._found: list[Diagnostic] = []

    def error(self, line: int, *, code: str, message: str, mend: str) -> None:
        """Note something that stops a build."""
        self._add(line, Severity.ERROR, code, message, mend)

    def warn(self, line: int, *, code: str, message: str, mend: str) -> None:
        """Note something that is probably not meant."""
        self._add(line, Severity.WARNING, code, message, mend)

    def inform(self, line: int, *, code: str, message: str, mend: str) -> None:
        """Note a decision the reader may want to know of."""
        self._add(line, Severity.INFO, code, message, mend)

    def in_order(self) -> tuple[Diagnostic, ...]:
        """Give all of them by line, each once."""
        unique = dict.fromkeys(self._found)
        return tuple(sorted(unique, key=lambda found: (found.line, found.code, found.message)))

    def _add(self, line: int, severity: Severity, code: str, message: str, mend: str) -> None:
        self._found.append(
            Diagnostic(path=self._path, line=line, severity=severity, code=code, message=message, mend=mend)
        )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Give the mend for a name that does not exist."""
    known = list(known)
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean `{close[0]}`?" if close else f"take one of {', '.join(known) or 'none: there are none'}"
