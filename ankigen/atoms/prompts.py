"""Word a prompt by the shape of its answer, in the document's language."""

import re
from dataclasses import replace
from enum import StrEnum

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import (
    AUXILIARY_EN,
    KIND_WORD,
    NOUN_PHRASE_ZH,
    VERB_BASES_EN,
    VERB_FORMS_EN,
    VERB_NOUNS_EN,
)
from ankigen.atoms.measure import HAN, columns, is_chinese
from ankigen.atoms.numbers import is_number, unit_of
from ankigen.atoms.place import Place, is_aspect
from ankigen.model.document import Language
from ankigen.model.text import RichText, join


class Ask(StrEnum):
    """What kind of question fits an answer."""

    BARE = "bare"
    HOW_MUCH = "how-much"
    HOW = "how"
    DOES = "does"
    SO = "so"
    VERSUS = "versus"
    IS = "is"
    WHEN = "when"
    WHY = "why"
    WHAT_FOR = "what-for"
    FORMULA = "formula"
    MEANS = "means"
    SENTENCE = "sentence"
    THEN = "then"
    WITH = "with"
    AS_ASKED = "as-asked"
    """What the note's own question asks, of the label."""


_TAIL = {
    Language.CHINESE: {
        Ask.BARE: "？",
        Ask.HOW_MUCH: "：多少？",
        Ask.HOW: "：怎么做？",
        Ask.DOES: "：做什么？",
        Ask.SO: "，具体是？",
        Ask.VERSUS: "：结论？",
        Ask.IS: "是什么？",
        Ask.WHEN: "：什么时候？",
        Ask.WHY: "：为什么？",
        Ask.WHAT_FOR: "：用来做什么？",
        Ask.FORMULA: "：公式？",
        Ask.MEANS: "：表示什么？",
        Ask.SENTENCE: "：一句话说明？",
        Ask.THEN: "：会怎样？",
        Ask.WITH: "：用什么？",
    },
    Language.ENGLISH: {
        Ask.BARE: "?",
        Ask.HOW_MUCH: ": how much?",
        Ask.HOW: ": how?",
        Ask.DOES: ": what does it do?",
        Ask.SO: ": how so?",
        Ask.VERSUS: ": what is the difference?",
        Ask.IS: ": what is it?",
        Ask.WHEN: ": when?",
        Ask.WHY: ": why?",
        Ask.WHAT_FOR: ": what for?",
        Ask.FORMULA: ": what is the formula?",
        Ask.MEANS: ": what does it mean?",
        Ask.SENTENCE: ": in one sentence?",
        Ask.THEN: ": what happens then?",
        Ask.WITH: ": with what?",
    },
}

_STATE_END_ZH = re.compile(
    r"(?:大|小|快|慢|高|低|强|弱|好|差|多|少|简单|复杂|昂贵|中等|正比|反比|公平|安全|一致|有限|不足|困难|灵活|友好|明显|严重|稳定|不变|更新|下降|上升|增加|减少|丢失|失败|成功)(?<!大小|多少|强弱|高低|快慢|好坏|优劣)$"
)
_STATE_ZH = re.compile(r"是|不|会|可以|能够|没有|都|仅|只|最")
_STATES_EN = re.compile(
    r"(?<!-)\b(?:is|are|was|has|have|can|cannot|may|must|does|do|not|never|always|only)\b", re.IGNORECASE
)
_VERSUS = re.compile(r"\bvs\.?\b|\bversus\b|对比|相比|的区别$|的差异$", re.IGNORECASE)

_COUNT = re.compile(r"(?:[块个次条层轮包页核段位]数|数量|字节数|线程数)$")
"""`数据块数：N 块`: how many, also where the answer is a letter."""
_BY_FORMULA = re.compile(r"(?:式子|公式).*(?:估|算|表示|描述|得到|给出|求)$")
"""`并发数可以用一个式子来估：…`: what follows the colon is the formula."""


_CASE_ZH = re.compile(
    r"^(?:连续|一旦|如果|若|当|检测到|出现|发生|遇到|收到|超过|达到|溢出|失败|命中|未命中).{2,}|.{2,}(?:[满空完掉断]了|时|时候|之后|以后|后|的情况下)$"
)
"""A label that names a case: what follows is what happens then."""


_TASK_ZH = re.compile(r"(?:抓|查|看|测|打印|压测|定位|观察|统计|采样|抓取|查看)[\u3400-\u9fffA-Za-z ]{1,6}$")
"""A task (`抓栈`): what is told is the tool."""
_LABELS_ZH = (
    (
        re.compile(
            r"能否|是否|([\u3400-\u9fff])不\1|多少|为什么|为何|如何|怎样|怎么|哪|几[个种次]|什么|谁|何时|多[久长大]"
        ),
        Ask.BARE,
    ),
    (re.compile(r"^(?:想要?|要想|要|如果要|需要)(?!求)(?=[\u3400-\u9fffA-Za-z ]{2,})"), Ask.HOW),
    (_CASE_ZH, Ask.THEN),
    (re.compile(r"(?:阶段|过程|流程|[一二三四五六七八九十\d]步)$"), Ask.DOES),
    (re.compile(r"^(?:验证|检查|校验|排查|监控|调试|部署|安装|选型|调优|[建设选调配查测][ A-Za-z].*)$"), Ask.HOW),
    (re.compile(rf"^(?!.*是).*(?:{NOUN_PHRASE_ZH.pattern})"), Ask.IS),
)
"""Labels that tell by themselves what is asked."""
_LABELS_EN = (
    (re.compile(r"\bin (?:one|a) (?:line|word|sentence|nutshell)\b"), Ask.BARE),
    (re.compile(r"^(?:why|how|what|when|where|who|which)\b", re.IGNORECASE), Ask.BARE),
    (re.compile(r"^(?:if|once|unless|on|after)\s", re.IGNORECASE), Ask.THEN),
)
_FIRST_WORDS_EN = dict.fromkeys(("because", "since"), Ask.WHY) | dict.fromkeys(
    ("by", "via", "through", "using"), Ask.HOW
)
"""First words of an answer that tell what it answers."""


_RATE_ZH = re.compile(r"[率比]\s*(?:（.*）)?$")
"""What is measured (`命中率`): asked for its amount, where an amount is told among other words."""


def _is_rate(label: str, answer: str) -> bool:
    return bool(_RATE_ZH.search(label) and re.search(r"\d", answer) and not re.search(r"[，,；;]", answer))


def choose(label: str, answer: str, *, aspect: bool) -> Ask:
    """Choose the question for a label by what its answer looks like."""
    counts = is_number(answer) or _COUNT.search(label)
    if (counts or _is_rate(label, answer)) and not re.search(
        r"多少|几[个种次]|how (?:much|many)", label, re.IGNORECASE
    ):
        return Ask.HOW_MUCH
    if aspect:
        return Ask.BARE
    if _VERSUS.search(label):
        return Ask.VERSUS
    if _BY_FORMULA.search(label):
        return Ask.FORMULA
    if re.fullmatch(r"[-\d.]{1,6}", label) or is_number(label):
        return Ask.MEANS
    if is_chinese(answer) or is_chinese(label):
        return _choose_chinese(label, answer)
    return Ask.BARE if _CODE_LIKE.match(answer) else _choose_english(label, answer)


def _choose_chinese(label: str, answer: str) -> Ask:
    bare = re.sub(r"（.*?）|\(.*?\)", "", label).strip()
    told = next((kind for pattern, kind in _LABELS_ZH if pattern.search(bare)), None)
    if told is not None:
        return told
    if re.match(r"^(?:因为|由于)", answer):
        return Ask.WHY
    if re.search(r"不(?!同)|没有|无需", bare) and len(HAN.findall(bare)) > 1:
        return Ask.WHY
    if re.match(r"^(?:用于|用来|适合|适用于)", answer):
        return Ask.WHAT_FOR
    if _STATE_END_ZH.search(bare) and len(HAN.findall(bare)) > 2:
        return Ask.SO
    if chinese.begins_with_verb(bare) and len(bare) > 2:
        return Ask.HOW
    if _STATE_ZH.search(bare) and len(HAN.findall(bare)) > 2:
        return Ask.SO
    if _TASK_ZH.match(bare):
        return Ask.WITH
    if chinese.begins_with_verb(answer):
        return Ask.DOES
    return Ask.IS if _describes_zh(answer) else Ask.SENTENCE


def _describes_zh(answer: str) -> bool:
    """Tell a Chinese noun phrase that says what something is (`最近用过的页的链表`), and a bare name."""
    head = re.sub(r"（[^（）]*）|\([^()]*\)", "", re.split(r"[，,；;：:]", answer)[0]).strip()
    if re.search(r"\d", head) or chinese.acts(head):
        return False
    return bool(re.search(r"的[\u3400-\u9fffA-Za-z ]{1,14}$", head)) or columns(head) <= _NAME_COLUMNS


_NAME_COLUMNS = 24
"""Columns of a bare name."""


_CODE_LIKE = re.compile(
    r"[\w.\[\]]+\([^)]*\)\s*(?:$|[,;=])|[\w.\[\]-]+ ?=|\d[\d.,–-]*\s?[A-Za-z%]{0,5}\s*(?:$|[,;×])"
    r"|\d[\d.,]*\s?\S{0,8} [×*/+-] "
)
"""`min(backlog, somaxconn)`, `dp[i] = …`, `32768-60999`: a value, and no description."""


def _choose_english(label: str, answer: str) -> Ask:
    told = next((kind for pattern, kind in _LABELS_EN if pattern.search(label)), None)
    if told is not None:
        return told
    words = [word.strip("`*()").lower() for word in answer.split()]
    first = words[0] if words else ""
    named = label.split()
    head = named[0].lower() if named else ""
    if first in {"when", "if", "whenever", "once"}:
        # `when a mapping changes, the kernel sends IPIs` says what happens, not when.
        return Ask.SENTENCE if re.search(r",\s\w+\s\w+", answer) else Ask.WHEN
    if first in _FIRST_WORDS_EN:
        return _FIRST_WORDS_EN[first]
    if _STATES_EN.search(label):
        return Ask.SO
    subject = first in VERB_FORMS_EN - VERB_BASES_EN and first.endswith("s") and len(words) > 1
    if subject and words[1] not in {"of", "and", "or", "is", "are"}:
        return Ask.DOES
    if (
        first in VERB_BASES_EN
        and first not in VERB_NOUNS_EN
        and len(words) > 2
        and words[1] not in {"of", "and", "or", "is"}
    ):
        # `Namespaces: limit what a process sees`: the verb of a plural subject.
        return Ask.DOES if re.search(r"[^s]s$", label) else Ask.HOW
    noun = len(named) > 1 and (named[1].endswith("ing") or named[-1].lower() in VERB_BASES_EN)
    if head in VERB_BASES_EN and len(named) > 1 and not noun and label[:1].isupper() and not named[1][:1].isupper():
        return Ask.HOW
    if first in {"to", "for", "used"}:
        return Ask.WHAT_FOR
    if first in AUXILIARY_EN or (
        first in VERB_FORMS_EN and len(words) > 1 and words[1] not in {"of", "and", "or", "is", "are"}
    ):
        return Ask.DOES
    head_clause = re.split(r"[,;:]", answer)[0]
    return Ask.SENTENCE if english.first_verb(head_clause) < len(head_clause) - 4 else Ask.IS


def _how_much(answer: str, language: Language) -> str:
    """Word the question for a number in English by its unit; Chinese has one word for all."""
    if language is Language.CHINESE:
        return _TAIL[language][Ask.HOW_MUCH]
    unit = unit_of(answer)
    if re.fullmatch(r"(?:[nµμum]?s|ms|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|weeks?|years?|cycles?)", unit):
        return ": how long?"
    if re.fullmatch(r"[kKMGTP]?i?[Bb](?:ytes?|its?)?", unit):
        return ": how large?"
    if not unit or re.fullmatch(r"[a-z]{4,}", unit):
        return ": how many?" if re.search(r"s$", unit) else ": what number?"
    return _TAIL[language][Ask.HOW_MUCH]


_HOW = re.compile(
    r"(?!.*(?:怎么选|区别|分别|各自|是什么|哪些))(?P<asks>[^，,；？?、]{2,30}(?:怎么|如何|怎样)[^，,？?、]{1,20})[？?]?"
)
"""A question that each of its labels answers for itself: `通信和计算怎么 overlap？` with `DDP：…`, `FSDP：…`."""


def ask_label(label: RichText, answer: str, place: Place) -> RichText:
    """Ask for what stands behind a label; an aspect takes its subject along (`AllReduce — 通信量？`)."""
    kind = kind_of(label, answer, place)
    how = _HOW.fullmatch(place.question.title.plain)
    if kind is Ask.AS_ASKED and how is not None:
        return join([label, f"：{how['asks']}？"])
    tail = _how_much(answer, place.language) if kind is Ask.HOW_MUCH else _TAIL[place.language][kind]
    return with_tail(name_label(label, place), tail)


def kind_of(label: RichText, answer: str, place: Place) -> Ask:
    """Choose the question for a label where it stands."""
    kind = choose(label.plain, answer, aspect=is_aspect(_core(label), place.recurring))
    title = place.question.title.plain
    acts = kind is Ask.SENTENCE or (kind is Ask.IS and chinese.acts(re.split(r"[，,；;]", answer)[0]))
    if acts and not place.labels and label.plain.casefold() not in title.casefold() and _HOW.fullmatch(title):
        return Ask.AS_ASKED
    return kind


def name_label(label: RichText, place: Place) -> RichText:
    """Name a label so that it stands without its place: an aspect or slight word takes its subject along."""
    core = _core(label)
    return name_with_subject(
        label, place, aspect=is_aspect(core, place.recurring) or (core == label.plain and _is_slight(core))
    )


def _core(label: RichText) -> str:
    return re.sub(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", "", label.plain).strip() or label.plain


def with_tail(subject: RichText, tail: str) -> RichText:
    """Put the question word behind a subject, a blank between Latin and Han."""
    blank = " " if HAN.match(tail) and re.search(r"[A-Za-z0-9)]$", subject.plain) else ""
    return join([subject, blank, tail])


def ask(subject: RichText, kind: Ask, place: Place) -> RichText:
    """Ask a question of a given kind about a subject."""
    return with_tail(subject, _TAIL[place.language][kind])


def name_with_subject(label: RichText, place: Place, *, aspect: bool) -> RichText:
    """Put the subject before a label that does not stand without it."""
    subject = place.subject_of(label.plain)
    if not aspect or subject is None or _says(label.plain, subject.plain):
        return label
    return join([subject, " — ", label])


_SHORT_QUESTION = 6
_ASKS_ZH = re.compile(r"为什么|为何|怎么|如何|谁|何时|什么时候|多[久长大少]")


def _is_slight(label: str) -> bool:
    """Tell a label so short and plain that it may mean anything (`端侧`, `太多怎么办`, `reads`)."""
    if _ASKS_ZH.search(label) and len(label) <= _SHORT_QUESTION:
        return True
    return (
        len(label) <= 4 if HAN.search(label) else not re.search(r"[A-Za-z]{3}", label) and bool(re.match(r"\d", label))
    )


def _says(text: str, subject: str) -> bool:
    return subject.lower() in text.lower() or text.lower() in subject.lower()


def ask_all(subject: RichText, count: int, place: Place, *, in_order: bool = False) -> RichText:
    """Ask to name all members of a list."""
    if place.language is Language.CHINESE:
        if in_order:
            return join([subject, f"：按顺序说出 {count} 步"])
        return join([subject, f"：有哪 {count} {_measure_word(subject.plain)}？"])
    if in_order:
        return join([subject, f": name the {count} steps in order"])
    return join([subject, f": name all {count}."])


def count_asked(question: RichText, count: int, place: Place) -> RichText:
    """Repeat a question that asks for a list itself, with the number of answers."""
    return join([question, f"？（{count} 项）" if place.language is Language.CHINESE else f"? ({count})"])


def _measure_word(subject: str) -> str:
    if re.search(r"(?:方式|方法|类型|种类|手段|场景|用途|策略|算法|模式|隔离级别|技术)$", subject):
        return "种"
    if re.search(r"(?:特点|特性|优点|优势|缺点|局限|局限性|好处|原因|问题|挑战|区别|不足)$", subject):
        return "点"
    if re.search(r"(?:阶段|状态|组件|部分|模块|指标|参数|因素|条件)$", subject):
        return "个"
    return "项"


def ask_next(number: int, step: str, subject: RichText, place: Place) -> RichText:
    """Ask what follows a step."""
    if place.language is Language.CHINESE:
        return join([subject, f"：第 {number} 步「{step}」之后是？"])
    return join([subject, f": what comes after step {number}, “{step}”?"])


def ask_expansion(short: str, place: Place) -> RichText:
    """Ask what an abbreviation stands for."""
    return RichText(
        plain=f"{short} 的全称？" if place.language is Language.CHINESE else f"What does {short} stand for?"
    )


def ask_line(comment: RichText, place: Place, *, many: bool = False) -> RichText:
    """Ask for the line (or lines) of code that a comment describes."""
    if place.language is Language.CHINESE:
        return join(["哪几行代码：" if many else "哪一行代码：", comment, "？"])
    return join(["Which lines of code: " if many else "Which line of code: ", comment, "?"])


def topic_of_list(place: Place) -> RichText | None:
    """Name what a list is a list of: the nearest label, an aspect with its subject before it."""
    if not place.labels:
        return place.subject
    label = place.labels[-1]
    if label.generic and place.subject is None:
        return None
    if columns(label.plain) > 44:
        return None
    if label.aspect or label.generic or KIND_WORD.fullmatch(label.plain):
        outer = replace(place, labels=place.labels[:-1])
        return name_with_subject(label.text, outer, aspect=True)
    return label.text
