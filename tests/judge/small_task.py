"""A task that runs in a moment: doubling a number, with one rejected program, and a GPU program beside it on demand."""

from collections.abc import Mapping
from pathlib import Path

TASK = """\
title: {zh: 加倍, en: Double}
statement: {zh: 把一个数加倍, en: Double a number}
entry: double
oracle: twice
programs:
  double: {runner: python, file: accepted/double.py}
regions:
  double: {file: accepted/double.py, language: python}
comparison: exact
limits: {wall_s: 10, memory_mb: 512}
"""

ON_GPU = """\
  batch: {runner: cuda, file: accepted/batch.py, kernels: [accepted/kernels/double.cu], entry: double_batch}
"""

FILES: Mapping[str, str] = {
    "task.yaml": TASK,
    "vectors.yaml": """\
cases:
  - {id: one, in: [1], out: 2, why: "the smallest"}
  - {id: three, in: [3], out: 6, why: "odd, and its square is another number"}
generated:
  - {id: small, gen: number, sizes: [10, 1000], seeds: 2}
bad_input:
  - {id: text, in: ["1"], raises: [TypeError]}
""",
    "oracle.py": "def twice(n: int) -> int:\n    return n + n\n",
    "generators.py": (
        "import random\n\n\n"
        "def number(size: int, seed: int) -> list[int]:\n"
        '    return [random.Random(f"{size}:{seed}").randrange(3, size)]\n'
    ),
    "accepted/double.py": (
        "# card:begin double\n"
        "def double(n: int) -> int:\n"
        "    if not isinstance(n, int):\n"
        "        raise TypeError\n"
        "    return 2 * n\n"
        "# card:end\n"
    ),
    "rejected/square.py": (
        "# expect: wrong-answer\n# why: squares, which is right for 2 alone\n\n\n"
        "def double(n: int) -> int:\n"
        "    if not isinstance(n, int):\n"
        "        raise TypeError\n"
        "    return n * n\n"
    ),
}

GPU_FILES: Mapping[str, str] = {
    "task.yaml": TASK.replace("regions:", f"{ON_GPU}regions:"),
    "vectors.yaml": FILES["vectors.yaml"].replace(
        "bad_input:",
        "  - {id: batch, gen: number, sizes: [10], entry: double_batch, oracle: twice, sanitize: true}\nbad_input:",
    ),
    "accepted/batch.py": "def double_batch(n: int) -> int:\n    return 2 * n\n",
    "accepted/kernels/double.cu": "__global__ void twice(int *n) { *n *= 2; }\n",
}


def write_task(root: Path, name: str = "double", changes: Mapping[str, str] | None = None) -> Path:
    """Write the task's folder into `root`/solutions and give it."""
    folder = root / "solutions" / name
    for path, text in {**FILES, **(changes or {})}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return folder
