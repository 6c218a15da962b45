"""The lock as text: nothing is lost on the way, nothing of a damaged one is believed, and branches merge."""

import shutil
import subprocess
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity import ParsedLock, lock_text, parse_lock
from ankigen.model.diagnostic import Severity
from ankigen.model.lock import Line, Lock, State, TypeLine
from ankigen.model.note import NoteKind
from tests.identity.building import build

NOTE = """\
# GPU

## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other

## Q: How do the threads of a block talk?

They write to ==a shared array== and wait at ==a barrier==.

## Q: 内存之间有何不同？

| 内存 | 可见范围 | 大小 |
|---|---|---|
| 寄存器 | 一个线程 | 256 KB |
| 共享内存 | 一个线程块 | 228 KB |
"""

ADDED: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace("==a barrier==.\n", "==a barrier==.\n\nIt ends when ==every thread== has come to it.\n"),
    lambda text: text.replace("- **Div", "- **Occupancy**: resident warps as a share of the most\n- **Div"),
    lambda text: text + "| 显存 | 整个网格 | 80 GB |\n",
)
"""A note more under each of the questions, in the order that they have in the lock."""

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
name = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
ordinals = st.dictionaries(any_text, st.integers(1, 500), max_size=4).map(lambda found: tuple(found.items()))
lines = st.builds(
    Line,
    key=name,
    guid=name,
    note_type=st.sampled_from(NoteKind).map(str),
    rule=any_text,
    document=any_text,
    path=any_text,
    front=any_text,
    back=any_text,
    ordinals=ordinals,
    reserved=ordinals,
    deck=any_text,
    tags=st.lists(any_text, max_size=3).map(tuple),
    mod=st.integers(0, 1 << 40),
    content=any_text,
    source=any_text,
    state=st.sampled_from(State),
    by=any_text,
)
types = st.builds(TypeLine, note_type=name, content=any_text, mod=st.integers(0, 1 << 40))
locks = st.builds(
    Lock,
    lines=st.lists(lines, max_size=4, unique_by=(lambda line: line.key, lambda line: line.guid)).map(
        lambda found: tuple(sorted(found, key=lambda line: line.key))
    ),
    note_types=st.lists(types, max_size=3, unique_by=lambda kind: kind.note_type).map(
        lambda found: tuple(sorted(found, key=lambda kind: kind.note_type))
    ),
)


def parse(text: str) -> ParsedLock:
    return parse_lock(text, "cards/ankigen.lock")


@given(locks)
def test_what_is_written_is_what_is_read(lock: Lock) -> None:
    assert parse(lock_text(lock)) == ParsedLock(lock=lock)


@given(locks)
def test_there_is_one_line_a_note(lock: Lock) -> None:
    text = lock_text(lock)
    assert text.count("\n") == len(lock.lines) + len(lock.note_types) + 2
    assert text.endswith("\n")


def test_any_order_of_lines_gives_the_same_text() -> None:
    lock = build({"cards/gpu.md": NOTE}).lock
    some = lock.lines[:4]
    texts = {
        lock_text(Lock(lines=order, note_types=kinds))
        for order in permutations(some)
        for kinds in permutations(lock.note_types)
    }
    assert len(texts) == 1


def test_lines_that_a_merge_put_out_of_order_are_read() -> None:
    lock = build({"cards/gpu.md": NOTE}).lock
    first, *middle, last = lock_text(lock).splitlines(keepends=True)
    assert parse("".join([first, *reversed(middle), last])).lock.lines == lock.lines


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace("\n", "\n\n"),
    ],
    ids=["CRLF", "BOM", "both", "no last line end", "empty lines"],
)
def test_what_an_editor_or_git_does_to_a_text_does_no_harm(spoil: Callable[[str], str]) -> None:
    lock = build({"cards/gpu.md": NOTE}).lock
    assert parse(spoil(lock_text(lock))) == ParsedLock(lock=lock)


def test_han_characters_stand_in_it_as_they_are() -> None:
    assert "一个线程块" in lock_text(build({"cards/gpu.md": NOTE}).lock)


def test_a_lock_cut_off_anywhere_is_an_error_or_whole() -> None:
    lock = build({"cards/gpu.md": NOTE}).lock
    text = lock_text(Lock(lines=lock.lines[:3], note_types=lock.note_types))
    whole = parse(text).lock
    for end in range(len(text)):
        found = parse(text[:end])
        errors = [each for each in found.diagnostics if each.severity is Severity.ERROR]
        assert errors or found.lock == whole
        assert not errors or found.lock == Lock()


def test_a_lock_that_lacks_any_of_its_ends_is_an_error() -> None:
    first, *middle, last = lock_text(build({"cards/gpu.md": NOTE}).lock).splitlines(keepends=True)
    for parts in ([first, *middle], [*middle, last], middle, [first, last, *middle]):
        (finding,) = parse("".join(parts)).diagnostics
        assert finding.code == "lock-damaged"


def test_after_an_error_nothing_of_the_lock_is_used() -> None:
    rows = lock_text(build({"cards/gpu.md": NOTE}).lock).splitlines(keepends=True)
    for place, row in enumerate(rows):
        found = parse("".join([*rows[:place], row[: len(row) // 2] + "\n", *rows[place + 1 :]]))
        assert found.lock == Lock()
        assert [(each.code, each.line) for each in found.diagnostics] == [("lock-damaged", place + 1)]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
class TestMerging:
    """Two branches edit the notes and build; then git merges their locks."""

    @pytest.mark.parametrize(("ours", "theirs"), [(0, 1), (0, 2)], ids=str)
    def test_notes_added_under_different_questions_merge(self, tmp_path: Path, ours: int, theirs: int) -> None:
        both = ADDED[theirs](ADDED[ours](NOTE))
        assert merged(tmp_path, ADDED[ours](NOTE), ADDED[theirs](NOTE)) == (0, lock_text(built(both)))

    def test_one_note_edited_and_another_added_merge(self, tmp_path: Path) -> None:
        conflicts, text = merged(tmp_path, NOTE.replace("They write", "All of them write"), ADDED[2](NOTE))
        assert conflicts == 0
        assert not parse(text).diagnostics

    def test_new_questions_on_both_sides_merge(self, tmp_path: Path) -> None:
        ours = NOTE + "\n## Q: A grid?\n\n- **Grid**: all blocks of one kernel launch\n"
        theirs = NOTE + "\n## Q: What is a stream?\n\n- **Stream**: kernels that run in their order\n"
        conflicts, text = merged(tmp_path, ours, theirs)
        assert conflicts == 0
        assert {line.rule for line in parse(text).lock.lines} == {"label", "rehearsal", "cloze", "table"}

    @pytest.mark.parametrize("style", [(), ("--diff3",)], ids=str)
    def test_one_note_edited_on_both_sides_is_a_conflict_that_is_named(
        self, tmp_path: Path, style: tuple[str, ...]
    ) -> None:
        ours, theirs = (NOTE.replace("32 threads", f"{word} threads") for word in ("thirty-two", "two and thirty"))
        conflicts, text = merged(tmp_path, ours, theirs, *style)
        assert conflicts > 0
        found = parse(text)
        (finding,) = found.diagnostics
        assert (finding.code, finding.severity) == ("lock-conflict", Severity.ERROR)
        assert text.splitlines()[finding.line - 1].startswith("<<<<<<<")
        assert "merge" in finding.message
        assert "higher mod" in finding.mend
        assert found.lock == Lock()

    def test_one_note_edited_on_both_sides_and_kept_twice_is_named(self, tmp_path: Path) -> None:
        ours, theirs = (NOTE.replace("32 threads", f"{word} threads") for word in ("thirty-two", "two and thirty"))
        _, text = merged(tmp_path, ours, theirs)
        kept = "".join(row for row in text.splitlines(keepends=True) if row.startswith("{"))
        assert {each.code for each in parse(kept).diagnostics} == {"lock-duplicate"}


def built(text: str) -> Lock:
    """Build an edited note on top of the lock of the first one."""
    return build({"cards/gpu.md": text}, build({"cards/gpu.md": NOTE}).lock).lock


def merged(folder: Path, ours: str, theirs: str, *options: str) -> tuple[int, str]:
    """Merge the locks of two branches as git does; give the number of conflicts and the text."""
    for file, text in (("base", NOTE), ("ours", ours), ("theirs", theirs)):
        (folder / file).write_text(lock_text(built(text)), encoding="utf-8", newline="\n")
    command = ["git", "merge-file", "--stdout", *options, "ours", "base", "theirs"]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout
