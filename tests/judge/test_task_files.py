"""task.yaml and vectors.yaml: what is read, and what is said of what is wrong."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen.judge import parse_task, parse_vectors
from ankigen.model.diagnostic import Severity
from ankigen.model.task_settings import Comparison, DeclaredRegion, Expectation, Limits, StepLimit
from tests.judge.judging import folder_of, without_rejected

TASK = folder_of("total").files["task.yaml"].decode()
VECTORS = folder_of("total").files["vectors.yaml"].decode()
CUDA_TASK = folder_of("doubled").files["task.yaml"].decode()
CUDA_VECTORS = folder_of("doubled").files["vectors.yaml"].decode()


def said_of_task(old: str, new: str, *, name: str = "total", text: str = TASK) -> list[tuple[int, str, str, str]]:
    assert old in text
    parsed = parse_task(without_rejected(folder_of(name, {"task.yaml": text.replace(old, new)})))
    assert parsed.settings is None
    return [(each.line, each.code, each.message, each.mend) for each in parsed.diagnostics]


def said_of_vectors(old: str, new: str, *, name: str = "total", text: str = VECTORS) -> list[tuple[int, str, str, str]]:
    assert old in text
    folder = without_rejected(folder_of(name, {"vectors.yaml": text.replace(old, new)}))
    settings = parse_task(folder).settings
    assert settings is not None
    parsed = parse_vectors(folder, settings)
    assert all(each.severity is Severity.ERROR for each in parsed.diagnostics)
    return [(each.line, each.code, each.message, each.mend) for each in parsed.diagnostics]


def test_a_task_is_read() -> None:
    parsed = parse_task(folder_of("total"))
    assert parsed.diagnostics == ()
    assert parsed.task is not None
    assert parsed.settings is not None
    assert parsed.task.title["en"] == "Total"  # type: ignore[index]
    assert parsed.task.programs["total"].launch_shapes == ({"chunk": 4}, {"chunk": 1})
    assert parsed.declared_regions == {"loop": DeclaredRegion(file="accepted/total.py", language="python", line=11)}
    assert parsed.settings.limits == Limits(wall_s=3, memory_mb=256, output_mb=4)
    assert parsed.settings.step_limit == StepLimit(constant=200, square=0)
    assert parsed.settings.comparison == Comparison()
    sleeps = next(each for each in parsed.settings.rejected if each.name == "sleeps.py")
    assert (sleeps.expect, sleeps.replaces) == (Expectation.DEADLOCK, "accepted/total.py")


def test_vectors_are_read() -> None:
    folder = folder_of("total")
    settings = parse_task(folder).settings
    assert settings is not None
    parsed = parse_vectors(folder, settings)
    assert parsed.diagnostics == ()
    two = next(case for case in parsed.cases if case.marks.id == "two")
    assert (two.arguments, two.expected, two.marks.line) == ("[[1,2]]", "3", 4)
    text = next(case for case in parsed.cases if case.marks.id == "text")
    assert (text.expected, text.raises) == ("", ("TypeError",))
    small, pairs, counted = parsed.families
    assert (small.sizes, small.seeds, small.fresh_seeds) == ((0, 1, 2, 3, 5, 20), 2, 1)
    assert pairs.many
    assert counted.marks.steps


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "message", "mend"),
    [
        ("entry: total", "entrry: total", 3, "task-key", "has no key `entrry`", "did you mean `entry`?"),
        ("entry: total", "entry: [", 5, "task-yaml", "this is no YAML", "quote values"),
        ("entry: total", "entry: total\nentry: total", 4, "task-value", "stands twice", "keep one"),
        ("oracle: by_counting", "oracle: by_count", 4, "task-function", "no function `by_count`", "`by_counting`"),
        ("runner: python", "runner: pyton", 7, "task-value", "no runner `pyton`", "`python`"),
        ("file: accepted/total.py\n    l", "file: accepted/totl.py\n    l", 8, "task-file", "totl.py", "total.py`?"),
        ("{chunk: 1}", "{chunk: x}", 9, "task-value", "no keyword with a whole number", "threads"),
        ("{file: accepted/total.py, l", "{file: accepted/t.py, l", 11, "task-file", "accepted/t.py", "total.py"),
        ("comparison: exact", "comparison: near", 12, "task-value", "is 'near'", "write exact"),
        ("comparison: exact", "comparison: {rule: ulps}", 12, "task-value", "no rule `ulps`", "did you mean `ulp`?"),
        ("comparison: exact", "comparison: {rule: ulp, depth: x}", 12, "task-key", "has no key `depth`", "most"),
        ("comparison: exact", "comparison: {rule: ulp}", 12, "task-value", "has no `most`", "representable"),
        ("comparison: exact", "comparison: {rule: close}", 12, "task-value", "neither", "one of them"),
        ("comparison: exact", "comparison: {rule: checker, function: f}", 12, "task-function", "`f`", "by_counting"),
        ("wall_s: 3", "wall_s: fast", 13, "task-value", "must be a number", "write a number"),
        ("wall_s: 3", "wall: 3", 13, "task-key", "has no key `wall`", "`wall_s`"),
        ("memory_mb: 256", "memory_mb: 0", 13, "task-value", "at least 1", "larger"),
        ("constant: 200", "constant: 0", 14, "task-value", "allows no step", "`constant`"),
        ("constant: 200", "unit: call, constant: 200", 14, "task-value", "`unit` is `call`", "write line"),
        ('python: ">=3.11"', "pithon: '3'", 15, "task-key", "`pithon`", "`python`"),
        ("title: {zh: 求和, en: Total}", "", 2, "task-value", "has no `title`", "zh"),
    ],
)  # fmt: skip
def test_a_wrong_task_is_told_with_its_line(  # noqa: PLR0917 - a case
    old: str, new: str, line: int, code: str, message: str, mend: str
) -> None:
    said = said_of_task(old, new)
    assert any((at, of) == (line, code) and message in text and mend in remedy for at, of, text, remedy in said), said


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "message", "mend"),
    [
        ("cases:", "case:", 1, "task-key", "no key `case`", "did you mean `cases`?"),
        ("bad_input:", "bad_input: [", 13, "task-yaml", "this is no YAML", ""),
        ("id: two,", "idd: two,", 4, "task-key", "no key `idd`", "did you mean `id`?"),
        ("id: two,", "id: one,", 4, "vector-duplicate", "id `one`, the first in line 3", "another"),
        ("id: text", "id: small", 13, "vector-duplicate", "id `small`", ""),
        ("out: 3}", "why: x}", 4, "task-value", "has no `out`", "write"),
        ("in: [[1, 2]]", "in: 1", 4, "task-value", "must list the arguments", "[ ]"),
        ("in: [[1, 2]]", "in: [2001-01-01]", 4, "task-value", "neither number, text", "quotes"),
        ("in: [[1, 2]]", "in: [{array: [1]}]", 4, "task-value", "and a `dtype`", "dtype: float32"),
        ("in: [[1, 2]]", "in: [{array: [1], dtype: f4, veiw: '[1:]'}]", 4, "task-value", "no key `veiw`", "`view`"),
        ("in: [[1, 2]]", "in: [{array: [1], dtype: f4, view: 1}]", 4, "task-value", "no slice", "[1:]"),
        ("in: [[1, 2]]", "in: [{zeros: 1, dtype: f4, set: [1]}]", 4, "task-value", "`set` must map", "write"),
        ("in: [[1, 2]]", "in: [{zeros: x, dtype: f4}]", 4, "task-value", "`zeros` must be", "from 0 on"),
        ("in: [[1, 2]]", "in: [{zeros: 1, dtype: f4, shape: 1}]", 4, "task-value", "`shape` must list", "[2, 3]"),
        ("in: [[1, 2]],", "in: [[1, 2]], entry: sum,", 4, "task-value", "no program has the entry `sum`", "total"),
        ("gen: pairs", "gen: pair", 10, "task-function", "no function `pair`", "`pairs`"),
        ("gen: pairs", "gen: pairs, oracle: slow", 10, "task-function", "no function `slow`", "by_counting"),
        ("sizes: [2]", "sizes: []", 10, "task-value", "has no size", "at least one"),
        ("sizes: [2]", "sizes: [-2]", 10, "task-value", "holds -2", "from 0 on"),
        ("seeds: 2,", "seeds: 0,", 9, "task-value", "at least 1", ""),
        ("many: true", "many: 1", 10, "task-value", "must be true or false", ""),
        ("raises: [TypeError]", "raises: []", 13, "task-value", "names no exception", "ValueError"),
    ],
)  # fmt: skip
def test_wrong_vectors_are_told_with_their_line(  # noqa: PLR0917 - a case
    old: str, new: str, line: int, code: str, message: str, mend: str
) -> None:
    said = said_of_vectors(old, new)
    assert any((at, of) == (line, code) and message in text and mend in remedy for at, of, text, remedy in said), said


@pytest.mark.parametrize("text", ["cases: []\n", "cases: []\ngenerated: []\nbad_input: []\n", "must_reject: x\n"])
def test_no_vector_is_an_error(text: str) -> None:
    assert said_of_vectors(VECTORS, text)[0][1] == "vectors-none"


def test_steps_without_a_limit_are_an_error() -> None:
    folder = folder_of("total", {"task.yaml": TASK.replace("step_limit: {constant: 200, square: 0}\n", "")})
    settings = parse_task(folder).settings
    assert settings is not None
    assert [each.message for each in parse_vectors(folder, settings).diagnostics] == ["task.yaml has no `step_limit`"]


def test_a_program_without_a_vector_is_an_error() -> None:
    task = TASK.replace("regions:", "  other: {runner: python, file: accepted/total.py, entry: other}\nregions:")
    folder = folder_of("total", {"task.yaml": task})
    settings = parse_task(folder).settings
    assert settings is not None
    (said,) = parse_vectors(folder, settings).diagnostics
    assert (said.code, "no vector calls `other`" in said.message) == ("vectors-none", True)


def test_a_gpu_program_wants_vectors_for_sanitizers() -> None:
    said = said_of_vectors(", sanitize: true", "", name="doubled", text=CUDA_VECTORS)
    assert [(code, "marked `sanitize`" in message) for _, code, message, _ in said] == [("vectors-none", True)]


def test_a_kernel_that_does_not_exist_is_told() -> None:
    said = said_of_task("kernel: accepted/kernels/doubled.cu", "kernel: accepted/k.cu", name="doubled", text=CUDA_TASK)
    assert "program `doubled` has no kernel `accepted/k.cu`" in [message for _, _, message, _ in said]


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("rejected/a.py", "def total(values): ...\n", "does not say what it must fail for"),
        ("rejected/a.py", "\n# expect: crash\n", "does not say what it must fail for"),
        ("rejected/a.py", "# expect: wrong-anser\n", "`expect: wrong-anser` is no reason"),
        ("rejected/a.py", "# expect: crash\n# program: totl\n", "no program `totl`"),
        ("rejected/a.cu", "// expect: crash\n", "which kernel it stands in for"),
    ],
)
def test_a_rejected_program_must_say_why(path: str, text: str, message: str) -> None:
    parsed = parse_task(without_rejected(folder_of("total")))
    assert parsed.settings is not None
    files = folder_of("total").files
    changes = {name: None for name in files if name.startswith("rejected/")} | {path: text}
    (said,) = parse_task(folder_of("total", changes)).diagnostics
    assert (said.path, said.line, said.code) == (f"solutions/total/{path}", 1, "rejected-reason")
    assert message in said.message


@pytest.mark.parametrize("name", ["task.yaml", "oracle.py"])
def test_a_file_that_is_missing_is_told(name: str) -> None:
    said = parse_task(without_rejected(folder_of("total", {name: None}))).diagnostics
    assert "task-file" in {each.code for each in said}


def test_files_of_another_encoding_or_language_are_told() -> None:
    (said,) = parse_task(folder_of("total", {"task.yaml": b"entry: a\ntitle: \xff\n"})).diagnostics
    assert (said.line, said.code) == (2, "task-yaml")
    said = parse_task(without_rejected(folder_of("total", {"oracle.py": "def f(:\n"}))).diagnostics[0]
    assert (said.path, said.code) == ("solutions/total/oracle.py", "task-function")


def test_a_mark_of_byte_order_and_other_ends_of_lines_change_nothing() -> None:
    windows = b"\xef\xbb\xbf" + TASK.replace("\n", "\r\n").encode()
    assert parse_task(folder_of("total", {"task.yaml": windows})) == parse_task(folder_of("total"))


@settings(max_examples=40)
@given(st.text() | st.text(alphabet="ab:-[]{}#&*!|>'\"%@` \n"))
def test_any_text_parses_without_raising(text: str) -> None:
    content = text.encode("utf-8", "surrogatepass")
    parse_task(folder_of("total", {"task.yaml": content, "oracle.py": content}))
    of_task = parse_task(folder_of("total")).settings
    assert of_task is not None
    parse_vectors(folder_of("total", {"vectors.yaml": content, "generators.py": content}), of_task)


@settings(max_examples=15)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_value_of_any_key_parses_without_raising(value: object) -> None:
    text = json.dumps(value)
    for key in ("title", "programs", "regions", "comparison", "limits", "step_limit", "rejected_kernels", "entry"):
        kept = "".join(f"{line}\n" for line in TASK.splitlines() if not line.startswith(f"{key}:"))
        parse_task(without_rejected(folder_of("total", {"task.yaml": f"{key}: {text}\n{kept}"})))
    of_task = parse_task(without_rejected(folder_of("total"))).settings
    assert of_task is not None
    for key in ("cases", "generated", "bad_input"):
        for written in (text, f"[{{id: {text}, in: {text}, gen: {text}, sizes: {text}}}]"):
            parse_vectors(folder_of("total", {"vectors.yaml": f"{key}: {written}\n"}), of_task)
