"""Walk the blocks of a question, and tell each leaf where it stands."""

import re
from dataclasses import replace

from ankigen.atoms.containers import ask_container, ask_linked
from ankigen.atoms.leadins import TOOL_LEAD_IN, announced, is_parent_name, label_for_children, lines_of, without_tail
from ankigen.atoms.leaves import ask_heading, ask_leaf_level
from ankigen.atoms.ledger import Ledger, skipped
from ankigen.atoms.lexicon import NO_LABEL
from ankigen.atoms.links import needs_check
from ankigen.atoms.place import Place, bare_title, enter, narrow, recurring_labels
from ankigen.atoms.rule import Container, Leaf, Role
from ankigen.model.diagnostic import Span
from ankigen.model.document import (
    Attributes,
    Block,
    Fence,
    Item,
    ListBlock,
    MathBlock,
    Paragraph,
    Question,
    Quote,
    Section,
    SectionKind,
    Table,
)
from ankigen.model.text import Mark, MarkKind, RichText


def walk_question(place: Place, ledger: Ledger) -> None:
    """Walk a question: as a whole, then its blocks."""
    question = place.question
    container = Container(
        block=None,
        place=place,
        span=question.span,
        attributes=question.attributes,
        siblings=question.blocks,
        whole_question=True,
    )
    ask_container(container, ledger)
    ask_container(replace(container, whole_question=False), ledger)
    alone = len(question.blocks) == 1 and isinstance(question.blocks[0], Paragraph)
    walk_blocks(question.blocks, place, ledger, alone=alone)
    if question.attributes.get("solution"):
        # Ideas first, then the code that they explain.
        head = Span(first=question.span.first, last=question.span.first)
        ask_linked(replace(container, whole_question=False, span=head), ledger)


def walk_blocks(blocks: tuple[Block, ...], place: Place, ledger: Ledger, *, alone: bool = False) -> None:
    """Walk blocks in order; a lead-in before a list lends it its label."""
    opens = True
    lead: Place | None = None
    for number, block in enumerate(blocks):
        if "skip" in block.attributes.classes:
            ledger.traces.append(skipped(block.span, ""))
            continue
        here = enter(
            lead if lead is not None and not isinstance(block, Section | Paragraph) else place, block.attributes
        )
        lead = None
        match block:
            case Section():
                _walk_section(block, here, ledger)
            case ListBlock():
                _walk_list(block, here, ledger, opens=opens)
            case Paragraph():
                following = blocks[number + 1] if number + 1 < len(blocks) else None
                lead = _walk_paragraph(block, here, following, ledger, opens=opens, alone=alone)
            case MathBlock(tex=tex):
                text = RichText(plain=tex, marks=(Mark(start=0, end=len(tex), kind=MarkKind.DISPLAY_MATH),))
                ask_leaf_level(
                    Leaf(text=text, place=here, role=Role.PARAGRAPH, span=block.span, attributes=block.attributes),
                    ledger,
                )
            case Quote(title=title):
                inner = here.under(title) if title is not None and not NO_LABEL.fullmatch(title.plain) else here
                walk_blocks(block.blocks, inner, ledger)
            case Table() | Fence():
                _walk_whole(block, here, ledger)
        opens = False


def _walk_whole(block: Table | Fence, place: Place, ledger: Ledger) -> None:
    container = Container(block=block, place=place, span=block.span, attributes=block.attributes)
    if isinstance(block, Fence):
        ask_linked(container, ledger)
        if block.attributes.get("solution"):
            return  # A link that leads nowhere is an error, and no card of another kind makes up for it.
    if ask_container(container, ledger) is not None or "display" in block.attributes.classes:
        return
    if isinstance(block, Fence):
        _leave_fence(block, ledger)
    else:
        ledger.leave(block.span, " | ".join(cell.plain for cell in block.header), "no rule takes this table")


def _leave_fence(fence: Fence, ledger: Ledger) -> None:
    first = fence.code.strip().split("\n")[0]
    if not needs_check(fence):
        ledger.leave(fence.span, first, "no rule takes this block", "{.display} on the line above it")
        return
    ledger.leave(
        fence.span,
        first,
        "code that nothing has checked makes no card",
        "{solution=TASK} on the line above it, or {.display} if it is only to be looked at",
        code="unchecked-code",
    )


def _walk_section(section: Section, place: Place, ledger: Ledger) -> None:
    title = bare_title(section.title)
    if section.kind is SectionKind.LABEL and TOOL_LEAD_IN.match(title.plain):
        # `使用 X 分析…：` is a sentence that names a tool, not a label.
        head = Span(first=section.span.first, last=section.span.first)
        ask_leaf_level(Leaf(text=without_tail(title), place=place, role=Role.PARAGRAPH, span=head), ledger)
        walk_blocks(section.blocks, place, ledger)
        return
    inner = place.under(section.title)
    heading = Leaf(
        text=title,
        place=place,
        role=Role.HEADING,
        span=Span(first=section.span.first, last=section.span.first),
        attributes=replace(section.attributes, classes=()),
    )
    if section.kind is not SectionKind.STEP:
        ask_heading(heading, ledger)
    container = Container(
        block=section, place=inner, span=section.span, attributes=section.attributes, siblings=section.blocks
    )
    ask_container(container, ledger)
    walk_blocks(section.blocks, inner, ledger)
    if section.attributes.get("solution"):
        ask_linked(replace(container, span=heading.span), ledger)


def _walk_list(block: ListBlock, place: Place, ledger: Ledger, *, opens: bool) -> None:
    claim = ask_container(Container(block=block, place=place, span=block.span, attributes=block.attributes), ledger)
    siblings = tuple(item.text for item in block.items)
    for index, item in enumerate(block.items):
        here = narrow(place, item.attributes)
        if "skip" in item.attributes.classes:
            ledger.traces.append(skipped(item.span, item.text.plain))
            continue
        if item.blocks and re.search(r"[?？]\s*$", item.text.plain):
            _walk_nested_question(item, here, ledger)
            continue
        names_children = bool(item.blocks) and is_parent_name(item.text)
        if not names_children and not (claim is not None and claim.whole):
            for number, line in enumerate(lines_of(item.text)):
                ask_leaf_level(
                    Leaf(
                        text=line,
                        place=here,
                        role=Role.ITEM,
                        span=_first_line(item),
                        attributes=_attributes(block, item),
                        siblings=siblings,
                        index=index,
                        opens=opens and index == 0 and number == 0,
                        parent=bool(item.blocks),
                    ),
                    ledger,
                )
        if item.blocks:
            walk_blocks(item.blocks, here.under(label_for_children(item.text), stated=not names_children), ledger)


def _walk_nested_question(item: Item, place: Place, ledger: Ledger) -> None:
    """Take an item that asks (`What is mTLS?`, a toggle) for a question of its own, its answer below it."""
    title = bare_title(item.text)
    outer = place.question
    nested = Question(
        title=title, path=(*outer.path, outer.title), blocks=item.blocks, span=item.span, attributes=item.attributes
    )
    inner = replace(
        place,
        question=nested,
        question_id=f"{place.question_id} › {title.plain}",
        labels=(),
        recurring=recurring_labels(nested),
    )
    blocks = item.blocks
    if (
        len(blocks) == 1
        and isinstance(blocks[0], ListBlock)
        and len(blocks[0].items) == 1
        and not blocks[0].items[0].blocks
    ):
        only = blocks[0].items[0]
        blocks = (Paragraph(text=only.text, span=only.span, attributes=only.attributes),)
    walk_blocks(blocks, inner, ledger, alone=len(blocks) == 1 and isinstance(blocks[0], Paragraph))


def _attributes(block: ListBlock, item: Item) -> Attributes:
    """Give an item its own attributes and its list's marks."""
    return replace(item.attributes, classes=(*item.attributes.classes, *block.attributes.classes))


def _first_line(item: Item) -> Span:
    last = item.blocks[0].span.first - 1 if item.blocks else item.span.last
    return Span(first=item.span.first, last=max(item.span.first, last))


def _walk_paragraph(
    block: Paragraph, place: Place, following: Block | None, ledger: Ledger, *, opens: bool, alone: bool
) -> Place | None:
    """Give a paragraph to the leaf rules; one that announces the next block lends it its label."""
    lines = lines_of(block.text)
    announces = isinstance(following, ListBlock | Table | Fence | MathBlock) and block.text.plain.rstrip().endswith(
        ("：", ":")
    )
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if announces and last:
            lead, body = announced(line)
            if body.plain:
                ask_leaf_level(
                    Leaf(text=body, place=place, role=Role.PARAGRAPH, span=block.span, attributes=block.attributes),
                    ledger,
                )
            return place.under(lead) if lead.plain else place
        ask_leaf_level(
            Leaf(
                text=line,
                place=place,
                role=Role.PARAGRAPH,
                span=block.span,
                attributes=block.attributes,
                opens=opens and number == 0,
                alone=alone and len(lines) == 1,
            ),
            ledger,
        )
    return None
