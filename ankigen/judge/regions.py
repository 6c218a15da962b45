"""Regions of solutions: the code between `card:begin NAME` and `card:end`, as it ran and as a card shows it.

The comments `card:begin NAME`, `card:end` and `card:cloze` are Python's (`# card:…`) or those of C++ and CUDA
(`// card:…`, `/* card:… */`). Text of the solution is never changed: what a card shows is what a judge has run.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import PurePosixPath

from ankigen.markdown.characters import columns
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.solution import Region, SolutionFolder
from ankigen.model.task_settings import DeclaredRegion

WIDEST = 72
"""Columns of a line that a card shows without scrolling on a desktop."""
LONGEST = 45
"""Lines that a learner can still write from memory."""
TAB = 4
"""Columns of a tab on a card."""

_HASH = re.compile(r"[ \t]*#[ \t]*card:[ \t]*(?P<what>[\w-]*)[ \t]*(?P<rest>[^\n]*)$")
_SLASHES = re.compile(
    r"[ \t]*(?://[ \t]*card:[ \t]*(?P<what>[\w-]*)[ \t]*(?P<rest>[^\n]*)"
    r"|/\*[ \t]*card:[ \t]*(?P<what2>[\w-]*)[ \t]*(?P<rest2>[^*\n]*)\*/[ \t]*)$"
)
_WITH_HASH = frozenset({".py", ".pyi", ".sh", ".rb", ".jl", ".yaml", ".yml", ".toml", ".mk", ".cmake"})
_WORDS = ("begin", "end", "cloze")
_NAME = re.compile(r"[\w-]+")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Regions:
    """The regions of a task that can be shown, and what is wrong with all of them."""

    regions: Mapping[str, Region] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


def read_regions(folder: SolutionFolder, declared: Mapping[str, DeclaredRegion]) -> Regions:
    """Cut the regions that a task names out of its files.

    A region that task.yaml does not name is fine, as long as it is whole.

    Args:
        folder: the task's files.
        declared: by name of the region.
    """
    regions: dict[str, Region] = {}
    diagnostics: list[Diagnostic] = []
    marked: dict[str, _Marked] = {}
    for file in dict.fromkeys(each.file for each in declared.values()):
        if file in folder.files:
            marked[file] = _read(folder.files[file], f"{folder.path}/{file}")
            diagnostics.extend(marked[file].diagnostics)
    for name, each in declared.items():
        found = marked.get(each.file)
        if found is None:
            diagnostics.append(_no_file(folder, name, each))
        elif name in found.pieces:
            region = _region(name, each, found.pieces[name])
            regions[name] = region
            diagnostics.extend(_shape(region, f"{folder.path}/{each.file}"))
        elif name not in found.broken:
            diagnostics.append(_no_region(folder, name, each, found))
    return Regions(regions=regions, diagnostics=tuple(diagnostics))


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    cloze: bool


@dataclass(slots=True)
class _Marked:
    """The regions of one file."""

    path: str
    pieces: dict[str, list[_Line]] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    """Line on which each name begins first."""
    broken: set[str] = field(default_factory=set)
    """Names of regions that something is wrong with; no need to say that they are not there."""
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def fault(self, line: int, message: str, mend: str) -> None:
        self.diagnostics.append(
            Diagnostic(
                path=self.path,
                line=line,
                severity=Severity.ERROR,
                code="region-broken",
                message=message,
                mend=mend,
            )
        )


@dataclass(slots=True)
class _Open:
    """A region that has begun and not ended yet."""

    name: str
    line: int
    lines: list[_Line] = field(default_factory=list)


def _read(content: bytes, path: str) -> _Marked:
    marked = _Marked(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        marked.fault(
            content.count(b"\n", 0, fault.start) + 1,
            "this is not UTF-8, so that no card can show it",
            "save it again as UTF-8",
        )
        return marked
    pattern = _HASH if PurePosixPath(path).suffix.lower() in _WITH_HASH else _SLASHES
    is_open: _Open | None = None
    for number, line in enumerate(_LINE_END.split(text), start=1):
        comment = pattern.search(line)
        if comment is None:
            if is_open is not None:
                is_open.lines.append(_Line(number, line, cloze=False))
            continue
        word, rest = _parts(comment)
        code = line[: comment.start()]
        if word == "cloze":
            _cloze(marked, is_open, number, code)
        elif word not in _WORDS:
            marked.fault(number, f"there is no comment `card:{word}`", _did_you_mean(word))
        elif code.strip():
            marked.fault(number, f"`card:{word}` stands behind code", "put it on a line of its own")
        elif word == "begin":
            is_open = _begin(marked, is_open, number, rest)
        else:
            _end(marked, is_open, number)
            is_open = None
    if is_open is not None:
        marked.broken.add(is_open.name)
        marked.fault(is_open.line, f"the region “{is_open.name}” never ends", "put `card:end` below its last line")
    return marked


def _parts(comment: re.Match[str]) -> tuple[str, str]:
    found = comment.groupdict()
    word = found["what"] if found["what"] is not None else found.get("what2")
    rest = found["rest"] if found["rest"] is not None else found.get("rest2")
    return word or "", (rest or "").strip()


def _cloze(marked: _Marked, is_open: _Open | None, number: int, code: str) -> None:
    if is_open is None:
        marked.fault(
            number,
            "`card:cloze` outside a region hides nothing",
            "move it between `card:begin NAME` and `card:end`, or take it out",
        )
    elif not code.strip():
        marked.fault(
            number,
            "`card:cloze` stands on a line without code, so it hides nothing",
            "put it at the end of the line that is to be hidden",
        )
    else:
        is_open.lines.append(_Line(number, code, cloze=True))


def _begin(marked: _Marked, is_open: _Open | None, number: int, rest: str) -> _Open | None:
    if is_open is not None:
        marked.broken.update({is_open.name, rest})
        marked.fault(
            number,
            f"the region “{rest}” begins inside “{is_open.name}” (line {is_open.line}); regions do not nest",
            "put `card:end` above it",
        )
    elif not _NAME.fullmatch(rest):
        marked.fault(
            number, "a region needs a name of letters, digits, `-` and `_`", "write `card:begin NAME`, such as `kernel`"
        )
    elif rest in marked.begun:
        marked.broken.add(rest)
        marked.fault(
            number,
            f"the region “{rest}” begins a second time (first at line {marked.begun[rest]})",
            "give one of them another name",
        )
    marked.begun.setdefault(rest, number)
    return _Open(name=rest, line=number)


def _end(marked: _Marked, is_open: _Open | None, number: int) -> None:
    if is_open is None:
        marked.fault(number, "`card:end` ends no region", "put `card:begin NAME` where it begins, or take it out")
        return
    lines = _trimmed(is_open.lines)
    if not lines:
        marked.broken.add(is_open.name)
        marked.fault(
            is_open.line, f"the region “{is_open.name}” is empty", "put code between `card:begin` and `card:end`"
        )
    elif is_open.name not in marked.pieces:
        marked.pieces[is_open.name] = lines


def _trimmed(lines: Sequence[_Line]) -> list[_Line]:
    """Drop blank lines at both ends: formatters put some before a comment."""
    filled = [place for place, line in enumerate(lines) if line.text.strip()]
    return list(lines[filled[0] : filled[-1] + 1]) if filled else []


def _region(name: str, declared: DeclaredRegion, lines: Sequence[_Line]) -> Region:
    code = textwrap.dedent("\n".join(line.text.rstrip() for line in lines))
    return Region(
        name=name,
        file=declared.file,
        language=declared.language,
        line=lines[0].number,
        code=code,
        hidden=tuple(_hidden(code, lines)),
    )


def _hidden(code: str, lines: Sequence[_Line]) -> Iterator[tuple[int, int]]:
    start = 0
    for shown, line in zip(code.split("\n"), lines, strict=True):
        if line.cloze:
            yield start + len(shown) - len(shown.lstrip()), start + len(shown)
        start += len(shown) + 1


def _shape(region: Region, path: str) -> Iterator[Diagnostic]:
    """Yield what makes a region hard to read on a card."""
    lines = region.code.split("\n")
    for number, line in enumerate(lines, start=region.line):
        wide = columns(line.expandtabs(TAB))
        if wide > WIDEST:
            yield Diagnostic(
                path=path,
                line=number,
                severity=Severity.WARNING,
                code="region-wide",
                message=f"this line of the region “{region.name}” has {wide} columns; cards show {WIDEST} at most "
                "without scrolling",
                mend="break the line",
            )
    if len(lines) > LONGEST:
        yield Diagnostic(
            path=path,
            line=region.line,
            severity=Severity.INFO,
            code="region-long",
            message=f"the region “{region.name}” has {len(lines)} lines, more than {LONGEST} that one remembers",
            mend="part it into two regions",
        )


def _no_file(folder: SolutionFolder, name: str, declared: DeclaredRegion) -> Diagnostic:
    close = get_close_matches(declared.file, [path for path in folder.files if path.startswith("accepted/")], n=1)
    return _unknown(
        folder,
        declared,
        f"the region “{name}” is to be in {declared.file}, which is not there",
        f"did you mean {close[0]}?" if close else "put the file there or mend the path",
    )


def _no_region(folder: SolutionFolder, name: str, declared: DeclaredRegion, found: _Marked) -> Diagnostic:
    others = [*found.pieces]
    close = get_close_matches(name, others, n=1)
    listed = f"; there is {', '.join(others)}" if others else "; no region begins there"
    return _unknown(
        folder,
        declared,
        f"there is no region “{name}” in {declared.file}{listed}",
        f"did you mean {close[0]}?" if close else f"put `card:begin {name}` and `card:end` around it",
    )


def _unknown(folder: SolutionFolder, declared: DeclaredRegion, message: str, mend: str) -> Diagnostic:
    return Diagnostic(
        path=f"{folder.path}/task.yaml",
        line=declared.line,
        severity=Severity.ERROR,
        code="region-unknown",
        message=message,
        mend=mend,
    )


def _did_you_mean(word: str) -> str:
    close = get_close_matches(word, _WORDS, n=1)
    return f"did you mean `card:{close[0]}`?" if close else "write `card:begin NAME`, `card:end` or `card:cloze`"
