"""Gates: what must never be hidden. Each has a name that `explain` prints."""

import itertools
import re
from collections.abc import Callable

from ankigen.atoms.lexicon import (
    AUXILIARY_EN,
    BARE_PRONOUN,
    CONDITION,
    FUNCTION_WORD,
    LEADING_PARTICLE,
    META,
    PRAISE,
    SYMBOL_DEFINITION,
    VERB_FORMS_EN,
)
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, units
from ankigen.atoms.rule import Clause, Hide
from ankigen.atoms.segments import protected
from ankigen.atoms.sight import Sight

Gate = Callable[[Sight], bool]
"""Is this span to be refused?"""


def _normal(text: str) -> str:
    return re.sub(r"[\s`*“”\"'。，,.;；:：]+", " ", text).strip().casefold()


_STATE_ZH = re.compile(r"(?:会|能|可以|可|都|也|有)+(?P<core>[\u3400-\u9fff]{2,4})")
"""A state and its opposite differ in a word: beside one the other is no question."""


def leaks(hidden: str, shown: str) -> bool:
    """Tell whether the hidden text can be read elsewhere on the card."""
    answer = _normal(hidden)
    if not answer:
        return True
    state = _STATE_ZH.fullmatch(answer)
    if state and re.search(rf"[不没]{state['core']}", _normal(shown)):
        return True  # `L0 的文件会重叠`, beside `L1 不重叠`
    if re.fullmatch(r"[\w .+/%-]+", answer, re.ASCII):
        telling = [word for word in answer.split() if not FUNCTION_WORD.fullmatch(word)]
        shown_words = set(_normal(shown).split())
        if (
            telling
            and not re.search(r"\d", answer)
            and all(word in shown_words for word in telling)
            and len(telling) <= 2
        ):
            return True
        return re.search(rf"(?<![A-Za-z0-9_.]){re.escape(answer)}(?![A-Za-z0-9_])", _normal(shown)) is not None
    return answer in _normal(shown)


def _too_short(sight: Sight) -> bool:
    text = sight.hidden.strip()
    return not re.search(r"[\u3400-\u9fff]{2}|[\u3400-\u9fff]\w|\w[\u3400-\u9fff]|[A-Za-z]{2}|\d|[A-Za-z]", text) or (
        len(text) == 1 and not text.isalpha() and not text.isdigit()
    )


def _bare_digit(sight: Sight) -> bool:
    return bool(
        re.fullmatch(
            r"(?i)used|done|possible|needed|required|written|called|made|set|there|available|true|"
            r"false|(?:at )?once|\d|一次|一个|一种|一条|一样|一起",
            sight.hidden.strip(),
        )
    )


def _condition(sight: Sight) -> bool:
    hidden = sight.hidden.strip()
    if HAN.search(sight.clause.plain):
        return bool(CONDITION.search(hidden)) and not re.search(r"\d", hidden)
    return bool(CONDITION.match(hidden))


_ABOUT_NOTES = re.compile(
    r"这篇|本文|本节|笔记|面试|(?:unless|except where) (?:[\w']+ ){0,3}(?:otherwise|noted)|除非特别(?:说明|注明)|"
    r"整理一下|[上前]面(?:那?[\u3400-\u9fff]{0,6}(?:是一回事|说过|提过|讲过|一样))|后面再补|有空再|待补充|先记(?:一下|住)|都问过|被问(?:到|过)|看的时候|版本按|(?:按|基于).{1,10}版本(?:记|写|来)|"
    r"\bthey (?:always|often|love to|like to|usually|will) ask\b|\binterview(?:er)?s?\b|"
    r"^\s*(?:most|all|some|much) of (?:this|these)\b|\bmy own\b|"
    r"^\s*(?:I|I'm|I've|my|honestly)\b|grain of salt|brain dump|cheat ?sheet",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|`[^`]*`|「[^」]*」")
_COMPARATIVE = re.compile(
    r"(?:\w+\s){0,2}(?:earlier|later|sooner|faster|slower|better|worse|cheaper|"
    r"longer|shorter|more|less|(?:more|less) \w+)",
    re.IGNORECASE,
)
"""`reacts earlier`: than what?"""
_REMARK = re.compile(
    r"which (?:is|are|was) (?:far|too|very|much|quite|often|fine|usually) ",
    re.IGNORECASE,
)
"""A clause that comments on what the main clause says."""
_ONLY_PRONOUN = re.compile(
    r"(?:but |and |so )?(?:it|they|this|that|these|those|he|she|which)(?:\s+(?:also|only|never|always|is|are|was|does|"
    r"do|did|doesn't|don't|can|cannot|can't|will|has|have|may|must))*",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"^\w+(?:\s\w+)?\s(?:both|it|them|this|that)$|\b(?:that|this|such|those|these|the same)\s+\w+$|"
    r"(?<![A-Za-z]\s)(?:这|此|上述)(?:个|些|种|类|样)?[\u3400-\u9fff]{1,4}$|^该[\u3400-\u9fff]{1,4}$",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"(?:为|是|有|如下|分清|记住|注意|来?估算?|计算|得到|可得|says?|is|are|follows|be|by|gives?|becomes?)\s?$"
)
"""The end of a hidden text that only announces what follows its colon."""
_ANNOUNCED_WORD = re.compile(r"(?<=[A-Za-z]):\s+[A-Za-z]+$")
"""`adds the part that matters: else`: the word at the end begins what follows."""
_EXAMPLE = re.compile(
    r"(?:suppose|imagine|assume|say,|say (?=\w+ \w+s?\b)|let's say|picture|consider)\b|"
    r"(?:比如|例如)(?=[^，。]*\d)|(?:举个例子|打个比方|假设|假如|设想|以[^，。]{1,14}为例)",
    re.IGNORECASE,
)
"""The start of a sentence about an example that was made up."""
_WORKED = re.compile(r"\bworked example\b|\bexample\b.*\buse\b|算例|算个例子|举个例子", re.IGNORECASE)
"""Labels of a calculation with numbers that somebody chose."""
_NUMERAL = re.compile(
    r"\d|\b(?:two|three|four|five|six|eight|ten|hundred|thousand)\b|[一两三四五六七八九十百千万]\s?[个台张条块次]"
)
"""`假设接受率为 α` is a premise; with numbers it is an example."""
_BELIEF = re.compile(
    r"(?:很多人|有人|不少人|常见(?:的)?误区|误以为|一般人)[^，。]{0,6}(?:以为|认为|觉得|是)|误以为"
    r"|(?:people|everyone|everybody) (?:often|always|usually|tend|love|obsess|still|just)\b"
    r"|(?:many|most|some)? ?people (?:think|believe|assume)\b|(?:a|the) (?:common|usual) misconception\b|contrary to\b",
    re.IGNORECASE,
)
"""The start of a clause that says what is wrong."""
_REASON_FOLLOWS = re.compile(r"\s*,?\s*(?:because|since)\b|\s*[，,]?\s*(?:这?是?因为|原因是)", re.IGNORECASE)
_MEASURED = re.compile(r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(?P<unit>[A-Za-z%]+|[\u3400-\u9fff]{1,2})?")
_MEASURED_END = re.compile(rf"{_MEASURED.pattern}$")
_ARITHMETIC = re.compile(r"(?:(?<![\w.])\d[\d.,]*\s*[+\-−*/×÷]\s*)+\d[\d.,]*\s*=\s*$")
"""`1422 + 28 = `: the sum is no fact."""
_POWER = re.compile(r"(?<![\d.])(\d{1,2})\s?(?:\^|\*\*|的)\s?(\d{1,2})(?!\d)")
_TELLING_VERBS = frozenset(
    ["deadlock", "deadlocks", "restart", "rollback", "livelock", "crash", "crashes", "block", "blocks"]
)
"""Verbs that name a thing that can be known."""
_TRUISM = re.compile(
    r"(?:mostly |usually |just |please |better )?(?:don't|do|doesn't|does|won't|will|can't|can)"
    r"|one (?:case|way|thing|of them)|the (?:sibling|counterpart|cousin|twin)\b.*"
    r"|(?:并?不是|并非)?(?:越[\u3400-\u9fff]{1,2}){2}|给[\u3400-\u9fff]{1,3}用|各有(?:优劣|利弊|取舍)"
    r"|(?:只是|就是|无非是?)?(?:写法|说法|叫法|名字|换汤)(?:不同|而已|不换药)|(?:一般|通常|多半|都|就|就是)?(?:选|用|靠|看)它们?"
    r"|(?:the )?(?:classic|usual|obvious|naive|soft|hard|safe|lazy|big|main|real|nice|easy)"
    r" ?(?:one|way|answer|case|choice|trick)?"
    r"|(?:timid|generous|conservative|modest|cheap|free|harmless|pointless|rare)"
    r"|(?:to )?(?:live|go|sit|be|come from|happen) somewhere\b.*|(?:and |then )?(?:try|start|do it) (?:again|over)"
)
"""`但【不是越高越好】`, `转成 FP16【给前向用】`"""
_SMALL_TALK = re.compile(
    r"我(?!们国)|咱|你(?!好)|(?<![分特级类区差性])别(?![的处名人])|悬崖|打包票|想象|难看|(?<![檀飘])香(?!港)|疼|[这那]么|"
    r"[\u3400-\u9fff]得(?:多|很|要命|厉害)$|没人|没事|[有挖是]坑|懒得|白白|炸|罚站|惨|糊弄|背锅|香饽饽|稳如|(?:很|非常|十分)明显"
)
"""Chinese small talk: how somebody put it, not what is so."""
_PAIR = 2
_RESOLVED = 10
"""Units of a sentence in which what a pronoun stands for can be read."""
_FEW = 5
"""Units of an answer that its numbers make up."""
_LABEL_UNITS = 8
_FEW_UNITS = 16
"""Units of a hidden text that small talk makes up."""
_SHORT_CLAIM = {"whole": 12, "zh": 6, "en": 4}
"""Units of a claim that its reason gives away: of a whole clause, of what one says."""
_LEAST_LEFT = 2
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_ARROW = re.compile(r"→|⇒|➜|->|=>|⟶")


def _refers_back(sight: Sight) -> bool:
    """Tell `that room`, `这个分解` from a relative clause (`a process that hangs`)."""
    match = _REFERS_BACK.search(sight.hidden.strip())
    if match and match.group().endswith(("it", "them")) and units(sight.rest) >= _RESOLVED:
        return False  # `If the key comes with another body, 【reject it】`: what it is stands before it
    return match is not None and match.group().split()[-1].lower() not in VERB_FORMS_EN | AUXILIARY_EN


def _defines_symbols(sight: Sight) -> bool:
    return any(SYMBOL_DEFINITION.match(text.strip()) for text in (sight.sentence, sight.clause.plain))


_PREFACE = re.compile(
    r"整理|复习|自己过|秋招|春招|社招|面经|手推|会(?:继续|持续)?更新|为准|记号|"
    r"\bnotes?\b|re-?read|\bI\b|\bI've\b|\bmy\b|reviewing|prep\b|unless",
    re.IGNORECASE,
)
"""The text under a document's title that speaks of the document: what it was made from, its notation, for whom."""


def _in_preface(sight: Sight) -> bool:
    question = sight.clause.leaf.place.question
    under_title = not question.marked and question.title.plain == sight.clause.leaf.place.document
    return under_title and bool(_PREFACE.search(sight.plain))


def _is_remark(sight: Sight) -> bool:
    return bool(_REMARK.match(sight.clause.plain))


def _about_notes(sight: Sight) -> bool:
    spoken = META.search(_QUOTED.sub("", sight.clause.plain)) or _ABOUT_NOTES.search(sight.sentence)
    return bool(spoken) or _in_preface(sight)


def _leaks(sight: Sight) -> bool:
    """Tell an answer that stands beside it; of a short one, all its numbers (`max-lag 10：【超过 10 秒】`)."""
    if leaks(sight.hidden, sight.shown):
        return True
    if re.search(r"[=≈→]\s*$", sight.before) or units(sight.hidden) > _FEW:
        return False
    numbers = set(_DIGITS.findall(sight.hidden))
    return bool(numbers) and numbers <= set(_DIGITS.findall(f"{sight.before} {sight.after}"))


_SECONDS = {"s": 1, "秒": 1, "min": 60, "minutes": 60, "分钟": 60, "h": 3600, "hours": 3600, "小时": 3600}
_SECONDS |= {"day": 86400, "days": 86400, "天": 86400}
_TIME = re.compile(
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(?P<unit>s|秒|min|minutes|分钟|h|hours|小时|days?|天)\b"
)


def _same_time(sight: Sight) -> bool:
    """Tell a time that stands beside it in another unit (`2,700 s, 【45 minutes】`)."""
    own = _TIME.fullmatch(sight.hidden.strip())
    others = {_seconds(match) for match in _TIME.finditer(f"{sight.before} … {sight.after}")}
    return own is not None and _seconds(own) in others


def _seconds(match: re.Match[str]) -> float:
    return float(match["number"].replace(",", "")) * _SECONDS[match["unit"]]


def _worked_out(sight: Sight) -> bool:
    """Tell a number that its neighbours give: sum or difference of two of one unit, `2^16`, `× 0.5（减半）`."""
    beside = f"{sight.before} {sight.after}"
    if re.match(r"\s?[（(](?:也就是|即)?(?:减半|一半|翻倍|加倍|halv|half|doubl)", sight.after):
        return True
    if re.fullmatch(r"减半|一半|翻倍|加倍|halved|doubled", sight.hidden.strip()):
        return bool(re.search(r"0\.5|1/2|[×x*乘以]\s?2(?!\d)|÷\s?2(?!\d)", beside))
    if _same_time(sight):
        return True
    if _ARITHMETIC.search(sight.before) and re.fullmatch(r"[\d.,]+", sight.hidden.strip()):
        return True
    own = _MEASURED_END.search(sight.hidden.strip())
    if own is None or units(sight.hidden[: own.start()]) > _FEW:
        return False
    value = float(own["number"].replace(",", ""))
    powers = {float(match[1]) ** float(match[2]) for match in _POWER.finditer(beside)}
    unit = own["unit"] or sight.hide.hint
    others = [
        float(match["number"].replace(",", ""))
        for match in _MEASURED.finditer(sight.sentence)
        if unit and match["unit"] == unit and match["number"] != own["number"]
    ]
    pairs = itertools.combinations(others, 2)
    return value in powers or any(value in {one + two, abs(one - two)} for one, two in pairs)


def _announces(sight: Sight) -> bool:
    """Tell what only announces its colon, a label in the middle of a text, the word that begins what follows."""
    if _ANNOUNCED_WORD.search(sight.hidden) or re.search(r"(?:,\s?say|such as|\bthan|\blike|例如|比如)$", sight.hidden):
        return True
    if sight.after.startswith(("（", " (", "(")) and re.search(r"[乘除]以$|[加减等]于?$|times$|plus$", sight.hidden):
        return True
    if not sight.after.startswith(("：", ":")):
        return False
    names = not re.split(r"[。！？；;，,\n]|[.!?]\s", sight.before)[-1].strip() and not re.search(r"\d", sight.hidden)
    return bool(_ANNOUNCES.search(sight.hidden)) or (names and units(sight.hidden) <= _LABEL_UNITS)


def _made_up(sight: Sight) -> bool:
    """Tell a sentence about an example that was made up to show something: its numbers are nobody's to learn."""
    if re.match(r"以[^，。]{1,14}为例", sight.sentence.strip()):
        return True
    worked = any(_WORKED.search(label.plain) for label in sight.clause.leaf.place.labels)
    if worked and re.fullmatch(
        r"[~≈<>\s]*(?:about |around |约|大约)?\d[\d.,]*\s?[A-Za-z/%\u3400-\u9fff]{0,8}", sight.hidden.strip()
    ):
        return True
    premise = re.split(r"[，：]|[,:]\s", _EXAMPLE.sub("", sight.sentence.strip()).lstrip("，,： "))[0]
    return bool(_EXAMPLE.match(sight.sentence.strip()) and _NUMERAL.search(premise))


def _misbelief(sight: Sight) -> bool:
    """Tell what people wrongly think or do; `and …` goes on with it, `but …` sets it right."""
    goes_on = re.search(r"\band\s*$", sight.plain[: sight.clause.start]) or re.match(r"and\b", sight.clause.plain)
    return bool(_BELIEF.match(sight.sentence.strip() if goes_on else sight.clause.plain.strip()))


def _no_cue(sight: Sight) -> bool:
    """Tell a whole sentence among others: nothing of it stays but a connective."""
    whole = len(sight.sentence.strip()) < len(sight.plain.strip()) - 4
    return whole and not LEADING_PARTICLE.sub("", f"{sight.rest} ").strip(" .,;:，。；：…")


def _says_little(sight: Sight) -> bool:
    """Tell a lone verb (`keys 【expire】`), its subject hidden with it or not: nobody can tell which verb is meant."""
    hidden = sight.hidden.strip()
    if _TRUISM.fullmatch(hidden) or (_SMALL_TALK.search(hidden) and units(hidden) <= _FEW_UNITS):
        return True
    words = [word for word in sight.hidden.split() if word.lower() not in AUXILIARY_EN | {"the", "a", "an"}]
    if not words or words[-1] not in VERB_FORMS_EN - _TELLING_VERBS or _ARROW.search(sight.before[-3:]):
        return False
    with_subject = len(words) == _PAIR and sight.sentence.strip().startswith(sight.hidden)
    return len(words) == 1 or (with_subject and re.match(r"\s*(?:$|[,.;]|but\b|and\b|so\b)", sight.after) is not None)


def _gives_reason(sight: Sight) -> bool:
    """Tell a short claim whose reason follows: the reason gives it away, and the reason is what is asked."""
    whole = sight.hide.start <= sight.clause.start and HAN.search(sight.hidden)
    said = re.sub(r"^[A-Za-z0-9 ]+(?:（[^）]*）)?", "", sight.hidden) if whole else sight.hidden
    most = _SHORT_CLAIM["whole" if whole else "zh" if HAN.search(said) else "en"]
    if re.search(r"\d|[A-Z]{2}|[A-Za-z]_[A-Za-z]", said) or units(said) > most:
        return False
    opens = not re.search(r"[,，;；。]", sight.before[-len(sight.sentence) :]) or HAN.search(sight.hidden)
    return bool(opens) and bool(_REASON_FOLLOWS.match(sight.after))


def _arrow(sight: Sight) -> bool:
    shield = protected(sight.clause.leaf.text)
    return any(not shield[match.start()] for match in _ARROW.finditer(sight.plain, sight.hide.start, sight.hide.end))


GATES: tuple[tuple[str, Gate], ...] = (
    ("too-short", _too_short),
    ("bare-digit", _bare_digit),
    ("function-word", lambda sight: bool(FUNCTION_WORD.fullmatch(sight.hidden.strip()))),
    ("pronoun", lambda sight: bool(BARE_PRONOUN.fullmatch(sight.hidden.strip()))),
    ("condition", _condition),
    ("symbol-definition", _defines_symbols),
    ("refers-back", _refers_back),
    ("comparative", lambda sight: bool(_COMPARATIVE.fullmatch(sight.hidden.strip()))),
    ("remark", _is_remark),
    ("meta", _about_notes),
    ("praise", lambda sight: bool(PRAISE.fullmatch(re.sub(r"（[^（）]*）$", "", sight.hidden.strip())))),
    ("made-up", _made_up),
    ("misbelief", _misbelief),
    ("too-long", lambda sight: units(sight.hidden) > ANSWER_LIMIT),
    ("leak", _leaks),
    ("worked-out", _worked_out),
    ("announces", _announces),
    ("no-cue", _no_cue),
    ("only-a-pronoun", lambda sight: bool(_ONLY_PRONOUN.fullmatch(sight.rest))),
    ("says-little", _says_little),
    ("reason-follows", _gives_reason),
    ("arrow", _arrow),
    ("nothing-left", lambda sight: units(sight.before + sight.after) + units(sight.label) < _LEAST_LEFT),
)
"""In the order they are asked; the first that refuses is named."""


def refused_by(clause: Clause, hide: Hide, *, context: str, label: str) -> str | None:
    """Name the gate that refuses to hide a span, or None.

    Args:
        clause: where the span stands.
        hide: the span.
        context: breadcrumb and other lines of the card.
        label: what stands before the leaf on the card.
    """
    sight = Sight(clause=clause, hide=hide, context=context, label=label)
    return next((name for name, refuses in GATES if refuses(sight)), None)
