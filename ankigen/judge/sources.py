"""What Python files of a task say without being run."""

import ast
import warnings
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ankigen.judge.yaml_text import folded
from ankigen.markdown.findings import Findings
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.solution import SolutionFolder

ORACLE = "oracle.py"
GENERATORS = "generators.py"


def functions_of(folder: SolutionFolder, name: str) -> tuple[AbstractSet[str], tuple[Diagnostic, ...]]:
    """Give the names that a file defines at its top, and what is wrong with it; nothing where there is no such file."""
    findings = Findings(f"{folder.path}/{name}")
    content = folder.files.get(name)
    if content is None:
        return frozenset(), ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a task's text, at a moment when nobody asked for it
            tree = ast.parse(folded(content))
    except (SyntaxError, ValueError, RecursionError) as fault:
        line = getattr(fault, "lineno", None) or 1
        message = f"this is no Python: {getattr(fault, 'msg', None) or fault}"
        findings.error(line, code="task-function", message=message, mend="mend it; nothing can be judged without it")
        return frozenset(), findings.in_order()
    return frozenset(_defined(tree)), ()


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Assign():
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))
            case ast.Import() | ast.ImportFrom():
                yield from (alias.asname or alias.name for alias in node.names)
