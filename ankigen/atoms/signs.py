"""Clause rules that go by signs in the text: arrow, formula, bold, number, ident, gloss."""

import re

from ankigen.atoms.english import first_verb
from ankigen.atoms.lexicon import FUNCTION_WORD
from ankigen.atoms.measure import HAN, columns, units
from ankigen.atoms.numbers import NUMBER, unit_of
from ankigen.atoms.rule import AtomRule, Clause, ClauseFind, Hide, Refusal
from ankigen.atoms.segments import protected
from ankigen.model.atom import Level
from ankigen.model.text import MarkKind

_ARROW = re.compile(r"\s*(?:→|⇒|➜|->|=>|⟶)\s*")
_EQUALS = re.compile(r"(?<![=<>!:])\s?(?:=|≈|∝|≤|≥)\s?(?!=)")


def find_arrow(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take `A → B`: hide what it leads to; of a chain each later member, at most three."""
    shield = protected(clause.leaf.text)
    arrows = [
        match for match in _ARROW.finditer(clause.leaf.plain, clause.start, clause.end) if not shield[match.start()]
    ]
    if not arrows:
        return Refusal("no →")
    edges = [match.end() for match in arrows]
    stops = [*(match.start() for match in arrows[1:]), clause.end]
    hides = tuple(
        Hide(start=start, end=_before_remark(clause.leaf.plain, start, stop))
        for start, stop in zip(edges, stops, strict=True)
        if clause.leaf.plain[start:stop].strip()
    )
    return hides[-3:] if hides else Refusal("nothing stands behind →")


def _before_remark(plain: str, start: int, end: int) -> int:
    """Leave a remark in brackets at the end outside: `latency-bound（并行度不足）`."""
    match = re.search(r"\s*(?:（[^（）]*）|\([^()]*\))$", plain[start:end])
    return start + match.start() if match and match.start() > 1 else end


def find_formula(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take `x = expression`, `x ≈ y`: hide the right side; with both signs, each right side."""
    plain = clause.leaf.plain
    signs = [match for match in _EQUALS.finditer(plain, clause.start, clause.end) if _is_equation(clause, match)]
    if not signs:
        return Refusal("no = or ≈ between expressions")
    hides: list[Hide] = []
    for number, sign in enumerate(signs):
        stop = signs[number + 1].start() if number + 1 < len(signs) else _formula_end(clause, sign.end())
        if plain[sign.end() : stop].strip():
            hides.append(Hide(start=sign.end(), end=len(plain[:stop].rstrip())))
    return tuple(hides[:2]) if hides else Refusal("nothing stands behind =")


def _formula_end(clause: Clause, start: int) -> int:
    plain = clause.leaf.plain
    for mark in clause.leaf.text.marked(MarkKind.CODE, MarkKind.MATH, MarkKind.DISPLAY_MATH):
        if mark.start <= start < mark.end:
            return mark.end
    value = re.match(r"\d[\d.,]*\s?%?(?=\s[a-z]{3,})", plain[start : clause.end])
    if value and not NUMBER.fullmatch(plain[start : clause.end].strip()):
        unit = NUMBER.match(plain, start)
        return unit.end() if unit else start + value.end()  # `b = 0.75 sets how strongly …`
    match = re.search(
        r"(?<![×÷*/+=-]\s)(?<![×÷*/+=\u3400-\u9fff-])[\u3400-\u9fff]{3,}.*$|(?:(?<![A-Za-z\s])|\s+)[（(][^（）()]*[\u3400-\u9fffA-Za-z]{4,}[^（）()]*[)）]\s*$",
        plain[start : clause.end],
    )
    return start + match.start() if match and match.start() > 0 else clause.end


def _is_equation(clause: Clause, match: re.Match[str]) -> bool:
    plain = clause.leaf.plain
    left, right = plain[clause.start : match.start()].rstrip(), plain[match.end() : clause.end].lstrip()
    if not left or not right:
        return False
    if any(
        mark.start < match.start() < mark.end for mark in clause.leaf.text.marked(MarkKind.MATH, MarkKind.DISPLAY_MATH)
    ):
        return match.group().strip() in "=≈∝"
    spaced = match.group() != match.group().strip()
    in_code = any(mark.start < match.start() < mark.end for mark in clause.leaf.text.marked(MarkKind.CODE))
    if in_code:
        # `cpu.shares=1024` is a setting, not a formula: it needs an operator on its right.
        return spaced and bool(re.search(r"[*/^+×÷·]|\s-\s", right))
    # A lone `<= 5` is a bound; a number behind = is left to `number`.
    return (
        # `timeout=30` is a setting: without blanks it takes an operator on the right.
        (spaced or bool(re.search(r"[A-Za-z\u3400-\u9fff]$", left) and re.match(r"[\w.()]+\s?[*/^+×÷·²]", right)))
        and match.group().strip() in "=≈∝"
        and bool(re.search(r"[*/^+×÷·²]|[A-Za-z]\(|\d", right))
    )


def find_bold(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a bold run inside a clause: the author's own stress. Not a function word, not the whole clause."""
    runs = [
        mark
        for mark in clause.leaf.text.marked(MarkKind.STRONG)
        if clause.start <= mark.start and mark.end <= clause.end and mark.start > 0
    ]
    hides = []
    for mark in runs:
        text = clause.leaf.plain[mark.start : mark.end].strip(" ：:，,。.")
        if not text or FUNCTION_WORD.fullmatch(text) or columns(text) > 44:
            continue
        if units(text) > 0.8 * units(clause.leaf.plain):
            continue
        start = clause.leaf.plain.index(text, mark.start)
        hides.append(Hide(start=start, end=start + len(text)))
    return tuple(hides[:2]) if hides else Refusal("no bold run worth asking")


_ROW = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?\s?、\s?)+$")
"""The numbers before the last of a row (`1、5、15 分钟`): one answer."""


def find_number(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a number with sign, range and unit as one span; the unit is the hint."""
    shield = protected(clause.leaf.text)
    plain = clause.leaf.plain
    code = clause.leaf.text.marked(MarkKind.CODE, MarkKind.MATH, MarkKind.DISPLAY_MATH)
    found: list[Hide] = []
    for match in NUMBER.finditer(plain, clause.start, clause.end):
        if any(mark.start < match.end() and match.start() < mark.end for mark in code):
            continue
        if _is_example(plain[clause.start : match.start()]) or re.match(
            r"(?:所以|因此|因而|so|thus|hence)\b", clause.plain
        ):
            continue
        if _belongs_to_a_name(plain, match, clause) or _in_condition(plain, match, clause):
            continue
        text = match.group().strip()
        if re.fullmatch(r"\d|[12]\d{3}\s?年?|[01]\s?[个次种条项]", text) or shield[match.start()]:
            continue
        unit = unit_of(text)
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        row = _ROW.search(plain[clause.start : start])
        found.append(
            Hide(
                start=row.start() + clause.start if row else start,
                end=start + len(text),
                hint=unit if unit and unit != text else "",
            )
        )
    if not found:
        return Refusal("no number worth asking")
    # Of two numbers in a clause the last is what the first leads to, unless they stand side by side.
    between = plain[found[-2].end : found[-1].start] if len(found) > 1 else ""
    side_by_side = bool(re.fullmatch(r".{0,12}(?:、|和|或|而|/|\bvs\.?\b|\band\b|\bor\b|,|，).{0,12}", between))
    return tuple(found[-2:]) if side_by_side else (found[-1],)


def _is_example(before: str) -> bool:
    """Tell whether what follows is an example, one of many."""
    return re.search(r"例如|比如|譬如|\be\.g\.|\bfor example\b|\bsuch as\b|\bgood for\b|\blike\s$", before) is not None


def _belongs_to_a_name(plain: str, match: re.Match[str], clause: Clause) -> bool:
    """Tell `HTTP 2`, `RFC 793`, `Step 2`, `第 3` from a quantity."""
    before = plain[max(clause.start, match.start() - 16) : match.start()]
    after = plain[match.end() : match.end() + 10]
    return bool(
        re.search(
            r"(?:\b(?:HTTP|TLS|RFC|Python|PCIe|Gen|Gen\.|version|Version|v|step|Step|phase|Phase|"
            r"Table|Figure|Chapter|chapter|IPv|L|"
            r"Level|Linux|kernel|type|Type|Class|CUDA|SM|Q|No\.)\s?|第\s?|[A-Z][A-Za-z]*-)$",
            before,
        )
        or (re.search(r"[A-Z]\w+\s$", before) and re.fullmatch(r"\d{1,2}(?:\.\d+)*", match.group().strip()))
        or (re.search(r"[a-z][A-Z]\w*\s$", before) and re.fullmatch(r"\d+(?:\s[a-z]+)?", match.group().strip()))
        or re.match(r"\+|\s?(?:年|月|日|号|进制|维|个(?:问题|方面|原因|步骤)|点[：:，])", after)
        or re.match(r"\.\d|-[A-Za-z]", after)
        or re.match(
            r"\s?(?:之前|之后|以后|以前|起|版|开始|以来|[\u3400-\u9fff]{0,4}(?:下(?!降)|时|上(?!升)|里)(?:[，,]|"
            r".{0,2}(?:每|最|会|要|就|才|都|需)))",
            after,
        )
    )


def _in_condition(plain: str, match: re.Match[str], clause: Clause) -> bool:
    text = plain[clause.start : clause.end]
    if HAN.search(text):
        return bool(re.match(r"^(?:如果|当|若|假设|例如|比如|对于)", text)) or bool(
            re.match(r"[^，。]{0,10}(?:时|的时候|的情况下)$", plain[match.end() : clause.end])
        )
    if re.match(
        r"(?i)(?:with|under|at|for|on|in|after|within|from|over|above|below)\s", text
    ) and match.start() < clause.start + first_verb(text):
        return True
    return bool(re.match(r"(?i)^(?:if|when|for example|e\.g\.|suppose|given|for (?:a|an|each)|with (?:a|an))\b", text))


def find_ident(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a code span, or a bare `name_with_underscores`, `a.b_c`, `call()`."""
    plain = clause.leaf.plain
    spans = [
        (mark.start, mark.end)
        for mark in clause.leaf.text.marked(MarkKind.CODE)
        if clause.start <= mark.start and mark.end <= clause.end
    ]
    spans += [
        match.span()
        for match in re.finditer(
            r"(?<![\w`])(?:__)?[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9_]+)+(?:\(\))?(?![\w`])", plain[: clause.end]
        )
        if match.start() >= clause.start
        and "_" in match.group()
        and not any(start <= match.start() < end for start, end in spans)
    ]
    worth = [
        (start, end)
        for start, end in sorted(spans)
        if end > start and re.search(r"[A-Za-z]", plain[start:end]) and columns(plain[start:end]) <= 40
    ]
    if not worth:
        return Refusal("no code span, no bare identifier")
    worth = [span for span in _adjacent(plain, worth) if not _is_example(plain[clause.start : span[0]])]
    # A clause that opens with its identifier says something about it: the rest is what to ask.
    worth = [span for span in worth if span[0] > clause.start] or ([] if len(worth) == 1 and clause.weak else worth)
    return tuple(Hide(start=start, end=end) for start, end in worth[:1]) or Refusal(
        "the clause is about its identifier"
    )


def _adjacent(plain: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Make one span of identifiers parted by `/`, `、` or a comma."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if (
            joined
            and re.fullmatch(r"\s*[/、,，]\s*|\s*(?:and|or|和|或)\s*", plain[joined[-1][1] : start])
            and columns(plain[joined[-1][0] : end]) <= 44
        ):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


_GLOSS = re.compile(r"（(?P<zh>[^（）]{2,60})）|(?<=[\w\u3400-\u9fff）)`%])\s?\((?P<en>[^()]{2,80})\)")


def find_gloss(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take `X（Y）`: hide Y. No translation, no abbreviation, no argument list, no formula, no example."""
    text = clause.leaf.text
    for match in _GLOSS.finditer(text.plain, clause.start, clause.end):
        group = "zh" if match["zh"] else "en"
        inner = match[group]
        if any(mark.start <= match.start() < mark.end for mark in text.marked(MarkKind.CODE, MarkKind.MATH)):
            continue
        before = text.plain[clause.start : match.start()]
        arguments = (
            group == "en"
            and match.group()[0] == "("
            and re.search(r"[A-Za-z0-9_]$", before)
            and re.fullmatch(r"[\w,^*/.+ -]{1,12}", inner)
        )
        if re.search(r"\d\s?$", before) and not re.search(r"\d", inner) and group == "en":
            continue
        if arguments and not HAN.search(inner) and not re.search(r"\d\s?[A-Za-z%]{1,5}$", inner):
            continue
        if _is_name_gloss(before, inner) or _is_argument(before, inner):
            continue
        number = NUMBER.search(inner)
        if number and re.search(r"\D", number.group()) and units(inner) <= 20:
            start = match.start(group) + number.start()
            value = number.group().strip()
            return (Hide(start=start, end=start + len(value), hint=unit_of(value)),)
        example = re.match(r"(?:如(?!何|果|下)|例如|比如|e\.g\.,?\s|for example,?\s)", inner)
        if example and not re.search(r"\w\(", inner) and units(inner[example.end() :]) >= 4 and units(inner) <= 40:
            return (Hide(start=match.start(group) + example.end(), end=match.end(group)),)
        if re.match(
            r"^(?:类(?!型)|可以|可能|而|现在|也|都|不|只|这|它|如|例如|比如|即|见|参考|注|默认|"
            r"最|很|e\.g|i\.e|see|for example|such as|like|"
            r"aka|also|RFC|section|chapter|draft|PR|or\b|a\.k\.a|the (?:most|so-called))",
            inner,
        ):
            continue
        if units(inner) > 30:
            continue
        lead = re.match(r"但(?:是)?", inner)
        return (Hide(start=match.start(group) + (lead.end() if lead else 0), end=match.end(group)),)
    return Refusal("no gloss （…） worth asking")


def _is_argument(before: str, inner: str) -> bool:
    """Tell what a function is of: `ceil(current × metric / target)`."""
    return re.search(r"[A-Za-z]$", before) is not None and re.search(r"\s[×*/+·÷]\s", inner) is not None


def _is_name_gloss(before: str, inner: str) -> bool:
    """Tell a translation, full name or abbreviation of what stands before the bracket."""
    latin_before = re.search(r"([A-Za-z][A-Za-z0-9 \-+/.]*)$", before)
    if HAN.search(before[-1:]) and re.fullmatch(r"[A-Za-z0-9 \-+/.&']+", inner) and not re.search(r"\d|,|/", inner):
        return True
    states = re.search(r"不|无|过|太|较|高|低|多|少|足|快|慢", inner)
    if latin_before and (
        (re.fullmatch(r"[\u3400-\u9fff]{2,10}", inner) and not states) or re.fullmatch(r"[A-Z0-9\-/]{2,8}s?", inner)
    ):
        return True
    if latin_before and re.fullmatch(r"[A-Z]{2,8}s?", latin_before[1].split()[-1] if latin_before[1].split() else ""):
        initials = "".join(word[0] for word in re.findall(r"[A-Za-z]+", inner)).upper()
        return initials[:2] == latin_before[1].split()[-1][:2]
    return bool(re.fullmatch(r"[A-Za-z]|\d+|[a-z](?:,\s?[a-z])*", inner))


def _rule(name: str, summary: str, find: ClauseFind) -> AtomRule[ClauseFind]:
    return AtomRule(name, Level.CLAUSE, summary, find)


ARROW_RULE = _rule("arrow", "`A → B`: hides what it leads to", find_arrow)
FORMULA_RULE = _rule("formula", "`x = …`, `x ≈ …`: hides the right side", find_formula)
BOLD_RULE = _rule("bold", "a bold run inside a clause: hidden, unless it is mere stress", find_bold)
NUMBER_RULE = _rule("number", "a number with sign, range and unit: hidden as one span, the unit as hint", find_number)
IDENT_RULE = _rule("ident", "a code span or bare identifier: hidden", find_ident)
GLOSS_RULE = _rule("gloss", "`X（Y）`, `X (Y)`: hides Y, beside what another rule hides", find_gloss)
