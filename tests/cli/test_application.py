"""What holds for all commands: help, exit codes, failures, streams, colours."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from ankigen import __version__
from ankigen.atoms import RULES
from ankigen.cli import application
from ankigen.cli.terminal import colour_wanted
from ankigen.pipeline import build
from tests.cli.conftest import REPOSITORY, Run, RunProcess

COMMANDS = sorted(application.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_its_options_have_help(name: str, ankigen: Run) -> None:
    command = application.commands[name]
    assert command.help
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    assert all(option.help for option in options)
    for flag in ("-h", "--help"):
        result = ankigen(name, flag)
        assert result.exit_code == 0
        assert f"Usage: ankigen {name}" in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_json(name: str) -> None:
    assert "as_json" in {parameter.name for parameter in application.commands[name].params}


def test_version_is_printed(ankigen: Run) -> None:
    assert ankigen("--version").stdout == f"ankigen {__version__}\n"


def test_rules_are_listed_in_their_order(ankigen: Run) -> None:
    lines = ankigen("rules").stdout.splitlines()
    assert [tuple(line.split()[:2]) for line in lines] == [(rule.level, rule.name) for rule in RULES]
    report = json.loads(ankigen("rules", "--json").stdout)
    assert [rule["name"] for rule in report["rules"]] == [rule.name for rule in RULES]
    assert (report["version"], report["ok"]) == (1, True)


def test_a_new_workspace_builds_without_a_finding(folder: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = ankigen("new", "notes")
    assert result.exit_code == 0
    assert "notes/cards/hello-zh.md" in result.stdout.splitlines()
    assert "ankigen build" in result.stderr
    monkeypatch.chdir(folder / "notes")
    assert ankigen("check", "--strict").exit_code == 0
    assert ankigen("build").exit_code == 0


@pytest.mark.usefixtures("workspace")
def test_new_refuses_a_folder_in_use(ankigen: Run) -> None:
    result = ankigen("new", ".")
    assert result.exit_code == 3
    assert "not empty" in result.stderr


@pytest.mark.usefixtures("folder")
def test_new_in_json_lists_its_files(ankigen: Run) -> None:
    report = json.loads(ankigen("new", "notes", "--json").stdout)
    assert (report["folder"], report["ok"]) == ("notes", True)
    assert "cards/hello-en.md" in report["files"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("biuld",),
        ("build", "--fast"),
        ("build", "--format", "pdf"),
        ("build", "-q", "-v"),
        ("explain",),
        ("new",),
        ("build", "-o", "cards"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("workspace")
def test_wrong_usage_is_two(ankigen: Run, arguments: tuple[str, ...]) -> None:
    assert ankigen(*arguments).exit_code == 2


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_folder_without_documents_is_a_plain_sentence_and_three(folder: Path, ankigen: Run, command: str) -> None:
    (folder / "cards").mkdir()
    result = ankigen(command)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: no documents: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.usefixtures("folder")
def test_a_failure_is_json_where_json_is_asked_for(ankigen: Run) -> None:
    result = ankigen("check", "gone.md", "--json")
    assert (result.exit_code, result.stderr) == (3, "")
    report = json.loads(result.stdout)
    assert (report["version"], report["ok"], report["exit_code"]) == (1, False, 3)
    assert "gone.md does not exist" in report["error"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("build", "--json", "--format", "foo"), "'foo' is not one of"),
        (("build", "--format", "foo", "--json"), "'foo' is not one of"),
        (("build", "--json", "-o", "cards"), "is a directory"),
        (("build", "--json", "-o", "x.foo"), "no format has the ending .foo"),
        (("check", "--fast", "--json"), "--fast"),
        (("explain", "--json"), "FILE:LINE"),
        (("biuld", "--json"), "biuld"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("workspace")
def test_wrong_usage_is_json_where_json_is_asked_for(ankigen: Run, arguments: tuple[str, ...], words: str) -> None:
    result = ankigen(*arguments)
    assert (result.exit_code, result.stderr) == (2, "")
    report = json.loads(result.stdout)
    assert (report["version"], report["ok"], report["exit_code"]) == (1, False, 2)
    assert words in report["error"]


@pytest.mark.usefixtures("workspace")
def test_behind_two_dashes_json_is_the_name_of_a_file(ankigen: Run) -> None:
    result = ankigen("check", "--", "--json")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "--json does not exist" in result.stderr


@pytest.mark.parametrize("options", [(), ("--json",)], ids=str)
@pytest.mark.usefixtures("workspace")
def test_an_interrupted_command_does_not_look_like_errors_in_the_notes(
    ankigen: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ankigen.cli.build.build", interrupt)
    result = ankigen("build", *options)
    assert result.exit_code == 130
    assert "Aborted" not in result.output
    if options:
        assert json.loads(result.stdout)["error"] == "interrupted"
    else:
        assert (result.stdout, result.stderr) == ("", "error: interrupted\n")


@pytest.mark.usefixtures("workspace")
def test_our_own_bug_shows_its_traceback_and_is_seventy(ankigen: Run, monkeypatch: pytest.MonkeyPatch) -> None:

    def crash(*_: object, **__: object) -> None:
        msg = "left is not right"
        raise RuntimeError(msg)

    monkeypatch.setattr(f"{build.__module__.rsplit('.', 2)[0]}.cli.build.build", crash)
    result = ankigen("build")
    assert result.exit_code == 70
    assert "Traceback" in result.stderr
    assert "RuntimeError: left is not right" in result.stderr
    assert result.stderr.rstrip().splitlines()[-1].startswith("error: this is a bug in ankigen")


def test_the_module_is_the_command(workspace: Path, ankigen_process: RunProcess) -> None:
    run = ankigen_process("build", cwd=workspace)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("build/gpu.apkg")
    assert ankigen_process("build", "gone.md", cwd=workspace).returncode == 3


def test_a_pipe_gets_utf8_and_no_colours_whatever_the_locale(workspace: Path, ankigen_process: RunProcess) -> None:
    (workspace / "cards/图.md").write_text("# 显卡\n\n## Q：什么是线程束？\n\n略\n", encoding="utf-8")
    for encoding in ("ascii", "cp1252", "gbk"):
        run = ankigen_process("check", cwd=workspace, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
        assert run.returncode == 0
        assert "cards/图.md:3: warning[no-answer]" in run.stderr
        assert "\x1b[" not in run.stderr + run.stdout


def test_colours_are_forced_and_forbidden_by_the_environment(workspace: Path, ankigen_process: RunProcess) -> None:
    forced = ankigen_process("rules", cwd=workspace, env={"FORCE_COLOR": "1", "NO_COLOR": ""})
    assert "\x1b[" in forced.stdout
    both = ankigen_process("rules", cwd=workspace, env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert "\x1b[" not in both.stdout


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, None),
        ({"NO_COLOR": ""}, None),
        ({"NO_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, None),
        ({"FORCE_COLOR": ""}, None),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_colours_follow_the_conventions(environment: dict[str, str], wanted: bool | None) -> None:  # noqa: FBT001
    assert colour_wanted(environment) is wanted


def test_a_closed_pipe_is_no_bug(workspace: Path) -> None:
    command = f'"{sys.executable}" -m ankigen rules --json | "{sys.executable}" -c "import sys; sys.stdin.close()"'
    run = subprocess.run(  # noqa: S602 - a pipe between two of our own commands
        command,
        shell=True,
        cwd=workspace,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in run.stderr
    assert "bug" not in run.stderr


def test_completion_knows_the_commands(workspace: Path, ankigen_process: RunProcess) -> None:
    run = ankigen_process(
        cwd=workspace, env={"_ANKIGEN_COMPLETE": "bash_complete", "COMP_WORDS": "ankigen ", "COMP_CWORD": "1"}
    )
    assert {line.partition(",")[2] for line in run.stdout.splitlines()} >= set(COMMANDS)
