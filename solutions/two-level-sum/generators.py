"""Seeded generators of vectors: the same size and seed give the same array on every machine.

A generator gives the arguments of one call, `[values]`, where values is a numpy array, or a mapping as vectors.yaml
writes it for what numpy cannot carry: views, and arrays that are nearly all zeros. `one_hots` gives a list of argument
lists, for vectors marked `many: true`.

Numbers come from random.Random alone, whose sequences Python promises to keep; numpy's may change.
"""

import random
from math import inf, nan
from typing import Any

import numpy as np

FLOAT32_EXACT = 2**24
"""Sums of integers stay exact in float32, in any order, while sum|x| is below this."""

FLOAT64_EXACT = 2**53

INT32 = np.iinfo(np.int32)

Arguments = list[Any]


def small_ints(size: int, seed: int) -> Arguments:
    """Take float32 integers without a zero, sum|x| < 2**24: a dropped or doubled element always shows."""
    most = min(1000, (FLOAT32_EXACT - 1) // size)
    return [nonzero(rng("small_ints", size, seed), size, most).astype(np.float32)]


def small_ints_float64(size: int, seed: int) -> Arguments:
    """Take float64 integers without a zero, beyond what float32 holds, sum|x| < 2**53."""
    most = min(2**32 - 1, (FLOAT64_EXACT - 1) // size)
    return [nonzero(rng("small_ints_float64", size, seed), size, most).astype(np.float64)]


def any_int32(size: int, seed: int) -> Arguments:
    """Take any int32 there is."""
    raw = rng("any_int32", size, seed).randbytes(4 * size)
    return [np.frombuffer(raw, "<i4").astype(np.int32)]


def extreme_int32(size: int, seed: int) -> Arguments:
    """Take the largest int32 alone, the smallest alone, or both in turn: the sum leaves 32 bits, but not 64."""
    values = np.full(size, (INT32.max, INT32.min, INT32.max)[seed % 3], np.int32)
    if seed % 3 == 2:  # noqa: PLR2004 - the third kind
        values[1::2] = INT32.min
    return [values]


def one_hots(size: int, seed: int) -> list[Arguments]:
    """Put one number into zeros, at each position in turn; the seed changes its dtype and sign."""
    dtype = (np.float32, np.int32, np.float64)[seed % 3]
    hot = 3 if seed % 2 else -5
    return [[values] for values in np.eye(size, dtype=dtype) * dtype(hot)]


def weights(size: int, seed: int) -> Arguments:
    """Take 1 to `size` in random order, as float32: one element for another shows too."""
    values = list(range(1, size + 1))
    rng("weights", size, seed).shuffle(values)
    if sum(values) >= FLOAT32_EXACT:
        message = f"{size} distinct weights are not exact in float32"
        raise ValueError(message)
    return [np.array(values, np.float32)]


def powers_of_two(size: int, seed: int) -> Arguments:
    """Take each power of two once, in random order: float32 up to 24 of them, float64 up to 53."""
    values = [2**power for power in range(size)]
    rng("powers_of_two", size, seed).shuffle(values)
    return [np.array(values, np.float32 if sum(values) < FLOAT32_EXACT else np.float64)]


def uniform(size: int, seed: int) -> Arguments:
    """Take float32 numbers from 0 to 1."""
    return [fractions(rng("uniform", size, seed), size).astype(np.float32)]


def uniform_float64(size: int, seed: int) -> Arguments:
    """Take float64 numbers from 0 to 1; their 32 bits are spread by a division that is not exact."""
    return [fractions(rng("uniform_float64", size, seed), size) / 3]


def normals(size: int, seed: int) -> Arguments:
    """Take float32 numbers about as the normal distribution has them: sums of twelve from 0 to 1, less 6."""
    return [bell(rng("normals", size, seed), size).astype(np.float32)]


def normals_float64(size: int, seed: int) -> Arguments:
    """Take float64 numbers about as the normal distribution has them."""
    return [bell(rng("normals_float64", size, seed), size) / 3]


def cancellation(size: int, seed: int) -> Arguments:
    """Take large float32 numbers with both signs in random order, and small ones: the sum is far below sum|x|."""
    random_ = rng("cancellation", size, seed)
    half = [random_.uniform(1, 2) * 2.0 ** random_.randint(0, 40) for _ in range(size // 3)]
    values = [*half, *(-number for number in half)]
    values += [random_.uniform(-1, 1) for _ in range(size - len(values))]
    random_.shuffle(values)
    return [np.array(values, np.float32)]


def one_nan(size: int, seed: int) -> Arguments:
    """Put one NaN among small integers; in an odd seed, an infinity too."""
    random_ = rng("one_nan", size, seed)
    values = nonzero(random_, size, 9).astype((np.float32, np.float64)[seed // 2 % 2])
    if seed % 2:
        values[random_.randrange(size)] = inf
    values[random_.randrange(size)] = nan
    return [values]


def infinities(size: int, seed: int) -> Arguments:
    """Put an infinity among small integers, or two of one sign, or, which makes NaN, two of both."""
    random_ = rng("infinities", size, seed)
    values = nonzero(random_, size, 9).astype((np.float32, np.float64)[seed // 4 % 2])
    places = random_.sample(range(size), min(2, size))
    for place, value in zip(places, ((inf,), (-inf, -inf), (inf, -inf), (inf, inf))[seed % 4], strict=False):
        values[place] = value
    return [values]


def misaligned(size: int, seed: int) -> Arguments:
    """Cut off the first elements of an array, so that `size` are left that no 16 bytes begin with."""
    random_ = rng("misaligned", size, seed)
    cut, dtype = seed % 3 + 1, ("float32", "int32", "float64")[seed % 3]
    values = [random_.choice((-1, 1)) * random_.randint(1, 9) for _ in range(size + cut)]
    return [{"array": values, "dtype": dtype, "view": f"[{cut}:]"}]


def sparse_float32(size: int, seed: int) -> Arguments:
    """Put small float32 integers into a large array of zeros, at its ends and where counts and indices overflow."""
    return sparse("float32", size, seed, 9999)


def sparse_float64(size: int, seed: int) -> Arguments:
    """Put float64 integers beyond float32 into a large array of zeros."""
    return sparse("float64", size, seed, 2**40)


def sparse_int32(size: int, seed: int) -> Arguments:
    """Put any int32 into a large array of zeros."""
    return sparse("int32", size, seed, INT32.max)


def sparse(dtype: str, size: int, seed: int, most: int) -> Arguments:
    """Set the ends, the neighbours of powers of two from 2**16 on, and some other places."""
    random_ = rng(f"sparse_{dtype}", size, seed)
    places = {0, 1, size - 2, size - 1, *(random_.randrange(size) for _ in range(40))}
    places |= {place for power in range(16, 34) for place in (2**power - 1, 2**power) if place < size}
    values = {place: random_.choice((-1, 1)) * random_.randint(1, most) for place in sorted(places)}
    return [{"zeros": size, "dtype": dtype, "set": values}]


def nonzero(random_: random.Random, size: int, most: int) -> np.ndarray[Any, Any]:
    """Take integers from 1 to `most`, and the same below zero."""
    raw = np.frombuffer(random_.randbytes(8 * size), "<u8")
    values = (raw >> np.uint64(1)).astype(np.int64) % most + 1
    return np.where(raw & np.uint64(1), values, -values)


def fractions(random_: random.Random, size: int) -> np.ndarray[Any, Any]:
    """Take multiples of 2**-32 from 0 to 1, as float64."""
    return np.frombuffer(random_.randbytes(4 * size), "<u4") / 2.0**32


def bell(random_: random.Random, size: int) -> np.ndarray[Any, Any]:
    """Add up twelve fractions each, less 6: exact, so the same on every machine."""
    return fractions(random_, 12 * size).reshape(size, 12).sum(axis=1) - 6.0


def rng(name: str, size: int, seed: int) -> random.Random:
    """Give each generator, size and seed numbers of its own."""
    return random.Random(f"{name}:{size}:{seed}")  # noqa: S311 - repeatable is what is wanted
