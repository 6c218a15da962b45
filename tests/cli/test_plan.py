"""`ankigen plan`: what a build would change, in groups and as JSON, and nothing is written."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, Run

LOCK = Path("cards/ankigen.lock")
WARP = "- **Warp**: 32 threads that run one instruction at a time\n"
DIVERGENCE = "- **Divergence**: both sides of a branch run one after the other\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What is written for what, and what the plan says of it."""

    group: str
    said: tuple[str, ...]
    old: str = ""
    new: str = ""
    counted: str = ""


EDITS = (
    Edit(
        group="new (1)",
        old=DIVERGENCE,
        new=DIVERGENCE + "- **Occupancy**: resident warps as a share of the most\n",
        said=("cards/gpu.md:7  Occupancy: what is it?",),
        counted="1 new, 1 changed, 5 unchanged",
    ),
    Edit(
        group="changed (2)",
        old="32 threads",
        new="64 threads",
        said=(
            "cards/gpu.md:5  Warp: what is it?",
            "- 32 threads that run one instruction at a time",
            "+ 64 threads that run one instruction at a time",
        ),
        counted="2 changed, 4 unchanged",
    ),
    Edit(
        group="changed (6)",
        old="# GPU",
        new="---\ntags: [cuda]\n---\n\n# GPU",
        said=("- tags: ankigen::rule::label", "+ tags: ankigen::rule::label cuda"),
        counted="6 changed, 0 unchanged",
    ),
    Edit(
        group="moved (6)",
        old="# GPU",
        new="# CUDA",
        said=(
            "from deck GPU",
            "from deck Rehearsal::GPU",
            "4 notes now in CUDA: Anki leaves cards where they are",
            "2 notes now in Rehearsal::CUDA",
            "Cards > Change Deck",
            '"Key:re:^(',
        ),
        counted="6 moved, 0 unchanged",
    ),
    Edit(
        group="matched by similarity (1)",
        old=WARP,
        new="- **Warps**: 32 threads that run one instruction each time\n",
        said=("0.9", "cards/gpu.md:5  Warps: what is it?", "- Warp: what is it?", "+ Warps: what is it?"),
        counted="1 changed, 1 matched by similarity, 4 unchanged",
    ),
    Edit(
        group="history restarts: another note type (1)",
        old="32 threads",
        new="==32 threads==",
        said=("cards/gpu.md:5  Warp: 32 threads that run", "was ankigen Basic: Warp: what is it?", "gone (1)"),
        counted="1 changed, 1 history restarts, 1 gone, 4 unchanged",
    ),
    Edit(
        group="gone (1)",
        old=DIVERGENCE,
        said=("cards/gpu.md  Divergence: what is it?", "1 note gone: in Anki's browser search for this"),
        counted="1 changed, 1 gone, 4 unchanged",
    ),
)


def edit(old: str, new: str) -> None:
    file = Path("cards/gpu.md")
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def edit_lock(old: str, new: str) -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert old in text
    LOCK.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("each", EDITS, ids=lambda each: each.group)
def test_a_group_names_its_notes_and_what_is_to_be_done(ankigen: Run, each: Edit) -> None:
    ankigen("build")
    edit(each.old, each.new)
    result = ankigen("plan")
    assert (result.exit_code, result.stderr) == (0, "")
    assert each.group in result.stdout.splitlines()
    for words in each.said:
        assert words in result.stdout
    assert result.stdout.splitlines()[-1] == each.counted


@pytest.mark.usefixtures("workspace")
def test_a_build_says_in_one_line_what_the_plan_said(ankigen: Run) -> None:
    ankigen("build")
    edit(DIVERGENCE, "")
    planned = ankigen("plan").stdout.splitlines()
    assert ankigen("build").stderr.splitlines() == [planned[-1], *planned[-3:-1]]


@pytest.mark.usefixtures("workspace")
def test_a_note_stands_in_one_group_whatever_befell_it(ankigen: Run) -> None:
    ankigen("build")
    edit("# GPU", "# CUDA")
    edit(WARP, "- **Warps**: 32 threads that run one instruction each time\n")
    planned = ankigen("plan").stdout.splitlines()
    assert planned[-1] == "5 moved, 1 matched by similarity, 0 unchanged"
    assert sum("cards/gpu.md:" in line for line in planned) == 6


@pytest.mark.usefixtures("workspace")
def test_cards_that_lose_their_content_are_counted(ankigen: Run) -> None:
    edit("| one block |\n", "| one block |\n\n## Q: How do they talk?\n\nThey ==write== to it and ==wait== for all.\n")
    ankigen("build")
    edit("==wait==", "wait")
    planned = ankigen("plan").stdout
    assert "without content from now on: card 2" in planned
    assert "1 card without content from now on: Tools > Empty Cards" in planned


@pytest.mark.usefixtures("workspace")
def test_a_note_that_comes_back_is_in_a_group_of_its_own(ankigen: Run) -> None:
    ankigen("build")
    edit(DIVERGENCE, "")
    ankigen("build")
    edit(WARP, WARP + DIVERGENCE)
    planned = ankigen("plan").stdout.splitlines()
    assert planned[planned.index("back (1)") + 1] == "  cards/gpu.md:6  Divergence: what is it?"
    assert planned[-1] == "1 changed, 1 back, 4 unchanged"


@pytest.mark.usefixtures("workspace")
def test_what_only_ankigen_changed_stands_apart(ankigen: Run) -> None:
    ankigen("build")
    lock = LOCK.read_text(encoding="utf-8").splitlines()
    warp = next(line for line in lock if "|label|Warp" in line)
    values = json.loads(warp)
    older = warp.replace(values["content"], "0" * 20).replace(f'"by": "{values["by"]}"', '"by": "0.0.1"')
    edit_lock(warp, older)
    edit("both sides", "the two sides")
    planned = ankigen("plan").stdout.splitlines()
    assert (
        planned[planned.index("changed only because ankigen is newer (1)") + 1] == "  cards/gpu.md:5  Warp: what is it?"
    )
    assert planned[-1] == "2 changed, 1 changed only because ankigen is newer, 3 unchanged"


@pytest.mark.usefixtures("workspace")
def test_a_note_type_that_changes_is_named(ankigen: Run) -> None:
    ankigen("build")
    kind = next(
        line
        for line in LOCK.read_text(encoding="utf-8").splitlines()
        if line.startswith('{"note_type": "ankigen Cloze"')
    )
    edit_lock(json.loads(kind)["content"], "0" * 20)
    assert "note type ankigen Cloze: its templates or styles change" in ankigen("plan").stdout.splitlines()
    assert json.loads(ankigen("plan", "--json").stdout)["note_types"] == ["ankigen Cloze"]


@pytest.mark.usefixtures("workspace")
def test_a_tie_is_told_with_its_place(ankigen: Run) -> None:
    edit(WARP, "- **Alpha beta one**: yes it is\n- **Alpha beta two**: yes it is\n")
    ankigen("build")
    edit("- **Alpha beta one**: yes it is\n- **Alpha beta two**: yes it is\n", "- **Alpha beta six**: yes it is\n")
    result = ankigen("plan")
    assert result.exit_code == 0
    assert "cards/gpu.md:5: warning[lock-tie]: " in result.stderr


@pytest.mark.usefixtures("workspace")
def test_a_first_plan_says_that_there_is_no_lock_yet(ankigen: Run) -> None:
    planned = ankigen("plan").stdout.splitlines()
    assert planned[0] == "new (6)"
    assert planned[-1] == "no lock yet: every note is new; 6 new, 0 unchanged"
    ankigen("build")
    assert ankigen("plan").stdout == "6 unchanged\n"


@pytest.mark.parametrize("options", [(), ("--json",), ("-v",), ("cards/gpu.md",)], ids=str)
def test_a_plan_writes_nothing(workspace: Path, ankigen: Run, options: tuple[str, ...]) -> None:
    def everything() -> dict[Path, tuple[int, bytes]]:
        files = (file for file in workspace.rglob("*") if file.is_file())
        return {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in files}

    first = everything()
    assert ankigen("plan", *options).exit_code == 0
    assert everything() == first
    assert [file.name for file in workspace.iterdir()] == ["cards"]
    ankigen("build")
    edit("32 threads", "64 threads")
    before = everything()
    assert ankigen("plan", *options).exit_code == 0
    assert everything() == before


def test_after_an_error_there_is_no_plan(workspace: Path, ankigen: Run) -> None:
    ankigen("build")
    edit(DIVERGENCE, "")
    (workspace / "cards/bad.md").write_text("## Q: A?\n\n{{c1::}}\n", encoding="utf-8")
    result = ankigen("plan")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cards/bad.md:3: error[cloze-empty]: " in result.stderr
    report = json.loads(ankigen("plan", "--json").stdout)
    assert (report["ok"], report["changes"], set(report["notes"].values())) == (False, [], {0})


@pytest.mark.usefixtures("workspace")
def test_json_has_all_that_the_text_says(ankigen: Run) -> None:
    ankigen("build")
    edit("# GPU", "# CUDA")
    edit("32 threads", "==32 threads==")
    edit(DIVERGENCE, "")
    result = ankigen("plan", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    report = json.loads(result.stdout)
    assert list(report) == [
        *("version", "command", "ok", "root", "first", "counts", "diagnostics"),
        *("notes", "changes", "note_types", "searches"),
    ]
    assert (report["version"], report["command"], report["ok"], report["first"]) == (1, "plan", True, False)
    assert report["notes"] == {"new": 0, "changed": 1, "restarted": 1, "back": 0, "gone": 2, "unchanged": 3}
    # Of notes that do not change, those that move.
    assert [change["fate"] for change in report["changes"]].count("unchanged") == 3
    for change in report["changes"]:
        assert list(change) == [
            *("fate", "moved", "by_ankigen", "similarity", "lost_cards", "line", "before", "after"),
        ]
        assert (change["after"] is None) == (change["fate"] == "gone")
        for note in filter(None, (change["before"], change["after"])):
            assert list(note) == ["key", "guid", "note_type", "document", "deck", "front", "back", "tags"]
    gone = {change["before"]["guid"] for change in report["changes"] if change["fate"] == "gone"}
    assert report["searches"]["gone"].count("|") == len(gone) - 1 == 1
    assert all(guid in report["searches"]["gone"] for guid in gone)
    assert list(report["searches"]["moved"]) == ["Rehearsal::CUDA", "CUDA"]


@pytest.mark.usefixtures("workspace")
def test_a_build_reports_as_json_what_the_plan_did(ankigen: Run) -> None:
    ankigen("build")
    edit(DIVERGENCE, "")
    planned = json.loads(ankigen("plan", "--json").stdout)
    built = json.loads(ankigen("build", "--json").stdout)
    assert built["plan"] == {name: planned[name] for name in ("notes", "changes", "note_types", "searches")}


def test_a_long_text_is_cut_to_a_line(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/gpu.md").write_text(NOTE.replace("32 threads", "32 threads " * 40), encoding="utf-8")
    ankigen("build")
    edit("one instruction", "two instructions")
    assert all(len(line) <= 110 for line in ankigen("plan").stdout.splitlines())


def test_a_single_file_is_planned_by_the_lock_beside_it(folder: Path, ankigen: Run) -> None:
    (folder / "notes.md").write_text(NOTE, encoding="utf-8")
    assert ankigen("plan", "notes.md").stdout.splitlines()[-1] == "no lock yet: every note is new; 6 new, 0 unchanged"
    ankigen("build", "notes.md")
    assert ankigen("plan", "notes.md").stdout == "6 unchanged\n"
