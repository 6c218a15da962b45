"""`answer`, `copula`, `lead`: texts that answer a question their place asks."""

import re

from ankigen.atoms import chinese, english
from ankigen.atoms.lexicon import (
    AUXILIARY_EN,
    PRAISE,
    PRONOUN_START,
    SYMBOL_DEFINITION,
    VERB_FORMS_EN,
)
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, Range, columns, is_chinese, units
from ankigen.atoms.place import make_label
from ankigen.atoms.prompts import Ask, ask, with_tail
from ankigen.atoms.rule import AtomRule, Claim, Clause, Leaf, LeafFind, Refusal, Role
from ankigen.atoms.segments import clauses, protected, sentences
from ankigen.model.atom import BasicAtom, Level
from ankigen.model.document import Language
from ankigen.model.text import MarkKind, RichText, join

_COPULA_ZH = re.compile(
    r"^(?P<subject>[^，。；：是]{1,30}?)(?:通常|一般|本质上|其实|实际上|主要|就)?(?P<verb>是指的?|"
    r"指的是|是一[种个类款套条组项]|是)(?P<rest>.{4,})$"
)
_COPULA_EN = re.compile(
    r"^(?P<article>(?:an?|the)\s+)?(?P<subject>[^,;:]{2,60}?)\s+(?P<verb>is|are|means|refers to|"
    r"stands for|denotes)\s+(?P<rest>(?:an?|the|one|any|how|what|when|that)\s.{4,})$",
    re.IGNORECASE,
)


def find_answer(leaf: Leaf) -> Claim | Refusal:
    """Take a text that is the whole, short answer of its question."""
    title = leaf.place.question.title
    if not leaf.alone or leaf.role is not Role.PARAGRAPH:
        return Refusal("it is not the whole answer of its question")
    if not title.plain or not (leaf.place.question.marked or re.search(r"[？?]$", title.plain)):
        return Refusal("its heading asks nothing")
    if units(leaf.plain) > ANSWER_LIMIT:
        return Refusal("it is too long to recall in one go")
    atom = BasicAtom(
        origin=leaf.origin("answer", leaf.place.question_id),
        breadcrumb=" › ".join(part.plain for part in leaf.place.question.path[-1:]),
        prompt=title,
        answer=leaf.text,
        reverse=leaf.reverse,
        typed=leaf.typed,
    )
    rest = tuple(
        Clause(leaf=leaf, start=start, end=end, behind_label=True, weak=units(leaf.plain) > 36)
        for span in sentences(leaf.text)
        for start, end in clauses(leaf.text, *span)
    )
    return Claim(atoms=(atom,), asks=f"asks “{title.plain}”", rest=rest if units(leaf.plain) > 24 else ())


def find_copula(leaf: Leaf) -> Claim | Refusal:
    """Take `X 是 Y`, `X is a Y` at the start of a text: ask what X is."""
    if leaf.role is Role.HEADING:
        return Refusal("a heading")
    spans = sentences(leaf.text)
    if not spans:
        return Refusal("no sentence")
    if leaf.plain[spans[0][1] : spans[0][1] + 1] in ("?", "？"):
        return Refusal("a question in prose is no fact")
    if SYMBOL_DEFINITION.match(leaf.plain):
        return Refusal("it defines symbols")
    first = (clauses(leaf.text, *spans[0]) or [spans[0]])[0]
    text = leaf.plain[slice(*first)]
    match = _COPULA_ZH.match(text) if is_chinese(text) else _COPULA_EN.match(text)
    if match is None:
        return Refusal("no “X is Y” at its start")
    begin = match.start("subject") if is_chinese(text) or not match["article"] else match.start("article")
    subject = leaf.text.slice(first[0] + begin, first[0] + match.end("subject")).strip()
    reason = _no_subject(subject, match["rest"])
    if reason:
        return Refusal(reason)
    start = first[0] + match.start("rest")
    description = leaf.plain[start : first[1]]
    if PRAISE.fullmatch(description.strip()):
        return Refusal("what follows is praise or blame")
    # `RDB 是某一时刻的快照，文件小，恢复快`: the first clause says what it is, the others say more of it.
    sentence_end = spans[0][1]
    one = units(leaf.plain[start:sentence_end]) <= 30 and not _SAYS_MORE.search(leaf.plain[first[1] : sentence_end])
    end = sentence_end if one else first[1]
    says = re.match(r"(?:that|when|how)\s", match["rest"]) if match["verb"] == "means" else None
    if says:
        return _asked(leaf, "copula", ask(subject, Ask.MEANS, leaf.place), (start + says.end(), end), spans)
    prompt = ask_what(_lower_article(subject), description, leaf, many=match["verb"] == "are")
    return _asked(leaf, "copula", prompt, (start, end), spans)


_SAYS_MORE = re.compile(r"[，,].*[，,]|[，,]\s?(?:但|而|并|也|还|不|只|and|but)|：|:\s")
"""Behind a description: more than one clause, or one that turns to something else."""


def _lower_article(subject: RichText) -> RichText:
    """Write the article of a sentence's start small: it goes into the middle of a question."""
    match = re.match(r"(?:An?|The)\s", subject.plain)
    return join([match.group().lower(), subject.slice(match.end(), len(subject))]) if match else subject


def _no_subject(subject: RichText, rest: str) -> str | None:
    plain = subject.plain
    in_chinese = bool(HAN.search(rest))
    if PRONOUN_START.match(plain) or re.search(r"\b(?:this|it|that|these)\b", plain, re.IGNORECASE):
        return "its subject is a pronoun"
    if re.match(r"(?:假设|假如|例如|比如|如果|先|再|首先|看|注意)", plain) or re.match(r"(?:不是|不)", rest):
        return "it does not say what something is"
    if columns(plain) > 34 or not re.search(r"\w", plain):
        return "its subject is long"
    if re.search(r"不$|没$|都$|也$|仍$|还$|并$|而$|只$|但$|总$|若$|凡$|可以$|可能$|正$|就$|才$|更$|最$|的$", plain):
        return "it does not say what something is"
    if in_chinese and (rest.endswith("的") or re.match(r"^(?:否|因为|由于|为了|在|通过|靠|由|从|指)", rest)):
        return "what follows 是 is no description"
    if not in_chinese:
        words = plain.lower().split()
        if len(words) > 6 or words[0] in {
            "there",
            "here",
            "if",
            "when",
            "while",
            "what",
            "because",
            "since",
            "for",
            "in",
            "on",
            "at",
        }:
            return "its subject is no term"
        if any(word in AUXILIARY_EN or word in {"that", "which", "who"} for word in words):
            return "its subject is a clause"
    return None


def ask_what(subject: RichText, description: str, leaf: Leaf, *, many: bool) -> RichText:
    """Ask what something is; in Chinese what kind of thing, when the description ends in a word for it."""
    plain = subject.without(MarkKind.STRONG, MarkKind.EMPHASIS)
    if leaf.place.language is Language.ENGLISH:
        return join(["What are " if many else "What is ", plain, "?"])
    head = _HEAD_ZH.search(description)
    return with_tail(plain, f"是什么样的{head[0]}？") if head else ask(plain, Ask.IS, leaf.place)


_HEAD_ZH = re.compile(
    r"(?:框架|编译器|算法|协议|机制|模型|工具|技术|语言|系统|平台|结构|接口|方法|优化|缓存|"
    r"单位|策略|标准|格式|引擎|服务|组件|指令|架构|"
    r"数据库|文件系统|线程|进程|日志|队列|索引|(?<!页)表|树|链表|存储|网络|内存|总线|设备|命令|"
    r"函数|参数|文件|操作|模式|思想|方案)$"
)
"""What a thing is one of: asked with it (`X 是什么样的框架？`), the question says more than `X 是什么？`."""


def find_lead(leaf: Leaf) -> Claim | Refusal:
    """Take the first text under a term that begins with a verb: ask what the term does."""
    if not leaf.opens or not leaf.place.labels:
        return Refusal("it does not open a section")
    label = leaf.place.labels[-1]
    if label.generic or label.aspect or label.stated:
        return Refusal(f"“{label.plain}” is no term, or has said what it is")
    if columns(label.plain) > 44 or chinese.begins_with_verb(label.plain) or label.plain.endswith("优化"):
        return Refusal(f"“{label.plain}” is no term")
    spans = sentences(leaf.text)
    if not spans:
        return Refusal("no sentence")
    if re.match(r"(?:例如|比如|如(?!何|果)|譬如|e\.g\.|for example|such as)", leaf.plain, re.IGNORECASE):
        return Refusal("it begins with an example")
    first = (clauses(leaf.text, *spans[0]) or [spans[0]])[0]
    if _is_description(leaf.plain[slice(*first)]):
        return _asked(leaf, "lead", ask(label.text, Ask.IS, leaf.place), first, spans)
    if not _starts_with_verb(leaf.plain[slice(*spans[0])]):
        return Refusal("it neither begins with a verb nor describes")
    end = spans[0][1]
    if units(leaf.plain[spans[0][0] : end]) > ANSWER_LIMIT:
        return Refusal("it is too long to recall in one go")
    if units(leaf.plain[spans[0][0] : end]) < 6:
        return Refusal("it says too little")
    return _asked(leaf, "lead", ask(label.text, Ask.DOES, leaf.place), (spans[0][0], end), spans)


def _is_description(text: str) -> bool:
    """Tell a bare noun phrase that says what its term is (`OS资源分配的基本单位`, `a cache of translations`)."""
    if is_chinese(text):
        return (
            bool(re.search(r"的[\u3400-\u9fffA-Za-z]{2,12}$", text))
            and not re.search(
                r"[是会能将把被使让需要不]|^(?:在|对|当|如|从|与|和|为|选|存|放|取|写|读|用|给|跑|走|"
                r"看|调|算|查|找|传|发|收|建|删|改|加|减|按|由|靠)",
                text,
            )
            and not chinese.begins_with_verb(text)
        )
    return bool(
        re.match(r"(?:an?|the)\s+\w+(?:\s+\w+){0,5}?\s+(?:of|that|which|for|used|with|where|in)\b", text, re.IGNORECASE)
    ) and not english.finite_verbs(re.split(r"\b(?:that|which|where)\b", text)[0])


def _starts_with_verb(text: str) -> bool:
    if is_chinese(text):
        return chinese.begins_with_verb(text) and not re.search(r"可以|会|能|它|这样", text)
    words = text.split()
    first = words[0].strip("*`").lower() if words else ""
    preposition = len(words) > 1 and words[1].lower() in {
        "without",
        "of",
        "in",
        "on",
        "for",
        "with",
        "from",
        "at",
        "by",
        "and",
        "or",
    }
    return first in VERB_FORMS_EN and first.endswith("s") and len(words) > 2 and not preposition


def _asked(leaf: Leaf, rule: str, prompt: RichText, answer: Range, spans: list[Range]) -> Claim:
    """Make the card of a first sentence and leave the rest of the leaf to the clause rules."""
    atom = BasicAtom(
        origin=leaf.origin(rule, prompt.plain),
        breadcrumb=leaf.place.breadcrumb,
        prompt=prompt,
        answer=leaf.text.slice(*answer).strip(),
        reverse=leaf.reverse,
        typed=leaf.typed,
    )
    if units(atom.answer.plain if isinstance(atom.answer, RichText) else "") > ANSWER_LIMIT:
        return Claim(atoms=(), asks="its sentence is too long to recall: clauses", rest=_clauses(leaf, spans, 0))
    rest = [
        Clause(leaf=leaf, start=max(start, answer[1]) if start < answer[1] else start, end=end, weak=True)
        for start, end in ((clause.start, clause.end) for clause in _clauses(leaf, spans, 0))
        if start >= answer[1]
    ]
    strong = [
        Clause(
            leaf=leaf,
            start=max(clause.start, answer[0]),
            end=clause.end,
            behind_label=True,
            weak=clause.start > answer[0],
        )
        for clause in _clauses(leaf, spans, 0)
        if clause.start < answer[1] and units(leaf.plain[slice(*answer)]) > 24
    ]
    return Claim(atoms=(atom,), asks=f"asks “{prompt.plain}”", rest=(*strong, *rest))


def _clauses(leaf: Leaf, spans: list[Range], after: int) -> tuple[Clause, ...]:
    return tuple(
        Clause(leaf=leaf, start=start, end=end)
        for span in spans
        for start, end in clauses(leaf.text, *span)
        if start >= after
    )


def heading_statement(leaf: Leaf) -> Claim | Refusal:
    """Take a heading that states a fact (`现代Linux的调度单位是线程：`): hide what follows 是 / is."""
    text = make_label(leaf.text, frozenset()).text
    found = re.match(r"^(?P<subject>[^，：:]{2,30}?)(?:是|就是)(?P<rest>[^，：:？?]{2,24})$", text.plain)
    if found is None or any(protected(text)[found.start("rest") : found.start("rest") + 1]):
        return Refusal("it states nothing")
    subject = text.slice(*found.span("subject"))
    atom = BasicAtom(
        origin=leaf.origin("copula", subject.plain),
        breadcrumb=leaf.place.breadcrumb,
        prompt=ask(subject, Ask.IS, leaf.place),
        answer=text.slice(*found.span("rest")),
    )
    return Claim(atoms=(atom,), asks=f"asks “{atom.prompt.plain}”")


def find_copula_or_heading(leaf: Leaf) -> Claim | Refusal:
    """Dispatch `copula`: headings have a stricter form."""
    return heading_statement(leaf) if leaf.role is Role.HEADING else find_copula(leaf)


ANSWER_RULE: AtomRule[LeafFind] = AtomRule(
    "answer", Level.LEAF, "a short paragraph that is the whole answer: Basic, the question itself", find_answer
)
LEAD_RULE: AtomRule[LeafFind] = AtomRule(
    "lead", Level.LEAF, "the first text under a term, beginning with a verb: “X: what does it do?”", find_lead
)
COPULA_RULE: AtomRule[LeafFind] = AtomRule(
    "copula", Level.LEAF, "`X 是 Y`, `X is a Y` at a text's start: “what is X?”", find_copula_or_heading
)
