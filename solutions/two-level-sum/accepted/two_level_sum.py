"""Sum of a large array on a GPU by PyCUDA, in two levels of one kernel.

PyCUDA is imported when the first array that is not empty comes, so this module imports where there is no GPU.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = Path(__file__).with_name("kernels") / "two_level_sum.cu"

LEVELS = {
    np.dtype("float32"): ("sum_float32", "sum_float32", np.dtype("float32")),
    np.dtype("float64"): ("sum_float64", "sum_float64", np.dtype("float64")),
    np.dtype("int32"): ("sum_int32", "sum_int64", np.dtype("int64")),
}
"""By type of the elements: the kernels of the two levels, and the type of a sum."""

MAX_INTEGERS = 2**32
"""So many int32 cannot overflow 64 bits, whatever they are."""

MAX_BLOCKS = 2**20
"""More would only leave the second level, which is one block, more to do."""

TURN_BYTES = 64
"""What a thread loads at a time: four packs of 16 bytes."""

UNWRITTEN = 0xFF
"""What device memory is filled with: NaN, or -1. So a sum that no block wrote is found out, and what lies before x."""


def two_level_sum(
    values: np.ndarray[Any, Any], *, threads_per_block: int = 512, blocks: int | None = None, offset: int = 0
) -> int | float:
    """Add up an array; 0 if it is empty.

    Float sums are rounded at each addition, in an order that the launch shape decides; no sum of int32 overflows.

    Args:
        values: shape (n,), contiguous, of dtype float32, float64 or int32 in the machine's byte order. It need not be
            aligned to more than its elements, and is not changed. It has to fit into free device memory at once: there
            is no chunking, since the caller can sum slices.
        threads_per_block: a multiple of 32, up to 1024.
        blocks: blocks of the first level, 1 to MAX_BLOCKS; more than there are elements is fine. None: as many as the
            device runs at once, or fewer if the array is small.
        offset: elements between an aligned address of the device and the first of `values`, as before a slice of
            a larger array. Like the other two it changes how the work is done, not what is added up.

    Raises:
        TypeError: `values` is no numpy array, or of another dtype.
        ValueError: it has another rank, is not contiguous, or holds more than MAX_INTEGERS int32; or there is no such
            launch shape.
        MemoryError: device memory is too small for the array.
    """
    require_array(values)
    require_shape(threads_per_block, blocks, offset)
    if values.size == 0:
        return LEVELS[values.dtype][2].type(0).item()
    with primary_context():
        if blocks is None:
            blocks = blocks_at_once(values.nbytes, threads_per_block)
        return launch(values, threads_per_block, blocks, offset)


# card:begin launch
def launch(
    values: np.ndarray[Any, Any],
    threads: int,
    blocks: int,
    offset: int,
) -> int | float:
    """Sum up each block's share, then the blocks' sums."""
    import pycuda.driver as cuda

    first, second, kind = LEVELS[values.dtype]
    gap = offset * values.itemsize
    size = gap + values.nbytes
    room = (blocks + 1) * kind.itemsize  # partial sums, total
    answer = np.empty(1, kind)
    with reserved(size) as memory, reserved(room) as partial:
        x = memory + gap
        total = partial + blocks * kind.itemsize
        cuda.memcpy_htod(x, values)
        grid, block = (blocks, 1), (threads, 1, 1)
        run = prepared(first).prepared_call
        run(grid, block, x, values.size, partial)
        run = prepared(second).prepared_call
        run((1, 1), block, partial, blocks, total)  # card:cloze
        cuda.memcpy_dtoh(answer, total)  # waits for both kernels
    return answer.item()


# card:end


@cache
def prepared(name: str) -> Any:  # noqa: ANN401 - PyCUDA ships no types
    """Get a kernel that takes a pointer, a 64-bit count and a pointer: PyCUDA then packs Python's own integers."""
    kernel = compiled().get_function(name)
    kernel.prepare("PqP")
    return kernel


def require_array(values: np.ndarray[Any, Any]) -> None:
    """Refuse what the kernels cannot read as it lies in memory; each message says the mend."""
    if type(values) not in {np.ndarray, np.memmap}:  # a masked array is one too, and its mask would be lost
        message = f"values must be a numpy array, not {type(values).__name__}; use numpy.array(values, 'float32')"
        raise TypeError(message)
    if values.dtype not in LEVELS:
        known = ", ".join(map(str, LEVELS))
        message = f"values must be of dtype {known}, not {values.dtype.str}; use values.astype('float32')"
        raise TypeError(message)
    if values.ndim != 1:
        message = f"values must have one dimension, not {values.ndim}; use values.ravel()"
        raise ValueError(message)
    if not values.flags.c_contiguous:
        message = f"values must be contiguous, not with strides of {values.strides[0]} bytes; use values.copy()"
        raise ValueError(message)
    if values.dtype == np.int32 and values.size > MAX_INTEGERS:
        message = f"values must be at most {MAX_INTEGERS} int32, not {values.size}; sum slices of it"
        raise ValueError(message)


def require_shape(threads: int, blocks: int | None, offset: int) -> None:
    """Refuse a launch shape that the kernels are not made for."""
    if threads % 32 or not 32 <= threads <= 1024:  # noqa: PLR2004 - lanes of a warp, CUDA's own limit
        message = f"threads_per_block must be a multiple of 32 from 32 to 1024, not {threads}"
        raise ValueError(message)
    if blocks is not None and not 1 <= blocks <= MAX_BLOCKS:
        message = f"blocks must be 1 to {MAX_BLOCKS}, not {blocks}"
        raise ValueError(message)
    if offset < 0:
        message = f"offset must be 0 or more, not {offset}"
        raise ValueError(message)


def blocks_at_once(size: int, threads: int) -> int:
    """Give as many blocks as fill the device, 2048 threads a multiprocessor, but none without a full turn of work."""
    return min(multiprocessors() * (2048 // threads), -(-size // (TURN_BYTES * threads)))


@contextmanager
def reserved(size: int) -> Iterator[int]:
    """Reserve device memory and give its address, a multiple of 256; free it again whatever happens."""
    import pycuda.driver as cuda

    try:
        memory = cuda.mem_alloc(size)
    except cuda.MemoryError as error:
        free, _ = cuda.mem_get_info()
        message = f"the device has {free} bytes free, and {size} are needed; sum slices of the array"
        raise MemoryError(message) from error
    try:
        cuda.memset_d8(int(memory), UNWRITTEN, size)
        yield int(memory)
    finally:
        memory.free()


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
    """Retain the primary context once a process: making it anew would cost each sum a tenth of a second."""
    import pycuda.driver as cuda

    cuda.init()
    return cuda.Device(0).retain_primary_context()


@cache
def multiprocessors() -> int:
    """Count the multiprocessors of the first device."""
    import pycuda.driver as cuda

    return int(cuda.Device(0).get_attribute(cuda.device_attribute.MULTIPROCESSOR_COUNT))


@cache
def compiled() -> Any:  # noqa: ANN401 - PyCUDA ships no types
    """Compile the kernels once a process, for the device of the current context."""
    from pycuda.compiler import SourceModule

    return SourceModule(KERNEL.read_text(encoding="utf-8"), no_extern_c=True)
