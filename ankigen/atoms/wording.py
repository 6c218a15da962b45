"""Clause rules that go by words: cause, purpose, verb, whole; and member for short items."""

import re
from collections.abc import Sequence

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import CONDITION, LEADING_PARTICLE, PRAISE, VERB_ZH_WORDS
from ankigen.atoms.measure import ANSWER_LIMIT, Range, columns, is_chinese, units
from ankigen.atoms.place import split_label
from ankigen.atoms.rule import AtomRule, Clause, ClauseFind, Hide, Refusal, Role
from ankigen.atoms.segments import FRAME, protected
from ankigen.model.atom import Level

_CAUSE = re.compile(
    r"(?:因为|由于|归因于|源于|原因是|是因为)(?P<zh>[^，。；]{3,})"
    r"|\b(?:because(?: of)?|due to|owing to|thanks to|caused by)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"(?:因此|所以|从而|导致|造成|引起|使得|以致|意味着|会使|(?<!要)(?<!想)让)(?P<zh>[^，。；]{3,})"
    r"|\b(?:so that|so|therefore|thus|hence|which means(?: that)?|leads to|results in|resulting in|"
    r"causing|causes)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"(?:用于|用来|旨在|目的是|为了|以便|以(?=避免|减少|提高|降低|保证|防止|获得|隐藏|支持|"
    r"提升|实现|节省|换取|确保|便))(?P<zh>[^，。；]{3,})"
    r"|\b(?:in order to|so as to|used to|used for|meant to|designed to|serves to)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_USE = re.compile(
    rf"^(?P<lead>.{{0,16}}?)(?:使用|利用|采用|通过|借助|基于|(?<![没不常使占引作利采费应通适信有实专所])用(?!户|"
    rf"法|途|于|例|来|到))(?P<zh>(?!将|把)[^，。；]{{2,24}}?)"
    rf"(?:自动|直接|来|动态|统一|批量)*(?=(?:{VERB_ZH_WORDS})(?:[\u3400-\u9fff]{{2}}|[A-Za-z\s])(?!的)|"
    rf"来|以(?!及)|把|将)"
)


def _hide(clause: Clause, start: int, end: int) -> Hide:
    """Make a span of the clause; trim a leading particle, blanks and stray marks off a span."""
    text = clause.leaf.plain[start:end]
    match = LEADING_PARTICLE.match(text)
    if match and match.end() < len(text):
        start += match.end()
    text = clause.leaf.plain[start:end]
    # `… of containers. #security`: a tag at the end is no answer.
    text = re.sub(r"(?:\s#[\w/-]+)+\s*$", "", text)
    end = start + len(text)
    start += len(text) - len(text.lstrip(" ，,：:。.；;、”’"))
    text = clause.leaf.plain[start:end]
    return Hide(start=start, end=start + len(text.rstrip(" ，,：:。.；;、“‘")))


def _before_bracket(clause: Clause, start: int, end: int) -> int:
    """Leave a remark in brackets at the end of a span outside it, unless both fit 34 columns."""
    text = clause.leaf.plain[start:end]
    match = re.search(r"\s*（[^（）]+）\s*$|(?:\s|(?<=[\u3400-\u9fff]))\([^()]+\)\s*$", text)
    return start + match.start() if match and match.start() > 1 and columns(text) > 34 else end


def _find_word(pattern: re.Pattern[str], clause: Clause, missing: str) -> tuple[Hide, ...] | Refusal:
    shield = protected(clause.leaf.text)
    for match in pattern.finditer(clause.leaf.plain, clause.start, clause.end):
        group = "zh" if match["zh"] else "en"
        if shield[match.start()] or (group == "zh") != is_chinese(clause.plain):
            continue
        start, end = match.start(group), match.end(group)
        return (_hide(clause, start, _before_bracket(clause, start, end)),)
    return Refusal(missing)


def find_cause(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take the reason behind 因为 / because, else the consequence behind 因此 / so."""
    found = _find_word(_CAUSE, clause, "no 因为, no because")
    return _find_word(_EFFECT, clause, "no cause and no consequence") if isinstance(found, Refusal) else found


def find_purpose(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take the goal behind 用于 / in order to, or the means in `使用 X 减少 Y`."""
    if is_chinese(clause.plain):
        match = _USE.match(clause.plain)
        if match and units(match["zh"]) >= 2 and not re.search(r"的$|[，、]$", match["zh"]):
            start = clause.start + match.start("zh")
            return (_hide(clause, start, clause.start + match.end("zh")),)
    return _find_word(_PURPOSE, clause, "no goal and no means")


_BARE_NAME = 12
"""Most units of an item taken for a name when no verb is known in it."""
_SHORT_ITEM = 24
"""Most units of an item that is asked as a member of its list."""
_WIDEST = 40
"""Most units of a clause that is hidden whole."""
_ANNOUNCES = re.compile(
    r"(?:有|分|分为|包括|包含)\s?(?:[一两二三四五六七八九十几]|\d)+\s?[个点种类条项步层](?:方面|"
    r"原因|阶段|部分|问题|好处|步骤)?$"
    r"|^(?:需要|值得|要|特别|尤其)?(?:特别)?(?:强调|注意|说明|指出|一提|补充)的是$|(?:如下|"
    r"[说表]明|指出|证明|发现|认为|显示|以下|包括|主要有|例如|比如)$|^there (?:is|are)\b",
    re.IGNORECASE,
)


def find_verb(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take the object of the clause's verb."""
    shield = protected(clause.leaf.text)[clause.start : clause.end]
    if CONDITION.match(clause.plain.strip()) and is_chinese(clause.plain):
        then = chinese.consequence(clause.plain, shield)
        return _spanned(clause, then) if then is not None else Refusal("the clause is a condition")
    if _ANNOUNCES.search(clause.plain.strip()):
        return Refusal("the clause announces a list")
    if _holds_arrow(clause):
        return Refusal("an arrow parts it")
    reason = _REASON_EN.match(clause.plain)
    if reason:
        return _spanned(clause, (reason.end(), len(clause.plain)))
    span = (chinese if is_chinese(clause.plain) else english).object_span(clause.plain, shield)
    if span is None:
        return Refusal("no verb with an object")
    return _spanned(clause, _widened(clause, span, shield))


def _widened(clause: Clause, span: Range, shield: Sequence[bool]) -> Range:
    """Widen an object to all its clause says: the predicate; of a later English clause all of it.

    Measured on the notes in benchmarks/: leaving the subject of later English clauses in sight asks 1 % fewer facts.
    """
    before = clause.leaf.plain[: clause.start]
    follows = clause.start > 0 and before.rstrip()[-1:] not in ".。！!?？\n；;" and not _behind_frame(before)
    if is_chinese(clause.plain):
        predicate = chinese.predicate_span(clause.plain, shield)
        if predicate is not None:
            return predicate if predicate == chinese.consequence(clause.plain, shield) else min(predicate, span)
    else:
        said = english.said_span(clause.plain, shield)
        if said is not None and said[0] < span[1]:
            of_it = _OF_IT.match(clause.plain, said[0])
            if of_it and (follows or len(clause.plain[: said[0]].split()) > 1):
                # `pointer chasing defeats it`: what it does is known, who does it is asked; more is asked as a whole.
                short = len(clause.plain[said[0] :].split()) <= _SHORT_PREDICATE
                verb = english.first_verb(clause.plain, shield)
                verb = len(
                    re.sub(r"(?:\s(?:never|not|only|also|always|still|then|just|often))+\s*$", " ", clause.plain[:verb])
                )
                return (0, verb) if short else (0, len(clause.plain)) if follows else said
            if not (follows and _behind_label(clause) and units(clause.plain) <= _WIDEST):
                return min(said[0], span[0] + 1), len(clause.plain) if follows else span[1]
    if follows and units(clause.plain) <= _WIDEST:
        return 0, len(clause.plain)
    return span


_OF_IT = re.compile(r"(?:\S+\s){1,3}(?:it|them)\b", re.IGNORECASE)
_SHORT_PREDICATE = 4
"""Most words of a predicate about `it` that can stand as the question for its subject."""


_COUNTED = re.compile(r"\b(?:two|three|four|five|several|some|a few)\b[^.;]*:[^.;]*$", re.IGNORECASE)


def _behind_label(clause: Clause) -> bool:
    """Tell a clause whose subject is named before it: by its item's own label, by `There are two reasons: …`."""
    labelled = clause.leaf.role is Role.ITEM and split_label(clause.leaf.text) is not None
    return labelled or bool(_COUNTED.search(clause.leaf.plain[: clause.start]))


def _spanned(clause: Clause, span: Range) -> tuple[Hide, ...]:
    start, end = clause.start + span[0], clause.start + span[1]
    return (_hide(clause, start, _before_bracket(clause, start, end)),)


_REASON_EN = re.compile(
    r"(?:and |so )?(?:that|this|which|it) (?:is|was)(?: also)? (?:how|why|what makes|because) ", re.IGNORECASE
)
"""`This is also why X`: X is what is said."""


def find_whole(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a whole clause that says something, when the rest of the leaf tells what it is about."""
    text = clause.plain.strip()
    if CONDITION.match(text) or CONDITION.search(text):
        return Refusal("the clause is a condition")
    if PRAISE.fullmatch(text) or re.search(r"(?:很|非常|十分|最|尤其)(?:重要|关键|常见|常用|简单|有用)(?:的)?$", text):
        return Refusal("the clause is praise")
    if _ANNOUNCES.search(text):
        return Refusal("the clause announces a list")
    if _holds_arrow(clause):
        return Refusal("an arrow parts it")
    if re.search(r"\b(?:is|are|was|were)\s+" + f"(?:{PRAISE.pattern})$", text, re.IGNORECASE):
        return Refusal("the clause is praise")
    size = units(text)
    if size < (4 if clause.start > 0 and len(text) >= 4 else 6):
        return Refusal("it says too little")
    if size > ANSWER_LIMIT:
        return Refusal("it is too long to recall in one go")
    span = _predicate(clause)
    refusal = _no_whole(clause) if span is None else None
    if refusal:
        return Refusal(refusal)
    return _spanned(clause, span if span is not None else (0, len(clause.plain)))


def _holds_arrow(clause: Clause) -> bool:
    """Tell a clause that the rule for arrows looked at: half of it says nothing."""
    shield = protected(clause.leaf.text)
    arrows = re.finditer(r"→|⇒|➜|->|=>|⟶", clause.plain)
    return any(not shield[clause.start + match.start()] for match in arrows)


def _predicate(clause: Clause) -> Range | None:
    """Give what a clause says of its subject, when the two can be told apart."""
    shield = protected(clause.leaf.text)[clause.start : clause.end]
    if is_chinese(clause.plain):
        return chinese.predicate_span(clause.plain, shield)
    return english.said_span(clause.plain, shield)


def _opens_sentence(clause: Clause) -> bool:
    before = clause.leaf.plain[: clause.start]
    return not before.strip() or before.rstrip()[-1:] in ".。！!?？\n" or _behind_frame(before)


def _behind_frame(before: str) -> bool:
    """Tell whether only a frame (`Note that`) stands between a clause and the start of its sentence."""
    opening = re.split(r"[.。！!?？;；\n]\s*", before)[-1]
    return FRAME.fullmatch(opening) is not None


def _no_whole(clause: Clause) -> str | None:
    """Say why a clause whose subject cannot be told is not to be hidden whole; items are written in fragments."""
    text = clause.plain.strip()
    if (
        clause.leaf.role is Role.PARAGRAPH
        and _opens_sentence(clause)
        and not is_chinese(text)
        and not clause.leaf.place.labels
        and len(text.split()) > _FEW_WORDS
    ):
        return "its subject would be hidden with it"
    if _is_topic(clause):
        return "it only names what the next clause is about"
    if _is_bare_name(clause):
        return "a bare name: asked as a member of its list"
    rest = clause.leaf.plain[: clause.start] + clause.leaf.plain[clause.end :]
    if units(rest) < _TELLING and not clause.leaf.place.labels:
        return "nothing is left to tell what it is about"
    return None


_FEW_WORDS = 3
_TELLING = 4
"""Fewest units that tell what a hidden clause is about."""


def _is_bare_name(clause: Clause) -> bool:
    """Tell an item that is a noun phrase and nothing else (`latency of requests`)."""
    if (
        clause.leaf.role is not Role.ITEM
        or len(clause.leaf.siblings) < 3
        or len(clause.plain) < len(clause.leaf.plain) - 1
    ):
        return False
    if units(clause.plain) > _BARE_NAME:
        return False
    if is_chinese(clause.plain):
        return not re.search(rf"{VERB_ZH_WORDS}|是|有|不|会|可|需|在|由|把|被", clause.plain)
    return not english.finite_verbs(clause.plain)


def _is_topic(clause: Clause) -> bool:
    """Tell a bare noun phrase in front (`一次性的顺序读，read 往往更快`): no label above, another clause behind."""
    following = clause.leaf.plain[clause.end : clause.end + 1]
    return (
        is_chinese(clause.plain)
        and following in {"，", ","}
        and not clause.leaf.place.labels
        and not re.search(VERB_ZH_WORDS, clause.plain)
    )


def find_member(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a short item among at most seven siblings: hide it, its siblings stand beside it."""
    leaf = clause.leaf
    if leaf.role is not Role.ITEM or len(leaf.siblings) < 2:
        return Refusal("it has no siblings")
    if len(leaf.siblings) > 7 or sum(columns(sibling.plain) for sibling in leaf.siblings) > 240:
        return Refusal("its siblings are too many to stand beside it")
    if not leaf.place.labels and "each" not in leaf.attributes.classes:
        return Refusal("no label says what it is a member of")
    if clause.plain.strip(" 。.;；") != leaf.plain.strip(" 。.;；") or not 2 <= units(clause.plain) <= _SHORT_ITEM:
        return Refusal("it is no whole short item")
    return _spanned(clause, (0, len(clause.plain)))


def _rule(name: str, summary: str, find: ClauseFind) -> AtomRule[ClauseFind]:
    return AtomRule(name, Level.CLAUSE, summary, find)


CAUSE_RULE = _rule("cause", "因为 / because, 因此 / so: hides the reason or the consequence", find_cause)
PURPOSE_RULE = _rule("purpose", "用于 / in order to, 使用 X 减少 Y: hides the goal or the means", find_purpose)
VERB_RULE = _rule("verb", "hides the object of the clause's verb", find_verb)
WHOLE_RULE = _rule("whole", "hides what a clause says of its subject, or the whole clause", find_whole)
MEMBER_RULE = _rule("member", "a short item: hidden among its siblings (last resort)", find_member)
