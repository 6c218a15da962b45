# expect: too-slow
# why: tries all 2**(n - 1) sets of cuts and looks at the sums at the end

from collections.abc import Iterator


def additive_number(digits: str) -> list[int] | None:
    if not isinstance(digits, str):
        raise TypeError
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError
    right = [split for split in splits(digits) if additive(split)]
    return min(right, key=lengths) if right else None


def splits(digits: str) -> Iterator[list[int]]:
    if digits == "0" or digits[0] != "0":
        yield [int(digits)]
    for end in range(1, len(digits) if digits[0] != "0" else min(2, len(digits))):
        for rest in splits(digits[end:]):
            yield [int(digits[:end]), *rest]


def additive(split: list[int]) -> bool:
    return len(split) > 2 and all(split[k] == split[k - 1] + split[k - 2] for k in range(2, len(split)))


def lengths(split: list[int]) -> tuple[int, int]:
    return len(str(split[0])), len(str(split[1]))
