"""A small task as tests of records need it."""

from collections.abc import Mapping

from ankigen.model.record import Fingerprint, ProgramFinding, Record, SanitizerFinding, StageCount
from ankigen.model.solution import Program, SolutionFolder, Status
from ankigen.model.task_settings import Expectation, Rejected, TaskSettings

PROGRAMS: Mapping[str, Program] = {
    "double": Program(name="double", runner="python", file="accepted/double.py", entry="double", line=9),
    "batch": Program(
        name="batch",
        runner="cuda",
        file="accepted/batch.py",
        kernels=("accepted/kernels/double.cu",),
        entry="double_batch",
        line=10,
    ),
}

TASK = """\
title: {zh: 加倍, en: Double}
statement: {zh: 加倍, en: Double a number}
source: nowhere
entry: double
oracle: twice
comparison: exact
limits: {wall_s: 10, memory_mb: 256}
programs:
  double: {runner: python, file: accepted/double.py}
  batch: {runner: cuda, file: accepted/batch.py, kernels: [accepted/kernels/double.cu], entry: double_batch}
rejected_kernels: {program: batch, kernel: accepted/kernels/double.cu}
regions:
  double: {file: accepted/double.py, language: python}
"""

FILES: Mapping[str, str] = {
    "task.yaml": TASK,
    "vectors.yaml": "cases:\n  - {id: one, in: [1], out: 2}\n",
    "oracle.py": "def twice(n):\n    return n + n\n",
    "generators.py": "",
    "accepted/double.py": "def double(n):\n    return 2 * n\n",
    "accepted/batch.py": "def double_batch(ns):\n    return [2 * n for n in ns]\n",
    "accepted/kernels/double.cu": "__global__ void f() {}\n",
    "rejected/square.py": "# expect: wrong-answer\n# why: squares\ndef double(n):\n    return n * n\n",
    "rejected/host.py": "# expect: crash\n# program: batch\ndef double_batch(ns):\n    raise SystemExit\n",
    "rejected/nothing.cu": "// expect: wrong-answer\n",
    "equivalent.yaml": "[]\n",
    "notes.md": "# Notes\n",
}


def folder_of(files: Mapping[str, str | bytes] = FILES) -> SolutionFolder:
    content = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    return SolutionFolder(name="double", path="solutions/double", files=content)


REPLACED = {
    "rejected/host.py": ("batch", "accepted/batch.py"),
    "rejected/nothing.cu": ("batch", "accepted/kernels/double.cu"),
}
"""Of rejected programs that stand in for none of Python: the program, and the file whose place they take."""


def settings_of(files: Mapping[str, str | bytes] = FILES) -> TaskSettings:
    """Give what a parser would make of task.yaml and the heads of the rejected programs."""
    rejected = []
    for path in sorted(path for path in files if path.startswith("rejected/")):
        program, replaces = REPLACED.get(path, ("double", "accepted/double.py"))
        rejected.append(
            Rejected(
                name=path.removeprefix("rejected/"),
                path=path,
                expect=Expectation.WRONG_ANSWER,
                why="",
                program=program,
                replaces=replaces,
            )
        )
    return TaskSettings(entry="double", oracle="twice", programs=PROGRAMS, rejected=tuple(rejected))


def record_of(fingerprint: Fingerprint, *, runner: str = "python", status: Status = Status.CPU_VERIFIED) -> Record:
    """Give a record as a run of that runner would."""
    name, file = ("double", "accepted/double.py") if runner == "python" else ("batch", "accepted/batch.py")
    accepted = ProgramFinding(
        name=name, path=file, expected="AC", verdict="AC", stage="values", run=7, passed=7, ok=True, deterministic=True
    )
    rejected = ProgramFinding(
        name="square",
        path="rejected/square.py",
        expected="wrong-answer",
        verdict="WA",
        reason="got 9, want 6",
        stage="values",
        run=3,
        passed=2,
        ok=True,
        caught_by="one",
    )
    gpu = {"device": "NVIDIA H200", "compute_capability": "9.0"} if runner == "cuda" else {}
    return Record(
        task="double",
        runner=runner,
        status=status,
        reason="square passed" if status is Status.FAILED else "",
        date="2026-11-30",
        full=False,
        fingerprint=fingerprint,
        stages={"values": StageCount(run=7, passed=7), "rejected": StageCount(run=1, passed=1)},
        accepted=(accepted,),
        rejected=(rejected,),
        sanitizers=(SanitizerFinding(tool="memcheck", ran=True, errors=0),) if runner == "cuda" else (),
        seeds={"small": (0, 1, 2**63)},
        environment={"python": "3.11.7", **gpu},
        isolation="network",
    )
