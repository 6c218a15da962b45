"""How alike two texts are: by characters, and by words."""

import re
from collections import Counter
from functools import lru_cache

from rapidfuzz import fuzz

_WORD = re.compile(r"[㐀-鿿豈-﫿぀-ヿ가-힯]|[^\W_]+")
"""A Han character, kana or syllable is a word of its own."""


def ratio(first: str, second: str, *, at_least: float = 0.0) -> float:
    """Compare characters: 1 for equal texts, 0 for nothing in common or less than `at_least`."""
    return fuzz.ratio(first, second, score_cutoff=100 * at_least) / 100


@lru_cache(maxsize=1 << 14)  # The same few texts are compared with many.
def words(text: str) -> Counter[str]:
    """Count the words of a text, whatever their case."""
    return Counter(_WORD.findall(text.casefold()))


def shared(first: Counter[str], second: Counter[str]) -> float:
    """Give the share of words that two texts have in common, of the longer one's."""
    longest = max(first.total(), second.total())
    return (first & second).total() / longest if longest else 1.0


def contains(first: str, second: str) -> bool:
    """Tell whether one text holds all the words of the other, at least two."""
    small, large = sorted((words(first), words(second)), key=Counter.total)
    return small.total() > 1 and small <= large
