# expect: too-slow
# why: backtracks over every cut and checks a sum only once the whole string is cut: exponential


def additive_number(digits: str) -> list[int] | None:
    if not isinstance(digits, str):
        raise TypeError
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError
    return extend(digits, 0, [])


def extend(digits: str, start: int, split: list[int]) -> list[int] | None:
    if start == len(digits):
        sums = all(split[k] == split[k - 1] + split[k - 2] for k in range(2, len(split)))
        return list(split) if len(split) > 2 and sums else None
    for end in range(start + 1, len(digits) + 1):
        if end > start + 1 and digits[start] == "0":
            break
        split.append(int(digits[start:end]))
        found = extend(digits, end, split)
        if found:
            return found
        split.pop()
    return None
