"""task.yaml: what the judge has to know of a task."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ankigen.judge.comparison_text import parse_comparison, require_function
from ankigen.judge.rejected_files import rejected_of
from ankigen.judge.runners import RUNNERS_OF_TASKS
from ankigen.judge.sources import ORACLE, functions_of
from ankigen.judge.yaml_text import Section, compose, plain, read_text
from ankigen.markdown.findings import Findings, did_you_mean
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Language
from ankigen.model.solution import Program, SolutionFolder, Task
from ankigen.model.task_settings import Comparison, DeclaredRegion, Limits, ParsedTask, StepLimit, TaskSettings

TASK_FILE = "task.yaml"
_KEYS = (
    "title", "statement", "source", "entry", "oracle", "programs", "rejected_kernels", "regions", "comparison",
    "limits", "step_limit", "environments", "max_age_days",
)  # fmt: skip


def parse_task(folder: SolutionFolder) -> ParsedTask:
    """Read task.yaml and the first lines of rejected programs; what is wrong is reported, all of it."""
    findings = Findings(f"{folder.path}/{TASK_FILE}")
    text = read_text(folder, TASK_FILE, findings)
    top = None if text is None else compose(text, findings, name=TASK_FILE, known=_KEYS)
    if top is None:
        return ParsedTask(task=None, settings=None, diagnostics=findings.in_order())
    functions, faults = functions_of(folder, ORACLE)
    if ORACLE not in folder.files:
        findings.error(1, code="task-file", message="there is no oracle.py", mend="write one that gives the answers")
    entry = top.text("entry")
    programs = dict(_programs(top, folder, entry))
    regions = dict(_regions(top, folder))
    oracle = top.text("oracle")
    if ORACLE in folder.files and not faults:
        require_function(top, "oracle", oracle, functions, ORACLE)
    settings = TaskSettings(
        entry=entry,
        oracle=oracle,
        programs=programs,
        comparison=parse_comparison(top, "comparison", functions) or Comparison(),
        limits=_limits(top),
        step_limit=_step_limit(top),
        environments=_environments(top),
    )
    found = list(rejected_of(folder, programs, entry=entry, kernel=_kernel(top, programs)))
    rejected = tuple(each for each in found if not isinstance(each, Diagnostic))
    task = Task(
        name=folder.name,
        path=f"{folder.path}/{TASK_FILE}",
        title=_by_language(top, "title"),
        statement=_by_language(top, "statement"),
        programs=programs,
    )
    top.text("source", "")
    top.whole("max_age_days", 1, least=1)
    diagnostics = (*findings.in_order(), *faults, *(each for each in found if isinstance(each, Diagnostic)))
    broken = any(each.severity is Severity.ERROR for each in diagnostics)
    return ParsedTask(
        task=task,
        settings=None if broken else replace(settings, rejected=rejected),
        declared_regions=regions,
        diagnostics=diagnostics,
    )


def _by_language(top: Section, key: str) -> Mapping[Language, str]:
    inner = top.section(key, known=[str(language) for language in Language])
    if inner is None:
        if key not in top:
            top.fault(top.line, f"{TASK_FILE} has no `{key}`", f"write `{key}: {{zh: …, en: …}}`")
        return {}
    texts = {language: inner.text(str(language), "").strip() for language in Language}
    return {language: text for language, text in texts.items() if text}


def _programs(top: Section, folder: SolutionFolder, entry: str) -> Iterator[tuple[str, Program]]:
    programs = top.section("programs")
    if programs is None or not programs.entries:
        top.fault(top.line_of("programs"), "there is no program", "write `programs: {NAME: {runner: …, file: …}}`")
        return
    known = ("runner", "file", "kernels", "entry", "launch_shapes")
    for name in programs.entries:
        inner = programs.section(name, known=known, where=f"program `{name}`")
        if inner is None:
            continue
        runner = inner.text("runner")
        if runner and runner not in RUNNERS_OF_TASKS:
            inner.fault(
                inner.line_of("runner"), f"there is no runner `{runner}`", did_you_mean(runner, RUNNERS_OF_TASKS)
            )
        file, kernels = inner.text("file"), inner.texts("kernels")
        for key, path in (("file", file), *(("kernels", kernel) for kernel in kernels)):
            _require_file(inner, key, path, folder)
        yield (
            name,
            Program(
                name=name,
                runner=runner,
                file=file,
                kernels=kernels,
                entry=inner.text("entry", entry),
                launch_shapes=tuple(_launch_shapes(inner)),
                line=programs.line_of(name),
            ),
        )


def _launch_shapes(inner: Section) -> Iterator[Mapping[str, int]]:
    for node in inner.items("launch_shapes"):
        shape = plain(node)
        wrong = [key for key, value in shape.items() if type(value) is not int or not str(key).isidentifier()]
        if wrong:
            line = node.start_mark.line + 1
            inner.fault(line, f"the launch shape {shape!r} is no keyword with a whole number", "write {threads: 128}")
        else:
            yield shape


def _kernel(top: Section, programs: Mapping[str, Program]) -> tuple[str, str] | None:
    inner = top.section("rejected_kernels", known=("program", "kernel"))
    if inner is None:
        return None
    program, kernel = inner.text("program"), inner.text("kernel")
    if program not in programs:
        inner.fault(inner.line_of("program"), f"there is no program `{program}`", did_you_mean(program, programs))
        return None
    if kernel not in programs[program].kernels:
        mend = did_you_mean(kernel, programs[program].kernels)
        inner.fault(inner.line_of("kernel"), f"program `{program}` has no kernel `{kernel}`", mend)
        return None
    return program, kernel


def _regions(top: Section, folder: SolutionFolder) -> Iterator[tuple[str, DeclaredRegion]]:
    regions = top.section("regions")
    for name in () if regions is None else regions.entries:
        inner = regions.section(name, known=("file", "language"), where=f"region `{name}`") if regions else None
        if inner is not None:
            file, language = inner.text("file"), inner.text("language")
            _require_file(inner, "file", file, folder)
            yield name, DeclaredRegion(file=file, language=language, line=inner.line)


def _require_file(section: Section, key: str, path: str, folder: SolutionFolder) -> None:
    if path and path not in folder.files:
        section.findings.error(
            section.line_of(key),
            code="task-file",
            message=f"{section.where} names {path}, which does not exist",
            mend=did_you_mean(path, [name for name in sorted(folder.files) if name.startswith("accepted/")]),
        )


def _limits(top: Section) -> Limits:
    inner = top.section("limits", known=("wall_s", "cpu_s", "memory_mb", "output_mb"))
    default = Limits()
    if inner is None:
        return default
    return Limits(
        wall_s=inner.number("wall_s", default.wall_s) or default.wall_s,
        cpu_s=inner.number("cpu_s", default.cpu_s),
        memory_mb=inner.whole("memory_mb", default.memory_mb, least=1),
        output_mb=inner.whole("output_mb", default.output_mb, least=1),
    )


def _step_limit(top: Section) -> StepLimit | None:
    inner = top.section("step_limit", known=("unit", "size", "constant", "square"))
    if inner is None:
        return None
    limit = StepLimit(
        unit=inner.text("unit", "line"),
        size=inner.text("size", "length"),
        constant=inner.whole("constant", 0),
        square=inner.whole("square", 0),
    )
    for key, value, only in (("unit", limit.unit, "line"), ("size", limit.size, "length")):
        if value != only:
            inner.fault(inner.line_of(key), f"`{key}` is `{value}`", f"write {only}: it is the only one there is")
    if not limit.constant and not limit.square:
        inner.fault(inner.line, "the limit allows no step", "write `constant`, `square` or both")
    return limit


def _environments(top: Section) -> Mapping[str, str]:
    inner = top.section("environments", known=("python", "cuda", "compute_capability"))
    return {} if inner is None else {key: inner.text(key) for key in inner.entries}
