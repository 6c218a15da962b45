"""Pieces to questions: which lines ask, what answers them, and under which headings they stand."""

from dataclasses import dataclass, field, replace

from ankigen.markdown import vocabulary
from ankigen.markdown.attributes import merge
from ankigen.markdown.findings import Findings
from ankigen.markdown.pieces import Kind, Opening, Piece
from ankigen.markdown.sections import build_sections
from ankigen.model.diagnostic import Span
from ankigen.model.document import Attributes, Block, Paragraph, Question, Section
from ankigen.model.text import RichText


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    """A heading that questions stand under."""

    level: int
    title: RichText
    attributes: Attributes
    is_title: bool
    asks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A question while its answer is gathered."""

    title: RichText
    span: Span | None
    level: int
    path: tuple[RichText, ...]
    attributes: Attributes
    marked: bool
    pieces: list[Piece] = field(default_factory=list)


def build_questions(
    pieces: tuple[Piece, ...], title: str, title_heading: Opening | None, findings: Findings
) -> tuple[Question, ...]:
    """Part a document into questions.

    An answer ends at the next question and at a heading of the question's own level or above. Text that no marked
    question takes becomes an unmarked question of its heading, so that nothing is lost.
    """
    gatherer = _Gatherer(title, title_heading)
    for piece, leads_question in zip(pieces, _lead_questions(pieces), strict=True):
        gatherer.add(piece, leads_question=leads_question)
    return tuple(_finish(draft, findings) for draft in gatherer.drafts if _asks(draft))


def _asks(draft: _Draft) -> bool:
    """Tell a question from a heading with nothing below it; a solution is an answer too."""
    return bool(draft.pieces or draft.marked or draft.attributes.get("solution"))


def _lead_questions(pieces: tuple[Piece, ...]) -> list[bool]:
    """Tell for each piece whether a question follows it, with nothing but headings between."""
    leads: list[bool] = []
    follows = False
    for piece in reversed(pieces):
        leads.append(follows)
        follows = isinstance(piece, Opening) and (piece.marked or (follows and piece.level > 0))
    return leads[::-1]


class _Gatherer:
    """Drafts, and the headings above the place reached."""

    def __init__(self, title: str, title_heading: Opening | None) -> None:
        self.drafts: list[_Draft] = []
        self._title = title
        self._title_heading = title_heading
        self._headings: list[_Heading] = []
        self._current: _Draft | None = None

    def add(self, piece: Piece, *, leads_question: bool) -> None:
        """Take the next piece; `leads_question`: nothing but headings stands between it and a question."""
        if not isinstance(piece, Opening):
            self._answer(piece)
        elif piece.marked and piece.level:
            self._ask_heading(piece, marked=True)
        elif piece.marked:
            self._ask_line(piece)
        elif piece.level and not self._takes(piece, leads_question=leads_question):
            if piece.kind is Kind.STEP and self._resume_parent(piece.level):
                self._answer(piece)
            else:
                self._ask_heading(piece, marked=False)
        else:
            self._answer(piece)

    def _answer(self, piece: Piece) -> None:
        if self._current is None:
            self._start(RichText(plain=self._title), None, 0, Attributes(), marked=False, path=())
        if self._current is not None:
            self._current.pieces.append(piece)

    def _takes(self, heading: Opening, *, leads_question: bool) -> bool:
        """Tell whether a heading is a section of the current answer."""
        current = self._current
        if current is None or heading.level <= current.level or leads_question:
            return False
        if current.marked:
            return True
        step = next((piece.level for piece in current.pieces if isinstance(piece, Opening) and piece.level), 0)
        return bool(current.level) and (heading.level > step > 0 or heading.kind is Kind.STEP)

    def _resume_parent(self, level: int) -> bool:
        """Ask for the heading above a step: a step alone is no question."""
        self._drop_headings(level)
        if not self._headings or self._headings[-1].asks:
            return False
        parent = self._headings.pop()
        attributes = merge(self._inherited(), parent.attributes)
        self._start(parent.title, None, parent.level, attributes, marked=False, path=self._path())
        self._headings.append(parent)
        return True

    def _ask_heading(self, heading: Opening, *, marked: bool) -> None:
        self._drop_headings(heading.level)
        attributes = merge(self._inherited(), heading.attributes)
        self._start(heading.title, heading.span, heading.level, attributes, marked=marked, path=self._path())
        self._headings.append(
            _Heading(
                level=heading.level,
                title=heading.title,
                attributes=heading.attributes,
                is_title=heading is self._title_heading,
                asks=marked,
            )
        )

    def _ask_line(self, line: Opening) -> None:
        if self._headings and self._headings[-1].asks and self._current is not None and self._current.pieces:
            self._headings.pop()
        level = self._headings[-1].level if self._headings else 0
        attributes = merge(self._inherited(), line.attributes)
        self._start(line.title, line.span, level, attributes, marked=True, path=self._path())

    def _start(
        self,
        title: RichText,
        span: Span | None,
        level: int,
        attributes: Attributes,
        *,
        marked: bool,
        path: tuple[RichText, ...],
    ) -> None:
        previous = self._current
        if previous is not None and previous.marked and not previous.pieces and level > previous.level > 0:
            # A heading that asks, with nothing but further questions below it, only groups them.
            self.drafts.remove(previous)
        self._current = _Draft(title=title, span=span, level=level, path=path, attributes=attributes, marked=marked)
        self.drafts.append(self._current)

    def _drop_headings(self, level: int) -> None:
        while self._headings and self._headings[-1].level >= level:
            self._headings.pop()

    def _path(self) -> tuple[RichText, ...]:
        return tuple(heading.title for heading in self._headings if not heading.is_title)

    def _inherited(self) -> Attributes:
        """What the headings above say of all below them; never their id."""
        inherited = Attributes()
        for heading in self._headings:
            if not heading.asks:
                inherited = merge(inherited, replace(heading.attributes, id=""))
        return inherited


def _finish(draft: _Draft, findings: Findings) -> Question:
    blocks = build_sections(tuple(draft.pieces))
    if draft.marked:
        blocks = _without_answer_mark(blocks)
    spans = [block.span for block in blocks]
    head = draft.span or (spans[0] if spans else Span(first=1, last=1))
    span = Span(first=head.first, last=max([head.last, *(inner.last for inner in spans)]))
    if draft.marked and _is_unanswered(blocks) and not draft.attributes.get("solution"):
        findings.warn(
            span.first,
            code="no-answer",
            message=f"this question has no answer: {vocabulary.bare_question(draft.title).plain[:60]}",
            mend="write the answer below it, or take the question out",
        )
    return Question(
        title=vocabulary.bare_question(draft.title),
        path=draft.path,
        blocks=blocks,
        span=span,
        attributes=draft.attributes,
        marked=draft.marked,
    )


def _without_answer_mark(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Drop the `A:` or `答：` that opens an answer."""
    match blocks:
        case (Paragraph() as first, *rest):
            mark = vocabulary.ANSWER_MARK.match(first.text.plain)
            options = vocabulary.OPTION_B.search(first.text.plain) or (
                rest and isinstance(rest[0], Paragraph) and vocabulary.OPTION_B.match(rest[0].text.plain)
            )
            if not mark or options:
                return blocks
            text = first.text.slice(mark.end(), len(first.text)).strip()
            return (replace(first, text=text), *rest) if text.plain else tuple(rest)
        case (Section() as first, *rest) if vocabulary.ANSWER_MARK.fullmatch(
            first.title.plain
        ) or vocabulary.ANSWER_HEADING.fullmatch(first.title.plain):
            return (*first.blocks, *rest)
    return blocks


def _is_unanswered(blocks: tuple[Block, ...]) -> bool:
    match blocks:
        case ():
            return True
        case (Paragraph(text=text),):
            return vocabulary.PLACEHOLDER.fullmatch(text.plain) is not None
    return False
