"""`ankigen check`: everything there is to say, and nothing written."""

import json
from pathlib import Path

from tests.cli.conftest import Run

WARNED = "# T\n\n## Q: Why?\n\nTODO\n"


def test_a_clean_workspace_is_counted_and_left_as_it_is(workspace: Path, ankigen: Run) -> None:
    result = ankigen("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("1 document, 2 questions, ")
    assert "0 errors, 0 warnings" in result.stdout
    assert [file.name for file in workspace.iterdir()] == ["cards"]


def test_warnings_fail_only_a_strict_check(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/todo.md").write_text(WARNED, encoding="utf-8")
    assert ankigen("check").exit_code == 0
    strict = ankigen("check", "--strict")
    assert strict.exit_code == 1
    assert "cards/todo.md:3: warning[no-answer]: " in strict.stderr
    quiet = ankigen("check", "--strict", "-q")
    assert (quiet.exit_code, quiet.output) == (1, "")


def test_remarks_are_shown_when_asked_for(workspace: Path, ankigen: Run) -> None:
    note = "# A\n\nTags: gpu\nCreated: 2024-01-01\n\n## Q: A?\n\nthe answer\n"
    (workspace / "cards/exported.md").write_text(note, encoding="utf-8")
    short = ankigen("check")
    assert "info[" not in short.stderr
    assert "remark (-v shows them)" in short.stdout or "remarks (-v shows them)" in short.stdout
    assert "info[metadata-line]" in ankigen("check", "-v").stderr


def test_only_the_named_file_is_checked(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/todo.md").write_text(WARNED, encoding="utf-8")
    assert "todo.md" not in ankigen("check", "cards/gpu.md").stderr


def test_json_says_whether_the_check_passed(workspace: Path, ankigen: Run) -> None:
    (workspace / "cards/todo.md").write_text(WARNED, encoding="utf-8")
    assert json.loads(ankigen("check", "--json").stdout)["ok"] is True
    strict = ankigen("check", "--json", "--strict")
    report = json.loads(strict.stdout)
    assert (strict.exit_code, report["ok"], report["command"], report["version"]) == (1, False, "check", 1)
    assert {"path", "line", "severity", "code", "message", "mend"} == set(report["diagnostics"][0])
