"""Additive number (LeetCode 306): split a string of digits into an additive sequence.

An additive sequence has at least three numbers, and each from the third on is the sum of the two before it. A number
has no leading zero, except that "0" is a number.

Where several splits are right, the answer is the one whose first number is shortest, and of those the one whose second
number is shortest: the first two numbers decide all the others, so there is one such split.

With n digits there are at most n*n/6 pairs of first numbers left after pruning, and each pair is followed for at most
n / (its longer number) sums, so the steps grow with n*n and no faster.
"""

MAX_DIGITS = 8600
"""Numbers in an additive split are at most half as long as the string, and int() reads up to 4300 digits."""


def require_digits(digits: str) -> None:
    """Refuse what is not a string of 1 to MAX_DIGITS ASCII digits.

    Raises:
        TypeError: `digits` is not a str.
        ValueError: it is empty, too long, or holds anything but 0-9; str.isdigit() alone lets "１２" and "²" pass.
    """
    if not isinstance(digits, str):
        message = f"digits must be a str, not {type(digits).__name__}"
        raise TypeError(message)
    if not (digits.isascii() and digits.isdigit()):
        message = "digits must be one or more of the characters 0-9"
        raise ValueError(message)
    if len(digits) > MAX_DIGITS:
        message = f"digits must be at most {MAX_DIGITS} characters, not {len(digits)}"
        raise ValueError(message)


# card:begin backtrack
def additive_number(digits: str) -> list[int] | None:
    """Choose the first two numbers; they force all the others."""
    require_digits(digits)
    n = len(digits)
    for i in range(1, n // 2 + 1):
        if i > 1 and digits[0] == "0":
            break  # pruned: leading zero
        for j in range(1, n - i):
            if j > 1 and digits[i] == "0":
                break  # pruned: leading zero
            if i + j + max(i, j) > n:  # card:cloze
                break  # pruned: no room for their sum
            split = follow(digits, i, i + j)
            if split:
                return split
    return None


def follow(digits: str, i: int, end: int) -> list[int] | None:
    """Follow the sums from digits[:i] and digits[i:end]."""
    split = [int(digits[:i]), int(digits[i:end])]
    while end < len(digits):
        number = split[-2] + split[-1]
        if not digits.startswith(str(number), end):  # card:cloze
            return None  # dead end: back to the next choice
        split.append(number)
        end += len(str(number))
    return split


# card:end
