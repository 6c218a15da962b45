"""Notes are edited, built and imported again, and every card in real Anki keeps what its learner gave it.

In each case all cards have a history of their own, and all notes have words and tags of the learner. What is expected
of a case is said by its facts, named by what their cards hide: which became which, which are gone, which are new.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from anki.collection import Collection

from tests.export.real_anki import new_collection
from tests.whole.edits import (
    Edit,
    Files,
    above,
    edited_in,
    moved,
    moved_question,
    removed,
    renamed,
    replaced,
    swapped,
    together,
    unchanged,
    without,
    without_question,
)
from tests.whole.histories import (
    LOCK,
    Asked,
    Expected,
    Imported,
    Snapshot,
    asked_by,
    build,
    faults,
    give_histories,
    import_all,
    import_faults,
    snapshot,
    working_in,
    write_notes,
)

BETWEEN_BUILDS_S = 1000

ENGLISH = {
    "gpu.md": """\
---
deck: GPU
tags: [cuda]
---

## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other
- **Occupancy**: resident warps as a share of the most there can be

## Q: How do the memories differ?

### On the chip

| Memory | Seen by | Size | Delay |
|---|---|---|---|
| register | one thread | 256 KB | one cycle |
| shared memory | one block | 228 KB | 30 cycles |

### Off the chip

- **HBM**: stacked memory beside the die
- cudaMalloc ::: reserves device memory

## Q: How do the threads of a block talk?

They write to ==a shared array==, wait at ==a barrier== and then read ==what the others wrote==.
""",
    "host.md": """\
# Host side

## Q: What does a stream do?

- **Stream**: a queue of work that runs in order
- **Event**: a marker that the host can wait for
""",
}

CHINESE = {
    "gpu.md": """\
---
deck: GPU
tags: [cuda]
---

## 问：什么是线程束？

- **线程束**：同时执行一条指令的 32 个线程
- **分支发散**：分支的两边先后执行
- **占用率**：常驻线程束与上限之比

## 问：几种内存有什么不同？

### 片上

| 内存 | 可见范围 | 容量 | 延迟 |
|---|---|---|---|
| 寄存器 | 单个线程 | 256 KB | 一个周期 |
| 共享内存 | 整个线程块 | 228 KB | 三十个周期 |

### 片外

- **HBM**：堆叠在芯片旁边的显存
- cudaMalloc ::: 申请一块显存

## 问：块内线程怎样交换数据？

先把数据写入==共享数组==，再等待==块内栅栏==，最后读取==别的线程的结果==。
""",
    "host.md": """\
# 主机端

## 问：流有什么作用？

- **流**：按顺序执行的任务队列
- **事件**：主机可以等待的标记
""",
}

TWINS_ENGLISH = {
    "limits.md": """\
## Q: What limits a warp?

- **Registers**: at most 65536 in each multiprocessor
- **Width**: 32 threads

## Q: What limits a block?

- **Registers**: at most 65536 in each multiprocessor
"""
}

TWINS_CHINESE = {
    "limits.md": """\
## 问：线程束受什么限制？

- **寄存器**：每个多处理器最多 65536 个
- **宽度**：32 个线程

## 问：线程块受什么限制？

- **寄存器**：每个多处理器最多 65536 个
"""
}

TWIN_DOCUMENTS_ENGLISH = dict.fromkeys(("ampere.md", "hopper.md"), TWINS_ENGLISH["limits.md"].partition("\n## ")[0])
TWIN_DOCUMENTS_CHINESE = dict.fromkeys(("ampere.md", "hopper.md"), TWINS_CHINESE["limits.md"].partition("\n## ")[0])

TWINS = (TWINS_ENGLISH, TWINS_CHINESE, TWIN_DOCUMENTS_ENGLISH, TWIN_DOCUMENTS_CHINESE)

DIVERGENCE_ENGLISH = "- **Divergence**: both sides of a branch run one after the other\n"
DIVERGENCE_CHINESE = "- **分支发散**：分支的两边先后执行\n"


PREAMBLE_ENGLISH = {
    "gpu.md": """\
Threads come in ==packs of 32==.

## Q: What is a warp?

- **Warp**: one such pack
"""
}

PREAMBLE_CHINESE = {
    "gpu.md": """\
线程==每 32 个==成一束。

## 问：什么是线程束？

- **线程束**：这样的一束线程
"""
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Notes, what is done to them before each later build, and what becomes of their facts."""

    notes: Files
    edits: Sequence[Edit]
    expected: Expected
    by_place: bool = False
    loses_lock: bool = False


def story(
    notes: Files,
    *edits: Edit,
    becomes: dict[str, str] | None = None,
    gone: tuple[str, ...] = (),
    new: tuple[str, ...] = (),
    loses_lock: bool = False,
) -> Story:
    """Tell a story; facts of twins are named with their place."""
    return Story(
        notes=notes,
        edits=edits,
        expected=Expected(becomes=becomes or {}, gone=gone, new=new),
        by_place=notes in TWINS,
        loses_lock=loses_lock,
    )


STORIES: Mapping[str, tuple[Story, Story]] = {
    "nothing changed": (
        story(ENGLISH, unchanged),
        story(CHINESE, unchanged),
    ),
    "lines inserted above everything": (
        story(ENGLISH, above("## Q: What is a warp?", "<!-- read on a train -->\n\n<!-- to be checked -->\n\n")),
        story(CHINESE, above("## 问：什么是线程束？", "<!-- 火车上读的 -->\n\n<!-- 有待核对 -->\n\n")),
    ),
    "an answer edited": (
        story(
            ENGLISH,
            replaced("one instruction at a time", "one instruction together"),
            becomes={"32 threads that run one instruction at a time": "32 threads that run one instruction together"},
        ),
        story(
            CHINESE,
            replaced("先后执行", "一前一后地执行"),
            becomes={"分支的两边先后执行": "分支的两边一前一后地执行"},
        ),
    ),
    "an answer written anew": (
        story(
            ENGLISH,
            replaced("both sides of a branch run one after the other", "lanes disagree and take turns"),
            becomes={"both sides of a branch run one after the other": "lanes disagree and take turns"},
        ),
        story(
            CHINESE,
            replaced("分支的两边先后执行", "各线程走不同的路，只好轮流走"),
            becomes={"分支的两边先后执行": "各线程走不同的路，只好轮流走"},
        ),
    ),
    "an answer edited in two builds": (
        story(
            ENGLISH,
            replaced("at a time", "together"),
            replaced("32 threads that run one instruction together", "what the scheduler issues to"),
            becomes={"32 threads that run one instruction at a time": "what the scheduler issues to"},
        ),
        story(
            CHINESE,
            replaced("先后执行", "一前一后地执行"),
            replaced("分支的两边一前一后地执行", "各线程轮流走"),
            becomes={"分支的两边先后执行": "各线程轮流走"},
        ),
    ),
    "an answer edited and edited back": (
        story(ENGLISH, replaced("at a time", "together"), replaced("together", "at a time")),
        story(CHINESE, replaced("先后执行", "轮流执行"), replaced("轮流执行", "先后执行")),
    ),
    "a typo in a question": (
        story(
            ENGLISH,
            replaced("How do the memories differ?", "How do the memorys differ?"),
            becomes={"rehearsal: How do the memories differ?": "rehearsal: How do the memorys differ?"},
        ),
        story(
            CHINESE,
            replaced("几种内存有什么不同？", "几种内存有什么不童？"),
            becomes={"rehearsal: 几种内存有什么不同？": "rehearsal: 几种内存有什么不童？"},
        ),
    ),
    "a question edited that names its cards' subject": (
        story(
            ENGLISH,
            replaced("What is a warp?", "What's a warp?"),
            becomes={"rehearsal: What is a warp?": "rehearsal: What's a warp?"},
        ),
        story(
            CHINESE,
            replaced("什么是线程束？", "什么是 warp？"),
            becomes={"rehearsal: 什么是线程束？": "rehearsal: 什么是 warp？"},
        ),
    ),
    "a question reworded": (
        story(
            ENGLISH,
            replaced("How do the memories differ?", "What can a kernel keep its operands in?"),
            becomes={"rehearsal: How do the memories differ?": "rehearsal: What can a kernel keep its operands in?"},
        ),
        story(
            CHINESE,
            replaced("几种内存有什么不同？", "核函数能用的存储层次有哪些？"),
            becomes={"rehearsal: 几种内存有什么不同？": "rehearsal: 核函数能用的存储层次有哪些？"},
        ),
    ),
    "a question above deletions reworded": (
        story(
            ENGLISH,
            replaced("How do the threads of a block talk?", "By what means is data exchanged?"),
            becomes={"rehearsal: How do the threads of a block talk?": "rehearsal: By what means is data exchanged?"},
        ),
        story(
            CHINESE,
            replaced("块内线程怎样交换数据？", "通信靠什么手段？"),
            becomes={"rehearsal: 块内线程怎样交换数据？": "rehearsal: 通信靠什么手段？"},
        ),
    ),
    "a question named by an id": (
        story(ENGLISH, replaced("What is a warp?", "What is a warp? {#warp}")),
        story(CHINESE, replaced("什么是线程束？", "什么是线程束？ {#warp}")),
    ),
    "a question named by an id and then reworded": (
        story(
            ENGLISH,
            replaced("What is a warp?", "What is a warp? {#warp}"),
            replaced("What is a warp?", "How does hardware group threads?"),
            becomes={"rehearsal: What is a warp?": "rehearsal: How does hardware group threads?"},
        ),
        story(
            CHINESE,
            replaced("什么是线程束？", "什么是线程束？ {#warp}"),
            replaced("什么是线程束？", "硬件怎样给线程分组？"),
            becomes={"rehearsal: 什么是线程束？": "rehearsal: 硬件怎样给线程分组？"},
        ),
    ),
    "a label renamed": (
        story(ENGLISH, replaced("**Divergence**", "**Splitting up**")),
        story(CHINESE, replaced("**分支发散**", "**走散**")),
    ),
    "a label and its answer edited": (
        story(
            ENGLISH,
            replaced("**Occupancy**: resident warps as a share of", "**SM occupancy**: resident warps divided by"),
            becomes={
                "resident warps as a share of the most there can be": "resident warps divided by the most there can be"
            },
        ),
        story(
            CHINESE,
            replaced("**占用率**：常驻线程束与上限之比", "**SM 占用率**：常驻线程束数与上限之比"),
            becomes={"常驻线程束与上限之比": "常驻线程束数与上限之比"},
        ),
    ),
    "an item moved to another document": (
        story(ENGLISH, moved("- **Occupancy**: resident warps as a share of the most there can be\n", "host.md")),
        story(CHINESE, moved("- **占用率**：常驻线程束与上限之比\n", "host.md")),
    ),
    "a question moved to another document": (
        story(ENGLISH, moved_question("## Q: How do the threads of a block talk?", "host.md")),
        story(CHINESE, moved_question("## 问：块内线程怎样交换数据？", "host.md")),
    ),
    "a document renamed": (
        story(ENGLISH, renamed("host.md", "runtime/cpu.md")),
        story(CHINESE, renamed("host.md", "运行时/主机.md")),
    ),
    "a document renamed that has text above its questions": (
        story(PREAMBLE_ENGLISH, renamed("gpu.md", "cuda.md"), becomes={"rehearsal: gpu": "rehearsal: cuda"}),
        story(PREAMBLE_CHINESE, renamed("gpu.md", "cuda.md"), becomes={"rehearsal: gpu": "rehearsal: cuda"}),
    ),
    "a deck renamed in the front matter": (
        story(ENGLISH, replaced("deck: GPU", "deck: Interview::CUDA")),
        story(CHINESE, replaced("deck: GPU", "deck: 面试::显卡")),
    ),
    "a deck renamed by its title": (
        story(ENGLISH, replaced("# Host side", "# The CPU")),
        story(CHINESE, replaced("# 主机端", "# 处理器")),
    ),
    "a tag added to a document": (
        story(ENGLISH, replaced("tags: [cuda]", "tags: [cuda, hopper]")),
        story(CHINESE, replaced("tags: [cuda]", "tags: [cuda, 面试]")),
    ),
    "sections renamed": (
        story(ENGLISH, together(replaced("On the chip", "In the SM"), replaced("Off the chip", "Outside"))),
        story(CHINESE, together(replaced("片上", "芯片之内"), replaced("片外", "芯片之外"))),
    ),
    "items reordered": (
        story(
            ENGLISH,
            swapped(
                "- **Warp**: 32 threads that run one instruction at a time\n",
                "- **Occupancy**: resident warps as a share of the most there can be\n",
            ),
        ),
        story(CHINESE, swapped("- **线程束**：同时执行一条指令的 32 个线程\n", "- **占用率**：常驻线程束与上限之比\n")),
    ),
    "questions reordered": (
        story(ENGLISH, moved_question("## Q: What is a warp?", "gpu.md")),
        story(CHINESE, moved_question("## 问：什么是线程束？", "gpu.md")),
    ),
    "an item inserted above": (
        story(ENGLISH, above("- **Warp**", "- **Lane**: a place in the warp\n"), new=("a place in the warp",)),
        story(CHINESE, above("- **线程束**", "- **通道**：线程在束内的位置\n"), new=("线程在束内的位置",)),
    ),
    "a question inserted above": (
        story(
            ENGLISH,
            above("## Q: What is a warp?", "## Q: What is a grid?\n\n- **Grid**: all blocks of one launch\n\n"),
            new=("rehearsal: What is a grid?", "all blocks of one launch"),
        ),
        story(
            CHINESE,
            above("## 问：什么是线程束？", "## 问：什么是网格？\n\n- **网格**：一次启动的全部线程块\n\n"),
            new=("rehearsal: 什么是网格？", "一次启动的全部线程块"),
        ),
    ),
    "a question split into two": (
        story(
            ENGLISH,
            above("- **Occupancy**", "\n## Q: How full is a multiprocessor?\n\n"),
            new=("rehearsal: How full is a multiprocessor?",),
        ),
        story(CHINESE, above("- **占用率**", "\n## 问：多处理器有多满？\n\n"), new=("rehearsal: 多处理器有多满？",)),
    ),
    "a question split into two documents": (
        story(
            ENGLISH,
            moved(
                "- **Divergence**: both sides of a branch run one after the other\n",
                "branches.md",
                below="# Branches\n\n## Q: What may an if cost?\n\n",
            ),
            new=("rehearsal: What may an if cost?",),
        ),
        story(
            CHINESE,
            moved(
                "- **分支发散**：分支的两边先后执行\n",
                "branches.md",
                below="# 分支\n\n## 问：if 的代价是什么？\n\n",
            ),
            new=("rehearsal: if 的代价是什么？",),
        ),
    ),
    "two questions made one": (
        story(
            ENGLISH,
            without("\n## Q: How do the threads of a block talk?\n"),
            gone=("rehearsal: How do the threads of a block talk?",),
        ),
        story(CHINESE, without("\n## 问：块内线程怎样交换数据？\n"), gone=("rehearsal: 块内线程怎样交换数据？",)),
    ),
    "a row inserted above": (
        story(
            ENGLISH,
            above("| register |", "| uniform register | one warp | 2 KB | two cycles |\n"),
            new=("one warp", "2 KB", "two cycles"),
        ),
        story(
            CHINESE,
            above("| 寄存器 |", "| 统一寄存器 | 一个线程束 | 2 KB | 两个周期 |\n"),
            new=("一个线程束", "2 KB", "两个周期"),
        ),
    ),
    "rows reordered": (
        story(
            ENGLISH,
            swapped(
                "| register | one thread | 256 KB | one cycle |", "| shared memory | one block | 228 KB | 30 cycles |"
            ),
        ),
        story(
            CHINESE,
            swapped("| 寄存器 | 单个线程 | 256 KB | 一个周期 |", "| 共享内存 | 整个线程块 | 228 KB | 三十个周期 |"),
        ),
    ),
    "a row renamed": (
        story(ENGLISH, replaced("| shared memory |", "| SMEM |")),
        story(CHINESE, replaced("| 共享内存 |", "| SMEM |")),
    ),
    "a cell edited": (
        story(ENGLISH, replaced("228 KB", "227 KiB"), becomes={"228 KB": "227 KiB"}),
        story(CHINESE, replaced("三十个周期", "约 29 周期"), becomes={"三十个周期": "约 29 周期"}),
    ),
    "a column inserted before others": (
        story(
            ENGLISH,
            together(
                replaced("| Memory | Seen by ", "| Memory | Lies in | Seen by "),
                replaced("|---|---|---|---|", "|---|---|---|---|---|"),
                replaced("| register | one thread ", "| register | the file | one thread "),
                replaced("| shared memory | one block ", "| shared memory | the L1 array | one block "),
            ),
            new=("the file", "the L1 array"),
        ),
        story(
            CHINESE,
            together(
                replaced("| 内存 | 可见范围 ", "| 内存 | 位置 | 可见范围 "),
                replaced("|---|---|---|---|", "|---|---|---|---|---|"),
                replaced("| 寄存器 | 单个线程 ", "| 寄存器 | 寄存器堆 | 单个线程 "),
                replaced("| 共享内存 | 整个线程块 ", "| 共享内存 | 一级缓存阵列 | 整个线程块 "),
            ),
            new=("寄存器堆", "一级缓存阵列"),
        ),
    ),
    "a column removed": (
        story(
            ENGLISH,
            together(
                replaced("| Memory | Seen by ", "| Memory "),
                replaced("|---|---|---|---|", "|---|---|---|"),
                replaced("| register | one thread ", "| register "),
                replaced("| shared memory | one block ", "| shared memory "),
            ),
            gone=("one thread", "one block"),
        ),
        story(
            CHINESE,
            together(
                replaced("| 内存 | 可见范围 ", "| 内存 "),
                replaced("|---|---|---|---|", "|---|---|---|"),
                replaced("| 寄存器 | 单个线程 ", "| 寄存器 "),
                replaced("| 共享内存 | 整个线程块 ", "| 共享内存 "),
            ),
            gone=("单个线程", "整个线程块"),
        ),
    ),
    "a column removed and then another added": (
        story(
            ENGLISH,
            together(
                replaced(" Size | Delay |", " Size |"),
                replaced("|---|---|---|---|", "|---|---|---|"),
                replaced(" 256 KB | one cycle |", " 256 KB |"),
                replaced(" 228 KB | 30 cycles |", " 228 KB |"),
            ),
            together(
                replaced(" Size |", " Size | Made of |"),
                replaced("|---|---|---|", "|---|---|---|---|"),
                replaced(" 256 KB |", " 256 KB | flip-flops |"),
                replaced(" 228 KB |", " 228 KB | SRAM |"),
            ),
            gone=("one cycle", "30 cycles"),
            new=("flip-flops", "SRAM"),
        ),
        story(
            CHINESE,
            together(
                replaced(" 容量 | 延迟 |", " 容量 |"),
                replaced("|---|---|---|---|", "|---|---|---|"),
                replaced(" 256 KB | 一个周期 |", " 256 KB |"),
                replaced(" 228 KB | 三十个周期 |", " 228 KB |"),
            ),
            together(
                replaced(" 容量 |", " 容量 | 材料 |"),
                replaced("|---|---|---|", "|---|---|---|---|"),
                replaced(" 256 KB |", " 256 KB | 触发器 |"),
                replaced(" 228 KB |", " 228 KB | 静态存储单元 |"),
            ),
            gone=("一个周期", "三十个周期"),
            new=("触发器", "静态存储单元"),
        ),
    ),
    "columns reordered": (
        story(
            ENGLISH,
            together(
                swapped(" Seen by ", " Delay "),
                swapped(" one thread ", " one cycle "),
                swapped(" one block ", " 30 cycles "),
            ),
        ),
        story(
            CHINESE,
            together(
                swapped(" 可见范围 ", " 延迟 "),
                swapped(" 单个线程 ", " 一个周期 "),
                swapped(" 整个线程块 ", " 三十个周期 "),
            ),
        ),
    ),
    "a column renamed": (
        story(ENGLISH, replaced(" Delay ", " Latency ")),
        story(CHINESE, replaced(" 延迟 ", " 访问时间 ")),
    ),
    "a deletion added": (
        story(ENGLISH, replaced("They write", "==They== write"), new=("They",)),
        story(CHINESE, replaced("先把数据", "先把==数据=="), new=("数据",)),
    ),
    "the first deletion removed": (
        story(ENGLISH, replaced("==a shared array==", "a shared array"), gone=("a shared array",)),
        story(CHINESE, replaced("==共享数组==", "共享数组"), gone=("共享数组",)),
    ),
    "a deletion removed and then another added": (
        story(
            ENGLISH,
            replaced("==what the others wrote==", "what the others wrote"),
            replaced("They write", "==They== write"),
            gone=("what the others wrote",),
            new=("They",),
        ),
        story(
            CHINESE,
            replaced("==别的线程的结果==", "别的线程的结果"),
            replaced("先把数据", "先把==数据=="),
            gone=("别的线程的结果",),
            new=("数据",),
        ),
    ),
    "a deletion removed and then hidden again": (
        story(
            ENGLISH,
            replaced("==a shared array==", "a shared array"),
            replaced("a shared array", "==a shared array=="),
        ),
        story(
            CHINESE,
            replaced("==共享数组==", "共享数组"),
            replaced("共享数组", "==共享数组=="),
        ),
    ),
    "a deletion moved inside its sentence": (
        story(
            ENGLISH,
            replaced(
                "They write to ==a shared array==, wait at ==a barrier== and then",
                "They wait at ==a barrier== after writing to ==a shared array== and then",
            ),
        ),
        story(
            CHINESE,
            replaced(
                "先把数据写入==共享数组==，再等待==块内栅栏==，最后",
                "等待==块内栅栏==之前，先把数据写入==共享数组==，最后",
            ),
        ),
    ),
    "the mark moved to other words": (
        story(
            ENGLISH,
            replaced("They write to ==a shared array==", "They ==write to== a shared array"),
            gone=("a shared array",),
            new=("write to",),
        ),
        story(
            CHINESE, replaced("先把数据写入==共享数组==", "先把==数据==写入共享数组"), gone=("共享数组",), new=("数据",)
        ),
    ),
    "hidden words edited": (
        story(ENGLISH, replaced("==a barrier==", "==the barrier=="), becomes={"a barrier": "the barrier"}),
        story(CHINESE, replaced("==块内栅栏==", "==块的栅栏=="), becomes={"块内栅栏": "块的栅栏"}),
    ),
    "the words around deletions edited": (
        story(ENGLISH, replaced("They write to", "All of them write into")),
        story(CHINESE, replaced("先把数据写入", "各线程先把数据放进")),
    ),
    "a pair asked one way only": (
        story(ENGLISH, replaced("cudaMalloc ::: ", "cudaMalloc :: "), gone=("cudaMalloc",)),
        story(CHINESE, replaced("cudaMalloc ::: ", "cudaMalloc :: "), gone=("cudaMalloc",)),
    ),
    "one of two twins edited": (
        story(
            TWINS_ENGLISH,
            replaced("warp?\n\n- **Registers**: at most", "warp?\n\n- **Registers**: no more than"),
            becomes={
                "cards/limits.md, What limits a warp?: at most 65536 in each multiprocessor": "cards/limits.md, "
                "What limits a warp?: no more than 65536 in each multiprocessor"
            },
        ),
        story(
            TWINS_CHINESE,
            replaced("线程束受什么限制？\n\n- **寄存器**：每个", "线程束受什么限制？\n\n- **寄存器**：一个"),
            becomes={
                "cards/limits.md, 线程束受什么限制？: 每个多处理器最多 65536 个": "cards/limits.md, "
                "线程束受什么限制？: 一个多处理器最多 65536 个"
            },
        ),
    ),
    "the question of one of two twins edited": (
        story(
            TWINS_ENGLISH,
            replaced("What limits a warp?", "What does limit a warp?"),
            becomes={
                f"cards/limits.md, What limits a warp?: {fact}": f"cards/limits.md, What does limit a warp?: {after}"
                for fact, after in (
                    ("at most 65536 in each multiprocessor", "at most 65536 in each multiprocessor"),
                    ("32 threads", "32 threads"),
                    ("rehearsal: What limits a warp?", "rehearsal: What does limit a warp?"),
                )
            },
        ),
        story(
            TWINS_CHINESE,
            replaced("线程束受什么限制？", "线程束受到什么限制？"),
            becomes={
                f"cards/limits.md, 线程束受什么限制？: {fact}": f"cards/limits.md, 线程束受到什么限制？: {after}"
                for fact, after in (
                    ("每个多处理器最多 65536 个", "每个多处理器最多 65536 个"),
                    ("32 个线程", "32 个线程"),
                    ("rehearsal: 线程束受什么限制？", "rehearsal: 线程束受到什么限制？"),
                )
            },
        ),
    ),
    "one of two twins removed": (
        story(
            TWINS_ENGLISH,
            replaced(
                "- **Registers**: at most 65536 in each multiprocessor\n- **Width**",
                "- **Width**",
            ),
            gone=("cards/limits.md, What limits a warp?: at most 65536 in each multiprocessor",),
        ),
        story(
            TWINS_CHINESE,
            replaced("- **寄存器**：每个多处理器最多 65536 个\n- **宽度**", "- **宽度**"),
            gone=("cards/limits.md, 线程束受什么限制？: 每个多处理器最多 65536 个",),
        ),
    ),
    "two twins swapped": (
        story(TWINS_ENGLISH, moved_question("## Q: What limits a warp?", "limits.md")),
        story(TWINS_CHINESE, moved_question("## 问：线程束受什么限制？", "limits.md")),
    ),
    "one of two twins in two documents edited": (
        story(
            TWIN_DOCUMENTS_ENGLISH,
            edited_in("ampere.md", "at most", "no more than"),
            becomes={
                "cards/ampere.md, What limits a warp?: at most 65536 in each multiprocessor": "cards/ampere.md, "
                "What limits a warp?: no more than 65536 in each multiprocessor"
            },
        ),
        story(
            TWIN_DOCUMENTS_CHINESE,
            edited_in("ampere.md", "每个", "一个"),
            becomes={
                "cards/ampere.md, 线程束受什么限制？: 每个多处理器最多 65536 个": "cards/ampere.md, "
                "线程束受什么限制？: 一个多处理器最多 65536 个"
            },
        ),
    ),
    "one of two twin documents removed": (
        story(
            TWIN_DOCUMENTS_ENGLISH,
            removed("ampere.md"),
            gone=(
                "cards/ampere.md, What limits a warp?: at most 65536 in each multiprocessor",
                "cards/ampere.md, What limits a warp?: 32 threads",
                "cards/ampere.md, What limits a warp?: rehearsal: What limits a warp?",
            ),
        ),
        story(
            TWIN_DOCUMENTS_CHINESE,
            removed("ampere.md"),
            gone=(
                "cards/ampere.md, 线程束受什么限制？: 每个多处理器最多 65536 个",
                "cards/ampere.md, 线程束受什么限制？: 32 个线程",
                "cards/ampere.md, 线程束受什么限制？: rehearsal: 线程束受什么限制？",
            ),
        ),
    ),
    "a note removed": (
        story(ENGLISH, without(DIVERGENCE_ENGLISH), gone=("both sides of a branch run one after the other",)),
        story(CHINESE, without(DIVERGENCE_CHINESE), gone=("分支的两边先后执行",)),
    ),
    "a note replaced by another": (
        story(
            ENGLISH,
            replaced(DIVERGENCE_ENGLISH, "- **Lane**: a place in the warp\n"),
            gone=("both sides of a branch run one after the other",),
            new=("a place in the warp",),
        ),
        story(
            CHINESE,
            replaced(DIVERGENCE_CHINESE, "- **通道**：在束内的位置\n"),
            gone=("分支的两边先后执行",),
            new=("在束内的位置",),
        ),
    ),
    "a question removed": (
        story(
            ENGLISH,
            without_question("## Q: How do the threads of a block talk?"),
            gone=(
                "rehearsal: How do the threads of a block talk?",
                "a shared array",
                "a barrier",
                "what the others wrote",
            ),
        ),
        story(
            CHINESE,
            without_question("## 问：块内线程怎样交换数据？"),
            gone=("rehearsal: 块内线程怎样交换数据？", "共享数组", "块内栅栏", "别的线程的结果"),
        ),
    ),
    "a note removed and two builds later brought back": (
        story(
            ENGLISH,
            without(DIVERGENCE_ENGLISH),
            above("## Q: What is a warp?", "<!-- read on a train -->\n\n"),
            above("- **Occupancy**", DIVERGENCE_ENGLISH),
        ),
        story(
            CHINESE,
            without(DIVERGENCE_CHINESE),
            above("## 问：什么是线程束？", "<!-- 火车上读的 -->\n\n"),
            above("- **占用率**", DIVERGENCE_CHINESE),
        ),
    ),
    "a note removed and brought back with another answer": (
        story(
            ENGLISH,
            without(DIVERGENCE_ENGLISH),
            above("- **Occupancy**", "- **Divergence**: lanes disagree and take turns\n"),
            becomes={"both sides of a branch run one after the other": "lanes disagree and take turns"},
        ),
        story(
            CHINESE,
            without(DIVERGENCE_CHINESE),
            above("- **占用率**", "- **分支发散**：各线程只好轮流走\n"),
            becomes={"分支的两边先后执行": "各线程只好轮流走"},
        ),
    ),
    "the lock removed": (
        story(ENGLISH, unchanged, loses_lock=True),
        story(CHINESE, unchanged, loses_lock=True),
    ),
    "a labelled item made a cloze, whose history restarts": (
        story(
            ENGLISH,
            replaced("both sides of a branch", "both sides of ==a branch=="),
            gone=("both sides of a branch run one after the other",),
            new=("a branch",),
        ),
        story(
            CHINESE,
            replaced("分支的两边先后执行", "分支的两边==先后执行=="),
            gone=("分支的两边先后执行",),
            new=("先后执行",),
        ),
    ),
}


def versions(told: Story) -> Iterator[Files]:
    """Give the notes as they are at each build."""
    files = told.notes
    yield files
    for edit in told.edits:
        files = edit(files)
        yield files


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(told, id=f"{name}-{language}")
        for name, pair in STORIES.items()
        for language, told in zip(("en", "zh"), pair, strict=True)
    ],
)
def test_every_history_stays_with_its_fact(told: Story, tmp_path: Path) -> None:
    start = int(time.time()) - BETWEEN_BUILDS_S * len(told.edits)
    builds: list[tuple[Asked, ...]] = []
    before: Snapshot = {}
    found: list[str] = []
    with working_in(tmp_path), new_collection() as collection:
        for number, files in enumerate(versions(told)):
            write_notes(files)
            if told.loses_lock and number == len(told.edits):
                LOCK.unlink(missing_ok=True)
            now = start + BETWEEN_BUILDS_S * number
            packages = build(at=now).values()
            log = import_all(collection, packages)
            if not number:
                before = give_histories(collection, at=now + BETWEEN_BUILDS_S // 2)
            builds.append(asked_by(packages, by_place=told.by_place))
            found += import_faults(log, builds, now=now)
        found += faults(before, snapshot(collection), builds, told.expected)
    assert not found, "\n".join(found)


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with working_in(tmp_path), new_collection() as fresh:
        yield fresh


def thousand_notes() -> dict[str, str]:
    """Write a hundred questions of nine items; each question is a note too."""
    return {
        f"part-{part}.md": "".join(
            f"\n## Q: What happens in step {part}-{question}?\n\n"
            + "".join(
                f"- **Unit {part}-{question}-{item}**: does the work {part * 999 + question * 77 + item} of its kind\n"
                for item in range(9)
            )
            for question in range(10)
        )
        for part in range(10)
    }


def test_a_thousand_unchanged_notes_are_left_alone(collection: Collection) -> None:
    now = int(time.time())
    notes = thousand_notes()
    write_notes(notes)
    log = import_all(collection, build(at=now - 3000).values())
    assert log == Imported(new=1000, updated=0, unchanged=0, refused=0)
    give_histories(collection, at=now - 2500)
    kept = snapshot(collection)
    for at, files in (
        (now - 2000, notes),
        (now - 1000, {name: "<!-- a line read on a train -->\n" * 20 + text for name, text in notes.items()}),
    ):
        write_notes(files)
        log = import_all(collection, build(at=at).values())
        assert log == Imported(new=0, updated=0, unchanged=1000, refused=0)
    assert snapshot(collection) == kept


@pytest.mark.parametrize("notes", [ENGLISH, CHINESE, TWIN_DOCUMENTS_ENGLISH])
def test_the_same_notes_give_the_same_lock_and_packages(notes: Files, tmp_path: Path) -> None:
    now = int(time.time())
    with working_in(tmp_path):
        write_notes(notes)
        packages = build(at=now - 2000)
        lock = LOCK.read_bytes()
        assert build(at=now - 1000) == packages
        assert LOCK.read_bytes() == lock


def test_words_and_tags_of_the_learner_are_lost_only_where_the_notes_changed(collection: Collection) -> None:
    now = int(time.time())
    write_notes(ENGLISH)
    import_all(collection, build(at=now - 2000).values())
    give_histories(collection, at=now - 1500)
    write_notes(replaced("at a time", "together")(ENGLISH))
    import_all(collection, build(at=now - 1000).values())
    edited = {collection.get_note(note_id)["Key"] for note_id in collection.find_notes("-tag:mine::*")}
    assert len(edited) == 2
    assert all("What is a warp?" in key for key in edited)
    assert len(collection.find_notes("tag:marked")) == collection.note_count() - 2
