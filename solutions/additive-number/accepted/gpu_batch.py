"""Additive number, a batch of strings on a GPU by PyCUDA: one thread decides one string.

The known task is LeetCode 306, Additive Number.

PyCUDA is imported when the first batch that is not empty comes, so this module imports where there is no GPU.
"""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = Path(__file__).with_name("kernels") / "additive_number.cu"

MAX_DIGITS = 512
"""A thread's work grows with the cube of its string, and no string may hold up the batch for long."""

UNANSWERED = 0xFF
"""What answers are filled with before the launch: a thread that writes nothing is found out."""


def additive_number_batch(strings: list[str], *, threads_per_block: int = 128) -> list[bool]:
    """Tell of each string whether it splits into an additive sequence, in the order of the strings.

    Args:
        strings: each of 1 to MAX_DIGITS ASCII digits.
        threads_per_block: the launch shape, 1 to 1024; the answers do not depend on it.

    Raises:
        TypeError: `strings` is not a list of str.
        ValueError: a string is empty, too long, or holds anything but 0-9; or no block has so many threads.
        RuntimeError: the kernel left a string without an answer.
    """
    require_batch(strings)
    if not 1 <= threads_per_block <= 1024:  # noqa: PLR2004 - CUDA's own limit
        message = f"threads_per_block must be 1 to 1024, not {threads_per_block}"
        raise ValueError(message)
    if not strings:
        return []
    answers = launch(strings, threads_per_block)
    for index, answer in enumerate(answers):
        if answer not in (0, 1):
            message = f"the kernel left string {index} of {len(strings)} without an answer (0x{answer:02x})"
            raise RuntimeError(message)
    return [answer == 1 for answer in answers]


def require_batch(strings: list[str]) -> None:
    """Refuse what is not a list of strings of 1 to MAX_DIGITS ASCII digits; errors name the first bad index."""
    if not isinstance(strings, list):
        message = f"strings must be a list of str, not {type(strings).__name__}"
        raise TypeError(message)
    for index, digits in enumerate(strings):
        if not isinstance(digits, str):
            message = f"strings[{index}] must be a str, not {type(digits).__name__}"
            raise TypeError(message)
        if not (digits.isascii() and digits.isdigit()):
            message = f"strings[{index}] must be one or more of the characters 0-9"
            raise ValueError(message)
        if len(digits) > MAX_DIGITS:
            message = f"strings[{index}] must be at most {MAX_DIGITS} characters, not {len(digits)}"
            raise ValueError(message)


# card:begin launch
def launch(strings: list[str], threads: int) -> bytearray:
    """Run one thread a string; give its answer, one byte each."""
    import pycuda.driver as cuda

    text = "".join(strings).encode("ascii")
    start = array("q", accumulate(map(len, strings), initial=0))
    answers = bytearray([UNANSWERED]) * len(strings)
    parts = (text, start, answers)
    with primary_context():
        sizes = [memoryview(part).nbytes for part in parts]
        memory = [cuda.mem_alloc(size) for size in sizes]
        for device, host in zip(memory, parts, strict=True):
            cuda.memcpy_htod(device, host)
        kernel = compiled().get_function("additive_number")
        kernel.prepare("PPPI")  # three pointers, one unsigned int
        blocks = -(-len(strings) // threads)  # card:cloze
        grid, block = (blocks, 1), (threads, 1, 1)
        pointers = [int(device) for device in memory]
        kernel.prepared_call(grid, block, *pointers, len(strings))
        cuda.memcpy_dtoh(answers, memory[-1])  # waits for the kernel
        for device in memory:
            device.free()
    return answers


# card:end


@contextmanager
def primary_context() -> Iterator[None]:
    """Make the first device's primary context the current one, and pop it again whatever happens."""
    context = retained()
    context.push()
    try:
        yield
    finally:
        context.pop()


@cache
def retained() -> Any:  # noqa: ANN401 - PyCUDA ships no types
    """Retain the primary context once a process: making it anew would cost each batch a tenth of a second."""
    import pycuda.driver as cuda

    cuda.init()
    return cuda.Device(0).retain_primary_context()


@cache
def compiled() -> Any:  # noqa: ANN401 - PyCUDA ships no types
    """Compile the kernel once a process, for the device of the current context."""
    from pycuda.compiler import SourceModule

    return SourceModule(KERNEL.read_text(encoding="utf-8"), no_extern_c=True)
