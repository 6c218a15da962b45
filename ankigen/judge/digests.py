"""What a record is bound to: every input of the judge by its digest, so that a change is seen without a run."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

import yaml

from ankigen.model.record import Fingerprint
from ankigen.model.solution import Program, SolutionFolder

TASK = "task.yaml"
"""Bound in part: only what judging depends on, see `NOT_JUDGED`."""
MAX_AGE = "max_age_days"
"""Key of task.yaml: a record that is older gets a warning, and stays what it is."""
NOT_JUDGED = frozenset({"title", "statement", "source", "regions", MAX_AGE})
"""Keys of task.yaml that change a card, and no verdict."""
NOT_INPUT = ("records/", "equivalent.yaml")
"""Nothing that a verdict depends on: what the judge wrote, and remarks on mutants."""
REJECTED = "rejected/"
STANDS_IN = re.compile(r"#\s*program:\s*(\S+)\s*")


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


def fingerprint(folder: SolutionFolder, programs: Mapping[str, Program], *, runner: str, protocol: int) -> Fingerprint:
    """Compute what a record of one runner is bound to.

    A file that nobody names (a module that a program imports, a table that the oracle reads) counts too: better a run
    too many than a record that is fresh and wrong.

    Args:
        folder: the task's files.
        programs: all of the task's programs, by name.
        runner: name of the runner; what only programs of other runners read is left out.
        protocol: the runner's protocol version.
    """
    settings = task_settings(folder)
    own = {path for program in programs.values() if program.runner == runner for path in _files_of(program)}
    claimed = {path for program in programs.values() for path in _files_of(program)}
    inputs = {
        path: digest(content)
        for path, content in folder.files.items()
        if path not in claimed
        and path != TASK
        and not path.startswith(NOT_INPUT)
        and PurePosixPath(path).suffix != ".md"
        and runner in _runners_of(path, content, settings, programs)
    }
    inputs[TASK] = digest_of_value(_judged(settings, programs, runner))
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


def _judged(settings: Mapping[str, object], programs: Mapping[str, Program], runner: str) -> dict[str, object]:
    """Take the part of task.yaml that the verdicts of a runner's programs depend on."""
    judged = {key: value for key, value in settings.items() if key not in NOT_JUDGED}
    written = judged.get("programs")
    if isinstance(written, dict):
        other = {name for name, program in programs.items() if program.runner != runner}
        judged["programs"] = {name: value for name, value in written.items() if name not in other}
    if _stand_in_for_kernels(settings, programs) not in {None, runner}:
        judged.pop("rejected_kernels")
    return judged


def _stand_in_for_kernels(settings: Mapping[str, object], programs: Mapping[str, Program]) -> str | None:
    """Give the runner of the program whose kernel is replaced by rejected ones."""
    replaced = settings.get("rejected_kernels")
    program = programs.get(str(replaced.get("program"))) if isinstance(replaced, dict) else None
    return None if program is None else program.runner


def _runners_of(
    path: str, content: bytes, settings: Mapping[str, object], programs: Mapping[str, Program]
) -> frozenset[str]:
    """Give the runners whose verdicts a file takes part in; all of them where that cannot be told."""
    everyone = frozenset(program.runner for program in programs.values())
    if not path.startswith(REJECTED):
        return everyone
    if PurePosixPath(path).suffix != ".py":
        runner = _stand_in_for_kernels(settings, programs)
        return everyone if runner is None else frozenset({runner})
    head = content.decode("utf-8", errors="replace").splitlines()
    named = next((found[1] for line in _comments(head) if (found := STANDS_IN.fullmatch(line))), None)
    if named is not None:
        return frozenset({programs[named].runner}) if named in programs else everyone
    entry = settings.get("entry")
    return frozenset(program.runner for program in programs.values() if program.entry == entry) or everyone


def _comments(lines: list[str]) -> list[str]:
    end = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:end]
