"""README says what the program does: its commands are run, its tables are compared with the registries."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ankigen.atoms import RULES
from ankigen.cli import application
from ankigen.export import EXPORTERS
from ankigen.workspace import CODES

REPOSITORY = Path(__file__).parents[2]
README = REPOSITORY / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)

TESTED_ELSEWHERE = {
    "pipx install .": "test_package.py installs the built wheel, which is what it does",
    "uv tool install .": "the same",
    "make deck": "test_make.py",
    "make test": "it runs these tests",
    "ankigen verify": "tests/cli/test_verify_pack.py runs README's commands on a task",
    "ankigen verify --pack gpu.pyz": "the same",
    "python3 gpu.pyz": "the same",
    "ankigen verify --judge gpu.answers.zip": "the same",
}

FORMS = (
    *(
        "`Q:`",
        "`Q：`",
        "`Q1.`",
        "`问：`",
        "`问题：`",
        "`问题一`",
        "`面试题：`",
        "`面试官：`",
        "`？`",
        "`?`",
        "`A:`",
        "`答：`",
    ),
    *("`Step 2：…`", "`步骤二：`", "`第一步：`", "`典型数值（A100）：`", "`1. X：`", "`一、X`"),
    *("`deck`", "`tags`", "`lang`", "`source`", "`id`", "`rules`"),
    *("`{#id}`", "`{.skip}`", "`{.reverse}`", "`{.type}`", "`{.cloze}`", "`{.each}`", "`{.display}`"),
    *("`{solution=TASK}`", "`{solution=TASK region=NAME}`"),
    *('`{rules="label table"}`', "`==x==`", "`<mark>x</mark>`", "`{{c1::x}}`", "`{{c1::x::hint}}`"),
    *(
        "`front :: back`",
        "`front ::: back`",
        "`$…$`",
        "`$$…$$`",
        "`![alt](picture.png)`",
        "`![[picture.png]]`",
        "`[^1]`",
    ),
    *("`br`", "`sub`", "`sup`", "`kbd`", "`u`", "`mark`", "`<!-- comments -->`", "`~~strikethrough~~`"),
    *("`[[link]]`", "`[[link\\|text]]`", "`%%comment%%`", "`^block-id`", "`> [!note] Title`"),
)


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def rules_table() -> str:
    rows = [f"| {rule.level} | `{rule.name}` | {cell(rule.summary)} |" for rule in RULES]
    return "\n".join(["| level | rule | what it takes and makes |", "|---|---|---|", *rows])


def diagnostics_table() -> str:
    rows = [f"| {code.severity} | `{code.name}` | {cell(code.summary)} |" for code in CODES]
    return "\n".join(["| severity | code | about |", "|---|---|---|", *rows])


def with_table(readme: str, name: str, table: str) -> str:
    pattern = re.compile(rf"(<!-- {name}: written by `pytest --regen` -->\n).*?(<!-- end -->)", re.DOTALL)
    filled, times = pattern.subn(lambda match: f"{match[1]}{table}\n{match[2]}", readme)
    assert times == 1
    return filled


def run_commands(commands: Sequence[str], folder: Path) -> Iterator[str]:
    """Run `cd` and `ankigen` commands one after the other, as a shell in `folder` would."""
    environment = {"PYTHONPATH": str(REPOSITORY), "NO_COLOR": "1", "COLUMNS": "100"}
    for command in commands:
        name, *arguments = shlex.split(command)
        if name == "cd":
            folder = folder / arguments[0]
            yield ""
            continue
        assert name == "ankigen", f"README uses a command that this test cannot run: {command}"
        run = subprocess.run(
            [sys.executable, "-m", "ankigen", *arguments],
            cwd=folder,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        assert run.returncode == 0, f"{command}: {run.stdout}"
        yield run.stdout


def with_outputs(readme: str, folder: Path) -> str:
    """Run every command of README's examples, in order, and put what it prints below it."""
    blocks = [[line[2:] for line in match[1].splitlines() if line.startswith("$ ")] for match in BLOCK.finditer(readme)]
    outputs = run_commands([command for block in blocks for command in block], folder)
    filled = iter(["".join(f"$ {command}\n{next(outputs)}" for command in block) for block in blocks])
    return BLOCK.sub(lambda _: f"```console\n{next(filled)}```", readme)


def test_the_tables_and_the_example_are_what_the_program_says(tmp_path: Path, *, regen: bool) -> None:
    readme = README.read_text(encoding="utf-8")
    told = with_table(readme, "rules", rules_table())
    told = with_table(told, "diagnostics", diagnostics_table())
    told = with_outputs(told, tmp_path)
    if regen:
        README.write_text(told, encoding="utf-8", newline="\n")
    assert regen or readme == told


def test_no_command_of_readme_goes_untested() -> None:
    readme = README.read_text(encoding="utf-8")
    commands = [line for match in SHELL.finditer(readme) for line in match[1].splitlines() if line]
    assert set(commands) == set(TESTED_ELSEWHERE)
    fences = re.findall(r"^```(\w*)$", readme, re.MULTILINE)
    assert set(fences) <= {"", "sh", "console"}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_dialect_is_documented(form: str) -> None:
    assert form in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(application.commands))
def test_every_command_and_option_is_documented(name: str) -> None:
    readme = README.read_text(encoding="utf-8")
    assert f"`ankigen {name}" in readme
    for parameter in application.commands[name].params:
        flags = [flag for flag in parameter.opts if flag.startswith("-")]
        assert not flags or any(f"`{flag}" in readme for flag in flags), flags


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_every_format_is_documented(exporter: object) -> None:
    assert f"`{getattr(exporter, 'name', '')}`" in README.read_text(encoding="utf-8")


def test_every_exit_code_is_documented() -> None:
    readme = README.read_text(encoding="utf-8")
    table = readme.split("### Exit codes", 1)[1].split("###", 1)[0]
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == ["0", "1", "2", "3", "70", "130"]
