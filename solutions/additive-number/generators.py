"""Seeded generators of vectors: the same size and seed give the same vector on every machine.

A generator gives the arguments of one call, `[digits]` or `[strings]`. The `every_*` generators give a list of such
argument lists instead, for vectors marked `many: true`: one call each.
"""

import random
from itertools import product

DIGITS = "0123456789"
FOUR = "0129"


def additive(size: int, seed: int) -> list[str]:
    """Write an additive sequence of at least three numbers and at least `size` digits."""
    return ["".join(map(str, numbers(size, rng("additive", size, seed))))]


def near_miss(size: int, seed: int) -> list[str]:
    """Change one digit of an additive string."""
    random_ = rng("near_miss", size, seed)
    digits = "".join(map(str, numbers(size, random_)))
    place = random_.randrange(len(digits))
    other = random_.choice(DIGITS.replace(digits[place], ""))
    return [digits[:place] + other + digits[place + 1 :]]


def cut_or_longer(size: int, seed: int) -> list[str]:
    """Take digits off the end of an additive string, or put some there."""
    random_ = rng("cut_or_longer", size, seed)
    digits = "".join(map(str, numbers(size, random_)))
    return [random_.choice([digits[: -random_.randint(1, 2)], digits + random_.choice(DIGITS)])]


def padded(size: int, seed: int) -> list[str]:
    """Put one zero before a number of an additive sequence."""
    random_ = rng("padded", size, seed)
    texts = list(map(str, numbers(size, random_)))
    place = random_.randrange(len(texts))
    texts[place] = "0" + texts[place]
    return ["".join(texts)]


def carries(size: int, seed: int) -> list[str]:
    """Add to a number of nines, so that the carry runs through all of it and the sum is one digit longer."""
    random_ = rng("carries", size, seed)
    nines = 10 ** max(1, size // 3) - 1
    small = random_.randint(1, 10 ** random_.randint(1, max(1, size // 3)))
    return ["".join(map(str, go_on(random_.choice([[nines, small], [small, nines]]), size)))]


def wrapped(size: int, seed: int) -> list[str]:
    """Write a third number that is the sum modulo 2**size: right only for who adds in that many bits."""
    random_ = rng("wrapped", size, seed)
    first = random_.randrange(2 ** (size - 1), 2**size)
    second = random_.randrange(2**size - first, 2**size)
    return [f"{first}{second}{(first + second) % 2**size}"]


def beyond(size: int, seed: int) -> list[str]:
    """Add two numbers whose sum is just over 2**size: wrong only for who adds in that many bits or fewer."""
    random_ = rng("beyond", size, seed)
    first = random_.randrange(2 ** (size - 1), 2**size)
    second = 2**size - first + random_.randrange(100)
    return [f"{first}{second}{first + second}"]


def off_by_little(size: int, seed: int) -> list[str]:
    """Write a long sum that is wrong in the last digit only: right for who adds in floating point."""
    random_ = rng("off_by_little", size, seed)
    first, second = (random_.randrange(10 ** (size - 1), 10**size) * 10 + random_.randrange(8) for _ in range(2))
    third = first + second
    return [f"{first}{second}{third + 1 if third % 10 < 9 else third - 1}"]  # noqa: PLR2004 - the last digit


def few_symbols(size: int, seed: int) -> list[str]:
    """Take random digits out of two to four."""
    random_ = rng("few_symbols", size, seed)
    symbols = random_.choice(["01", "10", "12", "09", "99", "11", "019", FOUR])
    return ["".join(random_.choices(symbols, k=size))]


def zeros_heavy(size: int, seed: int) -> list[str]:
    """Take four zeros for each other digit."""
    return ["".join(rng("zeros_heavy", size, seed).choices("0000" + DIGITS[1:], weights=[4] * 4 + [1] * 9, k=size))]


def any_digits(size: int, seed: int) -> list[str]:
    """Take random digits, which are hardly ever additive."""
    return ["".join(rng("any_digits", size, seed).choices(DIGITS, k=size))]


def only_zeros(size: int, seed: int) -> list[str]:
    """Write zeros alone, as many numbers as digits; the seed changes nothing."""
    del seed
    return ["0" * size]


def power_of_ten(size: int, seed: int) -> list[str]:
    """Write 1 and zeros: every length of the first number is tried, and none is right; the seed changes nothing."""
    del seed
    return ["1" + "0" * (size - 1)]


def ones(size: int, seed: int) -> list[str]:
    """Write one digit again and again: no number ends early, and every pair of first numbers is tried."""
    return ["123456789"[seed % 9] * size]


def every_string(size: int, seed: int) -> list[list[str]]:
    """List every string of `size` digits; the seed changes nothing."""
    del seed
    return [["".join(digits)] for digits in product(DIGITS, repeat=size)]


def every_string_of_four(size: int, seed: int) -> list[list[str]]:
    """List every string of `size` digits out of 0, 1, 2 and 9; the seed changes nothing."""
    del seed
    return [["".join(digits)] for digits in product(FOUR, repeat=size)]


def every_string_from(size: int, seed: int) -> list[list[str]]:
    """List every string of `size` digits whose first two are `seed` (0 to 99): a hundredth of all of them."""
    return [[f"{seed:02}{''.join(digits)}"] for digits in product(DIGITS, repeat=size - 2)]


def batch_every(size: int, seed: int) -> list[list[str]]:
    """Put every string of `size` digits into one batch; the seed changes nothing."""
    return [[digits for (digits,) in every_string(size, seed)]]


def batch_every_of_four(size: int, seed: int) -> list[list[str]]:
    """Put every string of `size` digits out of 0, 1, 2 and 9 into one batch; the seed changes nothing."""
    return [[digits for (digits,) in every_string_of_four(size, seed)]]


def length_alone(size: int, seed: int) -> list[int]:
    """Ask for all strings of `size` digits; the seed changes nothing."""
    del seed
    return [size]


def batch_mixed(size: int, seed: int) -> list[list[str]]:
    """Put `size` strings of all kinds and of lengths up to 60 into one batch."""
    random_ = rng("batch_mixed", size, seed)
    kinds = (
        additive, near_miss, cut_or_longer, padded, carries, few_symbols, zeros_heavy, any_digits,
    )  # fmt: skip
    return [[random_.choice(kinds)(random_.randint(1, 60), random_.randrange(2**32))[0] for _ in range(size)]]


def batch_torn(size: int, seed: int) -> list[list[str]]:
    """Tear additive strings in two, so that who reads past the end of the first half finds the second."""
    random_ = rng("batch_torn", size, seed)
    strings: list[str] = []
    while len(strings) < size:
        (digits,) = additive(random_.randint(3, 40), random_.randrange(2**32))
        place = random_.randrange(1, len(digits))
        strings += [digits[:place], digits[place:]]
    return [strings[:size]]


def batch_big(size: int, seed: int) -> list[list[str]]:
    """Fill a batch with long strings, additive ones and near misses in turn."""
    random_ = rng("batch_big", size, seed)
    return [[(additive, near_miss)[i % 2](200, random_.randrange(2**32))[0] for i in range(size)]]


def batch_longest(size: int, seed: int) -> list[list[str]]:
    """Put strings of `size` digits into one batch, for the longest that is allowed; the seed changes nothing."""
    del seed
    return [["0" * size, "0" * (size - 1) + "1", "1" + "0" * (size - 1), "7" * size]]


def numbers(size: int, random_: random.Random) -> list[int]:
    """Start from two random numbers, each of up to a third of the digits, and go on to `size` digits."""
    start = [random_.randrange(10 ** random_.randint(1, max(1, size // 3))) for _ in range(2)]
    return go_on(start, size)


def go_on(start: list[int], size: int) -> list[int]:
    """Go on from two numbers until there are at least three, and at least `size` digits."""
    sequence = list(start)
    while len(sequence) <= 2 or len("".join(map(str, sequence))) < size:  # noqa: PLR2004 - at least three numbers
        sequence.append(sequence[-1] + sequence[-2])
    return sequence


def rng(name: str, size: int, seed: int) -> random.Random:
    """Give each generator, size and seed numbers of its own."""
    return random.Random(f"{name}:{size}:{seed}")  # noqa: S311 - repeatable is what is wanted
