"""Render what the rules made of a document as YAML that reads like cards."""

from typing import Any

import yaml

from ankigen.atoms import atomize
from ankigen.markdown import parse_document
from ankigen.model.atom import Atom, Atomized, BasicAtom, ClozeAtom, ClozeLine, CodeAtom, Content
from ankigen.model.document import Block, Fence, ListBlock, MathBlock, Paragraph, Quote, Section, Table
from ankigen.model.text import RichText
from tests.sample_tasks import TASKS

NUMERALS = "①②③④⑤⑥⑦⑧⑨"


def cards_of(text: str, path: str = "case.md") -> str:
    """Give the atoms, leftovers and gates of a Markdown text as YAML; its code may be linked to the sample tasks."""
    return render(atomize(parse_document(text, path).document, tasks=TASKS))


def render(made: Atomized) -> str:
    """Render atoms without rehearsals (each question has one), what is left over, and which gates refused what."""
    document: dict[str, Any] = {"atoms": [_atom(atom) for atom in made.atoms if not _rehearses(atom)]}
    if made.leftovers:
        document["leftovers"] = [
            f"{item.span.first}: {item.text} [{item.code}: {item.reason}]" for item in made.leftovers
        ]
    gates = sorted({f"{trace.rule}: {trace.detail}" for trace in made.traces if trace.detail.startswith("gate ")})
    if gates:
        document["gates"] = gates
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=120)


def _rehearses(atom: Atom) -> bool:
    return isinstance(atom, BasicAtom) and atom.rehearsal


def _atom(atom: Atom) -> dict[str, Any]:
    card: dict[str, Any]
    head = {
        "rule": atom.origin.rule,
        "lines": f"{atom.origin.span.first}-{atom.origin.span.last}",
        "under": atom.breadcrumb,
    }
    match atom:
        case BasicAtom():
            flags = [name for name in ("reverse", "typed") if getattr(atom, name)]
            card = {"ask": atom.prompt.plain, "answer": _plain(atom.answer)}
            if atom.extra:
                card["extra"] = _plain(atom.extra)
            if flags:
                card["flags"] = flags
        case ClozeAtom():
            card = {"cloze": [_line(line, column) for column, line in enumerate(atom.lines)]}
            by = sorted({deletion.rule for line in atom.lines for deletion in line.deletions} - {atom.origin.rule})
            if by:
                card["by"] = by
        case CodeAtom():
            card = {"ask": atom.prompt.plain, "given": atom.given, "code": atom.code}
            card["status"] = str(atom.backing.standing.status)
    return head | card


def _line(line: ClozeLine, column: int) -> str:
    """Show deletions in 【】, behind the bracket the number of the author or of the column, the hint after a bar."""
    shown, place = "", 0
    for deletion in line.deletions:
        hint = f"|{deletion.hint}" if deletion.hint else ""
        shared = deletion.like_line or column if deletion.rule == "table" else 0
        number = NUMERALS[(deletion.number or shared) - 1] if deletion.number or shared else ""
        hidden = line.text.plain[deletion.start : deletion.end]
        shown += f"{line.text.plain[place : deletion.start]}【{hidden}{hint}】{number}"
        place = deletion.end
    name = f"{line.name.plain}: " if line.name is not None else ""
    return name + shown + line.text.plain[place:]


def _plain(content: Content) -> str:
    if isinstance(content, RichText):
        return content.plain
    return " / ".join(_block(block) for block in content)


def _block(block: Block) -> str:
    match block:
        case Paragraph(text=text):
            return text.plain
        case ListBlock(items=items):
            return " / ".join(item.text.plain for item in items)
        case Fence(code=source) | MathBlock(tex=source):
            return source
        case Section(title=title, blocks=blocks) | Quote(title=title, blocks=blocks):
            return " / ".join([*([title.plain] if title is not None else []), _plain(blocks)])
        case Table(header=header):
            return " | ".join(cell.plain for cell in header)
