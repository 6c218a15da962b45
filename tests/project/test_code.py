"""What must hold for the source as a whole: layers, no hidden output, one table of diagnostic codes."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ankigen.workspace import CODES

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "ankigen"
MODULES = sorted(PACKAGE.rglob("*.py"))
CORE = ("model", "markdown", "atoms", "identity", "notes", "export", "pipeline")


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def test_imports_point_down() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("module", [module for module in MODULES if name_of(module).split("/")[0] in CORE], ids=name_of)
def test_the_core_neither_prints_nor_opens(module: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"print", "open", "input", "breakpoint", "exec", "eval"}


def test_every_code_in_the_source_is_in_the_table_and_the_other_way_round() -> None:
    found: set[str] = set()
    for module in MODULES:
        if name_of(module) != "workspace/codes.py":
            found.update(re.findall(r"\bcode(?:: str)? ?= ?\"([a-z0-9-]+)\"", module.read_text(encoding="utf-8")))
    assert found == {code.name for code in CODES}


def test_codes_are_unique_and_well_formed() -> None:
    names = [code.name for code in CODES]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_names_of_tests_are_unique_over_all_files() -> None:
    names: dict[str, list[str]] = {}
    for module in sorted((REPOSITORY / "tests").rglob("test_*.py")):
        for node in ast.parse(module.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.setdefault(node.name, []).append(module.name)
    assert {name: files for name, files in names.items() if len(files) > 1} == {}
