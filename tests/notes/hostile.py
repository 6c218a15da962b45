"""Texts that Anki, a browser or a spreadsheet would read as something else, as Hypothesis strategies."""

from hypothesis import strategies as st

from ankigen.model.atom import ClozeLine, Deletion
from ankigen.model.text import Mark, MarkKind, RichText

PIECES = (
    "{{c1::", "{{c2::x}}", "{{", "}}", "}}}", "{", "}", "::", ":", ":::", "{{Back}}", "{{cloze:Text}}",
    "<%Back%>", "c1",
    "<", ">", "&", "&lt;", "&amp;", "&#58;", "<!--", "-->", "<b>", "</div>", "<script>", "vector<int>", '"', "'",
    "[latex]", "[/latex]", "[$]", "[$$]", "[sound:x.mp3]", "[anki:tts lang=en_US]", "[[type:Answer]]", "[", "]",
    "\\(", "\\)", "\\[", "\\]", "\\", "$", "$$", "\n", " ", "  ", "\t", "|", "`", "*", "_", "#", ",", ";", "=",
    "中文", "：", "《》", "e\N{COMBINING ACUTE ACCENT}", "\N{COMBINING LONG SOLIDUS OVERLAY}", "\N{BRAIN}", "\u3000",
    "\u200b", "\u2028", "\N{NO-BREAK SPACE}", "a", "std::vector", "0", "if (x) { y(); }",
)  # fmt: skip
KINDS = (MarkKind.STRONG, MarkKind.EMPHASIS, MarkKind.CODE, MarkKind.LINK, MarkKind.STRIKE, MarkKind.HIGHLIGHT)

texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=10).map("".join)
shown_texts = texts.filter(lambda text: bool(text.strip(" \n\t\u3000\u200b\u2028\N{NO-BREAK SPACE}")))


@st.composite
def rich_texts(draw: st.DrawFn, kinds: tuple[MarkKind, ...] = KINDS) -> RichText:
    """Any text with any marks over it, nested or not."""
    plain = draw(shown_texts)
    ranges = draw(st.lists(_ranges(len(plain)), max_size=4))
    marks = [
        Mark(start=start, end=end, kind=draw(st.sampled_from(kinds)), value="https://example.org/?a=1&b=::")
        for start, end in ranges
    ]
    return RichText(plain=plain, marks=tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end))))


@st.composite
def cloze_lines(draw: st.DrawFn, kinds: tuple[MarkKind, ...] = KINDS) -> ClozeLine:
    """A line whose deletions follow one another, or nest."""
    text = draw(rich_texts(kinds))
    edges = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    if draw(st.booleans()):
        pairs.insert(0, (pairs[0][0], pairs[-1][1]))
    deletions = (
        Deletion(start=start, end=end, name=str(start), rule="cloze", hint=draw(st.just("") | texts))
        for start, end in dict.fromkeys(pairs)
    )
    return ClozeLine(text=text, deletions=tuple(deletions))


def _ranges(length: int) -> st.SearchStrategy[tuple[int, int]]:
    ends = st.integers(0, length)
    return st.tuples(ends, ends).map(lambda pair: (min(pair), max(pair)))
