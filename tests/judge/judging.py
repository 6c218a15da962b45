"""Task folders for tests: read from fixtures, changed here and there, judged."""

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ankigen.judge import RUNNERS, judge_task, parse_task
from ankigen.judge.runner import Runner
from ankigen.model.judging import ProgramReport, TaskReport
from ankigen.model.solution import SolutionFolder

FIXTURES = Path(__file__).parent / "fixtures"


def folder_of(name: str, changes: Mapping[str, str | bytes | None] | None = None) -> SolutionFolder:
    """Read a fixture; `changes` writes other files, None takes one away."""
    root = FIXTURES / name
    files = {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in sorted(root.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }
    for path, content in (changes or {}).items():
        files.pop(path, None)
        if content is not None:
            files[path] = content.encode() if isinstance(content, str) else content
    return SolutionFolder(name=name, path=f"solutions/{name}", files=files)


def without_rejected(folder: SolutionFolder) -> SolutionFolder:
    """Leave the rejected programs out."""
    files = {path: content for path, content in folder.files.items() if not path.startswith("rejected/")}
    return replace(folder, files=files)


def judged(folder: SolutionFolder, *, runner: Runner | None = None, full: bool = False, seed: int = 1) -> TaskReport:
    """Judge a folder that parses."""
    parsed = parse_task(folder)
    assert parsed.settings is not None, parsed.diagnostics
    return judge_task(
        folder,
        parsed,
        runner=runner or RUNNERS["python"],
        full=full,
        fresh=random.Random(seed),  # noqa: S311 - repeatable is what is wanted
    )


def program_of(report: TaskReport, name: str) -> ProgramReport:
    """Give the report of one program."""
    return next(program for program in report.programs if program.name == name)
