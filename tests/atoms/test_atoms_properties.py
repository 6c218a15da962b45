"""Whatever a document holds: atoms are sound, the same twice, and no text goes unmentioned."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from ankigen.atoms import RULE_NAMES, atomize
from ankigen.atoms.measure import ANSWER_LIMIT, units
from ankigen.markdown import parse_document
from ankigen.model.atom import Atom, Atomized, BasicAtom, ClozeAtom, ClozeLine
from ankigen.model.document import Block, Document, Fence, Item, ListBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import RichText
from tests.atoms.markdown_texts import documents

AUTHORS_CHOICE = frozenset({"cloze", "table", "diagram"})
"""Rules whose hidden parts are as long as the author wrote them."""


def atomized(text: str) -> tuple[Document, Atomized]:
    document = parse_document(text, "case.md").document
    return document, atomize(document)


def cloze_lines(atoms: tuple[Atom, ...]) -> Iterator[ClozeLine]:
    for atom in atoms:
        if isinstance(atom, ClozeAtom):
            yield from atom.lines


@given(documents)
def test_deletions_lie_in_their_line_and_never_overlap(text: str) -> None:
    _, made = atomized(text)
    for line in cloze_lines(made.atoms):
        place = 0
        for deletion in line.deletions:
            assert place <= deletion.start < deletion.end <= len(line.text.plain)
            assert line.text.plain[deletion.start : deletion.end].strip()
            assert deletion.name or deletion.rule == "table", "only a column may have no name"
            place = deletion.end


@given(documents)
def test_every_cloze_atom_hides_something(text: str) -> None:
    _, made = atomized(text)
    for atom in made.atoms:
        if isinstance(atom, ClozeAtom):
            assert any(line.deletions for line in atom.lines)


@given(documents)
def test_every_basic_atom_asks_and_answers(text: str) -> None:
    _, made = atomized(text)
    for atom in made.atoms:
        if isinstance(atom, BasicAtom):
            assert atom.prompt.plain.strip()
            assert atom.answer.plain.strip() if isinstance(atom.answer, RichText) else atom.answer


@given(documents)
def test_spans_lie_inside_the_document(text: str) -> None:
    _, made = atomized(text)
    last = len(text.splitlines())
    for span in [
        *(atom.origin.span for atom in made.atoms),
        *(trace.span for trace in made.traces),
        *(leftover.span for leftover in made.leftovers),
    ]:
        assert 1 <= span.first <= span.last <= last


@given(documents)
def test_clause_rules_hide_no_more_than_one_can_recall(text: str) -> None:
    _, made = atomized(text)
    for line in cloze_lines(made.atoms):
        for deletion in line.deletions:
            if deletion.rule not in AUTHORS_CHOICE:
                assert units(line.text.plain[deletion.start : deletion.end]) <= ANSWER_LIMIT


@given(documents)
def test_the_same_document_gives_the_same_atoms(text: str) -> None:
    assert atomized(text) == atomized(text)


@given(documents)
def test_atoms_name_rules_that_exist_and_the_text_they_are_told_apart_by(text: str) -> None:
    _, made = atomized(text)
    for atom in made.atoms:
        assert atom.origin.rule in RULE_NAMES | {"clause"}
        assert atom.origin.slot.strip() or atom.origin.rule in {"rehearsal", "answer"}
    for line in cloze_lines(made.atoms):
        assert {deletion.rule for deletion in line.deletions} <= RULE_NAMES


@given(documents, st.sets(st.sampled_from(sorted(RULE_NAMES))))
def test_only_enabled_rules_make_atoms(text: str, names: set[str]) -> None:
    made = atomize(parse_document(text, "case.md").document, enabled=frozenset(names))
    for atom in made.atoms:
        assert atom.origin.rule in names | {"clause"}
    for line in cloze_lines(made.atoms):
        assert {deletion.rule for deletion in line.deletions} <= names
    assert {trace.rule for trace in made.traces} <= names | {"skip"}


@given(documents)
def test_no_text_is_dropped_in_silence(text: str) -> None:
    """Each text was looked at by a rule, is left over with a reason, is skipped, or stands whole on a card."""
    document, made = atomized(text)
    seen = " ".join(
        [
            *(trace.text.replace("\n", " ") for trace in made.traces),
            *(item.text for item in made.leftovers),
            *(line.text.plain for line in cloze_lines(made.atoms)),
        ]
    )
    whole = {"list", "steps", "skip"}
    swallowed = [trace.span for trace in made.traces if trace.claimed and trace.rule in whole]
    for question in document.questions:
        if "skip" in question.attributes.classes:
            continue
        for block, leaf in leaves(question.blocks):
            inside = any(span.first <= block.span.first and block.span.last <= span.last for span in swallowed)
            for line in leaf.plain.split("\n"):
                assert inside or not line.strip() or line.strip()[:20].rstrip() in seen, line


def leaves(blocks: tuple[Block, ...]) -> Iterator[tuple[Block | Item, RichText]]:
    """Give the texts that state something: not a parent's name, not a line that announces the next block."""
    for block in blocks:
        if "skip" in block.attributes.classes:
            continue
        match block:
            case Paragraph(text=text) if not text.plain.rstrip().endswith((":", "：")):
                yield block, text
            case ListBlock(items=items):
                yield from item_leaves(items)
            case Section(blocks=inner) | Quote(blocks=inner):
                yield from leaves(inner)
            case Table(header=header):
                yield block, header[0]
            case Fence(code=code) if "display" not in block.attributes.classes:
                yield block, RichText(plain=code.split("\n")[0])
            case _:
                pass


def item_leaves(items: tuple[Item, ...]) -> Iterator[tuple[Block | Item, RichText]]:
    for item in items:
        if "skip" not in item.attributes.classes:
            if not item.blocks:
                yield item, item.text
            yield from leaves(item.blocks)
