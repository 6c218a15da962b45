"""Regions: what stands between `card:begin` and `card:end`, and everything that can be wrong with the comments."""

import pytest

from ankigen.judge.regions import Regions, read_regions
from ankigen.model.diagnostic import Severity
from ankigen.model.solution import Region, SolutionFolder
from ankigen.model.task_settings import DeclaredRegion


def read(code: str | bytes, *names: str, file: str = "accepted/a.py") -> Regions:
    content = code.encode() if isinstance(code, str) else code
    folder = SolutionFolder(name="t", path="solutions/t", files={file: content})
    return read_regions(folder, {name: DeclaredRegion(file=file, language="python", line=7) for name in names})


def only(code: str, *, file: str = "accepted/a.py") -> Region:
    found = read(code, "x", file=file)
    assert not found.diagnostics, found.diagnostics
    return found.regions["x"]


def faults(code: str | bytes, *names: str, file: str = "accepted/a.py") -> list[tuple[str, int, str]]:
    found = read(code, *(names or ("x",)), file=file).diagnostics
    assert all(each.mend and each.message and not each.mend.endswith(".") for each in found)
    return [(each.code, each.line, each.message) for each in found]


def test_a_region_is_the_lines_between_without_common_indentation() -> None:
    region = only("class A:\n    # card:begin x\n    def f(self):\n\n        return 1\n    # card:end\n")
    assert region.code == "def f(self):\n\n    return 1"
    assert (region.line, region.hidden, region.file, region.language) == (3, (), "accepted/a.py", "python")


def test_blank_lines_at_both_ends_belong_to_formatters() -> None:
    region = only("# card:begin x\n\n\ndef f(): ...\n\n\n# card:end\n")
    assert (region.code, region.line) == ("def f(): ...", 4)


def test_a_marked_line_is_hidden_without_its_indentation_and_comment() -> None:
    region = only("# card:begin x\nif a:\n    b = 1  # why  # card:cloze\n    c()# card:cloze\n# card:end")
    assert region.code == "if a:\n    b = 1  # why\n    c()"
    assert [region.code[start:end] for start, end in region.hidden] == ["b = 1  # why", "c()"]


@pytest.mark.parametrize(
    "code",
    [
        "// card:begin x\nf();  // card:cloze\n// card:end\n",
        "/* card:begin x */\nf(); /* card:cloze */\n/* card:end */\n",
        "  /*card:begin x*/\n  f();//card:cloze\n  //card:end",
        "// card:begin x\r\nf();  // card:cloze\r\n// card:end\r\n",
        "\ufeff// card:begin x\nf();  // card:cloze\n// card:end\n",
    ],
)
def test_comments_of_cuda_come_in_two_kinds(code: str) -> None:
    region = only(code, file="accepted/kernels/a.cu")
    assert (region.code, region.hidden) == ("f();", ((0, 4),))


def test_tabs_and_odd_texts_stay_as_they_ran() -> None:
    region = only("# card:begin x\n\tif a:\n\t\tb('[sound:x]}} \\\\( <&>')\n# card:end\n")
    assert region.code == "if a:\n\tb('[sound:x]}} \\\\( <&>')"


def test_a_region_that_nobody_asks_for_is_fine() -> None:
    assert not faults("# card:begin x\na\n# card:end\n# card:begin other\nb\n# card:end\n")


BROKEN = {
    "begun twice": ("# card:begin x\na\n# card:end\n# card:begin x\nb\n# card:end\n", 4, "a second time"),
    "never ended": ("# card:begin x\na\n", 1, "never ends"),
    "ended without a begin": ("# card:begin x\na\n# card:end\n# card:end\n", 4, "ends no region"),
    "empty": ("# card:begin x\n\n# card:end\n", 1, "is empty"),
    "cloze outside": ("# card:begin x\na\n# card:end\nb  # card:cloze\n", 4, "outside a region"),
    "cloze alone on its line": ("# card:begin x\na\n# card:cloze\n# card:end\n", 3, "without code"),
    "nested": ("# card:begin x\na\n# card:begin y\nb\n# card:end\n", 3, "do not nest"),
    "without a name": ("# card:begin x\na\n# card:end\n# card:begin\nb\n# card:end\n", 4, "needs a name"),
    "misspelt": ("# card:begin x\na  # card:clozes\n# card:end\n", 2, "no comment `card:clozes`"),
    "begin behind code": ("# card:begin x\na\n# card:end\nb  # card:begin y\nc\n# card:end\n", 4, "behind code"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_comments_that_do_not_fit_together_are_errors(name: str) -> None:
    code, line, message = BROKEN[name]
    found = faults(code)
    assert found[0][:2] == ("region-broken", line)
    assert message in found[0][2]
    assert {code for code, _, _ in found} == {"region-broken"}


def test_a_file_that_is_not_utf8_is_an_error_with_its_line() -> None:
    ((code, line, _), *_) = faults(b"# card:begin x\n# \xff\n# card:end\n")
    assert (code, line) == ("region-broken", 2)


def test_a_region_that_is_not_there_gets_the_name_that_was_meant() -> None:
    found = read("# card:begin kernel\na\n# card:end\n", "kernal").diagnostics
    assert [(each.path, each.line, each.code, each.mend) for each in found] == [
        ("solutions/t/task.yaml", 7, "region-unknown", "did you mean kernel?")
    ]
    assert "kernel" in found[0].message


def test_a_file_that_is_not_there_gets_the_name_that_was_meant() -> None:
    folder = SolutionFolder(name="t", path="solutions/t", files={"accepted/sum.py": b""})
    (found,) = read_regions(
        folder, {"x": DeclaredRegion(file="accepted/sun.py", language="python", line=3)}
    ).diagnostics
    assert (found.code, found.line, found.mend) == ("region-unknown", 3, "did you mean accepted/sum.py?")


def test_wide_lines_and_long_regions_are_told() -> None:
    wide = "a = '" + "x" * 68 + "'"
    found = read(f"# card:begin x\n{wide}\n" + "b = 1\n" * 45 + "# card:end\n", "x")
    assert [(each.code, each.line, each.severity) for each in found.diagnostics] == [
        ("region-wide", 2, Severity.WARNING),
        ("region-long", 2, Severity.INFO),
    ]
    assert "x" in found.regions
    assert faults("# card:begin x\n# " + "宽" * 36 + "\n# card:end\n")[0][0] == "region-wide"
