"""vectors.yaml: the cases of a task."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import yaml

from ankigen.judge.child.values import slice_of, text_of
from ankigen.judge.comparison_text import parse_comparison, require_function
from ankigen.judge.runners import RUNNERS_OF_TASKS
from ankigen.judge.sources import GENERATORS, ORACLE, functions_of
from ankigen.judge.yaml_text import Section, compose, plain, read_text
from ankigen.markdown.findings import Findings, did_you_mean
from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import Case, Family, Marks, ParsedVectors, TaskSettings

VECTOR_FILE = "vectors.yaml"
_TOP = ("cases", "generated", "bad_input", "must_reject", "mutation")
_MARKS = ("id", "why", "entry", "oracle", "compare", "steps", "full", "sanitize", "memory_mb", "wall_s")
_CASE = (*_MARKS, "in", "out")
_FAMILY = (*_MARKS, "gen", "sizes", "seeds", "fresh_seeds", "many", "each_position")
_BAD = (*_FAMILY, "in", "raises")
_MADE = ("array", "zeros", "dtype", "set", "view", "shape")


def parse_vectors(folder: SolutionFolder, settings: TaskSettings) -> ParsedVectors:
    """Read vectors.yaml; what is wrong is reported, all of it."""
    findings = Findings(f"{folder.path}/{VECTOR_FILE}")
    text = read_text(folder, VECTOR_FILE, findings)
    top = None if text is None else compose(text, findings, name=VECTOR_FILE, known=_TOP)
    if top is None:
        return ParsedVectors(diagnostics=findings.in_order())
    oracle, _ = functions_of(folder, ORACLE)  # what is wrong with it was said with task.yaml
    generators, faults = functions_of(folder, GENERATORS)
    reader = _Reader(findings, settings, oracle, generators, _oracles(top))
    cases = [*reader.cases(top), *reader.bad_cases(top)]
    families = [*reader.families(top), *reader.bad_families(top)]
    if not cases and not families:
        message = "there is no vector, so any program would pass"
        findings.error(1, code="vectors-none", message=message, mend="write at least one into `cases`")
    marks = [*(case.marks for case in cases), *(family.marks for family in families)]
    _require_unique(marks, findings)
    _require_enough(marks, settings, findings)
    return ParsedVectors(cases=tuple(cases), families=tuple(families), diagnostics=(*findings.in_order(), *faults))


def _oracles(top: Section) -> Mapping[str, str]:
    """Give, by entry, the one oracle that generated vectors name for it: literal ones need not repeat it."""
    named: dict[str, set[str]] = {}
    for node in top.items("generated"):
        entries = {str(key.value): str(value.value) for key, value in node.value if isinstance(value, yaml.ScalarNode)}
        if "entry" in entries and "oracle" in entries:
            named.setdefault(entries["entry"], set()).add(entries["oracle"])
    return {entry: next(iter(oracles)) for entry, oracles in named.items() if len(oracles) == 1}


class _Reader:
    """Reads the lists of vectors.yaml."""

    def __init__(
        self,
        findings: Findings,
        settings: TaskSettings,
        oracle: AbstractSet[str],
        generators: AbstractSet[str],
        oracles: Mapping[str, str],
    ) -> None:
        self._findings = findings
        self._settings = settings
        self._oracle = oracle
        self._generators = generators
        self._oracles = oracles

    def cases(self, top: Section) -> Iterator[Case]:
        for entry in self._entries(top, "cases", _CASE):
            if "out" not in entry:
                entry.fault(entry.line, f"{entry.where} has no `out`", "write what the call must give")
                continue
            arguments, expected = self._arguments(entry), self._encoded(entry, "out")
            if arguments is not None and expected is not None:
                yield Case(marks=self._marks(entry), arguments=arguments, expected=expected, why=entry.text("why", ""))

    def bad_cases(self, top: Section) -> Iterator[Case]:
        for entry in self._entries(top, "bad_input", _BAD):
            if "gen" in entry:
                continue
            arguments = self._arguments(entry)
            if arguments is not None:
                marks = self._marks(entry)
                yield Case(marks=marks, arguments=arguments, raises=_raises(entry), why=entry.text("why", ""))

    def families(self, top: Section) -> Iterator[Family]:
        for entry in self._entries(top, "generated", _FAMILY):
            marks = self._marks(entry)
            if not marks.oracle:
                mend = "write `oracle: FUNCTION`"
                entry.fault(entry.line, f"no oracle answers for the entry `{marks.entry}` of {entry.where}", mend)
            yield self._family(entry, marks, ())

    def bad_families(self, top: Section) -> Iterator[Family]:
        known = Findings("")  # what is wrong with the keys was said with the literal ones
        for node in top.items("bad_input"):
            if "gen" in Section(node, known, known=(), where=""):
                entry = Section(node, self._findings, known=_BAD, where="a bad input")
                yield self._family(entry, self._marks(entry), _raises(entry))

    def _entries(self, top: Section, key: str, known: Sequence[str]) -> Iterator[Section]:
        for node in top.items(key):
            name = next((str(value.value) for each, value in node.value if each.value == "id"), "")
            yield Section(node, self._findings, known=known, where=f"vector `{name}`" if name else "a vector")

    def _marks(self, entry: Section) -> Marks:
        settings = self._settings
        called = entry.text("entry", settings.entry)
        default = settings.oracle if called == settings.entry else self._oracles.get(called, "")
        oracle = entry.text("oracle", default)
        require_function(entry, "oracle", oracle, self._oracle, ORACLE)
        entries = dict.fromkeys(program.entry for program in settings.programs.values())
        if called not in entries:
            mend = did_you_mean(called, entries)
            entry.fault(entry.line_of("entry"), f"no program has the entry `{called}`, so none would be judged", mend)
        steps = entry.flag("steps")
        if steps and settings.step_limit is None:
            entry.fault(entry.line_of("steps"), "task.yaml has no `step_limit`", "write one, or drop `steps`")
        return Marks(
            id=entry.text("id"),
            line=entry.line,
            entry=called,
            oracle=oracle,
            comparison=parse_comparison(entry, "compare", self._oracle) or settings.comparison,
            steps=steps,
            full=entry.flag("full"),
            sanitize=entry.flag("sanitize"),
            memory_mb=entry.whole("memory_mb", 0),
            wall_s=entry.number("wall_s", 0.0),
        )

    def _family(self, entry: Section, marks: Marks, raises: tuple[str, ...]) -> Family:
        generator = entry.text("gen")
        require_function(entry, "gen", generator, self._generators, GENERATORS)
        sizes = entry.wholes("sizes")
        if "sizes" in entry and not sizes:
            entry.fault(entry.line_of("sizes"), f"{entry.where} has no size, so no vector", "list at least one")
        return Family(
            marks=marks,
            generator=generator,
            sizes=sizes,
            seeds=entry.whole("seeds", 1, least=1),
            fresh_seeds=entry.whole("fresh_seeds", 0),
            many=entry.flag("many"),
            each_position=entry.flag("each_position"),
            raises=raises,
        )

    def _arguments(self, entry: Section) -> str | None:
        if "in" in entry and not isinstance(entry.entries["in"].node, yaml.SequenceNode):
            entry.fault(entry.line_of("in"), "`in` must list the arguments of a call", "put them into [ ]")
            return None
        return self._encoded(entry, "in")

    def _encoded(self, entry: Section, key: str) -> str | None:
        if key not in entry:
            entry.fault(entry.line, f"{entry.where} has no `{key}`", f"write `{key}: …`")
            return None
        value = plain(entry.entries[key].node)
        fault, mend = _fault_of(value)
        text = "" if fault else text_of(value)
        if '"$":"other"' in text:
            fault, mend = f"`{key}` holds a value that is neither number, text, list nor array", "put it in quotes"
        if fault:
            entry.fault(entry.line_of(key), fault, mend)
            return None
        return text


def _fault_of(value: Any) -> tuple[str, str]:  # noqa: ANN401, PLR0911 - any value; one line a fault
    """Say what is wrong with the arrays inside a value, and the mend."""
    if isinstance(value, list):
        return next((fault for fault in map(_fault_of, value) if fault[0]), ("", ""))
    if not isinstance(value, dict) or not {"array", "zeros"} & set(value):
        return "", ""
    unknown = [key for key in value if key not in _MADE]
    if unknown:
        return f"an array has no key `{unknown[0]}`", did_you_mean(str(unknown[0]), _MADE)
    if ("array" in value) is ("zeros" in value) or "dtype" not in value:
        return "an array has `array` or `zeros`, and a `dtype`", "write {array: [1, 2], dtype: float32}"
    try:
        slice_of(str(value.get("view", "[:]")))
    except ValueError:
        return f"`view: {value['view']}` is no slice", 'write "[1:]", for example'
    if "zeros" in value and not _is_count(value["zeros"]):
        return f"`zeros` must be a number of elements, and is {value['zeros']!r}", "write a whole number from 0 on"
    shape = value.get("shape", [])
    if not isinstance(shape, list) or not all(map(_is_count, shape)):
        return f"`shape` must list whole numbers, and is {shape!r}", "write [2, 3]"
    places = value.get("set", {})
    if not isinstance(places, dict) or not all(isinstance(place, int) for place in places):
        return "`set` must map places to values", "write {0: 1, 99: 2}"
    return "", ""


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _raises(entry: Section) -> tuple[str, ...]:
    raises = entry.texts("raises")
    if not raises:
        entry.fault(entry.line_of("raises"), f"{entry.where} names no exception", "write `raises: [ValueError]`")
    return raises


def _require_unique(marks: Sequence[Marks], findings: Findings) -> None:
    count = Counter(each.id for each in marks)
    first: dict[str, int] = {}
    for each in sorted(marks, key=lambda mark: mark.line):
        if count[each.id] > 1 and each.id:
            if each.id in first:
                message = f"two vectors have the id `{each.id}`, the first in line {first[each.id]}"
                findings.error(each.line, code="vector-duplicate", message=message, mend="give this one another")
            first.setdefault(each.id, each.line)


def _require_enough(marks: Sequence[Marks], settings: TaskSettings, findings: Findings) -> None:
    """Report programs without vectors, and those of a GPU without any that a sanitizer can look at."""
    for program in settings.programs.values():
        own = [each for each in marks if each.entry == program.entry]
        if marks and not any(not each.full for each in own):
            message = f"no vector calls `{program.entry}`, so program `{program.name}` would pass whatever it does"
            findings.error(1, code="vectors-none", message=message, mend=f"write one with `entry: {program.entry}`")
        runner = RUNNERS_OF_TASKS.get(program.runner)
        if own and runner is not None and runner.sanitizers and not any(each.sanitize for each in own):
            message = f"no vector of program `{program.name}` is marked `sanitize`, so no sanitizer would look at it"
            findings.error(1, code="vectors-none", message=message, mend="write `sanitize: true` on some small ones")
