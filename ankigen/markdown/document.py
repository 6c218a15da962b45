"""One Markdown file, from its text to a `Document`."""

from dataclasses import dataclass
from typing import Final

from ankigen.markdown import vocabulary
from ankigen.markdown.blocks import Source, read_pieces
from ankigen.markdown.boilerplate import blank_boilerplate
from ankigen.markdown.characters import is_mostly_chinese
from ankigen.markdown.damage import report_damage
from ankigen.markdown.findings import Findings
from ankigen.markdown.front_matter import read_front_matter
from ankigen.markdown.lines import fenced_lines, normalise_lines
from ankigen.markdown.numbered import open_labels, open_numbered, open_questions
from ankigen.markdown.parser import make_parser
from ankigen.markdown.pieces import Opening, Piece
from ankigen.markdown.question_lines import settle_question_lines
from ankigen.markdown.questions import build_questions
from ankigen.markdown.source import clean_text
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.document import Document, Language, Paragraph
from ankigen.model.text import RichText

_PARSER: Final = make_parser()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A document, and what is wrong with its text; with errors the document is what could be read."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]


def parse_document(text: str, path: str, *, language: Language | None = None) -> Parsed:
    """Parse the text of one Markdown file; any text parses, whatever is in it.

    Args:
        text: decoded; a BOM and any kind of line end are accepted.
        path: posix path as the user knows it, for diagnostics and the title.
        language: what the workspace says; front matter goes before it, and without either the text itself decides.
    """
    findings = Findings(path)
    raw_lines = clean_text(text, findings).split("\n")
    head = read_front_matter(raw_lines, findings)
    raw_lines[: head.length] = [""] * head.length
    fenced = fenced_lines(raw_lines)
    lines = normalise_lines(blank_boilerplate(raw_lines, fenced, findings), fenced)
    report_damage(lines, fenced, findings)

    footnotes: dict[str, RichText] = {}
    pieces = _read(lines, raw_lines, footnotes, findings)
    if not any(isinstance(piece, Opening) and piece.marked for piece in pieces):
        pieces = open_questions(pieces)
    title, heading, pieces = _title(pieces, path)
    document = Document(
        path=path,
        title=title,
        language=head.front_matter.lang or language or _language(raw_lines, fenced),
        front_matter=head.front_matter,
        questions=build_questions(pieces, title, heading, findings),
        footnotes=tuple(footnotes.items()),
    )
    return Parsed(document=document, diagnostics=findings.in_order())


def _read(
    lines: list[str], raw_lines: list[str], footnotes: dict[str, RichText], findings: Findings
) -> tuple[Piece, ...]:
    env = {"findings": findings, "line": 1}
    tokens = _PARSER.block.parse("\n".join(lines), _PARSER, env, []) or []
    source = Source(lines=lines, parser=_PARSER, env=env, findings=findings, footnotes=footnotes)
    return settle_question_lines(open_labels(open_numbered(read_pieces(tokens, source), raw_lines)))


def _title(pieces: tuple[Piece, ...], path: str) -> tuple[str, Opening | None, tuple[Piece, ...]]:
    """Give the document's title, its heading if it has one, and the pieces but for a plain line that is the title.

    A heading below the first question is part of an answer (in pasted code, a comment), never the title.
    """
    asked = next((index for index, piece in enumerate(pieces) if _is_asking_line(piece)), len(pieces))
    headings = [piece for piece in pieces[:asked] if isinstance(piece, Opening) and piece.level]
    first = next((heading for heading in headings if heading.level == 1 and heading.title.plain), None)
    if first is not None:
        return (vocabulary.bare_question(first.title) if first.marked else first.title).plain, first, pieces
    match pieces:
        case (Paragraph(text=text), Opening() as opening, *_) if (
            not headings
            and _is_asking_line(opening)
            and "\n" not in text.plain
            and vocabulary.is_title(text.plain)
            and not text.plain.endswith((*vocabulary.QUESTION_END, *vocabulary.COLON))
        ):
            return text.plain, None, pieces[1:]
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[0] or name, None, pieces


def _is_asking_line(piece: Piece) -> bool:
    return isinstance(piece, Opening) and piece.marked and not piece.level


def _language(lines: list[str], fenced: list[bool]) -> Language:
    prose = "\n".join(line for line, in_fence in zip(lines, fenced, strict=True) if not in_fence)
    return Language.CHINESE if is_mostly_chinese(prose) else Language.ENGLISH
