"""Code of solutions in fields: blocks, holes in them, footers and tags."""

import html
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.atoms import atomize
from ankigen.markdown import parse_document
from ankigen.model.atom import Backing, ClozeAtom, ClozeLine, CodeAtom, Deletion
from ankigen.model.document import Language
from ankigen.model.solution import Region, Standing, Status
from ankigen.model.text import RichText
from ankigen.notes import footer_lines, open_clozes
from ankigen.notes.escape import clean
from ankigen.notes.highlight import highlight_cloze
from ankigen.notes.nesting import Hole
from tests.notes.hostile import PIECES
from tests.notes.making import compose, document, fields_of, origin
from tests.sample_tasks import RAN_ON_CPU, RAN_ON_GPU, TASKS

LANGUAGES = ("cuda", "python", "cpp", "nobody-knows", "")


def shown(field: str) -> str:
    """What a browser shows of a field."""
    return html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", "", field, flags=re.DOTALL))


def backing(code: str, *, language: str = "cuda", standing: Standing = RAN_ON_GPU) -> Backing:
    region = Region(name="x", file="accepted/x.cu", language=language, line=1, code=code)
    return Backing(task="t", path="solutions/t/accepted/x.cu", region=region, standing=standing)


def code_atom(code: str = "int x;", *, standing: Standing = RAN_ON_GPU, given: str = "int f()") -> CodeAtom:
    return CodeAtom(
        origin=replace(origin("code", "x"), task="t"),
        breadcrumb="GPU",
        prompt=RichText(plain="Add up.\nWrite the code: x"),
        given=given,
        backing=backing(code, standing=standing),
    )


@given(
    lines=st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join), min_size=1, max_size=5),
    language=st.sampled_from(LANGUAGES),
    data=st.data(),
)
def test_hidden_code_is_shown_as_it_stands_whatever_is_in_it(
    lines: list[str], language: str, data: st.DataObject
) -> None:
    code = ""
    holes: list[Hole] = []
    for line in lines:
        text = line.strip()
        if text and data.draw(st.booleans()):
            start = len(code) + len(line) - len(line.lstrip())
            holes.append(Hole(start=start, end=start + len(text), number=len(holes) + 1))
        code += f"{line}\n"
    field = highlight_cloze(code, language, holes)
    opened = open_clozes(field)
    # Composed letters may close up over the edge of a hole.
    assert clean(shown(opened.html)) == clean(code)
    assert [number for _, number in opened.hidden] == [hole.number for hole in holes]
    assert [clean(shown(text)) for text, _ in opened.hidden] == [clean(code[hole.start : hole.end]) for hole in holes]
    for text, _ in opened.hidden:
        assert text.count("<span") == text.count("</span>")


def test_spans_are_kept_inside_a_deletion() -> None:
    field = highlight_cloze("if (a) return 1;\n", "cuda", [Hole(start=7, end=16, number=1)])
    assert field == (
        '<span class="k">if</span> <span class="p">(</span>a<span class="p">)</span> '
        '{{c1::<span class="k">return</span> <span class="mi">1</span><span class="p">;</span>}}\n'
    )


def test_a_code_note_has_its_fields() -> None:
    note = compose(code_atom("__syncthreads();"), document())
    fields = fields_of(note)
    assert note.note_type == "ankigen Code"
    assert fields["Prompt"] == "Add up.<br>Write the code: x"
    assert (
        fields["Code"]
        == '<pre class="ag-code"><code><span class="nf">__syncthreads</span>'
        + fields["Code"].split("__syncthreads</span>")[1]
    )
    assert shown(fields["Code"]) == "__syncthreads();"
    assert shown(fields["Given"]) == "int f()"
    assert fields["Status"] == (
        '<span class="ag-standing ag-gpu-verified">Ran on NVIDIA H200 (sm_90)</span>'
        "<br>2026-11-30, 148/148 vectors, sanitizers clean"
    )
    assert fields["Source"].endswith("<br>solutions/t/accepted/x.cu")
    assert note.tags == ("ankigen::code::gpu-verified", "ankigen::rule::code")
    assert fields_of(compose(code_atom(given="")))["Given"] == ""


def test_a_code_cloze_has_its_title_above_the_code() -> None:
    code = "int a;\nint b;"
    atom = ClozeAtom(
        origin=replace(origin("code", "x cloze"), task="t"),
        breadcrumb="GPU",
        lines=(
            ClozeLine(text=RichText(plain="Sum: x")),
            ClozeLine(text=RichText(plain=code), deletions=(Deletion(start=7, end=13, name="int b;", rule="code"),)),
        ),
        backing=backing(code),
    )
    text = fields_of(compose(atom))["Text"]
    assert text.startswith('<p>Sum: x</p>\n<pre class="ag-code"><code>')
    assert re.search(r"\{\{c1::<span[^{}]*int.*b.*;.*\}\}</code></pre>$", text)


FOOTERS = {
    RAN_ON_CPU: (
        ("Ran on Python 3.12", "2026-11-30, 40/40 vectors"),
        ("在 Python 3.12 上运行过", "2026-11-30，40/40 组测试通过"),
    ),
    Standing(status=Status.EMULATED, date="2026-11-30", passed=9, run=9, sanitizers=("racecheck",)): (
        ("Emulated on CPU, not run on a GPU", "2026-11-30, 9/9 vectors, sanitizers clean"),
        ("在 CPU 上模拟运行过，未在 GPU 上运行", "2026-11-30，9/9 组测试通过，sanitizer 无报错"),
    ),
    Standing(status=Status.COMPILED): (("Compiles; never run",), ("只编译过，从未运行",)),
    Standing(status=Status.STALE, reason="x changed", where="NVIDIA H200", date="2026-11-30", passed=9, run=9): (
        ("Changed since last check", "last checked 2026-11-30"),
        ("上次验证之后有改动", "上次验证：2026-11-30"),
    ),
    Standing(status=Status.UNVERIFIED, reason="no record"): (("Unchecked code",), ("未验证的代码",)),
    Standing(status=Status.FAILED, reason="WA", date="2026-11-30"): (("Failed its check",), ("未通过验证",)),
    Standing(status=Status.GPU_VERIFIED): (("Ran on a GPU",), ("在 GPU 上运行过",)),
}


@pytest.mark.parametrize("standing", FOOTERS, ids=lambda standing: standing.status)
def test_a_footer_says_what_the_record_says(standing: Standing) -> None:
    english, chinese = FOOTERS[standing]
    assert footer_lines(standing, Language.ENGLISH) == english
    assert footer_lines(standing, Language.CHINESE) == chinese


def test_no_reason_and_no_count_stand_on_a_card_that_is_not_verified() -> None:
    for status in (Status.STALE, Status.UNVERIFIED, Status.FAILED):
        standing = Standing(status=status, reason="secret", where="H200", passed=7, run=7, sanitizers=("memcheck",))
        assert not re.search("secret|H200|7|clean", " ".join(footer_lines(standing, Language.ENGLISH)))


def test_unchecked_code_is_labelled_in_the_language_of_the_document() -> None:
    for text, label in (
        ("## Q: How?\n\nLike this.\n\n```python\nf()\n```\n", "unchecked"),
        ("## Q：怎样做？\n\n像这样。\n\n```cuda\nf();\n```\n", "未验证"),
        ("## Q: How?\n\nLike this.\n\n```\nif (a) b();\n```\n", "unchecked"),
        ("## Q: How?\n\nLike this.\n\n```\na → b\n```\n", ""),
        ("## Q: How?\n\nLike this.\n\n```console\n$ ls\n```\n", ""),
        ("## Q: How?\n\nLike this.\n\n```json\n{}\n```\n", ""),
        ("## Q: How?\n\nLike this.\n\n- item\n\n  {.display}\n  ```python\n  f()\n  ```\n", ""),
        ("## Q: How?\n\nLike this.\n\n- item\n\n  ```python\n  f()\n  ```\n", "unchecked"),
        ("## Q: How?\n\nLike this.\n\n> ```python\n> f()\n> ```\n", "unchecked"),
    ):
        home = parse_document(text, "cards/a.md").document
        rehearsal = atomize(home, tasks=TASKS).atoms[0]
        answer = fields_of(compose(rehearsal, home))["Answer"]
        assert re.findall(r'<div class="ag-unchecked">(.*?)</div>', answer) == ([label] if label else []), text
