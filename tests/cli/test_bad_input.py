"""Every fault a note can have: its place, its code, its mend, all in one run, and no half-written file."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ankigen.model.diagnostic import Severity
from ankigen.workspace import CODES
from tests.cli.conftest import NOTE, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A note and the one thing it has to be told."""

    code: str
    line: int
    content: str | bytes
    settings: str = ""
    path: str = "cards/bad.md"
    link: bool = False
    """Whether the note is a link, and `content` what it points at."""
    lock: str = ""


LONG_LINE = "x" * 1_000_001

LINE = (
    '{"key": "en|Q|label|%s", "guid": "%s", "note_type": "ankigen Basic", "rule": "label", "document": "cards/x.md", '
    '"path": "Q", "front": "f", "back": "b", "ordinals": {}, "deck": "D", "tags": [], "mod": 1, "content": "", '
    '"source": "", "state": "live", "by": "0.1.0"}\n'
)
HEAD, END = '{"ankigen.lock": 1}\n', '{"end": "ankigen.lock"}\n'
ONE = LINE % ("a", "g")
SPOILT = (
    LINE[:90],
    "[]\n",
    '{"note": "x"}\n',
    ONE.replace("live", "dead"),
    ONE.replace("Basic", "Odd"),
    ONE.replace("{}", "[1]"),
    ONE.replace("{}", '{"x": 0}'),
    ONE.replace("[]", "[1]"),
    ONE.replace("1, ", "-1, "),
    ONE.replace('"f"', "3"),
    ONE.replace('"g"', '""'),
    ONE.replace('"by"', '"bye"'),
    ONE.replace(', "by": "0.1.0"', ""),
)
LOCKS = (
    ("lock-conflict", 2, HEAD + "<<<<<<< HEAD\n" + ONE + "=======\n" + LINE % ("b", "h") + ">>>>>>> theirs\n" + END),
    ("lock-version", 1, HEAD.replace("1", "2") + '{"what": "ever"}\n' + END),
    ("lock-damaged", 1, " "),
    ("lock-damaged", 1, ONE + END),
    ("lock-damaged", 2, HEAD + ONE),
    *(("lock-damaged", 2, HEAD + spoilt + END) for spoilt in SPOILT),
    ("lock-duplicate", 3, HEAD + ONE + LINE % ("a", "h") + END),
    ("lock-duplicate", 3, HEAD + ONE + LINE % ("b", "g") + END),
)

FAULTS = (
    Fault(code="unreadable", line=1, content="gone.md", link=True),
    Fault(code="not-utf8", line=3, content="## Q: A?\n\n线程束\n".encode("gbk")),
    Fault(code="front-matter", line=2, content="---\ndeck: [\n---\n\n## Q: A?\n\nb\n"),
    Fault(code="front-matter-key", line=3, content="---\ndeck: A\ntgas: [b]\n---\n\n## Q: A?\n\nb\n"),
    Fault(code="front-matter-foreign", line=2, content="---\naliases: [b]\n---\n\n## Q: A?\n\nb\n"),
    Fault(code="front-matter-value", line=2, content="---\nlang: fr\n---\n\n## Q: A?\n\nb\n"),
    Fault(code="rule-unknown", line=2, content="---\nrules: [lable]\n---\n\n## Q: A?\n\nb\n"),
    Fault(code="rule-unknown", line=1, content='## Q: A? {rules="lable"}\n\nb\n'),
    Fault(code="rule-unknown", line=1, content=NOTE, settings="rules: [lable]\n", path="ankigen.yaml"),
    Fault(code="rule-unknown", line=3, content=NOTE, settings="rules:\n  - label\n  - lable\n", path="ankigen.yaml"),
    Fault(code="cloze-empty", line=3, content="## Q: A?\n\nthe {{c1::}} of it\n"),
    Fault(code="cloze-unbalanced", line=3, content="## Q: A?\n\nthe {{c1::heart of it\n"),
    Fault(code="cloze-number", line=3, content="## Q: A?\n\nthe {{c501::heart}} of it\n"),
    Fault(
        code="duplicate-key", line=5, content="## Q: A? {#same}\n\nfirst answer\n\n## Q: B? {#same}\n\nsecond answer\n"
    ),
    Fault(code="picture-missing", line=4, content="## Q: A?\n\nfirst line\n![x](gone.png)\n"),
    Fault(code="picture-outside", line=3, content="## Q: A?\n\n![x](../secret.png)\n"),
    Fault(code="picture-type", line=3, content="## Q: A?\n\n![x](gpu.md)\n"),
    Fault(code="picture-remote", line=3, content="## Q: A?\n\nSee ![x](https://example.org/a.png) here.\n"),
    Fault(code="fence-unclosed", line=3, content="## Q: A?\n\n```python\nprint(1)\n"),
    Fault(code="unit-separator", line=3, content="## Q: A?\n\na\x1fb\n"),
    Fault(code="attributes-unused", line=5, content="## Q: A?\n\nthe answer\n\n{.skip}\n"),
    Fault(code="mark-unknown", line=1, content="## Q: A? {.skpi}\n\nthe answer\n"),
    Fault(code="mark-unknown", line=5, content="## Q: A?\n\nthe answer\n\n{rule=label}\n- a: b\n"),
    Fault(code="mark-idle", line=1, content="## Q: A? {.cloze}\n\nthe answer\n"),
    Fault(code="mark-idle", line=4, content="## Q: A?\n\n{.reverse}\n| a | b |\n|---|---|\n| x | y z |\n"),
    Fault(code="control-character", line=3, content="## Q: A?\n\na\x08b\n"),
    Fault(code="no-answer", line=1, content="## Q: A?\n\n## Q: B?\n\nthe answer\n"),
    Fault(code="no-answer", line=1, content="## Q: A?\n\n（待补充）\n"),
    Fault(code="table-cells", line=5, content="## Q: A?\n\n| a | b |\n|---|---|\n| 1 |\n"),
    Fault(code="table-cells", line=5, content="## Q: A?\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n"),
    Fault(code="long-line", line=3, content=f"## Q: A?\n\n{LONG_LINE}\n"),
    Fault(code="unchecked-code", line=5, content="## Q: A?\n\nlike this:\n\n```python\nprint(1)\n```\n"),
    Fault(code="many-cards", line=1, content="## Q: A?\n\n" + "".join(f"- Name {n}: text {n}{n}\n" for n in range(13))),
    Fault(code="no-card", line=3, content="## Q: A?\n\nIs that so?\n\nname :: what it means\n"),
    Fault(code="code-gutter", line=5, content="## Q: A?\n\nthe code:\n\n1\n2\n3\n4\nint a;\nint b;\nint c;\nint d;\n"),
    Fault(
        code="flattened-table",
        line=5,
        content="## Q: A?\n\n对比：\n\n特性 进程 线程\n开销 大 小\n通信 难 易\n内存 独立 共享\n",
    ),
    Fault(code="metadata-line", line=3, content="# A\n\nTags: gpu\n\n## Q: A?\n\nthe answer\n"),
    Fault(code="weak", line=3, content="## Q: A?\n\n- 消费时用 sendfile 零拷贝，数据不经过用户态\n"),
    Fault(code="config", line=1, content=NOTE, settings="a: [", path="ankigen.yaml"),
    Fault(code="config-key", line=1, content=NOTE, settings="deck_prefx: A\n", path="ankigen.yaml"),
    Fault(code="config-value", line=1, content=NOTE, settings="rules: 3\n", path="ankigen.yaml"),
    *(
        Fault(code=code, line=number, content="## Q: A?\n\nthe answer\n", path="cards/ankigen.lock", lock=lock)
        for code, number, lock in LOCKS
    ),
)
SEEN_OTHERWISE = frozenset({"lock-tie", "lock-missing", "lock-stale"})
"""They need a build before; see test_lock.py."""

SEVERITIES = {code.name: code.severity for code in CODES}


if sys.platform == "win32":  # symbolic links need a privilege there
    FAULTS = tuple(fault for fault in FAULTS if not fault.link)


def put(file: Path, fault: Fault) -> None:
    content = fault.content.encode() if isinstance(fault.content, str) else fault.content
    if fault.link:
        file.symlink_to(content.decode())
    else:
        file.write_bytes(content)


def lay_out(workspace: Path, fault: Fault) -> None:
    put(workspace / "cards/bad.md", fault)
    (workspace / "secret.png").write_bytes(b"x")
    if fault.lock:
        (workspace / "cards/ankigen.lock").write_text(fault.lock, encoding="utf-8")
    if fault.settings:
        (workspace / "ankigen.yaml").write_text(fault.settings, encoding="utf-8")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_a_fault_is_named_with_its_place_and_mend(workspace: Path, ankigen: Run, fault: Fault) -> None:
    lay_out(workspace, fault)
    result = ankigen("check", "--json")
    found = [each for each in json.loads(result.stdout)["diagnostics"] if each["code"] == fault.code]
    assert [(each["path"], each["line"]) for each in found] == [(fault.path, fault.line)]
    assert found[0]["severity"] == SEVERITIES[fault.code]
    assert found[0]["message"]
    assert found[0]["mend"]
    assert not (found[0]["message"] + found[0]["mend"]).endswith(".")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_an_error_stops_a_build_and_a_warning_does_not(workspace: Path, ankigen: Run, fault: Fault) -> None:
    lay_out(workspace, fault)
    result = ankigen("build")
    stopped = SEVERITIES[fault.code] is Severity.ERROR
    assert result.exit_code == (1 if stopped else 0), result.output
    assert (workspace / "build").exists() is not stopped


def test_every_code_has_a_case() -> None:
    without = SEEN_OTHERWISE | ({"unreadable"} if sys.platform == "win32" else set())
    assert {fault.code for fault in FAULTS} == set(SEVERITIES) - without


def test_all_faults_are_named_in_one_run(workspace: Path, ankigen: Run) -> None:
    (workspace / "secret.png").write_bytes(b"x")
    documents = [fault for fault in FAULTS if fault.path == "cards/bad.md" and fault.code != "long-line"]
    for number, fault in enumerate(documents):
        put(workspace / f"cards/bad{number:02}.md", fault)
    result = ankigen("build", "-v")
    assert result.exit_code == 1
    for number, fault in enumerate(documents):
        place = f"cards/bad{number:02}.md:{fault.line}: {SEVERITIES[fault.code]}[{fault.code}]: "
        assert place in result.stderr
    places = [line.split(": ", 1)[0].rpartition(":") for line in result.stderr.splitlines() if "]: " in line]
    order = [(path, int(line)) for path, _, line in places]
    assert order == sorted(order)


def test_a_misspelt_key_gets_the_right_spelling(workspace: Path, ankigen: Run) -> None:
    lay_out(workspace, next(fault for fault in FAULTS if fault.code == "front-matter-key"))
    assert "did you mean `tags`" in ankigen("check").stderr


def test_a_duplicate_names_both_places(workspace: Path, ankigen: Run) -> None:
    lay_out(workspace, next(fault for fault in FAULTS if fault.code == "duplicate-key"))
    message = next(line for line in ankigen("check").stderr.splitlines() if "duplicate-key" in line)
    assert message.startswith("cards/bad.md:5:")
    assert "1" in message.split("]: ", 1)[1]


def test_a_megabyte_line_is_done_in_seconds(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/long.md").write_text(f"## Q: A?\n\n{'word ** [x `y $z {{c1:: ' * 45_000}\n", encoding="utf-8")
    result = ankigen("check", "-q")
    assert result.exit_code in {0, 1}
