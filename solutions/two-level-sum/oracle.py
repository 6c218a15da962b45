"""What the right answers are, by another way than the solution's: exact sums, rounded once or not at all.

An array is a numpy array, or a mapping as vectors.yaml writes it: `{array: [...], dtype, view}`, or sparse,
`{zeros: n, dtype, set: {place: value}, view}`, which is never built.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import fsum, inf, isinf, isnan, nan
from typing import Any

import numpy as np

SHUFFLES = 5
LOADS = 4
PACK_BYTES = 16

LAUNCH_SHAPES = ((32, 1), (1024, 3), (256, 64), (96, 7), (64, 300))
"""Threads a block and blocks of task.yaml's launch shapes. Where blocks are left to the device there are more than one,
so that no chain is longer than with 32 threads and one block."""


def exact_sum(values: Any) -> int | float:  # noqa: ANN401 - a numpy array, or a mapping
    """Add up without any rounding: integers as Python's, floats by fsum, which rounds once, to a double."""
    numbers = elements(values)
    if numbers.dtype.kind == "i":
        return sum(map(int, numbers)) if numbers.size < 2**16 else int_sum(numbers)
    return float_sum(numbers.astype(np.float64).tolist(), float(np.finfo(numbers.dtype).max))


def int_sum(numbers: np.ndarray[Any, Any]) -> int:
    """Add up in 64 bits, where so many int32 cannot overflow."""
    if numbers.dtype != np.int32 or numbers.size > 2**32:
        message = f"{numbers.size} of {numbers.dtype} may overflow 64 bits"
        raise ValueError(message)
    return int(numbers.sum(dtype=np.int64))


def float_sum(numbers: list[float], largest: float) -> float:
    """Add up; a sum beyond the largest number of the dtype is infinite, and NaN or opposite infinities give NaN."""
    infinities = {number for number in numbers if isinf(number)}
    if len(infinities) > 1 or any(map(isnan, numbers)):
        return nan
    if infinities:
        return infinities.pop()
    try:
        total = fsum(numbers)
    except OverflowError:  # on the way, or at the end
        exact = sum(map(Fraction, numbers))
        total = float(exact) if abs(exact) <= largest else inf if exact > 0 else -inf
    return total if abs(total) <= largest else inf if total > 0 else -inf


def elements(values: Any) -> np.ndarray[Any, Any]:  # noqa: ANN401 - a numpy array, or a mapping
    """Give the elements in their own dtype; of a sparse array only those that are set."""
    if not isinstance(values, Mapping):
        return np.asarray(values)
    if "zeros" in values:
        places = range(values["zeros"])[as_slice(values.get("view", "[:]"))]
        kept = [value for place, value in values.get("set", {}).items() if int(place) in places]
        return np.array(kept, values["dtype"])
    return np.array(values["array"], values["dtype"])[as_slice(values.get("view", "[:]"))]


def count(values: Any) -> int:  # noqa: ANN401 - a numpy array, or a mapping
    """Count the elements, zeros and all."""
    if isinstance(values, Mapping) and "zeros" in values:
        return len(range(values["zeros"])[as_slice(values.get("view", "[:]"))])
    return int(elements(values).size)


def as_slice(view: str) -> slice:
    """Read `[start:stop:step]`."""
    return slice(*(int(part) if part.strip() else None for part in view.strip("[]").split(":")))


def depth(values: Any) -> int:  # noqa: ANN401 - a numpy array, or a mapping
    """Give the longest chain of additions that an element goes through, over all launch shapes.

    The error of a sum is at most depth * u * sum|x| (to first order): Higham, Accuracy and Stability of Numerical
    Algorithms, section 4.2.
    """
    size = elements(values).dtype.itemsize
    return max(
        chain(count(values), size, threads, blocks) + chain(blocks, size, threads, 1)
        for threads, blocks in LAUNCH_SHAPES
    )


def chain(n: int, size: int, threads: int, blocks: int) -> int:
    """Bound the chain of one level: n numbers of `size` bytes.

    A thread adds its packs one by one to the running sums, adds up the running sums, then an element of the head and
    one of the tail. Five steps of shuffles follow in the warp, and five over the warps' sums.
    """
    wide = PACK_BYTES // size
    turns = -(-(n // wide) // (threads * blocks * LOADS))
    return turns * LOADS + wide + 2 + SHUFFLES + SHUFFLES
