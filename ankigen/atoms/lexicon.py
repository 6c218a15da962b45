"""Word lists the rules share: Chinese and English, as regular expressions.

They name kinds of words (labels that are no terms, aspects that need a subject, verbs that take an object), never
words of one subject area.
"""

import re


def _words(text: str) -> str:
    """Make an alternation, longest first, so that a prefix never wins over the whole."""
    return "|".join(re.escape(word) for word in sorted(text.split(), key=lambda word: (-len(word), word)))


def _phrases(*phrases: str) -> str:
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


NO_LABEL = re.compile(
    r"(?:例如|比如|譬如|例|举例|示例|如|注意|注|备注|提示|说明|补充|参考|来源|链接|即|也就是|"
    r"即是|换句话说|todo|note|notes|nb|ps|"
    r"tip|warning|caution|important|example|examples|e\.g\.?|i\.e\.?|for example|for instance|that is|in short|"
    r"相关笔记|相关|相关链接|关联|标签|参见|另见|更新|日期|作者|related|tags|see|see also|"
    r"source|url|link|ref|https?|ftp|fixme|q|a|问|答|记住|remember)",
    re.IGNORECASE,
)
"""Whole labels that introduce a remark and name no term."""

NAVIGATION = re.compile(
    r"\s*(?:相关笔记|相关链接|相关阅读|延伸阅读|参考资料|参考链接|参考文献|参考|来源|出处|"
    r"链接|标签|参见|另见|related(?: notes)?|see also|"
    r"references?|sources?|links?|tags?|further reading)\s*[:：]",
    re.IGNORECASE,
)
"""A line that points elsewhere."""

PLACEHOLDER = re.compile(
    r"[（(\[【]?\s*(?:编程题|代码题|略|见代码|待补充|待续|暂无|无|todo|tbd|to be done|to be written|coding question|"
    r"\.{3,}|…+|-+|n/?a)\s*[。.]?\s*[）)\]】]?",
    re.IGNORECASE,
)

ASPECT_ZH = re.compile(
    r".{0,4}?(?:语义|定义|概念|含义|本质|核心思想|核心|思想|原理|机制|做法|方法|方式|流程|"
    r"过程|步骤|实现|作用|用途|目的|目标|功能|场景|"
    r"特点|特性|特征|优点|优势|好处|收益|缺点|劣势|坏处|局限|局限性|不足|代价|成本|开销|"
    r"问题|难点|风险|瓶颈|原因|条件|前提|限制|约束|"
    r"通信量|计算量|数据量|访存量|显存占用|内存占用|内存开销|切换开销|复杂度|时间复杂度|"
    r"空间复杂度|延迟|吞吐|带宽|容量|大小|单位|范围|"
    r"默认值|默认|上限|下限|阈值|公式|结构|组成|类型|分类|区别|差异|对比|联系|关系|示例|"
    r"例子|代表|典型值|典型数值|典型用途|典型应用|典型场景|"
    r"典型收益|典型栈大小|影响|结论|结果|效果|注意事项|坑|踩坑|陷阱|解决方案|解决办法|解决|"
    r"对策|策略|建议|优化|触发条件|适用场景|适用|输入|输出|状态|"
    r"参数|接口|命令|工具|指标|数据结构|隔离性|一致性|可靠性|安全性|兼容性|精度|速度|性能|"
    r"时机|顺序|粒度|调度者|并发量级)"
)

ASPECT_EN = re.compile(
    r"(?:(?:typical|main|key|default|common|worst[- ]case|best[- ]case|average|time|space|memory|total|core|basic|"
    r"hidden|extra|other|biggest|major)\s+)*"
    r"(?:definition|meaning|semantics|idea|concept|purpose|goal|role|function|principle|mechanism|how it works|how|"
    r"approach|method|procedure|implementation|use|uses|usage|use cases?|applications?|"
    r"when|when to use|why|what|where|"
    r"pros?|cons?|advantages?|benefits?|strengths?|disadvantages?|drawbacks?|weakness(?:es)?|downsides?|limitations?|"
    r"limits?|costs?|overhead|trade-?offs?|price|problems?|issues?|risks?|caveats?|gotchas?|"
    r"pitfalls?|causes?|reasons?|"
    r"conditions?|requirements?|prerequisites?|constraints?|complexity|latency|throughput|"
    r"bandwidth|capacity|size|unit|"
    r"range|default|defaults|maximum|minimum|threshold|formula|structure|layout|components?|parts|types?|kinds?|"
    r"variants?|differences?|comparison|relation(?:ship)?|effects?|impact|results?|outcome|consequences?|"
    r"fix|fixes|solution|remedy|mitigation|cure|workaround|strategy|advice|rule of thumb|triggers?|inputs?|outputs?|"
    r"states?|parameters?|options?|commands?|tools?|metrics?|data structures?|isolation|consistency|performance|"
    r"speed|accuracy|precision|order(?:ing)?|granularity|guarantees?|examples?|fit|best for|good for|bad for|"
    r"failure modes?|detection|recovery|prevention)",
    re.IGNORECASE,
)

GENERIC_HEADING = re.compile(
    r"(?:核心|主要|关键|基本|整体|具体|常见|典型|其他|其它|简单|详细)?(?:特点|特性|概述|"
    r"概念|概览|简介|介绍|背景|总结|小结|要点|说明|分类|方式|"
    r"方法|内容|原理|流程|细节|补充|例子|示例|优缺点|对比|比较|综合对比|三者对比|数值|典型数值|"
    r"典型数值参考|回答|答案|答|正文|结论|追问|"
    r"核心指标对照表|指标|参考|更多|常见问题|面试题|其他|杂项|知识点)"
    r"|(?:可以|需要|主要|一般|要)?(?:从|分)?(?:以下|这)?[两三四五六几\d]+\s?[个点种条类步层](?:方面|原因|问题|步骤|阶段|部分|环节|角度|层面|维度|层次)?"
    r"(?:来看|来说|看|说|讲|答|考虑|入手|分析|保证|解决|回答)?|(?:two|three|four|five|six|\d) \w+"
    r"|(?:an?\s+|the\s+)?(?:(?:key|core|main|general|basic|quick|brief|common|other|more)\s+)?(?:overview|"
    r"introduction|"
    r"intro|summary|background|basics|concepts?|points?|notes?|details?|features?|characteristics?|properties|"
    r"comparison|numbers|figures|facts|takeaways?|conclusions?|answer|misc(?:ellaneous)?|examples?|pros and cons|"
    r"why it matters|recap|tl;?dr|faq|follow-?ups?|cheat ?sheet|what to remember|things to remember|at a glance)",
    re.IGNORECASE,
)
"""Headings that group and name no subject."""

KIND_WORD = re.compile(
    r"(?:方式|方法|手段|类型|种类|分类|优势|优点|缺点|局限|局限性|好处|原因|因素|条件|特点|"
    r"特性|特征|场景|用途|步骤|阶段|层次|层级|级别|"
    r"组件|组成|部分|模块|指标|原则|策略|技术|问题|挑战|状态|模式|算法|操作|参数|维度|隔离级别|区别)"
    r"|(?:ways?|kinds?|types?|classes|categories|forms?|variants?|advantages?|benefits?|"
    r"drawbacks?|limits?|limitations?|"
    r"reasons?|causes?|factors?|conditions?|features?|properties|components?|parts?|modules?|layers?|levels?|stages?|"
    r"phases?|states?|modes?|methods?|techniques?|strategies|policies|options?|problems?|anomalies|guarantees?|"
    r"principles?|metrics?|uses?|use cases|pros|cons|rules?|roles?|operations?|algorithms?|steps?|requirements?)",
    re.IGNORECASE,
)

SEQUENCE_HEADING = re.compile(
    r"步骤|流程|过程|顺序|阶段|生命周期|怎么工作|如何工作|工作原理|握手|"
    r"\bsteps?\b|\bprocedure\b|\bprocess\b|\bhow (?:does|do|is|are)\b|\bsequence\b|\bworkflow\b|"
    r"\bpipeline\b|\bphases?\b|"
    r"\bstages\b|\bhandshake\b|\blife ?cycle\b|\bin order\b|\bworks\b|\bwalk-?through\b|"
    r"\bgoes like this\b|\bpath\b|\bflow\b|\brecovery\b",
    re.IGNORECASE,
)
SEQUENCE_ITEM = re.compile(
    r"^(?:首先|先|然后|接着|接下来|随后|再|之后|最后|第[一二三四五六七八九十\d]+步)"
    r"|(?:^|[,;.]\s+)(?:first(?:ly)?|then|next|after (?:that|this)|afterwards|finally|lastly|once)\b",
    re.IGNORECASE,
)

PRONOUN_START = re.compile(
    r"^(?:但|而|且|所以|因此|同时)?(?:这|它|此|该|其(?!他|它|余|中)|前者|后者|两者(?!都)|二者|上述|以上)"
    r"|^(?:but |and |so |thus |hence |also,? |here,? )?(?:it|its|this|that|these|those|they|their|them|both|"
    r"the former|the latter|such|he|she|one)\b",
    re.IGNORECASE,
)
LEANS = re.compile(
    r"^(?:但|而|且|所以|因此|同时|另外|此外|不过|其中|也就是|即|代价|好处|缺点|优点|坏处|"
    r"原因|结果|默认|例外|前提|条件|做法|办法|解决|一般|通常|只要|只有|这)"
    r"|^(?:you|we|the|there|another|other|otherwise|instead|so|but|then|hence|thus|only|even|also|"
    r"besides|however|in (?:that|this|which))\b",
    re.IGNORECASE,
)
"""A sentence that leans on the one before it."""

BARE_PRONOUN = re.compile(
    r"(?:此|这|那|它|它们|其|这些|那些|这样|这个|该|前者|后者|自己|it|this|that|these|those|"
    r"them|one|so|itself|themselves|they)",
    re.IGNORECASE,
)

CONDITION = re.compile(
    r"^(?:例如|比如|譬如|如果|若|假如|假设|当|在.{1,20}(?:时|的情况下|场景下|情况下)$|只要|"
    r"只有|除非|一旦|对于|随着|尽管|虽然|即使|无论)"
    r"|(?:时|的时候|的情况下|情况下|之后|之前|以后|前提下|场景下|后)$"
    r"|^[^，。；就]{1,8}如果[^，。；就]*$|^(?:e\.g\.|such as|for instance|(?:like|as) an?\b)"
    r"|^(?:exactly|precisely|just|especially|particularly) (?:when|if|where|while)\b"
    r"|^(?:and |but |so |or )?(?:if|when|whenever|while|unless|until|once|although|though|even if|even though|given|"
    r"after|before|as long as|as soon as|provided|assuming|suppose|during|in case|on a|on an|for each|for every|"
    r"despite|with|without|under|instead of|in practice|in general|for example|for instance|in contrast|by contrast|"
    r"on the other hand|of course|as a result|in other words|that said)\b",
    re.IGNORECASE,
)
"""A clause that says when something holds: never what is asked."""

SYMBOL_DEFINITION = re.compile(
    r"^(?:设|令|记|其中|假设)\s*[A-Za-z$\\]|^[A-Za-z]\s*(?:是|为|表示)"
    r"|^(?:where|let|here|with)\s+[`$\\]?[A-Za-z][A-Za-z_]{0,2}[`$]?\s+(?:is|are|be|=|denotes?)\b",
    re.IGNORECASE,
)

PRAISE = re.compile(
    r"(?:非常|很|十分|特别|极其|尤其|相当|最)?(?:重要|关键|常见|常用|简单|好用|有用|有效|"
    r"复杂|经典|基础|必考|常考|显著|强大|如下|不同|明显)"
    r"(?:的(?:一点|概念|问题|优化|内容)?)?"
    r"|(?:is |are )?(?:very |really |quite |so |most |extremely )?(?:important|useful|common|"
    r"simple|easy|hard|nice|good|"
    r"great|powerful|popular|interesting|as follows|below|well known|a classic|crucial|"
    r"essential|the other way(?: round)?|something else|the same (?:thing|way|idea|problem|"
    r"story)|"
    r"an? (?:problem|must|bad idea|good idea|nightmare|mess|"
    r"pain|beast|joke|classic|trap|lifesaver|no-brainer|mystery)|"
    r"the (?:(?:tricky|hard|easy|interesting|difficult|important|painful|fun) (?:part|bit|thing|one)|"
    r"point|case|whole point)|"
    r"(?:it )?\w+s (?:very |quite )?(?:too|as well|again|well|better|fine|badly|poorly)|whichever comes first|"
    r"and so on|fine|"
    r"ok|bad|worse|better|enough)",
    re.IGNORECASE,
)

FUNCTION_WORD = re.compile(
    r"(?:不|没|没有|未|无|都|也|就|才|只|仅|不会|不能|不是|不要|必须|一定|可以|可能|非常|"
    r"很|更|最|全部|所有|任何|每个|每|同一|相同|不同|而是|或|和|与|"
    r"的|了|是|有|在|会|能|要|但|而|"
    r"not|never|no|none|only|always|all|any|every|each|both|must|may|can|cannot|should|very|more|most|less|same|"
    r"different|also|and|or|but|is|are|be|the|a|an|of|to|in|on|for|with|it|do|does|don't|doesn't|just|even|still|"
    r"than|then|there|here|much|many|few|some|other|others|first|last|before|after|one|yes|is not|are not)",
    re.IGNORECASE,
)

META = re.compile(
    r"(?:下面|上面)(?=这|的|是|几|列|将|两|三|会|再)|^(?:下面|上面)|如下|这篇|"
    r"本文|本节|这张表|下表|上表|笔记|面试|我们?(?!国)|咱们|大家|踩过(?:这个|这种)?坑|挖坑|背下来|必问|常问|爱问|\b(?:I|me|"
    r"I've|I'd|I'm|my|interview(?:er)?s?|these notes|this note|see above|see below|"
    r"the table (?:above|below)|the following)\b"
)
"""Talk about the notes or their author, not about the subject."""

LEADING_PARTICLE = re.compile(
    r"^(?:[一二三]是|其[一二三]|因为|由于|但是|但|而且|而|并且|并(?!行|发|联|集|查|非)|且|所以|因此|从而|也|还(?!是|"
    r"有|要|原|会|可|能|得)|又|就|则|便|其中|此外|另外|同时|即|了|着|"
    r"(?:because|since|but|and|so|or|also|thus|therefore|hence|then|which|that|while|whereas|"
    r"however|moreover|otherwise|yet|as (?=(?:every|each|the|it|they|all|no|there|this)\b)|"
    r"at the (?:cost|price|expense) of)\b,?|否则)\s*",
    re.IGNORECASE,
)

ADVERB_ZH = (
    r"(?:自动|直接|通常|一般|往往|经常|主要|只需|只要|只能|只|仅|会|可以|可|能够|能|需要|"
    r"需|必须|应该|应|尽量|再|优先(?!级)|(?<![优首预原事领])先(?![级后])|然后|首先|最后|接着|"
    r"并且|并(?![行发联集查非排])|则|都|也|还|便|就|动态|静态|按需|提前|同时|一次性|不再|逐步|尽可能|可能|总是|始终|默认|显式|隐式|原生|"
    r"还|仍然|仍|依然|已经|往往|反而|更|更好地|有效地|有效|大幅|显著|进一步|立即|单独|分别|统一)"
)

VERB_ZH_WORDS = _words(
    """使用 采用 利用 通过 基于 依赖 依靠 借助 调用 支持 提供 包含 包括 涵盖 维护 维持 保存 存储 储存 记录 存放
    缓存 返回 生成 产生 得到 获得 获取 创建 分配 释放 回收 更新 写入 写回 读取 加载 装载 发送 发出 接收 收到
    传输 传递 拷贝 复制 共享 占用 消耗 减少 降低 缩短 增加 增大 提高 提升 改善 隐藏 掩盖 消除 避免 防止 保证
    确保 控制 限制 管理 调度 切换 触发 导致 引起 造成 引发 影响 解决 处理 实现 执行 运行 计算 等于 变为 变成
    成为 退化为 转换为 转化为 转为 映射到 映射为 绑定到 绑定 划分为 划分 分为 拆分为 拆成 拆分 切成 切分为
    切分 合并为 合并成 合并 分解为 融合为 融合成 指向 对应 属于 适合 适用于 用于 用来 取决于 受限于 要求
    允许 禁止 启用 开启 关闭 设置 设为 配置 修改 改变 检测 检查 判断 查询 查找 搜索 遍历 扫描 排序 比较 选择
    选取 挑选 淘汰 驱逐 替换 插入 删除 添加 移除 标记 标注 声明 定义 指定 表示 代表 描述 说明 展示 编译为
    编译成 编译 解析 优化 加速 并行 广播 聚合 归约 收集 分发 分散 同步 等待 阻塞 唤醒 通知 监听 连接 建立
    断开 关联 引入 引用 增长 减小 扩大 缩小 压缩 解压 加密 解密 签名 验证 恢复 重试 重放 重启 回滚 提交 丢弃
    丢失 保留 保持 持有 拥有 具有 具备 带来 形成 构成 组成 推导 推断 预测 估算 估计 统计 采样 追加 覆盖 预取
    预留 预分配 锁定 加锁 解锁 竞争 抢占 让出 放弃 进入 退出 访问 存取 操作 交换 移动 迁移 转发 路由 负责
    承担 完成 满足 达到 超过 突破 节省 浪费 牺牲 换取 省去 省掉 绕过 跳过 忽略 屏蔽 隔离 区分 识别 感知 暴露
    封装 抽象 复用 重用 重叠 交错 填充 对齐 展开 去除 删掉 改写 改为 改用 替代 代替 取代 沿用 继承 扩展 兼容
    遵循 采取 放置 放入 放在 放到 放进 存入 存在 落在 位于 来自 源于 源自 依次 串行化 序列化 批量 累加 累积
    缩放 量化 量化到 裁剪 剪枝 调整 平衡 调节 衡量 权衡 过滤 更换 清空 取代 借鉴 省掉 卡住 读写 跑满 猜中
    切成 拼成 补进 退出 写满 用完 估测 探测 感知 分析 观察 测量 定位 排查 诊断 查看 监控 涉及 关注 依次为
    降到 降至 降为 提升到 提高到 增加到 增至 缩短到 减少到 减到 升到 控制在 限制在 协商 确认 应答 重传 分片
    重组 排队 限流 降级 熔断 淘汰掉 回写 刷新 刷盘 落盘 持久化 换出 换入 触发 命中 失效 过期 命名 编号 索引
    需要 只需 必须 应当 无法 不能 不需要 无需 不必 不用 不会 拉取 推送 订阅 消费 生产 投递 选举 投票 复制到
    取出 拿到 拿出 搬到 搬进 塞进 挂到 打分 写到 读到 打到 交给 发给 送到 转移到"""
)
VERB_ZH = re.compile(VERB_ZH_WORDS)
NOUN_PHRASE_ZH = re.compile(r"的[\u3400-\u9fffA-Za-z0-9 /+-]{1,12}$")
"""A label such as `隐藏延迟的办法`: a noun, whatever it begins with."""
STARTS_WITH_VERB_ZH = re.compile(
    rf"^(?:{ADVERB_ZH})*(?:不|无需|不需要|没有)?(?:将|把|对.{{1,12}}?(?=[做进])|{VERB_ZH_WORDS}|"
    rf"用(?!户|法|途)|让|使|给|做|进行|按|以)"
)

_VERBS_EN = """hear list initialise optimise parallelise normalise synchronise admit refill defeat drift stall teach supply
    quantise
    protect postpone hoist pack accommodate achieve activate adjust affect aim amplify analyze analyse
    approach arise arrange assemble
    assess associate attempt audit await beat bump challenge clean collapse collide communicate complete
    complicate comply compose concern conclude conflict consolidate constitute construct consume continue
    contribute converge coordinate correct correlate correspond cross decay decide decouple delegate demote
    deploy derive descend destroy determine develop dictate differentiate diminish disable disappear
    discover dispatch display dissolve drive eliminate emerge employ encounter encourage enlarge entail
    enumerate erase escalate escape evaluate evict exceed exhibit exist expand explain exploit export
    extract facilitate feed finish fix flow fold freeze fulfil gain govern guide halt hinder honor honour
    ignore illustrate import inform inhibit initialize initiate inject inspect install instantiate integrate
    intend interact intercept interfere interpret interrupt invert iterate justify lag launch lay let lie
    lift loop manipulate maximize mediate meet mention minimize minimise mix modify monitor motivate narrow
    obey observe obtain occupy offload omit operate opt orchestrate originate outlive outperform overcome
    overflow overload overwrite participate penalize permit precede preclude prefer preload prepare preserve
    prioritize proceed prohibit promise promote prompt propose prove provision publish purge pursue quit
    quote realize rebalance recompute reconcile reconnect reconstruct recur redirect redistribute reduce
    refine reflect refresh refuse regard regulate relate relay relocate remember render renew repeat
    replenish rescue reserve resist resize resort restrict resume retire retrieve reveal revert revisit
    revoke rotate satisfy seek seem separate settle shape shift shorten shuffle simplify sit slide slow
    smooth solicit speed spin stabilize stand steal steer stick straddle strengthen stretch strip subscribe
    subtract succeed suggest suit surround survive suspect sustain swallow sync tend tie tighten tolerate
    transition travel treat trim truncate trust turn undergo undo unify unlink unpack unwind upgrade upload
    utilize vanish violate visualize warm warn watch weaken widen withdraw withstand wrap choke clamp
    coalesce commute confine contend decommission demand deny deviate downgrade drain emphasize enlist evade
    hog hoard idle imitate infer inline intersect invent lend lengthen lessen mislead mitigate mutate negate
    oscillate outgrow outweigh overcommit oversubscribe overtake patch pend pin pollute preheat presume
    price quiesce ramp reassign rebind rebroadcast recycle reelect reflow regress rehash reject reload remap
    remind reopen reprocess reread rerun reset restart restate rethrow retract reuse rewind reword rise
    sabotage saturate scramble serialise shed shard shield shoot sidestep simulate sleep smear sniff snoop
    spawn splice spoil squash squeeze stagger starve stem strand substitute subsume supersede tailor tamper
    taper thrash throttle toggle tune undercut underlie unblock unmap unroll unset vet void waive wander
    whitelist worsen use keep store hold contain include provide support allow enable prevent avoid reduce
    decrease lower increase raise improve cause lead need require take cost run execute perform handle
    process track record log replay recover detect guarantee ensure prove commit abort scan split merge
    compact compress encrypt decrypt sign verify negotiate acknowledge retransmit drop limit bound scale
    grow shrink depend rely consist represent describe define mean make give let add remove replace update
    insert delete search find check compare choose pick select sort hash index cache evict map allocate free
    release acquire return write read flush block wait send receive append copy move share own maintain
    manage control schedule switch trigger produce generate create build compute calculate multiply divide
    sum load fetch transfer carry pass push pull call invoke wrap hide expose isolate separate distinguish
    tell show report signal notify wake sleep start stop begin end open close connect establish accept
    listen bind serve route forward balance shard partition replicate synchronize synchronise elect vote
    apply assign set reset clear mark flag pin lock unlock protect guard validate invalidate expire miss hit
    save spend waste amortize amortise pay trade overlap pipeline batch queue stall exceed reach stay remain
    become turn convert translate transform encode decode parse serialize serialise compile link emit lower
    optimize optimise fuse tile unroll prefetch skip ignore bypass defer delay postpone retry resend repair
    restore roll fill pad align fit match cover span touch visit traverse follow point refer reference
    contain involve incur introduce bring yield deliver offer impose enforce demand expect assume imply
    indicate know see view treat consider count measure estimate sample probe test inspect walk jump land
    sit live reside belong come go get put throw raise catch survive tolerate lose leak corrupt break fail
    crash hang deadlock starve preempt yield suspend resume migrate swap page fault grant deny reject permit
    rewrite rebuild reorder reuse recycle reclaim collect sweep trace scale specify declare describe name
    identify locate advertise announce broadcast multicast gossip propagate spread distribute gather scatter
    aggregate reduce combine concatenate interleave terminate kill spawn fork clone join detach attach mount
    unmount inherit extend override implement simulate emulate model work happen occur appear arrive leave
    exit enter persist last depend differ vary act behave degrade saturate dominate benefit suffer help want
    try learn train infer predict quantize quantise prune distill approximate truncate round clip normalize
    normalise double halve post present filter stack force pack change say present pause mark solve cope
    react evolve ship exhaust forget hurt adapt encapsulate segment reassemble favour favor tune cap
    register advance race starve alias wire bundle nest embed attach point lean push pop enqueue dequeue
    drain flip toggle boot load unload sacrifice tolerate bias weigh rank score label tag annotate shadow
    mirror replicate throttle relax tighten gate trip vary throttle pace probe shrink piggyback multiplex
    demultiplex authenticate authorize resolve retain discard duplicate dedupe deduplicate materialize
    materialise buffer spill stream transmit confirm exchange agree request respond reply ask answer supply"""


def _inflect(verb: str) -> set[str]:
    """Give the forms a verb takes as the main verb of a clause: base and third person."""
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return {verb, verb + "es"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies"}
    if verb in {"go", "do"}:
        return {verb, verb + "es"}
    return {verb, verb + "s"}


_PAST_EN = """threw drove rose arose froze chose overcame stood stole shook spun strove swore became had made took
    gave kept held came went broke grew wrote sent lost won ran began chose led left built got fell rose
    meant brought found told showed paid spent sold saw knew thought let put set cut hit cost"""


def _past(verb: str) -> set[str]:
    """Give the regular past of a verb; a participle is told from it by what stands before it."""
    if verb.endswith("e"):
        return {verb + "d"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb[:-1] + "ied"}
    doubled = {verb + verb[-1] + "ed"} if verb[-1] in "pbgtmnr" and verb[-2] in "aeiou" and len(verb) < 6 else set()
    return {verb + "ed"} | doubled


VERB_FORMS_EN = frozenset(form for verb in _VERBS_EN.split() for form in _inflect(verb))
PAST_FORMS_EN = frozenset(form for verb in _VERBS_EN.split() for form in _past(verb)) | frozenset(_PAST_EN.split())
VERB_BASES_EN = frozenset(_VERBS_EN.split())
AUXILIARY_EN = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "had",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "will",
        "would",
        "shall",
        "does",
        "do",
        "cannot",
        "can't",
        "don't",
        "doesn't",
        "isn't",
        "aren't",
    ]
)
_VERB_NOUNS_EN = """page lock lease log read write hash index cache copy branch commit block share map load store queue
    thread request search sort scan step stage state signal sync test trace track trade transfer
    access address cost limit process result return schedule scale sample round route rule run set
    shift start stop switch time turn use view wait work worst best change check claim clock count
    cross cut delay design drop exchange exploit fault field file filter fix flow fork form format
    function gain guard handle head help hold hook increase influence input join jump key lag layer
    level link list lookup loop mark mask match measure merge mix move name need offset order output
    pack patch pin place plan point pool price probe profile promise push range rank rate record
    reference reply report reserve rest ring rise root score seed sequence serve shard shuffle sign
    sketch slot snapshot split stack stall stamp stream stride support swap table tag task tie token
    transform travel tree trigger trim trust type update value version vote warm warp window worker
    wrap yield control exact double single light open close"""
VERB_NOUNS_EN = frozenset(_VERB_NOUNS_EN.split())
"""Verbs that are as often nouns or adjectives: at an answer's start they say nothing of its form."""
DETERMINERS_EN = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "its",
        "their",
        "his",
        "her",
        "our",
        "your",
        "each",
        "every",
        "any",
        "some",
        "no",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "from",
        "to",
        "per",
        "into",
        "onto",
        "over",
        "under",
        "between",
        "and",
        "or",
        "as",
        "than",
        "via",
        "without",
        "within",
        "across",
    ]
)
