"""Inline text in fields: what a reader sees is what the note says."""

import pytest

from ankigen.model.text import Mark, MarkKind, RichText
from ankigen.notes.inline import Pictures, inline_html
from ankigen.notes.nesting import Hole
from tests.notes.making import plain

PICTURES = Pictures(names={"media/a b.png": "ankigen-0123456789abcdef.png"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vector<int> && x", "vector&lt;int&gt; &amp;&amp; x"),
        ('say "hi", it\'s', "say &quot;hi&quot;, it's"),
        ("two\nlines", "two<br>lines"),
        ("write {{c1::x}} here", "write {<!-- -->{c1::x}} here"),
        ("{{ jinja }} and {{Back}}", "{{ jinja }} and {{Back}}"),
        ("[latex] [$] [$$] [sound:a.mp3]", "[<!-- -->latex] [<!-- -->$] [<!-- -->$$] [<!-- -->sound:a.mp3]"),
        ("[anki:tts] [[type:Answer]]", "[<!-- -->anki:tts] [<!-- -->[type:Answer]]"),
        ("array[i] [x](y)", "array[i] [x](y)"),
        (r"grep '\(a\)' \[b", r"grep '\<span>(</span>a\)' \<span>[</span>b"),
        ("a\x00b\x1fc\x7fd\r\ne\tf", "abcd<br>e\tf"),
        ("\ud800", "\ufffd"),
        ("e\N{COMBINING ACUTE ACCENT}", "é"),
        ("std::vector }}", "std::vector }}"),
    ],
)
def test_literal_text_stays_literal(text: str, expected: str) -> None:
    assert inline_html(plain(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("std::vector", "{{c1::std:<!-- -->:vector}}"),
        ("{{1,2},{3,4}}", "{{c1::{{1,2},{3,4}<!-- -->}<!-- -->}}"),
        ("f(){ }", "{{c1::f(){ }<!-- -->}}"),
        (":::", "{{c1:::<!-- -->:<!-- -->:}}"),
        ("a:", "{{c1::a:}}"),
        ("[sound", "{{c1::[<!-- -->sound}}"),
    ],
)
def test_text_of_a_deletion_does_not_end_it(text: str, expected: str) -> None:
    assert inline_html(plain(text), holes=[Hole(start=0, end=len(text), number=1)]) == expected


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("GB/s", "{{c3::x:<!-- -->::GB/s}}"),
        ("a::b }} c", "{{c3::x:<!-- -->::a: :b } } c}}"),
        ("{y}", "{{c3::x:<!-- -->::{y} }}"),
        ("<b>", "{{c3::x:<!-- -->::&lt;b&gt;}}"),
        ("", "{{c3::x:}}"),
    ],
)
def test_hint_stands_behind_the_text_and_breaks_nothing(hint: str, expected: str) -> None:
    assert inline_html(plain("x:"), holes=[Hole(start=0, end=2, number=3, hint=hint)]) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (MarkKind.STRONG, "a <strong>b</strong> c"),
        (MarkKind.EMPHASIS, "a <em>b</em> c"),
        (MarkKind.STRIKE, "a <del>b</del> c"),
        (MarkKind.CODE, 'a <code class="ag-short">b</code> c'),
        (MarkKind.MATH, r"a \(b\) c"),
        (MarkKind.DISPLAY_MATH, r"a \[b\] c"),
        (MarkKind.HIGHLIGHT, "a <mark>b</mark> c"),
        (MarkKind.CLOZE, "a b c"),
        (MarkKind.SUBSCRIPT, "a <sub>b</sub> c"),
        (MarkKind.SUPERSCRIPT, "a <sup>b</sup> c"),
        (MarkKind.KEYBOARD, "a <kbd>b</kbd> c"),
        (MarkKind.UNDERLINE, "a <u>b</u> c"),
        (MarkKind.FOOTNOTE, 'a <sup class="ag-footnote">b</sup> c'),
        (MarkKind.LINK, "a b c"),
        (MarkKind.IMAGE, "a b c"),
    ],
)
def test_every_kind_of_mark_has_its_element(kind: MarkKind, expected: str) -> None:
    assert inline_html(plain("a b c", (kind, "b"))) == expected


def test_every_kind_of_mark_is_tested() -> None:
    tested = {case[0] for case in test_every_kind_of_mark_has_its_element.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert tested == set(MarkKind)


@pytest.mark.parametrize(
    ("tex", "hidden", "expected"),
    [
        (r"\frac{a}{\sqrt{b}}", False, r"\(\frac{a}{\sqrt{b}}\)"),
        (r"\frac{a}{\sqrt{b}}", True, r"{{c1::\(\frac{a}{\sqrt{b} }\)}}"),
        ("a<b & c::d", True, r"{{c1::\(a&lt;b &amp; c: :d\)}}"),
        ("{{c1::x}}", False, r"\({ {c1::x}}\)"),
        ("a\\", False, "\\(a\\ \\)"),
    ],
)
def test_formula_goes_to_mathjax_as_written(tex: str, *, hidden: bool, expected: str) -> None:
    holes = [Hole(start=0, end=len(tex), number=1)] if hidden else []
    assert inline_html(plain(tex, (MarkKind.MATH, tex)), holes=holes) == expected


def test_picture_shows_the_file_in_the_package_with_its_alternative_text() -> None:
    text = plain('say "cheese"', (MarkKind.IMAGE, 'say "cheese"', "media/a b.png"))
    assert inline_html(text, PICTURES) == '<img src="ankigen-0123456789abcdef.png" alt="say &quot;cheese&quot;">'


def test_picture_without_alternative_text_is_shown_and_one_that_is_nowhere_is_named() -> None:
    mark = Mark(start=2, end=2, kind=MarkKind.IMAGE, value="media/a b.png")
    assert inline_html(RichText(plain="a b", marks=(mark,)), PICTURES) == (
        'a <img src="ankigen-0123456789abcdef.png" alt="">b'
    )
    assert inline_html(RichText(plain="a b", marks=(mark,))) == "a media/a b.pngb"


def test_picture_without_alternative_text_at_the_edge_of_a_deletion_is_not_hidden() -> None:
    mark = Mark(start=2, end=2, kind=MarkKind.IMAGE, value="media/a b.png")
    shown = inline_html(RichText(plain="a b", marks=(mark,)), PICTURES, [Hole(start=2, end=3, number=1)])
    assert shown == 'a <img src="ankigen-0123456789abcdef.png" alt="">{{c1::b}}'


def test_picture_of_the_web_keeps_its_address() -> None:
    text = plain("x", (MarkKind.IMAGE, "x", 'https://example.org/a b.png?c="'))
    assert inline_html(text) == '<img src="https://example.org/a%20b.png?c=%22" alt="x">'


@pytest.mark.parametrize(
    ("target", "href"),
    [
        ("https://example.org/?a=1&b=2", "https://example.org/?a=1&amp;b=2"),
        ("HTTP://example.org", "HTTP://example.org"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("javascript:alert(1)", None),
        ("other.md#part", None),
        ("file:///etc/passwd", None),
    ],
)
def test_only_links_that_lead_somewhere_safe_are_links(target: str, href: str | None) -> None:
    shown = inline_html(plain("here", (MarkKind.LINK, "here", target)))
    assert shown == ("here" if href is None else f'<a href="{href}">here</a>')


def test_address_inside_a_deletion_does_not_end_it() -> None:
    text = plain("x", (MarkKind.LINK, "x", "https://example.org/a::b}}"))
    shown = inline_html(text, holes=[Hole(start=0, end=1, number=1)])
    assert shown == '{{c1::<a href="https://example.org/a:%3Ab%7D%7D">x</a>}}'


def test_highlight_that_is_hidden_is_no_highlight_besides() -> None:
    text = plain("a b c", (MarkKind.HIGHLIGHT, "b"))
    assert inline_html(text, holes=[Hole(start=2, end=3, number=1)]) == "a {{c1::b}} c"


def test_long_inline_code_may_break() -> None:
    text = "cudaMemcpyAsync(dst, src, size)"
    assert inline_html(plain(text, (MarkKind.CODE, text))) == f"<code>{text}</code>"


@pytest.mark.parametrize("target", ["data:image/png;base64,iVBORw0KGgo=", "https://example.org/a.png"])
def test_picture_without_a_file_and_without_words_is_shown_all_the_same(target: str) -> None:
    marks = (Mark(start=0, end=1, kind=MarkKind.IMAGE, value=target),)
    assert inline_html(RichText(plain="\ufffc", marks=marks)) == f'<img src="{target}" alt="">'


def test_marks_inside_a_thousand_of_their_kind_are_still_a_text() -> None:
    kinds = (MarkKind.STRONG, MarkKind.EMPHASIS, MarkKind.SUBSCRIPT)
    marks = tuple(Mark(start=depth, end=2001 - depth, kind=kind) for depth in range(1000) for kind in kinds)
    html = inline_html(RichText(plain="x" * 2001, marks=marks))
    assert html.count("x") == 2001
    assert html.count("<strong>") == html.count("</strong>") == html.count("<sub>") == 6
