"""Documents and atoms made by hand, written the way a test reads best."""

import re

from ankigen.identity import identify
from ankigen.model.atom import Atom, BasicAtom, ClozeAtom, ClozeLine, Content, Deletion, Origin
from ankigen.model.diagnostic import Span
from ankigen.model.document import Document, FrontMatter, Language, Question
from ankigen.model.note import Note
from ankigen.model.text import Mark, MarkKind, RichText
from ankigen.notes import NOTE_TYPES, compose_note

HOLE = re.compile(r"⟦(?:(\d+)\|)?(.*?)(?:\|(.*?))?⟧", re.DOTALL)
"""`⟦hidden⟧`, `⟦2|hidden⟧` with a number of the author's, `⟦hidden|hint⟧`."""


def plain(text: str, *marks: tuple[MarkKind, str] | tuple[MarkKind, str, str]) -> RichText:
    """Make an inline text; each mark names its kind, the part it covers, and its value."""
    found = []
    for kind, part, *value in marks:
        start = text.index(part)
        found.append(Mark(start=start, end=start + len(part), kind=kind, value="".join(value)))
    return RichText(plain=text, marks=tuple(sorted(found, key=lambda mark: (mark.start, -mark.end))))


def line(text: str, *marks: tuple[MarkKind, str], name: str | None = None, rule: str = "cloze") -> ClozeLine:
    """Make a line of a cloze atom with the `⟦...⟧` in it as its deletions."""
    shown, deletions = "", []
    position = 0
    for match in HOLE.finditer(text):
        shown += text[position : match.start()]
        number, hidden, hint = match.groups()
        deletions.append(
            Deletion(
                start=len(shown),
                end=len(shown) + len(hidden),
                name=name or hidden,
                rule=rule,
                hint=hint or "",
                number=int(number) if number else None,
            )
        )
        shown += hidden
        position = match.end()
    shown += text[position:]
    shown_name = None if name is None else RichText(plain=name)
    return ClozeLine(text=plain(shown, *marks), deletions=tuple(deletions), name=shown_name)


def origin(
    rule: str = "label",
    slot: str = "slot",
    *,
    at: int = 1,
    explicit_id: str = "",
    question: str = "Q",
    tags: tuple[str, ...] = (),
) -> Origin:
    span = Span(first=at, last=at)
    return Origin(rule=rule, slot=slot, span=span, question=question, explicit_id=explicit_id, tags=tags)


def basic(prompt: str | RichText = "What?", answer: str | Content = "That.", **more: object) -> BasicAtom:
    given: dict[str, object] = {"origin": origin(), "breadcrumb": "GPU › Memory", **more}
    return BasicAtom(
        prompt=plain(prompt) if isinstance(prompt, str) else prompt,
        answer=plain(answer) if isinstance(answer, str) else answer,
        **given,  # type: ignore[arg-type]
    )


def cloze(*lines: str | ClozeLine, **more: object) -> ClozeAtom:
    given: dict[str, object] = {"origin": origin("cloze"), "breadcrumb": "", **more}
    ready = tuple(line(each) if isinstance(each, str) else each for each in lines)
    return ClozeAtom(lines=ready, **given)  # type: ignore[arg-type]


def document(
    *questions: Question,
    path: str = "cards/gpu/memory.md",
    language: Language = Language.ENGLISH,
    footnotes: tuple[tuple[str, RichText], ...] = (),
    **front_matter: object,
) -> Document:
    return Document(
        path=path,
        title="Memory",
        language=language,
        front_matter=FrontMatter(**front_matter),  # type: ignore[arg-type]
        questions=questions,
        footnotes=footnotes,
    )


def compose(
    atom: Atom, home: Document | None = None, *, deck: str = "GPU", media: dict[str, str] | None = None
) -> Note:
    """Compose the note of one atom that is alone in its document."""
    home = home or document()
    identified = identify(home, [atom]).identified[0]
    return compose_note(identified, home, deck=deck, media=media or {})


def fields_of(note: Note) -> dict[str, str]:
    note_type = next(each for each in NOTE_TYPES if each.name == note.note_type)
    return dict(zip((field.name for field in note_type.fields), note.fields, strict=True))
