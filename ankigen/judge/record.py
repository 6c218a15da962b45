"""Records as JSON: the shape of an in-toto statement, with a digest of itself.

The text is canonical: equal findings give equal bytes, so that nothing changes in version control without a reason.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TypeVar, cast

from ankigen.judge.digests import digest_of_value
from ankigen.judge.runners import RUNNERS
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.record import Fingerprint, ProgramFinding, Record, SanitizerFinding, StageCount
from ankigen.model.solution import Status

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "urn:ankigen:verification:v"
VERSION = 1
"""Raised when a key changes its meaning or goes away."""

Value = TypeVar("Value")
Object = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRecord:
    """A record, or what is wrong with its text."""

    record: Record | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class _DamageError(Exception):
    """The text is no record: why, and where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def record_path(runner: str) -> str:
    """Give the posix path of a runner's record inside the task's folder."""
    return f"records/{_level(runner)}.json"


def record_text(record: Record) -> str:
    """Give a record as the text of its file."""
    statement = _statement(record)
    signed = {**statement, "digest": {"sha256": digest_of_value(statement)}}
    return json.dumps(signed, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_record(content: bytes, *, path: str, task: str, runner: str) -> ReadRecord:
    """Read a record's file strictly: what no run has written is no record.

    Args:
        content: the file.
        path: its posix path, as diagnostics show it.
        task: name of the task that it should be about.
        runner: the runner whose record it should be.
    """

    def wrong(code: str, message: str, mend: str = "", line: int = 1) -> ReadRecord:
        mend = mend or f"take it back from version control, or run `ankigen verify {task}`, which writes it anew"
        error = Severity.ERROR
        found = Diagnostic(path=path, line=line, severity=error, code=code, message=message, mend=mend)
        return ReadRecord(diagnostics=(found,))

    try:
        statement = _load(content)
        version = _version(statement)
        if version > VERSION:
            return wrong(
                code="record-version",
                message=f"the record of {task} was written by a newer ankigen (version {version} of records; this one "
                f"knows {VERSION})",
                mend=f"update ankigen, or write the record anew with `ankigen verify --refresh {task}`",
            )
        stated = _get(_object(statement.pop("digest", None), "digest"), "sha256", str)
        if digest_of_value(statement) != stated:
            return wrong(
                code="record-edited",
                message=f"the record of {task} is not as a run wrote it: the digest in it is not that of its content",
            )
        record = _record(statement, task, runner)
    except _DamageError as fault:
        return wrong(code="record-damaged", message=f"this is no record of {task}: {fault}", line=fault.line)
    return ReadRecord(record=record)


def _level(runner: str) -> str:
    """Name what a record of a runner shows; for one that only tests know, the runner."""
    return RUNNERS[runner].record if runner in RUNNERS else runner


def _statement(record: Record) -> Object:
    return {
        "_type": STATEMENT,
        "predicateType": f"{PREDICATE}{VERSION}",
        "subject": [
            {"name": name, "digest": {"sha256": value}} for name, value in sorted(record.fingerprint.subjects.items())
        ],
        "predicate": {
            "task": record.task,
            "runner": record.runner,
            "level": _level(record.runner),
            "status": record.status.value,
            "reason": record.reason,
            "date": record.date,
            "full": record.full,
            "protocol": record.fingerprint.protocol,
            "inputs": dict(record.fingerprint.inputs),
            "stages": {name: asdict(stage) for name, stage in record.stages.items()},
            "programs": {each.name: _unnamed(each, "name") for each in record.accepted},
            "rejected": {each.name: _unnamed(each, "name") for each in record.rejected},
            "sanitizers": {each.tool: _unnamed(each, "tool") for each in record.sanitizers},
            "seeds": {family: list(seeds) for family, seeds in record.seeds.items()},
            "environment": dict(record.environment),
            "isolation": record.isolation,
            "timings": None,
        },
    }


def _unnamed(finding: ProgramFinding | SanitizerFinding, key: str) -> Object:
    return {name: value for name, value in asdict(finding).items() if name != key}


def _record(statement: Object, task: str, runner: str) -> Record:
    record = _parsed(statement)
    if (record.task, record.runner) != (task, runner):
        message = f"it is about {record.task} and the runner {record.runner}"
        raise _DamageError(message)
    if _statement(record) != statement:
        message = "it holds keys that no record has"
        raise _DamageError(message)
    return record


def _parsed(statement: Object) -> Record:
    predicate = _object(statement.get("predicate"), "predicate")
    return Record(
        task=_get(predicate, "task", str),
        runner=_get(predicate, "runner", str),
        status=_status(_get(predicate, "status", str)),
        reason=_get(predicate, "reason", str),
        date=_get(predicate, "date", str),
        full=_get(predicate, "full", bool),
        fingerprint=Fingerprint(
            protocol=_get(predicate, "protocol", int),
            subjects=dict(_subject(each) for each in _get(statement, "subject", list)),
            inputs=_each(predicate, "inputs", _text),
        ),
        stages=_each(predicate, "stages", _stage),
        accepted=tuple(_each(predicate, "programs", _program).values()),
        rejected=tuple(_each(predicate, "rejected", _program).values()),
        sanitizers=tuple(_each(predicate, "sanitizers", _sanitizer).values()),
        seeds=_each(predicate, "seeds", _seeds),
        environment=_each(predicate, "environment", _text),
        isolation=_get(predicate, "isolation", str),
    )


def _subject(value: object) -> tuple[str, str]:
    subject = _object(value, "subject")
    return _get(subject, "name", str), _get(_object(subject.get("digest"), "digest"), "sha256", str)


def _stage(_: str, value: object) -> StageCount:
    stage = _object(value, "stages")
    return StageCount(run=_get(stage, "run", int), passed=_get(stage, "passed", int))


def _program(name: str, value: object) -> ProgramFinding:
    each = _object(value, name)
    deterministic = each.get("deterministic")
    return ProgramFinding(
        name=name,
        path=_get(each, "path", str),
        expected=_get(each, "expected", str),
        verdict=_get(each, "verdict", str),
        reason=_get(each, "reason", str),
        stage=_get(each, "stage", str),
        run=_get(each, "run", int),
        passed=_get(each, "passed", int),
        ok=_get(each, "ok", bool),
        caught_by=_get(each, "caught_by", str),
        needs_checker=_get(each, "needs_checker", bool),
        deterministic=None if deterministic is None else _get(each, "deterministic", bool),
    )


def _sanitizer(tool: str, value: object) -> SanitizerFinding:
    each = _object(value, tool)
    return SanitizerFinding(tool=tool, ran=_get(each, "ran", bool), errors=_get(each, "errors", int))


def _seeds(family: str, value: object) -> tuple[int, ...]:
    return tuple(_get({family: seed}, family, int) for seed in _get({family: value}, family, list))


def _text(name: str, value: object) -> str:
    return _get({name: value}, name, str)


def _status(name: str) -> Status:
    try:
        return Status(name)
    except ValueError:
        message = f"its status {name} is none"
        raise _DamageError(message) from None


def _each(source: Object, key: str, read: Callable[[str, object], Value]) -> dict[str, Value]:
    return {name: read(name, value) for name, value in _object(source.get(key), key).items()}


def _get(source: Mapping[str, object], key: str, kind: type[Value]) -> Value:
    value = source.get(key)
    # To Python, true is a number too.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        message = f"`{key}` is missing or of the wrong kind"
        raise _DamageError(message)
    return value


def _object(value: object, what: str) -> Object:
    if not isinstance(value, dict):
        message = f"`{what}` is missing or of the wrong kind"
        raise _DamageError(message)
    return cast("Object", value)


def _version(statement: Object) -> int:
    kind = _get(statement, "predicateType", str)
    number = kind.removeprefix(PREDICATE)
    if not kind.startswith(PREDICATE) or not (number.isascii() and number.isdigit() and len(number) < len(str(10**9))):
        message = f"its type `{kind}` is none of ankigen's"
        raise _DamageError(message)
    return int(number)


def _load(content: bytes) -> Object:
    try:
        loaded = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as fault:
        message = "it is not UTF-8"
        raise _DamageError(message) from fault
    except json.JSONDecodeError as fault:
        unmerged = b"\n<<<<<<< " in b"\n" + content
        why = "it holds the marks of an unfinished merge" if unmerged else f"it is no JSON ({fault.msg})"
        raise _DamageError(why, fault.lineno) from fault
    except (RecursionError, ValueError) as fault:
        message = f"it is no JSON ({fault})"
        raise _DamageError(message) from fault
    return _object(loaded, "the whole")


def _once(pairs: list[tuple[str, object]]) -> Object:
    """Refuse a key that stands twice: it would depend on the reader which of the two the digest is about."""
    made = dict(pairs)
    if len(made) < len(pairs):
        message = "a key stands twice"
        raise ValueError(message)
    return made
