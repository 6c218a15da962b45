"""The signatures of a piece of code: what a card may give away before the code itself is asked for."""

import re
import textwrap
from collections.abc import Iterator

_PYTHON = frozenset({"python", "py", "python3", "cython"})
_BRACES = frozenset({"c", "cpp", "c++", "cuda", "cu", "cuh", "h", "hpp"})
_DEFINITION = re.compile(r"(?:async\s+def|def|class)\s")
_LITERAL_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def signatures(code: str, language: str) -> str:
    """Give the heads of the functions and classes of a piece of code, one below the other; empty if there are none.

    Args:
        code: without common indentation.
        language: name of a Pygments lexer; others than Python, C, C++ and CUDA have no signatures here.
    """
    if language.lower() in _PYTHON:
        return "\n".join(_of_python(code))
    if language.lower() in _BRACES:
        return "\n".join(_of_braces(code))
    return ""


def _of_python(code: str) -> Iterator[str]:
    """Yield what stands from `def` to its colon, with the decorators above it; methods are no part of it."""
    head: list[str] = []
    inside = False
    for line in code.split("\n"):
        if inside or _DEFINITION.match(line):
            head.append(line)
            inside = not line.rstrip().endswith(":") and _open_brackets(head)
            if not inside:
                yield "\n".join(head)
                head = []
        elif line.startswith("@"):
            head.append(line)
        elif line.strip() and not line[0].isspace():
            head = []


def _open_brackets(lines: list[str]) -> bool:
    text = "\n".join(lines)
    return sum(text.count(each) for each in "([{") > sum(text.count(each) for each in ")]}")


def _of_braces(code: str) -> Iterator[str]:
    """Yield what stands between the bodies of the top level and is a function's head."""
    # Braces in texts and comments open nothing; the places stay what they are.
    blank = _LITERAL_OR_COMMENT.sub(_blanked, code)
    shown = _LITERAL_OR_COMMENT.sub(lambda match: _blanked(match) if match[0].startswith("/") else match[0], code)
    depth, start = 0, 0
    for place, character in enumerate(blank):
        if character == "{":
            if depth == 0:
                head = _head(shown[start:place])
                if head:
                    yield head
            depth += 1
        elif character == "}":
            depth = max(0, depth - 1)
            start = place + 1
        elif character == ";" and depth == 0:
            start = place + 1


def _blanked(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _head(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    head = textwrap.dedent("\n".join(lines)).strip()
    return head if head.endswith((")", "const", "noexcept", "override")) and "(" in head else ""
