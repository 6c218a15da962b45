"""Walk a document's questions and let the rule tables look at each place, level by level."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ankigen.atoms.clauses import clause_atoms
from ankigen.atoms.equations import split_equations
from ankigen.atoms.lexicon import NO_LABEL, PLACEHOLDER
from ankigen.atoms.measure import LABEL_COLUMNS, columns, cut, units
from ankigen.atoms.numbers import NUMBER
from ankigen.atoms.place import Place, bare_title, split_label
from ankigen.atoms.registry import CONTAINER_RULES, LEAF_RULES, PARALLEL_LEAF_RULES, RULE_NAMES
from ankigen.atoms.rule import Claim, Clause, Container, Leaf, Refusal, Role
from ankigen.atoms.segments import clauses, sentences
from ankigen.model.atom import Atom, Atomized, Leftover, Level, Trace
from ankigen.model.diagnostic import Span
from ankigen.model.document import (
    Attributes,
    Block,
    Document,
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

_MARKS = "==x==, {.cloze} or `front :: back`"


@dataclass(slots=True)
class _Ledger:
    """What the walk has found so far."""

    atoms: list[Atom] = field(default_factory=list)
    leftovers: list[Leftover] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    asked_beside: set[tuple[str, str]] = field(default_factory=set)
    """Rule and slot of what parallel leaf rules asked: once a document is enough."""

    def leave(self, span: Span, text: str, reason: str, mark: str = _MARKS, code: str = "no-card") -> None:
        self.leftovers.append(
            Leftover(span=span, text=cut(text.replace("\n", " "), 60), reason=reason, mark=mark, code=code)
        )


def atomize(document: Document, *, enabled: frozenset[str] | None = None) -> Atomized:
    """Make atoms of a document.

    Args:
        document: as parsed.
        enabled: names of the rules that may run; None: all. The document's front matter narrows it further.
    """
    runs = RULE_NAMES if enabled is None else enabled
    if document.front_matter.rules is not None:
        runs &= frozenset(document.front_matter.rules)
    ledger = _Ledger()
    for question in document.questions:
        if "skip" in question.attributes.classes:
            ledger.traces.append(_skipped(question.span, question.title.plain))
            continue
        place = Place(
            language=document.language,
            question=question,
            question_id=question_identity(question),
            recurring=_recurring(question),
            rules=runs,
        )
        _walk_question(_narrow(place, question.attributes), ledger)
    return Atomized(atoms=tuple(ledger.atoms), leftovers=tuple(ledger.leftovers), traces=tuple(ledger.traces))


def question_identity(question: Question) -> str:
    """Identify a question in its document: its `{#id}`, else the path of titles."""
    if question.attributes.id:
        return f"#{question.attributes.id}"
    return " › ".join([*(bare_title(part).plain for part in question.path), bare_title(question.title).plain])


def _skipped(span: Span, text: str) -> Trace:
    return Trace(
        span=span, level=Level.CONTAINER, rule="skip", claimed=True, detail="{.skip}: no card wanted", text=text
    )


def _narrow(place: Place, attributes: Attributes) -> Place:
    """Let `{rules="label table"}` say which rules run below."""
    names = attributes.get("rules").replace(",", " ").split()
    return replace(place, rules=(place.rules or RULE_NAMES) & frozenset(names)) if names else place


def _recurring(question: Question) -> frozenset[str]:
    """Find the labels that stand in two or more lists of a question: they are aspects."""
    seen: Counter[str] = Counter()
    for block in _all_blocks(question.blocks):
        if isinstance(block, ListBlock):
            labels = {_label_of(item) for item in block.items} - {""}
            seen.update(labels)
    return frozenset(label for label, count in seen.items() if count > 1)


def _label_of(item: Item) -> str:
    separator = split_label(item.text)
    return bare_title(item.text.slice(0, separator[0])).plain if separator else ""


def _all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        match block:
            case Section() | Quote():
                yield from _all_blocks(block.blocks)
            case ListBlock():
                for item in block.items:
                    yield from _all_blocks(item.blocks)
            case _:
                pass


def _walk_question(place: Place, ledger: _Ledger) -> None:
    question = place.question
    container = Container(
        block=None,
        place=place,
        span=question.span,
        attributes=question.attributes,
        siblings=question.blocks,
        whole_question=True,
    )
    _ask_container(container, ledger)
    _ask_container(replace(container, whole_question=False), ledger)
    alone = len(question.blocks) == 1 and isinstance(question.blocks[0], Paragraph)
    _walk_blocks(question.blocks, place, ledger, alone=alone)


def _ask_container(container: Container, ledger: _Ledger) -> Claim | None:
    """Give a container to the rules of its level; the first that takes it wins."""
    text = _container_text(container)
    for rule in CONTAINER_RULES:
        if rule.name not in (container.place.rules or RULE_NAMES):
            continue
        answer = rule.find(container)
        claimed = isinstance(answer, Claim)
        detail = answer.asks if isinstance(answer, Claim) else answer.reason
        ledger.traces.append(
            Trace(span=container.span, level=Level.CONTAINER, rule=rule.name, claimed=claimed, detail=detail, text=text)
        )
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            return answer
    return None


def _container_text(container: Container) -> str:
    match container.block:
        case Section(title=title):
            return title.plain
        case ListBlock(items=items):
            return f"list of {len(items)}"
        case Table(header=header):
            return " | ".join(cell.plain for cell in header)
        case Fence(code=code):
            return cut(code.split("\n")[0], 60)
        case _:
            return container.place.question.title.plain


def _walk_blocks(blocks: tuple[Block, ...], place: Place, ledger: _Ledger, *, alone: bool = False) -> None:
    opens = True
    lead: Place | None = None
    for number, block in enumerate(blocks):
        if "skip" in block.attributes.classes:
            ledger.traces.append(_skipped(block.span, ""))
            continue
        here = _narrow(
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
                _walk_leaf(
                    Leaf(text=text, place=here, role=Role.PARAGRAPH, span=block.span, attributes=block.attributes),
                    ledger,
                )
            case Quote(title=title):
                inner = here.under(title) if title is not None and not NO_LABEL.fullmatch(title.plain) else here
                _walk_blocks(block.blocks, inner, ledger)
            case Table() | Fence():
                _walk_whole(block, here, ledger)
        opens = False


def _walk_whole(block: Table | Fence, place: Place, ledger: _Ledger) -> None:
    claim = _ask_container(Container(block=block, place=place, span=block.span, attributes=block.attributes), ledger)
    if claim is not None or "display" in block.attributes.classes:
        return
    if isinstance(block, Fence):
        first = block.code.strip().split("\n")[0]
        ledger.leave(
            block.span,
            first,
            "code that nothing has checked makes no card",
            "{.display} above the fence, or link it to a solution",
            code="unchecked-code",
        )
    else:
        ledger.leave(block.span, " | ".join(cell.plain for cell in block.header), "no rule takes this table")


def _walk_section(section: Section, place: Place, ledger: _Ledger) -> None:
    title = bare_title(section.title)
    if section.kind is SectionKind.LABEL and _TOOL_LEAD_IN.match(title.plain):
        # `使用 X 分析…：` is a sentence that names a tool, not a label.
        head = Span(first=section.span.first, last=section.span.first)
        _walk_leaf(Leaf(text=_without_tail(title), place=place, role=Role.PARAGRAPH, span=head), ledger)
        _walk_blocks(section.blocks, place, ledger)
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
        _walk_heading(heading, ledger)
    container = Container(
        block=section, place=inner, span=section.span, attributes=section.attributes, siblings=section.blocks
    )
    _ask_container(container, ledger)
    _walk_blocks(section.blocks, inner, ledger)


def _walk_heading(leaf: Leaf, ledger: _Ledger) -> None:
    """Let the leaf rules look at a heading; most headings state nothing, and that is no finding."""
    _ask_beside(leaf, leaf.place.rules or RULE_NAMES, ledger)
    for rule in LEAF_RULES:
        if rule.name not in (leaf.place.rules or RULE_NAMES) or rule.name in {"enum", "answer", "lead"}:
            continue
        if rule.name == "label" and "——" not in leaf.plain:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            return


def _leaf_trace(leaf: Leaf, rule: str, answer: Claim | Refusal) -> Trace:
    claimed = isinstance(answer, Claim)
    detail = answer.asks if isinstance(answer, Claim) else answer.reason
    return Trace(span=leaf.span, level=Level.LEAF, rule=rule, claimed=claimed, detail=detail, text=leaf.plain)


def _walk_list(block: ListBlock, place: Place, ledger: _Ledger, *, opens: bool) -> None:
    claim = _ask_container(Container(block=block, place=place, span=block.span, attributes=block.attributes), ledger)
    siblings = tuple(item.text for item in block.items)
    for index, item in enumerate(block.items):
        here = _narrow(place, item.attributes)
        if "skip" in item.attributes.classes:
            ledger.traces.append(_skipped(item.span, item.text.plain))
            continue
        if item.blocks and re.search(r"[?？]\s*$", item.text.plain):
            _walk_nested_question(item, here, ledger)
            continue
        names_children = bool(item.blocks) and is_parent_name(item.text)
        if not names_children and not (claim is not None and claim.whole):
            for number, line in enumerate(_lines(item.text)):
                _walk_leaf(
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
            _walk_blocks(item.blocks, here.under(_label_for_children(item.text)), ledger)


def _walk_nested_question(item: Item, place: Place, ledger: _Ledger) -> None:
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
        recurring=_recurring(nested),
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
    _walk_blocks(blocks, inner, ledger, alone=len(blocks) == 1 and isinstance(blocks[0], Paragraph))


def _attributes(block: ListBlock, item: Item) -> Attributes:
    """Give an item its own attributes and its list's classes."""
    return replace(item.attributes, classes=(*item.attributes.classes, *block.attributes.classes))


def _first_line(item: Item) -> Span:
    last = item.blocks[0].span.first - 1 if item.blocks else item.span.last
    return Span(first=item.span.first, last=max(item.span.first, last))


def is_parent_name(text: RichText) -> bool:
    """Tell an item that only names what stands below it (`典型用途：`, `Redis`)."""
    plain = text.plain.strip()
    if plain.endswith(("：", ":")):
        return not re.search(r"[。；;]|\. ", plain)
    return (
        units(plain) <= 16
        and not NUMBER.search(plain)
        and split_label(text) is None
        and not re.search(r"[，,。；;=→]|\bis\b|\bare\b|是", plain)
    )


def _label_for_children(text: RichText) -> RichText:
    separator = split_label(text)
    if separator is not None and columns(text.plain[: separator[0]]) <= LABEL_COLUMNS:
        return text.slice(0, separator[0])
    plain = bare_title(text)
    return plain if columns(plain.plain) <= 40 else RichText(plain=cut(plain.plain, 40))


def _lines(text: RichText) -> list[RichText]:
    """Cut a text at its line breaks, unless the author marked clozes in it: those stay one note."""
    if "\n" not in text.plain or text.marked(MarkKind.HIGHLIGHT, MarkKind.CLOZE):
        return [text]
    starts = [0, *(match.end() for match in re.finditer(r"\n", text.plain))]
    ends = [*(start - 1 for start in starts[1:]), len(text.plain)]
    return [line for start, end in zip(starts, ends, strict=True) if (line := text.slice(start, end).strip()).plain]


def _walk_paragraph(
    block: Paragraph, place: Place, following: Block | None, ledger: _Ledger, *, opens: bool, alone: bool
) -> Place | None:
    """Give a paragraph to the leaf rules; one that announces the next block lends it its label."""
    lines = _lines(block.text)
    announces = isinstance(following, ListBlock | Table | Fence | MathBlock) and block.text.plain.rstrip().endswith(
        ("：", ":")
    )
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if announces and last:
            lead, body = _announced(line)
            if body.plain:
                _walk_leaf(
                    Leaf(text=body, place=place, role=Role.PARAGRAPH, span=block.span, attributes=block.attributes),
                    ledger,
                )
            return place.under(lead) if lead.plain else place
        _walk_leaf(
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


def _announced(line: RichText) -> tuple[RichText, RichText]:
    """Part an announcing paragraph: the label for what follows, and what it states by itself."""
    spans = sentences(line)
    start = spans[-1][0] if spans else 0
    lead, body = line.slice(start, len(line)).strip("：: "), line.slice(0, start).strip()
    if _TOOL_LEAD_IN.match(lead.plain):
        return RichText(), _without_tail(line.strip("：: "))
    if columns(lead.plain) > LABEL_COLUMNS or re.search(r"[，,]", lead.plain):
        return RichText(), line.strip("：: ") if columns(lead.plain) > LABEL_COLUMNS else body
    return lead, body


_TOOL_LEAD_IN = re.compile(
    r"(?:可以)?(?:使用|利用|用(?!户|法|途|于)|通过)\s*[^，,]{2,}(?:分析|查看|观察|测量|监控|定位|排查|诊断|看|统计|判断)|(?:use|using)\s+\S+",
    re.IGNORECASE,
)


def _without_tail(text: RichText) -> RichText:
    """Cut what only announces the list off a lead-in: `…，关注`."""
    match = re.search(r"[，,]\s*(?:重点)?(?:关注|包括|如下|主要有|包含|看)$|\s*(?:to look at|as follows)$", text.plain)
    return text.slice(0, match.start()) if match else text


def _walk_leaf(leaf: Leaf, ledger: _Ledger) -> None:
    runs = leaf.place.rules or RULE_NAMES
    leaf = replace(leaf, text=split_equations(leaf.text))
    if not leaf.plain.strip():
        return
    if PLACEHOLDER.fullmatch(leaf.plain.strip()):
        ledger.leave(leaf.span, leaf.plain, "a placeholder is no answer", "the answer itself")
        return
    _ask_beside(leaf, runs, ledger)
    forced = "cloze" in leaf.attributes.classes
    before = len(ledger.atoms)
    claim = None if forced else _ask_leaf(leaf, runs, ledger)
    rest = claim.rest if claim is not None else _all_clauses(leaf)
    if rest:
        atoms, traces = clause_atoms(leaf, rest, runs)
        ledger.traces.extend(traces)
        ledger.atoms.extend(atoms)
    if len(ledger.atoms) == before:
        ledger.leave(leaf.span, leaf.plain, _reason(leaf, ledger))


def _ask_beside(leaf: Leaf, runs: frozenset[str], ledger: _Ledger) -> None:
    for rule in PARALLEL_LEAF_RULES:
        if rule.name not in runs:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            for atom in answer.atoms:
                if (rule.name, atom.origin.slot) not in ledger.asked_beside:
                    ledger.asked_beside.add((rule.name, atom.origin.slot))
                    ledger.atoms.append(atom)


def _ask_leaf(leaf: Leaf, runs: frozenset[str], ledger: _Ledger) -> Claim | None:
    for rule in LEAF_RULES:
        if rule.name not in runs:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            return answer
    return None


def _all_clauses(leaf: Leaf) -> tuple[Clause, ...]:
    if re.search(r"[?？]\s*$", leaf.plain):
        return ()
    return tuple(
        Clause(leaf=leaf, start=start, end=end)
        for span in sentences(leaf.text)
        if not leaf.plain[span[1] : span[1] + 1].startswith(("?", "？"))
        for start, end in clauses(leaf.text, *span)
    )


def _reason(leaf: Leaf, ledger: _Ledger) -> str:
    if re.search(r"[?？]\s*$", leaf.plain):
        return "a question in prose is no fact"
    gates = [trace.detail for trace in ledger.traces if trace.span == leaf.span and trace.detail.startswith("gate ")]
    return f"what would be hidden was refused ({gates[-1]})" if gates else "no rule takes it"
