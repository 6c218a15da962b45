"""The text of a field is what a browser shows of it."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.export import plain_text
from ankigen.notes.escape import clean, escape_tex, escape_text

SHOWN = {
    "plain": "plain",
    "": "",
    "  a \n b\t&nbsp; c  ": "a b c",
    "a<br>b<br/>c<BR>d": "a\nb\nc\nd",
    "a<div>b</div><div><br></div><div>c</div>": "a\nb\nc",
    "<p>one</p><p>two</p>three": "one\ntwo\nthree",
    "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>": "one\ntwo\nthree",
    "<table><tr><th>GPU</th><th>GB</th></tr><tr><td>H100</td><td>80</td></tr></table>": "GPU GB\nH100 80",
    "<b>bo</b>ld <i>and</i> <span class='x'>more</span>": "bold and more",
    "<pre><code>if x:\n    y</code></pre>\nthen\nmore": "if x:\ny\nthen more",
    "x &lt; y &amp;&amp; z &gt; 0 &#8594; &eacute;": "x < y && z > 0 → é",
    "a < b, i <3, x<=y": "a < b, i <3, x<=y",
    "one<!-- <b>two</b> -->three": "onethree",
    "{{c1::std:<!-- -->:vector}}": "{{c1::std::vector}}",
    "<style>.a { color: red }</style>shown<script>if (a < b) c()</script>": "shown",
    '<img src="a.png" alt="not text">': "",
    "[sound:a b.mp3]heard[sound:c.mp3]": "heard",
    "<code>[sound:a.mp3]</code>": "",
    "[<!-- -->sound:a.mp3]": "[sound:a.mp3]",
    "[anki:tts lang=en_US]spoken[/anki:tts] read": "read",
    r"so \(a &lt; b\) is": "so a < b is",
    r"\[ x^2 <br> y \]": "x^2\ny",
    r"\[ a \\[5pt] b \\] c \] d": r"a \\[5pt] b \\] c d",
    r"\(a <b>b</b>\)": "a b",
    r"\<!-- -->(x\)": "x",
    r"\<span>(</span>x\)": r"\(x\)",
    r"<code>grep '\(x\)'</code> \(y\)": r"grep '\(x\)' y",
    r"<pre>\[x\]</pre>": r"\[x\]",
    r"\(open": r"\(open",
    r"\[open \(x\)": r"\[open x",
    r"closed\) \]": r"closed\) \]",
    r"C:\temp": r"C:\temp",
    "e\u0301": "é",
    "全角\u3000空格\u3000": "全角\u3000空格",
    "\x01\\(x\\)\x00": "x",
    "<![CDATA[x]]>a<![if gte mso 9]>b<![endif]>": "ab",
    "<?xml version='1.0'?>a<!DOCTYPE html>b</>c": "abc",
    "</code></pre>a": "a",
    "<div>un<b>closed": "unclosed",
    "a <b": "a",
    '<i>a</i> <b title="x': "a",
    "a</": "a</",
    "a<!-- b > c <!-- d": "a",
    "<!-- a -->b<!-- c": "b",
}

TEXTS = st.text() | st.text(alphabet=r"\()[]<>!-/&;:{}abcode pre" + "\n\x01")


@pytest.mark.parametrize("html", SHOWN)
def test_text_is_what_a_browser_shows(html: str) -> None:
    assert plain_text(html) == SHOWN[html]


@given(TEXTS)
def test_any_html_has_a_text_in_clean_lines(html: str) -> None:
    text = plain_text(html)
    assert unicodedata.is_normalized("NFC", text)
    assert all(line == line.strip() != "" for line in text.split("\n") if text)


@given(TEXTS)
def test_what_we_escape_is_read_back(text: str) -> None:
    lines = (re.sub("[ \t\u00a0]+", " ", line).strip() for line in clean(text).split("\n"))
    shown = "\n".join(line for line in lines if line)
    assert plain_text(escape_text(text).replace("\n", "<br>")) == shown
    assert plain_text(f"<pre><code>{escape_text(text)}</code></pre>") == shown


@given(st.text(alphabet="abc x^2_{}\\frac&<>"))
def test_formulas_we_escape_are_read_back(tex: str) -> None:
    assert plain_text(rf"\({escape_tex(tex)}\)") == " ".join(tex.split())


@pytest.mark.parametrize(
    "piece", ["<a ", "<!--", "<!", "</", r"\(", r"\\[", "[sound:", "[anki:tts]", "&#", "<b>", "<pre>"]
)
@pytest.mark.timeout(20)
def test_time_is_in_proportion_to_length(piece: str) -> None:
    assert len(plain_text(piece * 50_000)) <= len(piece) * 50_000
