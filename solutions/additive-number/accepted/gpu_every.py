"""All additive strings of one length, by trying every string there is on a GPU: 10**length of them, a thread each.

The same kernel as gpu_batch.py. Strings are made and answers read on the host in chunks, so that memory stays small.
PyCUDA and NumPy are imported when they are used, so this module imports where there is no GPU.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = Path(__file__).with_name("kernels") / "additive_number.cu"

LONGEST = 9
"""Ten times as many strings for each digit more."""

CHUNK = 10_000_000
"""Strings of one launch."""

UNANSWERED = 0xFF
"""What answers are filled with before the launch: a thread that writes nothing is found out."""


def every_additive(length: int, *, threads_per_block: int = 128) -> list[str]:
    """List all additive strings of a length in order.

    Args:
        length: digits of a string, 1 to LONGEST.
        threads_per_block: the launch shape, 1 to 1024; the answers do not depend on it.

    Raises:
        TypeError: `length` is no int.
        ValueError: it is not 1 to LONGEST, or no block has so many threads.
        RuntimeError: the kernel left a string without an answer.
    """
    if type(length) is not int:
        message = f"length must be an int, not {type(length).__name__}"
        raise TypeError(message)
    if not 1 <= length <= LONGEST:
        message = f"length must be 1 to {LONGEST}, not {length}"
        raise ValueError(message)
    if not 1 <= threads_per_block <= 1024:  # noqa: PLR2004 - CUDA's own limit
        message = f"threads_per_block must be 1 to 1024, not {threads_per_block}"
        raise ValueError(message)
    found: list[str] = []
    with primary_context():
        for first in range(0, 10**length, CHUNK):
            count = min(CHUNK, 10**length - first)
            found += [f"{first + place:0{length}}" for place in launch(first, count, length, threads_per_block)]
    return found


def launch(first: int, count: int, length: int, threads: int) -> list[int]:
    """Try `count` strings from the number `first` on; give the places of those that are additive."""
    import numpy as np
    import pycuda.driver as cuda

    numbers = np.arange(first, first + count)
    text = np.empty((count, length), np.uint8)
    for place in range(length):
        text[:, place] = numbers // 10 ** (length - 1 - place) % 10 + ord("0")
    start = np.arange(count + 1, dtype=np.int64) * length
    answers = np.full(count, UNANSWERED, np.uint8)
    parts = (text, start, answers)
    memory = [cuda.mem_alloc(part.nbytes) for part in parts]
    for device, host in zip(memory, parts, strict=True):
        cuda.memcpy_htod(device, host)
    kernel = compiled().get_function("additive_number")
    kernel.prepare("PPPI")  # three pointers, one unsigned int
    blocks = -(-count // threads)
    pointers = [int(device) for device in memory]
    kernel.prepared_call((blocks, 1), (threads, 1, 1), *pointers, count)
    cuda.memcpy_dtoh(answers, memory[-1])  # waits for the kernel
    for device in memory:
        device.free()
    if answers.max() > 1:
        message = f"the kernel left string {first + int(answers.argmax())} without an answer"
        raise RuntimeError(message)
    return [int(place) for place in np.flatnonzero(answers)]


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
    """Retain the primary context once a process."""
    import pycuda.driver as cuda

    cuda.init()
    return cuda.Device(0).retain_primary_context()


@cache
def compiled() -> Any:  # noqa: ANN401 - PyCUDA ships no types
    """Compile the kernel once a process, for the device of the current context."""
    from pycuda.compiler import SourceModule

    return SourceModule(KERNEL.read_text(encoding="utf-8"), no_extern_c=True)
