"""Openings inside one answer to nested sections."""

from typing import Final

from ankigen.markdown import vocabulary
from ankigen.markdown.pieces import LISTED, Kind, Opening, Piece
from ankigen.model.diagnostic import Span
from ankigen.model.document import (
    Block,
    Item,
    ListBlock,
    Paragraph,
    Section,
    SectionKind,
)

_SECTION_KINDS: Final = {
    Kind.HEADING: SectionKind.HEADING,
    Kind.QUESTION: SectionKind.HEADING,
    Kind.STEP: SectionKind.STEP,
    Kind.NUMBERED: SectionKind.NUMBERED,
    Kind.BOLD: SectionKind.LABEL,
    Kind.LABEL: SectionKind.LABEL,
}


def build_sections(pieces: tuple[Piece, ...]) -> tuple[Block, ...]:
    """Nest what stands below each opening into a section of its own."""
    blocks: list[Block] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if not isinstance(piece, Opening):
            blocks.append(piece)
            index += 1
        elif piece.kind is Kind.NUMBERED:
            members = _numbered_members(pieces, index)
            blocks.extend(_numbered_sections(pieces, members))
            index = members[-1][1]
        else:
            end = _reach(pieces, index, piece)
            blocks.append(_section(piece, build_sections(pieces[index + 1 : end])))
            index = end
    return tuple(blocks)


def _numbered_sections(pieces: tuple[Piece, ...], members: list[tuple[int, int]]) -> list[Block]:
    """Sections, or a list where the lines stand one right after the other with nothing between them."""
    openings = [piece for start, _ in members if isinstance(piece := pieces[start], Opening)]
    if len(members) > 1 and all(end == start + 1 for start, end in members[:-1]):
        below = pieces[members[-1][0] + 1 : members[-1][1]]
        return [_as_list(openings), *build_sections(below)]
    return [
        _section(opening, build_sections(pieces[start + 1 : end]))
        for opening, (start, end) in zip(openings, members, strict=True)
    ]


def _section(opening: Opening, blocks: tuple[Block, ...]) -> Block:
    if not blocks and opening.kind in {Kind.LABEL, Kind.BOLD, Kind.NUMBERED}:
        return Paragraph(text=opening.title, span=opening.span, attributes=opening.attributes)
    last = max([opening.span.last, *(block.span.last for block in blocks)])
    return Section(
        title=opening.title,
        kind=_SECTION_KINDS[opening.kind],
        blocks=blocks,
        span=Span(first=opening.span.first, last=last),
        attributes=opening.attributes,
    )


def _as_list(run: list[Opening]) -> ListBlock:
    items = tuple(
        Item(text=vocabulary.without_number(line.title), span=line.span, attributes=line.attributes) for line in run
    )
    span = Span(first=run[0].span.first, last=run[-1].span.last)
    return ListBlock(ordered=True, items=items, start=max(1, run[0].number), span=span)


def _reach(pieces: tuple[Piece, ...], index: int, opening: Opening) -> int:
    """Give the index behind the last piece that belongs to an opening."""
    if opening.kind is Kind.LABEL:
        return _label_reach(pieces, index)
    leads_labels = index + 1 < len(pieces) and _kind(pieces[index + 1]) is Kind.LABEL
    end = index + 1
    while end < len(pieces) and not _ends(opening, pieces[end], leads_labels=leads_labels):
        end += 1
    return end


def _ends(opening: Opening, piece: Piece, *, leads_labels: bool) -> bool:
    if not isinstance(piece, Opening):
        return False
    if opening.level:
        return 0 < piece.level <= opening.level
    if piece.level or piece.kind in {Kind.STEP, Kind.QUESTION}:
        return True
    if opening.kind is not Kind.BOLD:
        return False
    # A bold line ends at the next label, unless labels are all it is about.
    return piece.kind is Kind.BOLD or (piece.kind is Kind.LABEL and not leads_labels)


def _label_reach(pieces: tuple[Piece, ...], index: int) -> int:
    """Reach over the lists, tables and code right below a label, or over the numbered lines right below it."""
    end = index + 1
    if end < len(pieces) and _kind(pieces[end]) is Kind.NUMBERED:
        return _numbered_members(pieces, end)[-1][1]
    while end < len(pieces) and isinstance(pieces[end], LISTED):
        end += 1
    return end


def _numbered_members(pieces: tuple[Piece, ...], index: int) -> list[tuple[int, int]]:
    """Find the numbered lines that count on from this one; each with the index behind its last piece.

    All but the last end where the next one starts. The last has no such end: it takes what the others have shown to
    be usual, and at least the first piece below it.
    """
    first = pieces[index]
    starts = [index]
    for place in range(index + 1, len(pieces)):
        piece = pieces[place]
        if not isinstance(first, Opening) or not isinstance(piece, Opening):
            continue
        if piece.level or piece.kind in {Kind.STEP, Kind.QUESTION}:
            break
        if piece.kind is Kind.NUMBERED and piece.style == first.style:
            if piece.number <= first.number:
                break
            if piece.number == first.number + len(starts):
                starts.append(place)
    usual = {_shape(pieces[place]) for place in range(index + 1, starts[-1])} - {Kind.NUMBERED}
    ends = [*starts[1:], _last_end(pieces, starts[-1], usual)]
    return list(zip(starts, ends, strict=True))


def _last_end(pieces: tuple[Piece, ...], start: int, usual: set[str]) -> int:
    end = start + 1
    while end < len(pieces):
        piece = pieces[end]
        if isinstance(piece, Opening) and (piece.level or piece.kind in {Kind.STEP, Kind.QUESTION}):
            break
        if _kind(piece) is Kind.NUMBERED:
            if _style(piece) == _style(pieces[start]) or end > start + 1:
                break
            end = _numbered_members(pieces, end)[-1][1]
            continue
        is_first_block = end == start + 1 and not isinstance(piece, Opening)
        if not is_first_block and _shape(piece) not in (usual or {"listed"}):
            break
        end += 1
    return end


def _shape(piece: Piece) -> str:
    if isinstance(piece, Opening):
        return piece.kind
    return "listed" if isinstance(piece, LISTED) else "text"


def _kind(piece: Piece) -> Kind | None:
    return piece.kind if isinstance(piece, Opening) else None


def _style(piece: Piece) -> str:
    return piece.style if isinstance(piece, Opening) else ""
