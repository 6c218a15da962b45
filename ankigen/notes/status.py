"""The footer of a card with code: what its record says, in the words of the card's language, and nothing else."""

from collections.abc import Iterator

from ankigen.model.document import Language
from ankigen.model.note import STATUS_TAG
from ankigen.model.solution import Standing, Status
from ankigen.notes.escape import escape_text

_HEADS = {
    Language.CHINESE: {
        Status.GPU_VERIFIED: "在 {where} 上运行过",
        Status.CPU_VERIFIED: "在 {where} 上运行过",
        Status.EMULATED: "在 CPU 上模拟运行过，未在 GPU 上运行",
        Status.COMPILED: "只编译过，从未运行",
        Status.STALE: "上次验证之后有改动",
        Status.FAILED: "未通过验证",
        Status.UNVERIFIED: "未验证的代码",
    },
    Language.ENGLISH: {
        Status.GPU_VERIFIED: "Ran on {where}",
        Status.CPU_VERIFIED: "Ran on {where}",
        Status.EMULATED: "Emulated on CPU, not run on a GPU",
        Status.COMPILED: "Compiles; never run",
        Status.STALE: "Changed since last check",
        Status.FAILED: "Failed its check",
        Status.UNVERIFIED: "Unchecked code",
    },
}
"""What is true; the rest of the record stands on the line below."""
_SOMEWHERE = {
    (Status.GPU_VERIFIED, Language.CHINESE): "GPU",
    (Status.GPU_VERIFIED, Language.ENGLISH): "a GPU",
    (Status.CPU_VERIFIED, Language.CHINESE): "CPU",
    (Status.CPU_VERIFIED, Language.ENGLISH): "a CPU",
}
"""Where code ran whose record does not name the place."""


def footer_lines(standing: Standing, language: Language) -> tuple[str, ...]:
    """Give the footer as plain lines: what is true, then the facts of the record, if it has any."""
    where = standing.where or _SOMEWHERE.get((standing.status, language), "")
    head = _HEADS[language][standing.status].format(where=where)
    comma = "，" if language is Language.CHINESE else ", "
    facts = comma.join(_facts(standing, language))
    return (head, facts) if facts else (head,)


def footer_html(standing: Standing, language: Language) -> str:
    """Write the `Status` field; the mark before it is drawn by the style sheet."""
    head, *facts = (escape_text(line) for line in footer_lines(standing, language))
    below = "".join(f"<br>{line}" for line in facts)
    return f'<span class="ag-standing ag-{standing.status.value}">{head}</span>{below}'


def status_tag(standing: Standing) -> str:
    """Give the tag by which cards are found whose code is known as well as this."""
    return f"{STATUS_TAG}{standing.status.value}"


def _facts(standing: Standing, language: Language) -> Iterator[str]:
    chinese = language is Language.CHINESE
    if standing.status is Status.STALE:
        if standing.date:
            yield f"上次验证：{standing.date}" if chinese else f"last checked {standing.date}"
        return
    if standing.status in {Status.UNVERIFIED, Status.FAILED}:
        return
    if standing.date:
        yield standing.date
    if standing.run:
        counted = f"{standing.passed}/{standing.run}"
        yield f"{counted} 组测试通过" if chinese else f"{counted} vectors"
    if standing.sanitizers:
        yield "sanitizer 无报错" if chinese else "sanitizers clean"
