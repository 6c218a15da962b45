"""Ranges become a tree that loses no character and cuts nothing that must stay whole."""

from collections.abc import Iterator
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from ankigen.model.text import ATOMIC_KINDS, MarkKind, RichText
from ankigen.notes.inline import inline_html
from ankigen.notes.nesting import Branch, Hole, Leaf, Tree, nest
from tests.notes.hostile import rich_texts
from tests.notes.making import plain


@st.composite
def texts_with_holes(draw: st.DrawFn) -> tuple[RichText, tuple[Hole, ...]]:
    """Any marks and any deletions, even such as no document makes: crossing, empty, out of range."""
    text = draw(rich_texts(tuple(MarkKind)))
    ends = st.integers(0, len(text) + 3)
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=5))
    holes = (Hole(start=min(pair), end=max(pair), number=index + 1) for index, pair in enumerate(pairs))
    return text, tuple(holes)


def leaves(tree: Tree) -> Iterator[Leaf]:
    for node in tree:
        if isinstance(node, Leaf):
            yield node
        else:
            yield from leaves(node.children)


def branches(tree: Tree) -> Iterator[Branch]:
    for node in tree:
        if isinstance(node, Branch):
            yield node
            yield from branches(node.children)


@given(texts_with_holes())
def test_leaves_are_the_whole_text_in_order(case: tuple[RichText, tuple[Hole, ...]]) -> None:
    text, holes = case
    assert "".join(text.plain[leaf.start : leaf.end] for leaf in leaves(nest(text, holes))) == text.plain


@given(texts_with_holes())
def test_children_lie_inside_their_parent(case: tuple[RichText, tuple[Hole, ...]]) -> None:
    for branch in branches(nest(*case)):
        for child in branch.children:
            inner = child if isinstance(child, Leaf) else child.range
            assert branch.range.start <= inner.start <= inner.end <= branch.range.end


@given(texts_with_holes())
def test_deletion_comes_out_once_and_cuts_no_formula(case: tuple[RichText, tuple[Hole, ...]]) -> None:
    text, holes = case
    found = [branch.range for branch in branches(nest(text, holes)) if isinstance(branch.range, Hole)]
    assert sorted(hole.number for hole in found) == [
        hole.number for hole in holes if min(hole.end, len(text)) > hole.start
    ]
    for whole in (branch.range for branch in branches(nest(text, holes)) if branch.range not in found):
        if not isinstance(whole, Hole) and whole.kind in ATOMIC_KINDS:
            assert not any(whole.start < edge < whole.end for hole in found for edge in (hole.start, hole.end))


class Balance(HTMLParser):
    """Fails on a tag that closes another one than the last that was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag not in {"br", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(texts_with_holes())
def test_html_of_any_text_is_balanced(case: tuple[RichText, tuple[Hole, ...]]) -> None:
    text, holes = case
    balance = Balance()
    balance.feed(inline_html(text, holes=holes))
    balance.close()
    assert balance.open == []


def test_mark_is_cut_where_a_deletion_crosses_it() -> None:
    text = plain("a bold word", (MarkKind.STRONG, "bold"))
    assert inline_html(text, holes=[Hole(start=4, end=9, number=1)]) == (
        "a <strong>bo</strong>{{c1::<strong>ld</strong> wo}}rd"
    )


def test_deletion_inside_a_mark_stays_inside_and_one_around_it_outside() -> None:
    text = plain("call f(x) now", (MarkKind.CODE, "f(x)"))
    inside, around = Hole(start=7, end=8, number=1), Hole(start=5, end=9, number=1)
    assert inline_html(text, holes=[inside]) == 'call <code class="ag-short">f({{c1::x}})</code> now'
    assert inline_html(text, holes=[around]) == 'call {{c1::<code class="ag-short">f(x)</code>}} now'


def test_deletion_grows_to_hold_a_whole_formula() -> None:
    text = plain("so a=b holds", (MarkKind.MATH, "a=b"))
    assert inline_html(text, holes=[Hole(start=5, end=6, number=1)]) == r"so {{c1::\(a=b\)}} holds"


def test_deletions_that_nest_stay_nested() -> None:
    holes = [Hole(start=0, end=9, number=1), Hole(start=6, end=9, number=2, hint="n")]
    assert inline_html(plain("order 2^n"), holes=holes) == "{{c1::order {{c2::2^n::n}}}}"
