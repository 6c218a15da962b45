"""Find the verb of a Chinese clause and what it says: lists and neighbours, no segmentation model."""

import re
from collections.abc import Sequence

from ankigen.atoms.lexicon import ADVERB_ZH, LEADING_PARTICLE, STARTS_WITH_VERB_ZH, VERB_ZH_WORDS
from ankigen.atoms.measure import Range, units

_VERB = re.compile(rf"(?:{ADVERB_ZH})?(?:{VERB_ZH_WORDS})(?:了|着|到|为|成(?!功|本|员)|给|完)?")
_MOVE = re.compile(
    r"(?:将|把).{2,}?(?:(?<!达)到|至|为|(?<=[写换变拆切分合转编翻])成|给|(?<=[写存放读装载插换])(?:入|进|回))"
    r"(?P<target>[^，。；到至为成给]{2,})$"
)
_NOUN_TOO_WORDS = (
    r"共享|管理|调度|计算|修改|分配|回收|缓存|映射|访问|切换|同步|搜索|查询|扫描|编译|优化|并行|压缩|聚合|加载|存储|控制|执行|运行|处理|"
    r"监控|分析|继承|引用|计数|恢复|复制|提交|更新|请求|响应|传输|通信|测量|索引|排序|配置|连接|竞争|阻塞|预取|量化|广播|归约|操作|影响|限制|支持|"
    r"签名|验证|加密|实现|利用|复用|重用|判断|选择|比较|统计|采样|预测|消费|生产|订阅|投票|选举|表示|描述|定义|设置|检查|监听"
)
_NOUN_TOO = re.compile(_NOUN_TOO_WORDS)
"""Verbs that are as often nouns or modifiers (`共享库`, `调度策略`)."""
_COPULA = re.compile(
    r"^[^，。；]{2,24}?(?<![不还都也只可但总若正于要而算])(?:就是|本质是|指的是|叫做|称为|是)"
    r"(?!否|因为|由于|为了|在|通过|指|不|一样|同样)"
)
_CONDITION_HEAD = re.compile(
    r".{2,20}?(?:时|之后|后|的时候|情况下|的话)(?=[要需会才就能可不直唤由再])|(?:想|要想|如果|若|只要).{2,10}?(?:要|得|就|需要|必须)"
)
_PREDICATE = re.compile(
    rf"^(?P<subject>(?:[A-Za-z0-9_./+()\-]+(?:\s[A-Za-z0-9_./+\-]+)*\s?|[^，。；]{{2,20}}?(?<![的地得一不个每多这那其些]))"
    rf"(?:里|中|上|下)?)(?={ADVERB_ZH}|(?<!自|理)由|(?<!机|社)会|把|将|被|按|(?<!可|所|难|用|除|乘|加)以(?!及)|从|给|(?<!应|反|针|相|绝)对(?!象|应|等|齐|比|称)|"
    rf"靠|(?<!正|实|存|现|内|所|放|落|停|跑|留|挂|拼|写|记|建|站|住|处|卡|混|排|接|摆|绑|堆|藏|夹|花)在|(?<!等|对|相|占|配)比(?!例|较|如|值|重|特)|(?<!行|作|成|因|认|分|称|现)为|(?<!是)不(?!下|同|断|足|良|错)|没有|都|只|也|才|就(?!绪|业|近|地|位|任)|"
    rf"(?<!所|没|只|现|既|拥|具|含|占|享|还|仍)有|需要|(?<!需|只|主|重|必|首|次|想)要(?!求)|走|成(?=[正反]比|比例)|(?<![没不常使占引作利采费应通适信有实专所复重共启备选公调滥误])用(?!户|法|途|于|例|量|来)|让|使(?!用)|(?!{_NOUN_TOO_WORDS})(?:{VERB_ZH_WORDS}))"
)
_WHEN = re.compile(
    r"^[^，。；]{1,14}?(?:(?<![实及同暂临延超定准分按])时|的时候|之后|后|的情况下|情况下)(?![的期间续备台端面者来果缀刻序效机长段区常]|复制)(?=[^，。；]{4,}$)"
)
_FINITE = re.compile(r"会|被|使(?!用)|是|需要|需|可以|能|要求|由|不|没有|才|就|都|必须|应该|只")


def object_span(text: str, shield: Sequence[bool]) -> Range | None:
    """Give what stands behind the verb of a clause; behind 是; behind the goal of 将/把; the subject of a pronoun.

    Args:
        text: the clause.
        shield: for each character, whether it stands in brackets, code or a formula.
    """
    moved = _MOVE.search(text)
    if moved and units(moved["target"]) >= 3:
        return moved.span("target")
    copula = _COPULA.match(text)
    if copula and units(text[copula.end() :]) >= 2 and not text.endswith("的"):
        return copula.end(), len(text)
    condition = _CONDITION_HEAD.match(text)
    for match in _VERB.finditer(text, condition.end() if condition else 0):
        if shield[match.start()] or _is_noun_here(text, match):
            continue
        rest = text[match.end() :]
        if re.match(r"不[了掉到起住上下]|得[了到起住]", rest):
            return match.start(), len(text)  # `解决[不了循环引用]` would cut the verb
        if re.match(r"此|这|它|该|其(?!他|它|余|中)|自己|自身", rest):
            # The object is a pronoun: what is asked is the subject.
            if match.start() >= 3:
                return 0, match.start()
            continue
        if not re.search(r"[\u3400-\u9fff]{2}|[A-Za-z0-9]", rest) or re.match(
            r"\s*[（(]|的|者|器|方|性|量|率|时|后|之后|之前|前|以后|过程|操作|策略|方式|机制|算法|办法|方法|方案|速率|速度|窗口|次数|耗时|端(?!口|点|到)",
            rest,
        ):
            continue
        stop = re.search(r"\s?(?:才能|才会|才|而不是|而非)", rest)
        end = match.end() + stop.start() if stop and units(rest[: stop.start()]) >= 2 else len(text)
        return match.end(), end
    return None


_COMPOUND = re.compile(
    r"(?:(?:系统|函数|远程|过程)调用|垃圾回收|(?:内存|资源)(?:分配|管理)|(?:任务|进程|线程|指令)调度|(?:错误|异常|信号)处理|"
    r"(?:数据|网络|零)(?:传输|拷贝)|消息传递|(?:流量|并发|拥塞|访问)控制|负载均衡|服务发现|(?:故障|错误)恢复|版本控制|"
    r"(?:上下文|任务|进程|线程)切换|地址(?:映射|转换|翻译)|主从复制|虚拟内存)$"
)
"""Compounds that end in a verb: no hole begins inside one."""
_COMPOUND_HEAD = re.compile(
    r"操作(?:系统|数|符|码)|(?:写入|读取|空间)放大|编译器|解释器|调度器|控制器|连接池|执行计划|返回值|索引页"
)
"""Compounds that begin with a verb."""
_VERB_LENGTH = 2


def _is_noun_here(text: str, match: re.Match[str]) -> bool:
    """Tell a verb that is used as a noun or modifier: behind 的, or at the start of a clause with another verb."""
    if _COMPOUND.search(text[: match.end()]) or _COMPOUND_HEAD.match(text[match.start() :]):
        return True
    if text[: match.start()].endswith(("的", "没", "未", "是否", "个", "次", "种", "按", "对", "被", "每次", "每")):
        return True
    if not _NOUN_TOO.search(match.group()):
        return False
    if _NOUN_TOO.match(text[match.end() :]):
        return True  # `引用计数`, `共享缓存`
    if re.match(r"\s?(?:也|都|会|是|由|被|可|需|不|属于|必须|应)", text[match.end() :]):
        return True
    head = LEADING_PARTICLE.sub("", text[: match.start()])
    if head.strip():
        # `操作系统`, `连续批处理`: behind a Han character it is part of a compound, unless an adverb comes with it.
        leads = re.match(ADVERB_ZH, match.group()) or re.search(r"[不无可会能要应须并都也仅只才再就]$", head)
        return not leads and bool(re.search(r"[\u3400-\u9fff]$", head))
    return bool(_FINITE.search(text[match.end() :]))


_THEN = re.compile(
    r"(?:^|.*[^，。；])(?:就会|就要|就能|就得|则会|则要|便会|就(?![是绪业近算用在地位任])|(?<![规法原准否])则是?)(?=(?P<then>[^，。；]{2,}$))"
)


def _then_span(text: str, shield: Sequence[bool]) -> Range | None:
    """Give what follows from the condition in front of it (`线程到不了就[会死锁]`)."""
    found = _THEN.match(text)
    if found is None or found.start("then") >= len(text) or shield[found.start("then")]:
        return None
    head = text[: found.start("then")]
    says = units(found["then"]) >= 2 and not re.search(r"它|这|此", found["then"])
    return found.span("then") if units(head) >= _CONDITION_UNITS and says else None


_CONDITION_UNITS = 3
"""Fewest units of a condition, its 就 included."""


def predicate_span(text: str, shield: Sequence[bool]) -> Range | None:
    """Give what a clause says of its subject, or what happens under its condition (`太大时[内部碎片增加]`)."""
    then = consequence(text, shield)
    if then is not None:
        return then
    subject = _PREDICATE.match(text)
    parts = (
        subject is not None
        and (
            re.search(r"[及和与或、]$", subject["subject"].rstrip())  # `L1 及以下`
            or _COMPOUND.search(text[: subject.end() + _VERB_LENGTH])
        )
    )
    if (
        subject
        and not parts
        and not shield[subject.end()]
        and units(subject["subject"]) >= 2
        and _says_enough(text[subject.end() :])
    ):
        signpost = re.match(
            r"\s?(?:更|最|只|也|都)?(?:适合|适用于|用于|属于|叫做|称为|需要|就是|是)", text[subject.end() :]
        )
        start = subject.end() + (
            signpost.end() if signpost and units(text[subject.end() + signpost.end() :]) >= 3 else 0
        )
        return start, len(text)
    return None


def _says_enough(predicate: str) -> bool:
    return units(predicate) >= (3 if re.match(r"[会被不没要成]", predicate) else 4)


def consequence(text: str, shield: Sequence[bool]) -> Range | None:
    """Give what follows from a condition in the same clause: `到不了就会[死锁]`, `持有锁时[别人只能等]`."""
    then = _then_span(text, shield)
    if then is not None:
        return then
    condition = _WHEN.match(text)
    return (condition.end(), len(text)) if condition else None


def governs(text: str) -> bool:
    """Tell whether a verb in the text has an object behind it."""
    return any(not _NOUN_TOO.search(match.group()) and units(text[match.end() :]) > 1 for match in _VERB.finditer(text))


_ACTS = re.compile(r"[不会把被由让]|才|就|(?:产生|发生|完成|开始|结束|出现|返回|触发|执行|一次)$")


def acts(text: str) -> bool:
    """Tell what something does (`限制进程能用的资源`) from what it is (`二进制快照`)."""
    return begins_with_verb(text) or governs(text) or re.search(_ACTS, text) is not None


def begins_with_verb(text: str) -> bool:
    """Tell whether a text begins with a verb, an adverb before it or not.

    A verb that is a noun as often (`缓存穿透`, `操作系统的单位`) counts when a longer object and no other verb follows.
    """
    text = re.sub(r"^(?:以及|或者|或|和)", "", text)
    if not STARTS_WITH_VERB_ZH.match(text):
        return False
    noun = _NOUN_TOO.match(text)
    if noun is None:
        return True
    rest = text[noun.end() :]
    return units(rest) > 4 and not _FINITE.search(rest) and "的" not in rest
