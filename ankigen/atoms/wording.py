"""Clause rules that go by words: cause, purpose, verb, whole; and member for short items."""

import re

from ankigen.atoms.lexicon import (
    ADVERB_ZH,
    AUXILIARY_EN,
    CONDITION,
    DETERMINERS_EN,
    LEADING_PARTICLE,
    PRAISE,
    VERB_BASES_EN,
    VERB_FORMS_EN,
    VERB_ZH_WORDS,
)
from ankigen.atoms.measure import ANSWER_LIMIT, columns, is_chinese, units
from ankigen.atoms.rule import AtomRule, Clause, ClauseFind, Hide, Level, Refusal, Role
from ankigen.atoms.segments import protected

_CAUSE = re.compile(
    r"(?:因为|由于|归因于|源于|原因是|是因为)(?P<zh>[^，。；]{3,})"
    r"|\b(?:because(?: of)?|due to|owing to|thanks to|caused by)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"(?:因此|所以|从而|导致|造成|引起|使得|以致|意味着|会使|让)(?P<zh>[^，。；]{3,})"
    r"|\b(?:so that|so|therefore|thus|hence|which means(?: that)?|leads to|results in|resulting in|causing|causes)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"(?:用于|用来|旨在|目的是|为了|以便|以(?=避免|减少|提高|降低|保证|防止|获得|隐藏|支持|提升|实现|节省|换取|确保|便))(?P<zh>[^，。；]{3,})"
    r"|\b(?:in order to|so as to|used to|used for|meant to|designed to|serves to)\s+(?P<en>.{4,})",
    re.IGNORECASE,
)
_USE = re.compile(
    rf"^(?P<lead>.{{0,8}}?)(?:使用|利用|采用|通过|借助|基于|用(?!户|法|途|于|例|来))(?P<zh>(?!将|把)[^，。；]{{2,24}}?)"
    rf"(?:自动|直接|来|动态|统一|批量)*(?=(?:{VERB_ZH_WORDS})(?:[\u3400-\u9fff]{{2}}|[A-Za-z\s])(?!的)|来|以(?!及)|把|将)"
)


def _hide(clause: Clause, start: int, end: int) -> Hide:
    """Make a span of the clause; trim a leading particle, blanks and stray marks off a span."""
    text = clause.leaf.plain[start:end]
    match = LEADING_PARTICLE.match(text)
    if match and match.end() < len(text):
        start += match.end()
    text = clause.leaf.plain[start:end]
    start += len(text) - len(text.lstrip(" ，,：:。.；;、”’"))
    text = clause.leaf.plain[start:end]
    return Hide(start=start, end=start + len(text.rstrip(" ，,：:。.；;、“‘")))


def _before_bracket(clause: Clause, start: int, end: int) -> int:
    """Leave a remark in brackets at the end of a span outside it, unless both fit 34 columns."""
    text = clause.leaf.plain[start:end]
    match = re.search(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", text)
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


_MAIN_VERB_ZH = re.compile(rf"(?:{ADVERB_ZH})?(?:{VERB_ZH_WORDS})(?:了|着|到|为|成|给)?")
_MOVE_ZH = re.compile(
    r"(?:将|把).{2,}?(?:(?<!达)到|至|为|(?<=[写换变拆切分合转编翻])成|给|(?<=[写存放读装载插换])(?:入|进|回))(?P<zh>[^，。；到至为成给]{2,})$"
)
_NOUN_TOO = re.compile(
    r"(?:共享|管理|调度|计算|修改|分配|回收|缓存|映射|访问|切换|同步|搜索|查询|扫描|编译|优化|并行|压缩|聚合|加载|存储|控制|执行|运行|处理|"
    r"监控|分析|恢复|复制|提交|更新|请求|响应|传输|通信|测量|索引|排序|配置|连接|竞争|阻塞|预取|量化|广播|归约|操作|影响|限制|支持|需要|签名|验证|加密)"
)
"""Verbs that are as often nouns or modifiers (`共享库`, `调度策略`)."""
_FINITE_ZH = re.compile(r"会|被|使(?!用)|是|需要|需|可以|能|要求|由|不|没有|才|就|都|必须|应该|只")
_SPEECH_STOP = re.compile(r"\s(?:when|if|while|unless|until|whenever|once|before|after|even|instead|rather than|as soon as)\b")


def find_verb(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take the object of the clause's verb."""
    if CONDITION.match(clause.plain.strip()) and is_chinese(clause.plain):
        return Refusal("the clause is a condition")
    return _object_zh(clause) if is_chinese(clause.plain) else _object_en(clause)


def _object_zh(clause: Clause) -> tuple[Hide, ...] | Refusal:
    plain = clause.plain
    moved = _MOVE_ZH.search(plain)
    if moved and units(moved["zh"]) >= 3:
        return (_hide(clause, clause.start + moved.start("zh"), clause.end),)
    shield = protected(clause.leaf.text)
    for match in _MAIN_VERB_ZH.finditer(plain):
        start = clause.start + match.end()
        rest = plain[match.end() :]
        if _is_noun_here(plain, match):
            continue
        if shield[clause.start + match.start()] or re.match(r"^(?:的|者|器|方|性|量|率|时|过程|操作|策略|方式|机制|算法)", rest):
            continue
        if units(rest) < 3 or re.fullmatch(r"\s*(?:（[^（）]*）|\([^()]*\))", rest) or re.match(r"^(?:后|时|之后|之前|前|以后)", rest):
            continue
        if re.match(r"^(?:此|这|它|该|其(?!他|它|余|中)|自己|自身)", rest):
            # The object is a pronoun: what is asked is the subject.
            if match.start() >= 3:
                return (_hide(clause, clause.start, clause.start + match.start()),)
            continue
        return (_hide(clause, start, _before_bracket(clause, start, clause.end)),)
    return Refusal("no verb with an object")


def _is_noun_here(plain: str, match: re.Match[str]) -> bool:
    """Tell a verb that is used as a noun or modifier: behind 的, or at the start of a clause with another verb."""
    if plain[: match.start()].endswith(("的", "个", "次", "种", "按", "对", "被", "每次")):
        return True
    if not _NOUN_TOO.search(match.group()):
        return False
    head = LEADING_PARTICLE.sub("", plain[: match.start()]).strip()
    return not head and bool(_FINITE_ZH.search(plain[match.end() :]))


def _object_en(clause: Clause) -> tuple[Hide, ...] | Refusal:
    words = [
        # A capital inside a sentence makes a name (`Read committed`), never the verb.
        (match.start(), match.end(), word if clause.start + match.start() == 0 or not word[:1].isupper() or number == 0 else "")
        for number, match in enumerate(re.finditer(r"\S+", clause.plain))
        for word in [match.group().strip("*`\"'“”()")]
    ]
    words = [(start, end, word.lower()) for start, end, word in words]
    shield = protected(clause.leaf.text)
    finite = [number for number in range(len(words)) if _is_main_verb(words, number)]
    imperative = [0] if words and _is_imperative(clause, words[0][2]) else []
    for number in finite or imperative:
        start, end, _ = words[number]
        if shield[clause.start + start]:
            continue
        begin = end
        following = words[number + 1 :]
        # Carry on over a chain of auxiliaries and adverbs: `is never blocked`, `can be evicted`.
        while following and following[0][2] in AUXILIARY_EN | _ADVERBS_EN:
            begin = following[0][1]
            following = following[1:]
        text = clause.plain[begin:]
        stop = _SPEECH_STOP.search(text)
        stop_at = begin + stop.start() if stop and units(text[: stop.start()]) >= 4 else len(clause.plain)
        if units(clause.plain[begin:stop_at]) < 2:
            continue
        first = clause.start + begin
        return (_hide(clause, first, _before_bracket(clause, first, clause.start + stop_at)),)
    return Refusal("no verb with an object")


_ADVERBS_EN = frozenset("not only also always never usually still just often really typically normally now then simply".split())


def _is_imperative(clause: Clause, word: str) -> bool:
    """Tell an order at the start of a clause (`Run ANALYZE`, `drop the index`)."""
    return word in VERB_BASES_EN and len(clause.plain.split()) > 1


def _is_main_verb(words: list[tuple[int, int, str]], number: int) -> bool:
    word = words[number][2]
    if word in AUXILIARY_EN:
        return number > 0
    if word not in VERB_FORMS_EN:
        return False
    if number == 0:
        return word.endswith("s") and not word.endswith("ss") and len(words) > 2 and words[1][2] not in {"of", "and", "or", "are", "is"}
    before = words[number - 1][2]
    if before in DETERMINERS_EN or before.endswith("'s"):
        return False
    if word.endswith("s") and not word.endswith("ss"):
        # `reads the page` has an object; `dirty reads` stands at the end or before another verb.
        following = words[number + 1][2] if number + 1 < len(words) else ""
        return bool(following) and following not in VERB_FORMS_EN | AUXILIARY_EN and following not in {"and", "or", "of", "per"}
    return before.endswith("s") or before in AUXILIARY_EN or before in {"and", "then", "never", "always", "only", "they", "we", "you", "both", "all", "which", "that", "not", "writers", "readers"}


def find_whole(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a whole clause that says something, when the rest of the leaf tells what it is about."""
    text = clause.plain.strip()
    if CONDITION.match(text) or CONDITION.search(text):
        return Refusal("the clause is a condition")
    if PRAISE.fullmatch(text) or re.search(r"(?:很|非常|十分|最|尤其)(?:重要|关键|常见|常用|简单|有用)(?:的)?$", text):
        return Refusal("the clause is praise")
    size = units(text)
    if size < 6:
        return Refusal("it says too little")
    if size > ANSWER_LIMIT:
        return Refusal("it is too long to recall in one go")
    rest = clause.leaf.plain[: clause.start] + clause.leaf.plain[clause.end :]
    if units(rest) < 4 and not clause.leaf.place.labels:
        return Refusal("nothing is left to tell what it is about")
    return (_hide(clause, clause.start, _before_bracket(clause, clause.start, clause.end)),)


def find_member(clause: Clause) -> tuple[Hide, ...] | Refusal:
    """Take a short item among at most seven siblings: hide it, its siblings stand beside it."""
    leaf = clause.leaf
    if leaf.role is not Role.ITEM or len(leaf.siblings) < 2:
        return Refusal("it has no siblings")
    if len(leaf.siblings) > 7 or sum(columns(sibling.plain) for sibling in leaf.siblings) > 240:
        return Refusal("its siblings are too many to stand beside it")
    if not leaf.place.labels:
        return Refusal("no label says what it is a member of")
    if clause.start > 0 or units(clause.plain) < 2:
        return Refusal("it is no whole item")
    return (_hide(clause, clause.start, _before_bracket(clause, clause.start, clause.end)),)


def _rule(name: str, summary: str, find: ClauseFind) -> AtomRule[ClauseFind]:
    return AtomRule(name, Level.CLAUSE, summary, find)


CAUSE_RULE = _rule("cause", "因为 / because, 因此 / so: hides the reason or the consequence", find_cause)
PURPOSE_RULE = _rule("purpose", "用于 / in order to, 使用 X 减少 Y: hides the goal or the means", find_purpose)
VERB_RULE = _rule("verb", "hides the object of the clause's verb", find_verb)
WHOLE_RULE = _rule("whole", "hides a whole clause of a longer text", find_whole)
MEMBER_RULE = _rule("member", "a short item: hidden among its siblings (last resort)", find_member)
