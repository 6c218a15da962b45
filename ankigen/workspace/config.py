"""`ankigen.yaml`: what a workspace may say about all of its documents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from ankigen.markdown.findings import did_you_mean
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Language
from ankigen.workspace.codes import CODES

CONFIG_FILE = "ankigen.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of a workspace; the defaults are those of a workspace without the file."""

    deck_prefix: str = ""
    """Put before every deck name, `::` between them."""
    rules: tuple[str, ...] | None = None
    """Names of the rules that run; None: all."""
    rule_lines: tuple[int, ...] = field(default=(), compare=False)
    """The line of each of these names."""
    language: Language | None = None
    """Language of documents that do not name their own; None: seen from the text."""
    code_wrap: bool = False
    """Whether long code lines wrap on a card instead of scrolling."""
    severity: tuple[tuple[str, Severity | None], ...] = ()
    """Another severity for a diagnostic code; None: not reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedConfig:
    """The settings that could be read, and what is wrong with the file."""

    config: Config = field(default_factory=Config)
    diagnostics: tuple[Diagnostic, ...] = ()


class _ValueFaultError(Exception):
    """A value is of the wrong kind: what is wrong with it, and the mend."""

    def __init__(self, fault: str, mend: str) -> None:
        super().__init__(fault)
        self.fault = fault
        self.mend = mend


class _EntryFaultsError(Exception):
    """Entries of a value are wrong: the key of each, and what is wrong with it."""

    def __init__(self, faults: Sequence[tuple[str, _ValueFaultError]]) -> None:
        super().__init__(str(faults))
        self.faults = faults


def parse_config(text: str, path: str) -> ParsedConfig:
    """Read the text of an `ankigen.yaml`; wrong settings keep their defaults and are reported.

    Args:
        text: the file's text.
        path: its path as diagnostics name it.
    """
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        loaded = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        # A ValueError is an impossible date, which PyYAML does not wrap.
        return ParsedConfig(diagnostics=(_broken(fault, path),))
    if node is None or loaded is None:
        return ParsedConfig()
    if not isinstance(node, yaml.MappingNode):
        return ParsedConfig(
            diagnostics=(
                _error(
                    path,
                    1,
                    code="config",
                    message="the settings are no `key: value` lines",
                    mend="write one setting a line",
                ),
            )
        )
    settings: dict[str, object] = {}
    diagnostics = list(_twice(node, path))
    lines = _lines_of(node)
    for key, value in loaded.items():
        line = lines.get(str(key), 1)
        reader = _READERS.get(key)
        if reader is None:
            mend = did_you_mean(str(key), _READERS)
            diagnostics.append(_error(path, line, code="config-key", message=f"there is no setting `{key}`", mend=mend))
            continue
        try:
            settings[key] = reader(value)
        except _ValueFaultError as fault:
            diagnostics.append(
                _error(path, line, code="config-value", message=f"`{key}` {fault.fault}", mend=fault.mend)
            )
        except _EntryFaultsError as entries:
            inner = _lines_of(_value_node(node, str(key)))
            diagnostics.extend(
                _error(
                    path,
                    inner.get(entry, line),
                    code="config-value",
                    message=f"`{key}` {fault.fault}",
                    mend=fault.mend,
                )
                for entry, fault in entries.faults
            )
    if "rules" in settings:
        settings["rule_lines"] = tuple(_name_lines(_value_node(node, "rules")))
    return ParsedConfig(config=Config(**settings), diagnostics=tuple(diagnostics))  # type: ignore[arg-type]


def _broken(fault: Exception, path: str) -> Diagnostic:
    mark = getattr(fault, "problem_mark", None)
    line = 1 if mark is None else mark.line + 1
    problem = getattr(fault, "problem", None) or getattr(fault, "reason", None) or str(fault)
    return _error(
        path,
        line,
        code="config",
        message=f"this is no YAML: {problem}",
        mend="write `key: value` lines; quote odd values",
    )


def _value_node(node: yaml.MappingNode, name: str) -> yaml.Node:
    """Give the node of a key's value, or, where a merge key (`<<`) brings it, the whole; of two the last counts."""
    values: dict[str, yaml.Node] = {str(key.value): value for key, value in node.value}
    return values.get(name, node)


def _name_lines(node: yaml.Node) -> Iterator[int]:
    """Yield the 1-based line of each name in a list, or in a text of names."""
    if isinstance(node, yaml.SequenceNode):
        yield from (item.start_mark.line + 1 for item in node.value)
    elif isinstance(node, yaml.ScalarNode):
        yield from (node.start_mark.line + 1 for _ in _names(node.value))


def _lines_of(node: yaml.Node) -> dict[str, int]:
    """Give the 1-based line of each key, where it stands first."""
    lines: dict[str, int] = {}
    for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
        lines.setdefault(str(key.value), key.start_mark.line + 1)
    return lines


def _twice(node: yaml.MappingNode, path: str) -> Iterator[Diagnostic]:
    first = _lines_of(node)
    for key, _ in node.value:
        line = key.start_mark.line + 1
        if first[str(key.value)] != line:
            message = f"`{key.value}` stands here a second time (first in line {first[str(key.value)]})"
            yield _error(path, line, code="config-key", message=message, mend="keep one of them")


def _error(path: str, line: int, *, code: str, message: str, mend: str) -> Diagnostic:
    return Diagnostic(path=path, line=line, severity=Severity.ERROR, code=code, message=message, mend=mend)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _ValueFaultError(_must_be("text", value), "write it in quotes")
    return value.strip()


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _ValueFaultError(_must_be("true or false", value), "write true or false without quotes")
    return value


def _names(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    mend = "write [label, table]; `ankigen rules` lists the names"
    raise _ValueFaultError(_must_be("a list of rule names", value), mend)


def _language(value: object) -> Language:
    try:
        return Language(str(value))
    except ValueError:
        raise _ValueFaultError(_must_be("zh or en", value), "write zh, en, or leave the line out") from None


def _severities(value: object) -> tuple[tuple[str, Severity | None], ...]:
    if not isinstance(value, Mapping):
        mend = "write `no-card: off`, for example, on an indented line of its own"
        raise _ValueFaultError(_must_be("a list of codes with a severity each", value), mend)
    levels: list[tuple[str, Severity | None]] = []
    faults: list[tuple[str, _ValueFaultError]] = []
    for code, level in value.items():
        try:
            levels.append((_softened_code(str(code)), _severity(str(code), level)))
        except _ValueFaultError as fault:
            faults.append((str(code), fault))
    if faults:
        raise _EntryFaultsError(faults)
    return tuple(levels)


def _softened_code(code: str) -> str:
    known = {each.name: each for each in CODES}
    if code not in known:
        fault = f"names `{code}`, which is no diagnostic code"
        raise _ValueFaultError(fault, did_you_mean(code, known))
    if known[code].severity is Severity.ERROR:
        fault = f"names `{code}`, which is an error and stays one"
        raise _ValueFaultError(fault, "mend what it is about, and drop this line")
    return code


def _severity(code: str, level: object) -> Severity | None:
    # YAML 1.1 reads a bare `off` as false.
    if level is False or level == "off":
        return None
    try:
        return Severity(str(level))
    except ValueError:
        fault = f"gives `{code}` the severity {level!r}, which is none"
        raise _ValueFaultError(fault, "write error, warning, info or off") from None


def _must_be(expected: str, value: object) -> str:
    return f"must be {expected}, and is {value!r}"


_READERS: dict[str, Callable[[object], object]] = {
    "deck_prefix": _text,
    "rules": _names,
    "language": _language,
    "code_wrap": _flag,
    "severity": _severities,
}
