"""YAML with lines: mappings whose every key is known, and values of the kind that is wanted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from ankigen.markdown.findings import Findings, did_you_mean
from ankigen.model.solution import SolutionFolder


def read_text(folder: SolutionFolder, name: str, findings: Findings) -> str | None:
    """Give a file's text with its ends of lines folded to LF; None, and an error, where there is none."""
    content = folder.files.get(name)
    if content is None:
        findings.error(1, code="task-file", message=f"there is no {name} in {folder.path}", mend=f"write {name}")
        return None
    try:
        return folded(content).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        findings.error(line, code="task-yaml", message=f"{name} is not UTF-8", mend="save it as UTF-8")
        return None


def folded(content: bytes) -> bytes:
    """Fold ends of lines to LF, as records hash them: what runs is what is hashed."""
    return content.replace(b"\r\n", b"\n")


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a mapping, and the line of its key."""

    line: int
    node: yaml.Node


class Section:
    """A mapping; values are asked for by key, and what is wrong with one is reported and left out."""

    def __init__(self, node: yaml.MappingNode, findings: Findings, *, known: Sequence[str], where: str) -> None:
        """Report keys that are unknown or stand twice.

        Args:
            node: the mapping.
            findings: where faults go.
            known: all keys that it may have.
            where: what it is, for messages: `task.yaml`, `program gpu_batch`.
        """
        self.findings = findings
        self.where = where
        self.line = node.start_mark.line + 1
        self.entries: dict[str, Entry] = {}
        for key, value in node.value:
            name, line = str(key.value), key.start_mark.line + 1
            if name in self.entries:
                first = self.entries[name].line
                self.fault(line, f"`{name}` stands twice in {where}, first in line {first}", "keep one of them")
            elif known and name not in known:
                self._unknown(name, line, known)
            else:
                self.entries[name] = Entry(line, value)

    def __contains__(self, key: str) -> bool:
        """Say whether a key is there."""
        return key in self.entries

    def line_of(self, key: str) -> int:
        """Give the line of a key, or of the whole where it is not there."""
        return self.entries[key].line if key in self.entries else self.line

    def text(self, key: str, default: str | None = None) -> str:
        """Give a text; without a default it must be there."""
        found = self.value(key, str, "text", default)
        return found if isinstance(found, str) else default or ""

    def whole(self, key: str, default: int, *, least: int = 0) -> int:
        """Give a whole number, at least so large."""
        found = self.value(key, int, "a whole number", default)
        if found < least:
            self.fault(self.line_of(key), f"`{key}` must be at least {least}, and is {found}", "write a larger number")
            return default
        return int(found)

    def number(self, key: str, default: float) -> float:
        """Give a number above or at 0."""
        found = self.value(key, (int, float), "a number", default)
        if not 0 <= found < float("inf"):
            self.fault(self.line_of(key), f"`{key}` must not be below 0, and is {found}", "write a number above 0")
            return default
        return float(found)

    def flag(self, key: str) -> bool:
        """Give true or false; false where it is not there."""
        return bool(self.value(key, bool, "true or false", default=False))

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of texts; empty where it is not there."""
        found = self.value(key, list, "a list", [])
        if any(not isinstance(item, str) for item in found):
            self.fault(self.line_of(key), f"`{key}` must be a list of texts, and is {found!r}", "put each in quotes")
            return ()
        return tuple(found)

    def wholes(self, key: str) -> tuple[int, ...]:
        """Give a list of whole numbers from 0 on."""
        found = self.value(key, list, "a list", None)
        wrong = [item for item in found or () if not isinstance(item, int) or isinstance(item, bool) or item < 0]
        if wrong:
            self.fault(self.line_of(key), f"`{key}` holds {wrong[0]!r}", "list whole numbers from 0 on")
            return ()
        return tuple(found or ())

    def value(self, key: str, kind: type | tuple[type, ...], name: str, default: Any) -> Any:  # noqa: ANN401 - YAML's values
        """Give a value of a kind; the default where it is not there, or of another kind; None: it must be there."""
        if key not in self.entries:
            if default is None:
                self.fault(self.line, f"{self.where} has no `{key}`", f"write `{key}: …`, which is {name}")
            return default
        found = plain(self.entries[key].node)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(found, kinds) or (isinstance(found, bool) and bool not in kinds):
            self.fault(self.line_of(key), f"`{key}` must be {name}, and is {found!r}", f"write {name}")
            return default
        return found

    def section(self, key: str, *, known: Sequence[str] = (), where: str = "") -> "Section | None":
        """Give a mapping inside; None where it is not there."""
        if key not in self.entries:
            return None
        node = self.entries[key].node
        if not isinstance(node, yaml.MappingNode):
            self.fault(self.line_of(key), f"`{key}` must be `key: value` lines", "write one key a line, indented")
            return None
        return Section(node, self.findings, known=known, where=where or f"`{key}`")

    def items(self, key: str) -> Iterator[yaml.MappingNode]:
        """Yield the mappings of a list; nothing where it is not there."""
        if key not in self.entries:
            return
        node = self.entries[key].node
        if not isinstance(node, yaml.SequenceNode):
            self.fault(self.line_of(key), f"`{key}` must be a list", "begin each entry with a hyphen")
            return
        for item in node.value:
            if isinstance(item, yaml.MappingNode):
                yield item
            else:
                self.fault(item.start_mark.line + 1, f"an entry of `{key}` has no keys", "write {id: …, …}")

    def fault(self, line: int, message: str, mend: str) -> None:
        """Report a value that cannot be taken."""
        self.findings.error(line, code="task-value", message=message, mend=mend)

    def _unknown(self, name: str, line: int, known: Sequence[str]) -> None:
        message = f"{self.where} has no key `{name}`"
        self.findings.error(line, code="task-key", message=message, mend=did_you_mean(name, known))


def compose(text: str, findings: Findings, *, name: str, known: Sequence[str]) -> Section | None:
    """Read a YAML text whose top is a mapping; None, and an error, where it is none."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        if node is not None:
            plain(node)
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        # A ValueError is an impossible date, which PyYAML does not wrap.
        mark = getattr(fault, "problem_mark", None)
        problem = getattr(fault, "problem", None) or getattr(fault, "reason", None) or str(fault)
        line = 1 if mark is None else mark.line + 1
        mend = "write `key: value`; quote values that hold `: ` or begin with a sign"
        findings.error(line, code="task-yaml", message=f"this is no YAML: {problem}", mend=mend)
        return None
    if not isinstance(node, yaml.MappingNode):
        mend = f"write {', '.join(known[:3])} and the like"
        findings.error(1, code="task-yaml", message=f"{name} has no `key: value` lines", mend=mend)
        return None
    return Section(node, findings, known=known, where=name)


def plain(node: yaml.Node) -> Any:  # noqa: ANN401 - YAML's values
    """Give the value of a node."""
    return yaml.SafeLoader("").construct_document(node)
