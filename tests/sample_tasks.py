"""Tasks made by hand, with the standings that a test wants them to have."""

from dataclasses import replace

from ankigen.judge.regions import read_regions
from ankigen.model.document import Language
from ankigen.model.solution import Program, SolutionFolder, Standing, Status, Task
from ankigen.model.task_settings import DeclaredRegion

SQUARES = """\
def unrelated(): ...


# card:begin squares
def squares(numbers: list[int]) -> list[int]:
    \"\"\"Square each number; keep the order.\"\"\"
    found = []
    for number in numbers:
        found.append(number * number)  # card:cloze
    return found


# card:end
"""
SUM = """\
#include <stdio.h>

// card:begin warp
// Right in lane 0 only.
template <typename A>
__device__ A warp_sum(A value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffff, value, step);  // card:cloze
    return value;
}
// card:end

/* card:begin block */
__device__ float block_sum(float value)
{
    __shared__ float slot[32];  // one a warp
    value = warp_sum(value);
    if (threadIdx.x % 32 == 0) slot[threadIdx.x / 32] = value;
    __syncthreads(); /* card:cloze */
    return slot[0];
}
/* card:end */
"""
RAN_ON_GPU = Standing(
    status=Status.GPU_VERIFIED,
    where="NVIDIA H200 (sm_90)",
    date="2026-11-30",
    passed=148,
    run=148,
    sanitizers=("memcheck", "racecheck"),
)
RAN_ON_CPU = Standing(status=Status.CPU_VERIFIED, where="Python 3.12", date="2026-11-30", passed=40, run=40)


def task(
    name: str,
    file: str,
    code: str,
    *regions: str,
    language: str = "python",
    standing: Standing = RAN_ON_CPU,
    runner: str = "python",
) -> Task:
    """Make a task of one program and one file."""
    folder = SolutionFolder(name=name, path=f"solutions/{name}", files={file: code.encode()})
    wanted = {region: DeclaredRegion(file=file, language=language, line=1) for region in regions}
    found = read_regions(folder, wanted)
    assert not found.diagnostics, found.diagnostics
    program = Program(name=name, runner=runner, file=file, entry=name, line=1)
    return Task(
        name=name,
        path=f"solutions/{name}/task.yaml",
        title={Language.CHINESE: "平方", Language.ENGLISH: "Squares"},
        statement={Language.CHINESE: "求每个数的平方。", Language.ENGLISH: "Square each number."},
        programs={name: program},
        regions=found.regions,
        standings={name: standing},
    )


SQUARES_TASK = task("squares", "accepted/squares.py", SQUARES, "squares")
SUM_TASK = replace(
    task(
        "block-sum",
        "accepted/kernels/sum.cu",
        SUM,
        "warp",
        "block",
        language="cuda",
        standing=RAN_ON_GPU,
        runner="cuda",
    ),
    title={Language.CHINESE: "块内求和", Language.ENGLISH: "Sum over a block"},
    statement={
        Language.CHINESE: "用 CUDA 求一个线程块里所有值的和。",
        Language.ENGLISH: "Add up the values of a block's threads in CUDA.",
    },
)
TASKS = {each.name: each for each in (SQUARES_TASK, SUM_TASK)}
