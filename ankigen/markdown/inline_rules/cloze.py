"""Anki's own clozes, `{{c1::text::hint}}`, with braces, code and formulas inside counted as people mean them."""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from markdown_it.rules_inline import StateInline

if TYPE_CHECKING:
    from ankigen.markdown.findings import Findings

LARGEST_NUMBER: Final = 500
"""Anki makes no card for a higher number."""
_DEEPEST: Final = 10

_OPENING = re.compile(r"\{\{c(\d+)::")
_PART = re.compile(r"\\[\\`$*_{}\[\]:]|(?P<code>`+)|(?P<math>\$)|(?P<open>\{)|(?P<close>\})|(?P<colons>::)", re.DOTALL)
_MATH = re.compile(r"\$\$?(?=\S)(?:[^$\\]|\\.)+?(?<!\s)\$\$?(?!\d)", re.DOTALL)
_NO_HINT = frozenset("<>{}()[];=`$")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_QUALIFIED = re.compile(r"([A-Za-z_]\w*)(?:::[A-Za-z_]\w*)*$")
_NAMESPACE = re.compile(
    r"std|boost|cub|thrust|torch|at|c10|cuda|absl|cutlass|cute|cublas|cudnn|nccl|tvm|mlir|llvm|tf"
    r"|tensorflow|xla|onnx|Eigen|fmt|folly|google|grpc|chrono|ranges|filesystem|this_thread"
    r"|cooperative_groups|cg|wmma|nvcuda|nvrtc|core|alloc|crate|self|super|tokio|serde|Vec|String|Option"
    r"|Result|Box|Rc|Arc|HashMap"
)
"""Names that stand before `::` in C++ and Rust."""


class _Extent(NamedTuple):
    end: int
    """Where the closing braces stand."""
    colons: int
    """Where the last `::` outside everything stands, or -1."""


def cloze(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's contract
    """Push `cloze_open`, what is inside, `cloze_close`; a faulty one is reported and stays text."""
    opening = _OPENING.match(state.src, state.pos, state.posMax)
    if opening is None or state.level > _DEEPEST:
        return False
    start, end = opening.end(), state.posMax
    extent = _extent(state.src, start, end) if start <= _last_end(state) else None
    fault = _fault(state.src, opening[1], start, extent)
    if silent:
        state.pos = start if extent is None else extent.end + 2
        return True
    if fault or extent is None:
        _report(state, opening.group(), fault)
        state.pending += opening.group()
        state.pos = start
        return True
    hint = _hint(state.src, start, extent)
    token = state.push("cloze_open", "", 1)
    token.meta = {"number": str(int(opening[1])), "hint": hint}
    state.pos, state.posMax = start, extent.colons if hint else extent.end
    state.md.inline.tokenize(state)
    state.push("cloze_close", "", -1)
    state.pos, state.posMax = extent.end + 2, end
    return True


def _last_end(state: StateInline) -> int:
    """Where the last `}}` stands; remembered, since many openings may ask."""
    searched, last = state.env.get("last_cloze_end", ("", -1))
    if searched is not state.src:
        last = state.src.rfind("}}")
        state.env["last_cloze_end"] = (state.src, last)
    return int(last)


def _extent(source: str, start: int, end: int) -> _Extent | None:
    """Find the braces that close the cloze: where all others are balanced, else the first that come."""
    depth, colons, position = 0, -1, start
    first_close = -1
    while match := _PART.search(source, position, end):
        position = match.end()
        if match["code"]:
            closing = re.compile(rf"(?<!`){match['code']}(?!`)").search(source, position, end)
            position = closing.end() if closing else position
        elif match["math"]:
            formula = _MATH.match(source, match.start(), end)
            position = formula.end() if formula else position
        elif match["open"]:
            depth += 1
        elif match["close"]:
            doubled = source.startswith("}}", match.start()) and match.start() + 2 <= end
            if doubled and first_close < 0:
                first_close = match.start()
            if depth == 0 and doubled:
                return _Extent(match.start(), colons)
            depth = max(0, depth - 1)
        elif match["colons"] and depth == 0:
            colons = match.start()
            position = colons + 2
    return None if first_close < 0 else _Extent(first_close, colons if colons < first_close else -1)


def _fault(source: str, number: str, start: int, extent: _Extent | None) -> str:
    if extent is None:
        return "cloze-unbalanced"
    if not number.isascii() or len(number.lstrip("0")) > 3 or not 0 < int(number) <= LARGEST_NUMBER:  # noqa: PLR2004
        return "cloze-number"
    inside = source[start : extent.colons if _hint(source, start, extent) else extent.end]
    return "" if inside.strip(" \t\n:") else "cloze-empty"


def _hint(source: str, start: int, extent: _Extent) -> str:
    """Give the hint behind the last `::`; `std::move` holds none."""
    if extent.colons < 0:
        return ""
    before, hint = source[start : extent.colons], source[extent.colons + 2 : extent.end]
    if not hint.strip() or _NO_HINT.intersection(hint):
        return ""
    qualified = _QUALIFIED.search(before)
    glued = _IDENTIFIER.match(hint) is not None
    if qualified and glued and _NAMESPACE.fullmatch(qualified[1]):
        return ""
    return hint.strip()


def _report(state: StateInline, opening: str, code: str) -> None:
    findings: Findings = state.env["findings"]
    # Counted on from the report before: a long paragraph may hold very many.
    source, position, passed = state.env.get("cloze_report", ("", 0, 0))
    if source is not state.src or position > state.pos:
        position, passed = 0, 0
    passed += state.src.count("\n", position, state.pos)
    state.env["cloze_report"] = (state.src, state.pos, passed)
    line = state.env["line"] + passed
    if code == "cloze-empty":
        findings.error(
            line,
            code="cloze-empty",
            message=f"this cloze hides nothing: {opening}",
            mend=f"write {opening}answer}}}} or drop the braces",
        )
    elif code == "cloze-number":
        findings.error(
            line,
            code="cloze-number",
            message=f"Anki makes no card for this cloze number: {opening[:24]}",
            mend=f"use a number from 1 to {LARGEST_NUMBER}",
        )
    else:
        findings.error(
            line,
            code="cloze-unbalanced",
            message=f"this cloze has no end: {opening}",
            mend="close it with }} in the same paragraph, or put it in `code` if it is only to be seen",
        )
