"""What a record is bound to: every input of the judge by its digest, so that a change is seen without a run."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import PurePosixPath

import yaml

from ankigen.model.record import Fingerprint
from ankigen.model.solution import Program, SolutionFolder
from ankigen.model.task_settings import TaskSettings

TASK = "task.yaml"
"""Bound in part: only what judging depends on, see `NOT_JUDGED`."""
MAX_AGE = "max_age_days"
"""Key of task.yaml: a record that is older gets a warning, and stays what it is."""
NOT_JUDGED = frozenset({"title", "statement", "source", "regions", MAX_AGE})
"""Keys of task.yaml that change a card, and no verdict."""
NOT_INPUT = ("records/", "equivalent.yaml")
"""Nothing that a verdict depends on: what the judge wrote, and remarks on mutants."""


def digest(content: bytes) -> str:
    """Give the SHA-256 of a file; in UTF-8 text CRLF counts as LF, so that a checkout on Windows is the same text."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return hashlib.sha256(content).hexdigest()
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def digest_of_value(value: object) -> str:
    """Give the SHA-256 of a value's JSON, in which the order of keys does not matter."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def fingerprint(folder: SolutionFolder, settings: TaskSettings, *, programs_of: str, protocol: int) -> Fingerprint:
    """Compute what a record about the programs of one runner is bound to.

    A file that nobody names (a module that a program imports, a table that the oracle reads) counts too: better a run
    too many than a record that is fresh and wrong.

    Args:
        folder: the task's files.
        settings: what the judge knows of the task.
        programs_of: name of a runner; what only programs of other runners read is left out.
        protocol: the runner's protocol version.
    """
    programs = settings.programs
    own = {path for program in programs.values() if program.runner == programs_of for path in _files_of(program)}
    elsewhere = {
        path for program in programs.values() if program.runner != programs_of for path in _files_of(program)
    } | {each.path for each in settings.rejected if programs[each.program].runner != programs_of}
    inputs = {
        path: digest(content)
        for path, content in folder.files.items()
        if path not in own | elsewhere
        and path != TASK
        and not path.startswith(NOT_INPUT)
        and PurePosixPath(path).suffix != ".md"
    }
    inputs[TASK] = digest_of_value(_judged(task_settings(folder), programs, programs_of))
    return Fingerprint(
        protocol=protocol,
        subjects={path: digest(content) for path, content in sorted(folder.files.items()) if path in own},
        inputs=dict(sorted(inputs.items())),
    )


def _files_of(program: Program) -> tuple[str, ...]:
    return (program.file, *program.kernels)


def task_settings(folder: SolutionFolder) -> dict[str, object]:
    """Read task.yaml as it stands, without defaults: one that changes is the protocol's business; empty if broken."""
    try:
        loaded = yaml.safe_load(folder.files.get(TASK, b""))
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return {str(key): value for key, value in loaded.items()} if isinstance(loaded, dict) else {}


def _judged(settings: Mapping[str, object], programs: Mapping[str, Program], programs_of: str) -> dict[str, object]:
    """Take the part of task.yaml that the verdicts of a runner's programs depend on."""
    judged = {key: value for key, value in settings.items() if key not in NOT_JUDGED}
    written = judged.get("programs")
    if isinstance(written, dict):
        other = {name for name, program in programs.items() if program.runner != programs_of}
        judged["programs"] = {name: value for name, value in written.items() if name not in other}
    replaced = judged.get("rejected_kernels")
    program = programs.get(str(replaced.get("program"))) if isinstance(replaced, dict) else None
    if program is not None and program.runner != programs_of:
        judged.pop("rejected_kernels")
    return judged
