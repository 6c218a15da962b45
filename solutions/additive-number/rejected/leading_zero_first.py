# expect: wrong-answer
# why: looks for a leading zero in the second number only: "0112" as 01, 1, 2


def additive_number(digits: str) -> list[int] | None:
    if not isinstance(digits, str):
        raise TypeError
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError
    n = len(digits)
    for i in range(1, n // 2 + 1):
        for j in range(1, n - i):
            if j > 1 and digits[i] == "0":
                break
            if i + j + max(i, j) > n:
                break
            split = follow(digits, i, i + j)
            if split:
                return split
    return None


def follow(digits: str, i: int, end: int) -> list[int] | None:
    split = [int(digits[:i]), int(digits[i:end])]
    while end < len(digits):
        number = split[-2] + split[-1]
        if not digits.startswith(str(number), end):
            return None
        split.append(number)
        end += len(str(number))
    return split
