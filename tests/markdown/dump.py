"""A compact picture of a parsed document, for expected files that people can read."""

import yaml

from ankigen.markdown import Parsed
from ankigen.model.document import (
    Attributes,
    Block,
    Fence,
    FrontMatter,
    Item,
    ListBlock,
    MathBlock,
    Paragraph,
    Question,
    Quote,
    Section,
    Table,
)
from ankigen.model.text import RichText


def dump(parsed: Parsed) -> str:
    """Write the document and its diagnostics as YAML; what is empty is left out."""
    document = parsed.document
    picture: dict[str, object] = {
        "title": document.title,
        "language": str(document.language),
        "front_matter": _front_matter(document.front_matter),
        "questions": [_question(question) for question in document.questions],
        "footnotes": {label: _text(text) for label, text in document.footnotes},
        "diagnostics": [
            f"{found.line}: {found.severity}[{found.code}]: {found.message}; {found.mend}"
            for found in parsed.diagnostics
        ],
    }
    return str(yaml.safe_dump(_full(picture), allow_unicode=True, sort_keys=False, width=110))


def _full(mapping: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in mapping.items() if value not in ("", None, [], {}, ())}


def _front_matter(front: FrontMatter) -> dict[str, object]:
    rules = None if front.rules is None else list(front.rules)
    lang = str(front.lang) if front.lang else None
    return _full(
        {
            "deck": front.deck,
            "tags": list(front.tags),
            "lang": lang,
            "source": front.source,
            "id": front.id,
            "rules": rules,
        }
    )


def _question(question: Question) -> dict[str, object]:
    return _full(
        {
            "question": _text(question.title),
            "marked": None if question.marked else "no",
            "path": [_text(title) for title in question.path],
            "lines": f"{question.span.first}-{question.span.last}",
            "attributes": _attributes(question.attributes),
            "blocks": [_block(block) for block in question.blocks],
        }
    )


def _block(block: Block) -> dict[str, object]:
    lines = f"{block.span.first}-{block.span.last}"
    return _full({**_inside(block, lines), "attributes": _attributes(block.attributes)})


def _inside(block: Block, lines: str) -> dict[str, object]:
    match block:
        case Paragraph(text=text):
            return {f"paragraph {lines}": _text(text)}
        case ListBlock(ordered=ordered, items=items, start=start):
            kind = f"ordered from {start}" if ordered else "list"
            return {f"{kind} {lines}": [_item(item) for item in items]}
        case Table(header=header, rows=rows):
            body = [[_text(cell) for cell in cells] for cells in (header, *(row.cells for row in rows))]
            return {f"table {lines}": body}
        case Fence(language=language, code=code):
            return {f"fence {lines}": language or "-", "code": code}
        case MathBlock(tex=tex):
            return {f"math {lines}": tex}
        case Quote() | Section():
            return _outer(block, lines)


def _outer(block: Quote | Section, lines: str) -> dict[str, object]:
    name = block.kind if isinstance(block, Section) else "quote"
    title = _text(block.title) if block.title else "-"
    return {f"{name} {lines}": title, "blocks": [_block(inner) for inner in block.blocks]}


def _item(item: Item) -> object:
    details = _full(
        {
            "done": item.done,
            "attributes": _attributes(item.attributes),
            "blocks": [_block(block) for block in item.blocks],
        }
    )
    return {"item": _text(item.text), **details} if details else _text(item.text)


def _text(text: RichText) -> object:
    if not text.marks:
        return text.plain
    marks = [
        " ".join(
            part
            for part in (
                f"{mark.kind}",
                repr(text.plain[mark.start : mark.end]),
                mark.value,
                mark.hint and f"({mark.hint})",
            )
            if part
        )
        for mark in text.marks
    ]
    return {"plain": text.plain, "marks": marks}


def _attributes(attributes: Attributes) -> str:
    parts = [f"#{attributes.id}"] if attributes.id else []
    parts += [f".{name}" for name in attributes.classes]
    parts += [f"{key}={value}" for key, value in attributes.pairs]
    return " ".join(parts)
