"""Lines that open something by their wording: `Q: …`, `Step 2：…`, `一、…`, `**Term**`, `Label：`.

Such a line stands for itself even where no blank line parts it from its neighbours, as in pasted notes; so it ends
paragraphs, lists, quotes and tables. Only lines of the document itself count, never those inside an item or quote.
"""

import re
from typing import Final

from markdown_it.rules_block import StateBlock

from ankigen.markdown import vocabulary
from ankigen.markdown.attributes import is_attributes, split_attributes
from ankigen.markdown.characters import HAN, columns

_STARTS: Final = frozenset("Qq*_问面Ss步第一二三四五六七八九十(\uff08")
_ENDS: Final = frozenset(":\uff1a}")
_OTHER_BLOCK = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|[>#|]|`{3}|~{3}")
_LISTED = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+\S|\||`{3}|~{3}|\$\$")
_BOLD = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).)+)\1[ \t]*[:\uff1a]?")
_COMPLETE: Final = frozenset("。！？!?.;；:：…)）】」』\"”'`|*_")
_LONGEST = 300
_MOST_LINES = 4
_WRAPPED_COLUMNS: Final = 50
"""A shorter line was not broken by an editor."""


def marked_line(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push a `marked_line` token whose meta says the kind: question, step, numbered, bold or label."""
    position, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
    if position >= end or not (state.src[position] in _STARTS or state.src[position:end].rstrip()[-1:] in _ENDS):
        return False
    if not _is_top_level(state, start_line, silent=silent):
        return False
    kind = _kind(state, start_line, end_line, state.src[position:end].strip(), silent=silent)
    if kind and not silent:
        next_line = _end_of_question(state, start_line, end_line) if kind == "question" else start_line + 1
        token = state.push("marked_line", "", 0)
        token.content = state.src[position : state.eMarks[next_line - 1]].strip()
        token.meta = {"kind": kind}
        token.map = [start_line, next_line]
        state.line = next_line
    return bool(kind)


def _end_of_question(state: StateBlock, start_line: int, end_line: int) -> int:
    """Give the line behind a question: the next one, or that behind its question mark if the line is wrapped."""
    line = start_line
    while line < min(end_line, start_line + _MOST_LINES):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if not text or (line > start_line and _OTHER_BLOCK.match(text)):
            break
        if text.endswith(vocabulary.QUESTION_END):
            return line + 1
        if columns(text) < _WRAPPED_COLUMNS or text[-1] in _COMPLETE:
            break
        line += 1
    return start_line + 1


def _is_top_level(state: StateBlock, line: int, *, silent: bool) -> bool:
    if state.sCount[line] > 3:  # noqa: PLR2004 - CommonMark: four make it code
        return False
    if state.level == 0:
        return True
    if not silent:
        return False
    # Asked by an item's paragraph whether this outdented line ends it, or by a list or quote of the top level.
    return state.sCount[line] < state.blkIndent or (state.level == 1 and state.parentType in {"list", "blockquote"})


def _kind(state: StateBlock, line: int, end_line: int, text: str, *, silent: bool) -> str:
    """Say what a line opens, or give an empty string."""
    if _OTHER_BLOCK.match(text):
        return ""
    title = split_attributes(text)[0] if len(text) <= _LONGEST else ""
    kind = _kind_by_number(text, title)
    if not kind and title and (not silent or _is_apart(state, line, text)):
        kind = _kind_by_shape(title, opens_list=_opens_list(state, line + 1, end_line), silent=silent)
    return kind


def _kind_by_number(text: str, title: str) -> str:
    bare = text[:80].replace("**", "").replace("__", "").lstrip()
    if vocabulary.QUESTION_MARK.match(bare):
        return "question"
    if title and vocabulary.STEP_LINE.match(bare):
        return "step"
    return "numbered" if vocabulary.CHINESE_NUMBER_LINE.match(bare) and vocabulary.is_title(title) else ""


def _kind_by_shape(title: str, *, opens_list: bool, silent: bool) -> str:
    bold = _BOLD.fullmatch(title)
    if bold and vocabulary.is_title(bold[2]):
        return "bold"
    is_label = vocabulary.is_label(title) and not (silent and " - " in title)
    return "label" if is_label and opens_list else ""


def _is_apart(state: StateBlock, line: int, text: str) -> bool:
    """Tell whether a line starts something new, rather than go on with a wrapped sentence."""
    if HAN.search(text):
        return True
    if text[0].islower():
        return False
    if state.parentType != "paragraph" or state.sCount[line] < state.blkIndent:
        return True
    before = state.src[state.bMarks[line - 1] : state.eMarks[line - 1]].rstrip()
    return before[-1:] in _COMPLETE or bool(HAN.search(before))


def _opens_list(state: StateBlock, line: int, end_line: int) -> bool:
    while line < min(end_line, state.lineMax):
        position = state.bMarks[line] + state.tShift[line]
        if _LISTED.match(state.src, position, state.eMarks[line]):
            return True
        if not is_attributes(state.src[position : state.eMarks[line]].rstrip()):
            return False
        line += 1
    return False
