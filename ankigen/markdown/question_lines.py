"""Question lines that hold more or less than one question: `Q:` alone, `**Q: …?** answer`, `Q: …? A: answer`."""

import re
from dataclasses import replace

from ankigen.markdown import vocabulary
from ankigen.markdown.pieces import Opening, Piece
from ankigen.model.diagnostic import Span
from ankigen.model.document import Paragraph
from ankigen.model.text import MarkKind, RichText

_ANSWER_BEHIND = re.compile(r"(?<=[?\uff1f])[\s*_]*(?=(?:A|Answer|答案?|回答)\s*[:\uff1a])")


def settle_question_lines(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Give each question mark its question, and each answer that stands on the question's line a paragraph."""
    return _fill_bare(_split_answers(pieces))


def _split_answers(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    result: list[Piece] = []
    for piece in pieces:
        cut = _question_end(piece.title) if isinstance(piece, Opening) and piece.marked else None
        if isinstance(piece, Opening) and cut is not None:
            result.append(replace(piece, title=piece.title.slice(0, cut)))
            rest = piece.title.slice(cut, len(piece.title)).strip()
            result.append(Paragraph(text=rest, span=Span(first=piece.span.last, last=piece.span.last)))
        else:
            result.append(piece)
    return tuple(result)


def _question_end(title: RichText) -> int | None:
    """Give where the question ends and its answer starts, if both stand in one line."""
    behind = _ANSWER_BEHIND.search(title.plain)
    if behind:
        return behind.start()
    mark = vocabulary.QUESTION_MARK.match(title.plain)
    bold = next((each for each in title.marked(MarkKind.STRONG) if each.start == 0), None)
    if mark and bold and mark.end() < bold.end and title.plain[bold.end :].strip(" \n:\uff1a"):
        return bold.end
    return None


def _fill_bare(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    result: list[Piece] = []
    for piece in pieces:
        bare = result[-1] if result else None
        if isinstance(piece, Paragraph) and isinstance(bare, Opening) and _lacks_question(bare, piece.text.plain):
            title = piece.text.slice(0, len(piece.text.plain.split("\n", 1)[0]))
            result[-1] = replace(bare, title=title)
            rest = piece.text.slice(len(title), len(piece.text)).strip()
            if rest.plain:
                first = min(piece.span.first + 1, piece.span.last)
                result.append(replace(piece, text=rest, span=Span(first=first, last=piece.span.last)))
        else:
            result.append(piece)
    return tuple(result)


def _lacks_question(opening: Opening, below: str) -> bool:
    """Tell whether a mark stands alone and the text below it is its question."""
    mark = vocabulary.QUESTION_MARK.fullmatch(opening.title.plain) if opening.marked else None
    if mark is None or vocabulary.ANSWER_MARK.match(below):
        return False
    asks = below.split("\n", 1)[0].endswith(vocabulary.QUESTION_END)
    return asks or mark[0].rstrip().endswith(vocabulary.COLON)
