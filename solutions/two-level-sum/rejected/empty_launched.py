# expect: crash
# why: launches for an empty array too, with no memory and no blocks

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = Path(__file__).parents[1] / "accepted" / "kernels" / "two_level_sum.cu"

LEVELS = {
    np.dtype("float32"): ("sum_float32", "sum_float32", np.dtype("float32")),
    np.dtype("float64"): ("sum_float64", "sum_float64", np.dtype("float64")),
    np.dtype("int32"): ("sum_int32", "sum_int64", np.dtype("int64")),
}

MAX_INTEGERS = 2**32

MAX_BLOCKS = 2**20

TURN_BYTES = 64

UNWRITTEN = 0xFF


def two_level_sum(
    values: np.ndarray[Any, Any], *, threads_per_block: int = 512, blocks: int | None = None, offset: int = 0
) -> int | float:
    require_array(values)
    require_shape(threads_per_block, blocks, offset)
    with primary_context():
        if blocks is None:
            blocks = blocks_at_once(values.nbytes, threads_per_block)
        return launch(values, threads_per_block, blocks, offset)


def launch(
    values: np.ndarray[Any, Any],
    threads: int,
    blocks: int,
    offset: int,
) -> int | float:
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
        run((1, 1), block, partial, blocks, total)
        cuda.memcpy_dtoh(answer, total)  # waits for both kernels
    return answer.item()


@cache
def prepared(name: str) -> Any:
    kernel = compiled().get_function(name)
    kernel.prepare("PqP")
    return kernel


def require_array(values: np.ndarray[Any, Any]) -> None:
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
    if threads % 32 or not 32 <= threads <= 1024:
        message = f"threads_per_block must be a multiple of 32 from 32 to 1024, not {threads}"
        raise ValueError(message)
    if blocks is not None and not 1 <= blocks <= MAX_BLOCKS:
        message = f"blocks must be 1 to {MAX_BLOCKS}, not {blocks}"
        raise ValueError(message)
    if offset < 0:
        message = f"offset must be 0 or more, not {offset}"
        raise ValueError(message)


def blocks_at_once(size: int, threads: int) -> int:
    return min(multiprocessors() * (2048 // threads), -(-size // (TURN_BYTES * threads)))


@contextmanager
def reserved(size: int) -> Iterator[int]:
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
    context = retained()
    context.push()
    try:
        yield
    finally:
        context.pop()


@cache
def retained() -> Any:
    import pycuda.driver as cuda

    cuda.init()
    return cuda.Device(0).retain_primary_context()


@cache
def multiprocessors() -> int:
    import pycuda.driver as cuda

    return int(cuda.Device(0).get_attribute(cuda.device_attribute.MULTIPROCESSOR_COUNT))


@cache
def compiled() -> Any:
    from pycuda.compiler import SourceModule

    return SourceModule(KERNEL.read_text(encoding="utf-8"), no_extern_c=True)
