"""Rejected programs: the reason that each states in its first lines."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from ankigen.judge.yaml_text import folded
from ankigen.markdown.findings import Findings, did_you_mean
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import Program, SolutionFolder
from ankigen.model.task_settings import Expectation, Rejected

FOLDER = "rejected/"
_COMMENTS = {".py": "#", ".cu": "//"}
_LINE = re.compile(r"(\w[\w-]*)\s*:\s*(.*)")


def rejected_of(
    folder: SolutionFolder, programs: Mapping[str, Program], *, entry: str, kernel: tuple[str, str] | None
) -> Iterator[Rejected | Diagnostic]:
    """Yield the rejected programs, and what is wrong with those that cannot be run.

    Args:
        folder: the task's.
        programs: the accepted ones.
        entry: the task's; a rejected `.py` that names no program stands in for the one with this entry.
        kernel: the program and the kernel that a rejected `.cu` stands in for.
    """
    for path in sorted(folder.files):
        if path.startswith(FOLDER) and PurePosixPath(path).suffix in _COMMENTS:
            yield _Reader(folder, path, programs).read(entry, kernel)


class _Reader:
    """One rejected file."""

    def __init__(self, folder: SolutionFolder, path: str, programs: Mapping[str, Program]) -> None:
        self._findings = Findings(f"{folder.path}/{path}")
        self._path = path
        self._programs = programs
        self._comment = _COMMENTS[PurePosixPath(path).suffix]
        text = folded(folder.files[path]).decode("utf-8", "replace")
        self._lines = dict(_heading(text, self._comment))

    def read(self, entry: str, kernel: tuple[str, str] | None) -> Rejected | Diagnostic:
        """Give the program, or the first thing that is wrong with it."""
        expect = self._expectation()
        stands_for = self._stands_for(entry, kernel) if isinstance(expect, Expectation) else None
        if not isinstance(expect, Expectation) or stands_for is None:
            return self._findings.in_order()[0]
        program, replaces = stands_for
        return Rejected(
            name=PurePosixPath(self._path).name,
            path=self._path,
            expect=expect,
            why=self._lines.get("why", ""),
            program=program,
            replaces=replaces,
            needs_checker=self._lines.get("needs") == "checker",
            full=self._lines.get("full") == "true",
        )

    def _expectation(self) -> Expectation | None:
        known = [str(each) for each in Expectation]
        stated = self._lines.get("expect")
        if stated is None:
            message = "it does not say what it must fail for, so any failure would do"
            self._fault(message, f"write `{self._comment} expect: wrong-answer` into its first line")
            return None
        if stated not in known:
            self._fault(f"`expect: {stated}` is no reason that a program can fail for", did_you_mean(stated, known))
            return None
        return Expectation(stated)

    def _stands_for(self, entry: str, kernel: tuple[str, str] | None) -> tuple[str, str] | None:
        named = self._lines.get("program", "")
        if named and named not in self._programs:
            self._fault(f"task.yaml has no program `{named}`", did_you_mean(named, self._programs))
            return None
        if self._comment == "//":
            return self._kernel_of(named, kernel)
        with_entry = [name for name, program in self._programs.items() if program.entry == entry]
        program = named or next(iter(with_entry), "")
        if not program:
            self._fault("no program of task.yaml has the task's entry", f"write `{self._comment} program: NAME`")
            return None
        return program, self._programs[program].file

    def _kernel_of(self, named: str, kernel: tuple[str, str] | None) -> tuple[str, str] | None:
        if named and len(self._programs[named].kernels) == 1:
            return named, self._programs[named].kernels[0]
        if kernel is None:
            self._fault("nothing says which kernel it stands in for", "write `rejected_kernels` into task.yaml")
        return kernel

    def _fault(self, message: str, mend: str) -> None:
        self._findings.error(1, code="rejected-reason", message=message, mend=mend)


def _heading(text: str, comment: str) -> Iterator[tuple[str, str]]:
    """Yield what the comments at the very top say, `key: value`."""
    for line in text.splitlines():
        if not line.startswith(comment):
            return
        found = _LINE.fullmatch(line[len(comment) :].strip())
        if found:
            yield found.group(1), found.group(2).strip()
