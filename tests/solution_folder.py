"""A solution folder on disk, whole enough for every command; tests change what they are about."""

from pathlib import Path

TASK = """\
title: {zh: 平方, en: Squares}
statement: {zh: 求每个数的平方。, en: Square each number.}
entry: squares
oracle: by_hand
programs:
  squares: {runner: python, file: accepted/squares.py}
regions:
  squares: {file: accepted/squares.py, language: python}
comparison: exact
limits: {wall_s: 10, memory_mb: 256}
"""
VECTORS = """\
cases:
  - {id: two, in: [[1, 2]], out: [1, 4]}
"""
ORACLE = """\
def by_hand(numbers: list[int]) -> list[int]:
    return [sum([number] * abs(number)) * (1 if number > 0 else -1) for number in numbers]
"""
CODE = """\
# card:begin squares
def squares(numbers: list[int]) -> list[int]:
    found = []
    for number in numbers:
        found.append(number * number)  # card:cloze
    return found


# card:end
"""


def put_solution(
    workspace: Path, *, name: str = "squares", task: str = TASK, code: str = CODE, file: str = "accepted/squares.py"
) -> Path:
    """Write a task into a workspace and give its folder."""
    folder = workspace / "solutions" / name
    for path, text in (
        ("task.yaml", task),
        ("vectors.yaml", VECTORS),
        ("oracle.py", ORACLE),
        (file, code),
        ("rejected/cubes.py", "# expect: wrong-answer\n# why: cubes\ndef squares(n):\n    return [x**3 for x in n]\n"),
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    return folder
