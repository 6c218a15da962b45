"""Hypothesis strategies for documents as people write them: fragments of both languages in every kind of block."""

from hypothesis import strategies as st

FRAGMENTS = (
    "进程是资源分配的基本单位",
    "因为时钟会漂移，所以不能比较时间戳",
    "使用共享内存减少拷贝，带宽达到 2039 GB/s",
    "它把恢复时间从几小时缩短到几秒",
    "如果没有索引，结果就是全表扫描",
    "写时复制 → 缺页异常 → 复制物理页",
    "加速比 = 1 / (1 - p)，上限约 10 倍",
    "死锁的条件：互斥、占有并等待、循环等待",
    "通信量：2*(N-1)/N * M ≈ 2M",
    "协程栈（约 2KB）按需增长；切换只要 ~1-10us",
    "设 $N$ 为长度，$C = N^2$",
    "非常重要",
    "为什么？",
    "待补充",
    "首先解析域名",
    "A warp is a group of 32 threads that run in step",
    "Mutex: one owner at a time, others sleep",
    "This is how WAL survives a crash, because the log is flushed first",
    "LRU (Least Recently Used) evicts the oldest page",
    "Locks are held until commit; readers never block",
    "The cost drops from `O(n^2)` to `O(n log n)`",
    "When the buffer is full the writer waits",
    "cache -> memory -> disk",
    "$$E = mc^2$$",
    "Three phases: load, link, and run",
    "must be used",
    "e.g. 10:30 or std::move",
    "finally it commits",
    "front :: back",
    "front ::: back",
    "a ==hidden== part and ==another==",
    "{{c1::first}} and {{c3::third::hint}}",
    "**bold** text and **不** stress",
    "（一（二）三",
    "unbalanced ( bracket [ here",
    "👩‍💻 émoji é ﷽",
    "TODO",
    "x = 5",
    "→",
    "：",
    "`a_b.c`",
)

fragments = st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=30).map(lambda text: " ".join(text.split())))
sentences = st.lists(fragments, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["，", "。", ", ", ". ", "；", " "]).map(lambda between: between.join(parts))
)
texts = st.one_of(sentences, st.tuples(fragments, st.sampled_from([": ", "：", " — ", "，"]), fragments).map("".join))
attributes = st.sampled_from(
    [
        "",
        "",
        "",
        "",
        " {.skip}",
        " {.reverse}",
        " {.type}",
        " {.cloze}",
        " {.each}",
        ' {rules="label number"}',
        " {#id}",
    ]
)


def _lists(marker: str) -> st.SearchStrategy[str]:
    items = st.tuples(st.sampled_from(["", "", "  "]), texts, attributes)
    return st.lists(items, min_size=1, max_size=5).map(
        lambda rows: "\n".join(
            f"{indent if number else ''}{marker} {text}{mark}" for number, (indent, text, mark) in enumerate(rows)
        )
    )


tables = st.tuples(fragments, fragments, st.lists(st.tuples(fragments, fragments), max_size=3)).map(
    lambda parts: "\n".join(
        [f"| {parts[0]} | {parts[1]} |", "|---|---|", *(f"| {left} | {right} |" for left, right in parts[2])]
    )
)
fences = st.tuples(st.sampled_from(["", "text", "python"]), st.lists(fragments, max_size=5)).map(
    lambda parts: "\n".join([f"```{parts[0]}", *parts[1], "   ↓ step", "node  # why it is", "   ↓", "last", "```"])
)
headings = st.tuples(
    st.sampled_from(["## Q: ", "## Q：", "## ", "### ", "### Step 1: ", "### 1. "]), texts, attributes
).map("".join)
blocks = st.one_of(
    texts, texts, headings, _lists("-"), _lists("1."), tables, fences, texts.map(lambda text: f"> {text}")
)
documents = st.lists(blocks, max_size=8).map(lambda parts: "\n\n".join(["# Title", *parts]) + "\n")
