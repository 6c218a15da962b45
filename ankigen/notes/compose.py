"""From an identified atom to a note: fields of HTML, cards, deck and tags."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ankigen.model.atom import Atom, BasicAtom, ClozeAtom, ClozeLine
from ankigen.model.document import Document, Language
from ankigen.model.identity import Identified
from ankigen.model.note import FIRST_MOD, Note, NoteType
from ankigen.model.text import MarkKind, RichText
from ankigen.notes.blocks import content_html
from ankigen.notes.escape import escape_text
from ankigen.notes.inline import Pictures, inline_html
from ankigen.notes.key_field import key_field
from ankigen.notes.names import REHEARSAL, deck_name, safe_tags
from ankigen.notes.nesting import Hole
from ankigen.notes.note_types import BASIC, CLOZE
from ankigen.notes.texts import texts_of_atom, values

_HTML_LANGUAGES = {Language.CHINESE: "zh-Hans", Language.ENGLISH: "en"}
"""Values of the `Lang` field: what `lang=` must say for the right Han glyphs."""


def compose_note(identified: Identified, document: Document, *, deck: str, media: Mapping[str, str]) -> Note:
    """Write an atom as a note.

    Args:
        identified: the atom with its key, guid and card numbers; when it last changed is for the lock to say.
        document: where it comes from; gives language, tags, source and footnotes.
        deck: full name of the deck of the document; a rehearsal goes to the same name under `Rehearsal`.
        media: name inside the package of each picture, by its path as the document writes it.

    Raises:
        ValueError: a cloze atom hides nothing, so that there would be no card; a rule of ours is at fault.
    """
    atom, pictures = identified.atom, Pictures(names=media)
    footnotes = _footnotes(atom, document)
    shared = {
        "Breadcrumb": escape_text(atom.breadcrumb),
        "Extra": _extra(atom, footnotes, pictures),
        "Source": _source(atom, document),
        "Typed": "1" if atom.typed else "",
        "Lang": _HTML_LANGUAGES[document.language],
        "Key": key_field(identified.guid, identified.key),
    }
    content = _content(identified, pictures)
    rehearsal = isinstance(atom, BasicAtom) and atom.rehearsal
    texts = (*texts_of_atom(atom), *(text for _, text in footnotes))
    shown = (media[path] for path in values(texts, MarkKind.IMAGE) if path in media)
    return Note(
        guid=identified.guid,
        key=identified.key,
        note_type=content.note_type.name,
        fields=_fields(content.note_type, {**shared, **content.fields}),
        ordinals=content.ordinals,
        deck=deck_name(f"{REHEARSAL}::{deck_name(deck)}" if rehearsal else deck),
        tags=_tags(atom, document),
        mod=FIRST_MOD,
        document=document.path,
        line=atom.origin.span.first,
        rule=atom.origin.rule,
        media=tuple(dict.fromkeys(shown)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Content:
    note_type: NoteType
    fields: Mapping[str, str]
    ordinals: tuple[int, ...]


def _content(identified: Identified, pictures: Pictures) -> _Content:
    match identified.atom:
        case BasicAtom() as atom:
            fields = {
                "Prompt": inline_html(atom.prompt, pictures),
                "Answer": content_html(atom.answer, pictures),
                "Reverse": "1" if atom.reverse else "",
            }
            return _Content(note_type=BASIC, fields=fields, ordinals=(0, 1) if atom.reverse else (0,))
        case ClozeAtom() as atom:
            holes = _holes(atom, identified.ordinals)
            numbers = sorted({hole.number for line in holes for hole in line if hole.start < hole.end})
            if not numbers:
                msg = f"nothing is hidden in {identified.key!r}"
                raise ValueError(msg)
            text = _cloze_html(atom, holes, pictures)
            return _Content(note_type=CLOZE, fields={"Text": text}, ordinals=tuple(n - 1 for n in numbers))


def _fields(note_type: NoteType, values_by_name: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(values_by_name.get(field.name, "") for field in note_type.fields)


Holes = tuple[tuple[Hole, ...], ...]
"""The deletions of each line."""


def _holes(atom: ClozeAtom, ordinals: Iterable[tuple[str, int]]) -> Holes:
    numbers = iter([number for _, number in ordinals])
    return tuple(
        tuple(
            Hole(start=deletion.start, end=deletion.end, number=next(numbers), hint=deletion.hint)
            for deletion in line.deletions
        )
        for line in atom.lines
    )


def _cloze_html(atom: ClozeAtom, holes: Holes, pictures: Pictures) -> str:
    """Write the lines: paragraphs, or a list of names and values; a single line stands bare."""
    if len(atom.lines) == 1 and atom.lines[0].name is None:
        return inline_html(atom.lines[0].text, pictures, holes[0])
    return "\n".join(_line(line, line_holes, pictures) for line, line_holes in zip(atom.lines, holes, strict=True))


def _line(line: ClozeLine, holes: Iterable[Hole], pictures: Pictures) -> str:
    text = inline_html(line.text, pictures, holes)
    if line.name is None:
        return f"<p>{text}</p>"
    name = inline_html(line.name, pictures)
    return f'<div class="ag-row"><span class="ag-name">{name}</span> <span class="ag-value">{text}</span></div>'


Footnote = tuple[str, RichText]
"""Label and text."""


def _footnotes(atom: Atom, document: Document) -> tuple[Footnote, ...]:
    """Find the footnotes that the atom's texts point to, and those that these point to."""
    known = dict(document.footnotes)
    labels = list(values(texts_of_atom(atom), MarkKind.FOOTNOTE))
    for label in labels:
        if label in known:
            labels.extend(found for found in values((known[label],), MarkKind.FOOTNOTE) if found not in labels)
    return tuple((label, known[label]) for label in labels if label in known)


def _extra(atom: Atom, footnotes: Iterable[Footnote], pictures: Pictures) -> str:
    notes = (
        f'<p class="ag-footnote-text"><sup>{escape_text(label)}</sup> {inline_html(text, pictures)}</p>'
        for label, text in footnotes
    )
    return "\n".join(part for part in (content_html(atom.extra, pictures), *notes) if part)


def _source(atom: Atom, document: Document) -> str:
    """Name file and question, without a line number, since lines move; then what the front matter says."""
    line = atom.origin.span.first
    before = bisect_right(document.questions, line, key=lambda question: question.span.first)
    around = document.questions[before - 1] if before else None
    question = around.title.plain if around is not None and line <= around.span.last else atom.origin.question
    place = ", ".join(part for part in (document.path, " ".join(question.split())) if part)
    return "<br>".join(escape_text(part) for part in (place, document.front_matter.source) if part)


def _tags(atom: Atom, document: Document) -> tuple[str, ...]:
    own = [*document.front_matter.tags, *atom.origin.tags, f"ankigen::rule::{atom.origin.rule}"]
    if isinstance(atom, BasicAtom) and atom.rehearsal:
        own.append("ankigen::rehearsal")
    return safe_tags(own)
