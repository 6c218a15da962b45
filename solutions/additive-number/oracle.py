"""What the right answers are: three slow, obvious ways that share no code and no idea with the solutions.

`brute_force` is the definition itself for short strings, and every pair of first numbers, unpruned, for long ones.
`forward` never looks at the string: it writes down every additive sequence of the string's length and looks it up.
All of them give the split whose first number is shortest, then whose second number is shortest.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import combinations, pairwise, product

LONGEST_FOR_ALL_CUTS = 12
LONGEST_FOR_FORWARD = 9


def brute_force(digits: str) -> list[int] | None:
    """Try everything; which everything depends on the length, since n digits have 2**(n - 1) sets of cuts."""
    return all_cuts(digits) if len(digits) <= LONGEST_FOR_ALL_CUTS else all_first_pairs(digits)


def all_cuts(digits: str) -> list[int] | None:
    """Take every set of cuts and keep those that the definition allows."""
    right = []
    for cuts in range(2, len(digits)):
        for places in combinations(range(1, len(digits)), cuts):
            pieces = [digits[a:b] for a, b in pairwise((0, *places, len(digits)))]
            if any(len(piece) > 1 and piece[0] == "0" for piece in pieces):
                continue
            numbers = [int(piece) for piece in pieces]
            if all(numbers[k] == numbers[k - 1] + numbers[k - 2] for k in range(2, len(numbers))):
                right.append((len(pieces[0]), len(pieces[1]), numbers))
    return min(right)[2] if right else None


def all_first_pairs(digits: str) -> list[int] | None:
    """Write the whole sequence from every pair of first numbers, and compare the texts."""
    with any_length():
        for i in range(1, len(digits)):
            first = int(digits[:i])
            for j in range(1, len(digits) - i):
                second = int(digits[i : i + j])
                if (len(str(first)), len(str(second))) != (i, j):
                    break  # a leading zero; more digits only follow it
                numbers = sequence(first, second, len(digits))
                if numbers is not None and "".join(map(str, numbers)) == digits:
                    return numbers
    return None


def sequence(first: int, second: int, length: int) -> list[int] | None:
    """Go on from two numbers until they have `length` digits in all; None where they never have exactly that."""
    numbers = [first, second]
    written = len(str(first)) + len(str(second))
    while written < length:
        numbers.append(numbers[-1] + numbers[-2])
        written += len(str(numbers[-1]))
    return numbers if written == length and len(numbers) > 2 else None  # noqa: PLR2004 - at least three numbers


def forward(digits: str) -> list[int] | None:
    """Look the string up among all additive strings of its length."""
    if len(digits) > LONGEST_FOR_FORWARD:
        message = f"forward writes down all additive strings of up to {LONGEST_FOR_FORWARD} digits, not {len(digits)}"
        raise ValueError(message)
    return additive_strings(len(digits)).get(digits)


@cache
def additive_strings(length: int) -> dict[str, list[int]]:
    """Write down every additive sequence of `length` digits, each under its text."""
    found: dict[str, list[int]] = {}
    for i, j in product(range(1, length), repeat=2):
        if i + j + max(i, j) > length:
            continue  # the third number has at least as many digits as the longer of the two
        for first, second in product(numbers_of(i), numbers_of(j)):
            numbers = sequence(first, second, length)
            if numbers is not None:
                found.setdefault("".join(map(str, numbers)), numbers)
    return found


def numbers_of(digits: int) -> range:
    """Give the numbers that are written with so many digits."""
    return range(10) if digits == 1 else range(10 ** (digits - 1), 10**digits)


def batch(strings: list[str]) -> list[bool]:
    """Say of each string of a batch whether it has a split."""
    return [(forward if len(digits) <= LONGEST_FOR_FORWARD else brute_force)(digits) is not None for digits in strings]


def every(length: int) -> list[str]:
    """List all additive strings of a length in order."""
    return sorted(additive_strings(length))


@contextmanager
def any_length() -> Iterator[None]:
    """Lift Python's limit on the digits that int() and str() convert, for a while."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
