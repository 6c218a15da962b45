"""Random documents, and random edits that know the true successor of every fact."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from random import Random

WORDS_EN = """
allocator atomic bandwidth barrier batch block branch buffer bus cache channel clock cluster compiler core counter
cycle deadline device driver engine epoch fabric fence fiber frame garbage gradient graph grid handle heap host index
instruction interrupt iterator journal kernel lane latency layer lease ledger lock log loop mapper memory mesh mirror
mutex network node object offset operator packet page parser partition pipeline pointer pool prefix priority process
queue quorum queueing reader register replica request ring router runtime sampler scheduler segment semaphore shard
signal slot snapshot socket stack stage stream stripe switch table tensor thread throughput ticket timer token topology
tracer transaction tree tuple vector virtual warp watcher window worker writer zone
"""
WORDS_ZH = """
分配 原子 带宽 屏障 批次 线程 分支 缓冲 总线 缓存 通道 时钟 集群 编译 核心 计数 周期 设备 驱动 引擎 栅栏 梯度 网格 堆
主机 索引 指令 中断 迭代 日志 内核 延迟 租约 账本 循环 映射 内存 镜像 互斥 网络 节点 对象 偏移 算子 数据 页面 解析
分区 流水 指针 前缀 优先 进程 队列 读取 寄存 副本 请求 环路 路由 采样 调度 分段 信号 分片 快照 套接 栈帧 阶段 条带
交换 张量 吞吐 计时 令牌 拓扑 事务 向量 虚拟 监视 窗口 写入 区域
"""
LATIN, HAN = WORDS_EN.split(), WORDS_ZH.split()


@dataclass
class Fact:
    """One line of a note: an item with its label, a sentence with a marked part, or a row of a table."""

    uid: int
    kind: str
    name: list[str]
    text: list[str]


@dataclass
class Asked:
    """A question with facts; its table has the columns of all its rows."""

    uid: int
    title: list[str]
    facts: list[Fact]
    columns: list[list[str]]


@dataclass
class File:
    title: list[str]
    asked: list[Asked]


@dataclass
class Library:
    """Files by path; every fact and question has a number that stays what it is through all edits."""

    random: Random
    chinese: bool
    files: dict[str, File] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def words(self, least: int, most: int) -> list[str]:
        return [self.random.choice(HAN if self.chinese else LATIN) for _ in range(self.random.randint(least, most))]

    def fact(self, kind: str, columns: int) -> Fact:
        if kind == "row":
            return Fact(next(self.numbers), kind, self.words(1, 2), [self.one() for _ in range(columns)])
        text = self.words(4, 9)
        if self.random.random() < 0.3:
            text.insert(self.random.randrange(1, len(text)), self.number())
        return Fact(next(self.numbers), kind, self.words(1, 2), text)

    def one(self) -> str:
        return self.number() if self.random.random() < 0.5 else " ".join(self.words(1, 2))

    def number(self) -> str:
        return f"{self.random.randint(2, 999)} {self.random.choice(['GB', 'ns', 'KB', 'ms'])}"

    def question(self) -> Asked:
        columns = [self.words(1, 1) for _ in range(self.random.randint(1, 3))]
        kinds = self.random.choice((["label"], ["label", "mark"], ["row"], ["label", "row", "mark"]))
        facts = [self.fact(self.random.choice(kinds), len(columns)) for _ in range(self.random.randint(2, 6))]
        facts.sort(key=lambda fact: ["label", "mark", "row"].index(fact.kind))
        return Asked(next(self.numbers), self.words(3, 6), facts, columns)

    def fill(self) -> None:
        for number in range(self.random.randint(1, 3)):
            asked = [self.question() for _ in range(self.random.randint(1, 4))]
            self.files[f"cards/{number}.md"] = File(self.words(1, 2), asked)

    @property
    def everything(self) -> list[Asked]:
        return [asked for file in self.files.values() for asked in file.asked]

    def texts(self) -> tuple[dict[str, str], dict[tuple[str, int], int]]:
        """Give the Markdown of each file, and the number of what stands on each of its lines."""
        texts: dict[str, str] = {}
        places: dict[tuple[str, int], int] = {}
        for path, file in self.files.items():
            lines = [f"# {self.joined(file.title)}", ""]
            for asked in file.asked:
                places[path, len(lines) + 1] = asked.uid
                lines += [f"## Q: {self.joined(asked.title)}{'？' if self.chinese else '?'}", ""]
                for line, uid in self.lines(asked):
                    if uid is not None:
                        places[path, len(lines) + 1] = uid
                    lines.append(line)
            texts[path] = "\n".join(lines) + "\n"
        return texts, places

    def lines(self, asked: Asked) -> Iterator[tuple[str, int | None]]:
        for kind in ("label", "mark", "row"):
            facts = [fact for fact in asked.facts if fact.kind == kind]
            if kind == "row" and facts:
                names = [self.joined(name) for name in asked.columns]
                yield f"| {'名称' if self.chinese else 'Name'} | {' | '.join(names)} |", None
                yield f"|{'---|' * (1 + len(names))}", None
            for fact in facts:
                yield self.line(fact), fact.uid
                if kind == "mark":
                    yield "", None
            yield "", None

    def line(self, fact: Fact) -> str:
        name, text = self.joined(fact.name), self.joined(fact.text)
        if fact.kind == "label":
            return f"- **{name}**{'：' if self.chinese else ': '}{text}"
        if fact.kind == "mark":
            return f"{text}=={name}==。" if self.chinese else f"{text} =={name}== there."
        return f"| {name} | {' | '.join(fact.text)} |"

    def joined(self, words: list[str]) -> str:
        return ("" if self.chinese else " ").join(words)


Edit = Callable[[Library], None]


def _any_asked(library: Library) -> Asked:
    return library.random.choice(library.everything)


def _any_fact(library: Library) -> Fact:
    return library.random.choice([fact for asked in library.everything for fact in asked.facts])


def _change_words(library: Library, words: list[str], share: float) -> None:
    for _ in range(max(1, int(len(words) * share))):
        words[library.random.randrange(len(words))] = library.words(1, 1)[0]


def answer_edited(library: Library) -> None:
    fact = _any_fact(library)
    _change_words(library, fact.text, 0.4)


def answer_written_anew(library: Library) -> None:
    fact = _any_fact(library)
    if fact.kind == "label":
        fact.text[:] = library.words(4, 9)
    else:
        fact.text[0] = library.one()


def label_renamed(library: Library) -> None:
    fact = _any_fact(library)
    fact.name[:] = library.words(1, 2)


def question_mistyped(library: Library) -> None:
    title = _any_asked(library).title
    place = library.random.randrange(len(title))
    title[place] = title[place][::-1]


def question_reworded(library: Library) -> None:
    asked = _any_asked(library)
    asked.title[:] = library.words(3, 6)


def fact_deleted(library: Library) -> None:
    asked = _any_asked(library)
    if len(asked.facts) > 1:
        asked.facts.pop(library.random.randrange(len(asked.facts)))


def fact_inserted(library: Library) -> None:
    asked = _any_asked(library)
    new = library.fact(library.random.choice(asked.facts).kind, len(asked.columns))
    asked.facts.insert(library.random.randint(0, len(asked.facts)), new)


def facts_shuffled(library: Library) -> None:
    library.random.shuffle(_any_asked(library).facts)


def fact_moved(library: Library) -> None:
    source, target = _any_asked(library), _any_asked(library)
    movable = [fact for fact in source.facts if fact.kind != "row"]
    if movable and len(source.facts) > 1:
        fact = library.random.choice(movable)
        source.facts.remove(fact)
        target.facts.insert(0, fact)


def question_moved(library: Library) -> None:
    source, target = (library.random.choice(list(library.files.values())) for _ in range(2))
    if len(source.asked) > 1:
        target.asked.insert(0, source.asked.pop(library.random.randrange(len(source.asked))))


def questions_shuffled(library: Library) -> None:
    library.random.shuffle(library.random.choice(list(library.files.values())).asked)


def question_inserted(library: Library) -> None:
    library.random.choice(list(library.files.values())).asked.insert(0, library.question())


def question_split(library: Library) -> None:
    file = library.random.choice(list(library.files.values()))
    asked = library.random.choice(file.asked)
    if len(asked.facts) > 2:
        half = len(asked.facts) // 2
        other = Asked(next(library.numbers), library.words(3, 6), asked.facts[half:], deepcopy(asked.columns))
        del asked.facts[half:]
        library.random.choice([file, *library.files.values()]).asked.append(other)


def file_renamed(library: Library) -> None:
    path = library.random.choice(list(library.files))
    library.files[path.replace(".md", "x.md")] = library.files.pop(path)


def file_retitled(library: Library) -> None:
    library.random.choice(list(library.files.values())).title[:] = library.words(1, 2)


def column_inserted(library: Library) -> None:
    asked = _any_asked(library)
    place = library.random.randint(0, len(asked.columns))
    asked.columns.insert(place, library.words(1, 1))
    for fact in asked.facts:
        if fact.kind == "row":
            fact.text.insert(place, library.one())


def column_renamed(library: Library) -> None:
    asked = _any_asked(library)
    library.random.choice(asked.columns)[:] = library.words(1, 1)


EDITS: tuple[Edit, ...] = (
    answer_edited,
    answer_written_anew,
    label_renamed,
    question_mistyped,
    question_reworded,
    fact_deleted,
    fact_inserted,
    facts_shuffled,
    fact_moved,
    question_moved,
    questions_shuffled,
    question_inserted,
    question_split,
    file_renamed,
    file_retitled,
    column_inserted,
    column_renamed,
)
