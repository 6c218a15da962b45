"""Cards as plain text, for `explain`: what is asked, what is answered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from ankigen.identity import Identified
from ankigen.model.atom import BasicAtom, ClozeAtom, ClozeLine, Content
from ankigen.model.document import Block, Fence, ListBlock, MathBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import RichText


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedCard:
    """One card."""

    rule: str
    key: str
    breadcrumb: str
    front: str
    back: str


def render_cards(identified: Identified) -> Iterator[RenderedCard]:
    """Yield each card that Anki will make of an atom."""
    match identified.atom:
        case BasicAtom() as atom:
            sides = [(atom.prompt.plain, plain(atom.answer))]
            if atom.reverse:
                sides.append((plain(atom.answer), atom.prompt.plain))
        case ClozeAtom() as atom:
            sides = list(_cloze_sides(atom, identified.ordinals))
        case _:
            assert_never(identified.atom)
    for front, back in sides:
        yield RenderedCard(
            rule=atom.origin.rule, key=identified.key, breadcrumb=atom.breadcrumb, front=front, back=back
        )


def plain(content: Content) -> str:
    """Give inline text or blocks as plain lines."""
    return content.plain if isinstance(content, RichText) else "\n".join(_lines(content))


def _cloze_sides(atom: ClozeAtom, ordinals: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, str]]:
    numbers = iter(ordinals)
    numbered = [(line, [(deletion, next(numbers)[1]) for deletion in line.deletions]) for line in atom.lines]
    for number in sorted({number for _, number in ordinals}):
        front: list[str] = []
        hidden: list[str] = []
        for line, deletions in numbered:
            asked = [deletion for deletion, its_number in deletions if its_number == number]
            cuts = [(deletion.start, deletion.end, f"[{deletion.hint or '...'}]") for deletion in asked]
            front.append(_named(line, _cut(line.text.plain, cuts)))
            hidden.extend(line.text.plain[deletion.start : deletion.end] for deletion in asked)
        yield "\n".join(front), "\n".join(hidden)


def _named(line: ClozeLine, text: str) -> str:
    return text if line.name is None else f"{line.name.plain}: {text}"


def _cut(text: str, cuts: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    position = 0
    for start, end, shown in sorted(cuts):
        if start >= position:
            parts += [text[position:start], shown]
            position = end
    return "".join([*parts, text[position:]])


def _lines(blocks: Iterable[Block], indent: str = "") -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph():
                yield from _indented(block.text.plain, indent)
            case MathBlock():
                yield from _indented(block.tex, indent)
            case Fence():
                yield from _indented(block.code, f"{indent}    ")
            case ListBlock():
                yield from _list_lines(block, indent)
            case Table():
                rows = (block.header, *(row.cells for row in block.rows))
                yield from (indent + " | ".join(cell.plain for cell in cells) for cells in rows)
            case Quote():
                title = "" if block.title is None else block.title.plain
                yield from _indented(title, f"{indent}> ")
                yield from _lines(block.blocks, f"{indent}> ")
            case Section():
                yield from _indented(block.title.plain, indent)
                yield from _lines(block.blocks, f"{indent}  ")
            case _:
                assert_never(block)


def _list_lines(block: ListBlock, indent: str) -> Iterator[str]:
    for number, item in enumerate(block.items, start=block.start):
        mark = f"{number}." if block.ordered else "-"
        yield from _indented(f"{mark} {item.text.plain}", indent)
        yield from _lines(item.blocks, f"{indent}  ")


def _indented(text: str, indent: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"{indent}{line}"
