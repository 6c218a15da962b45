"""The order of calls: both sides compute it, so that a call without an answer can be named."""

import random
from collections.abc import Sequence
from typing import NamedTuple


class Call(NamedTuple):
    """A call: the place of its piece, its place in the piece, and the place of its launch shape."""

    piece: int
    place: int
    shape: int


def order_of(pieces: Sequence[tuple[int, int, int]], seed: int) -> list[Call]:
    """Shuffle the calls of each tier; the tiers come one after another.

    Args:
        pieces: of each its tier, its number of vectors, its number of launch shapes.
        seed: another one gives another order.
    """
    ordered: list[Call] = []
    for tier in sorted({tier for tier, _, _ in pieces}):
        calls = [
            Call(piece, place, shape)
            for piece, (of_tier, vectors, shapes) in enumerate(pieces)
            if of_tier == tier
            for place in range(vectors)
            for shape in range(shapes)
        ]
        random.Random(f"{seed}:{tier}").shuffle(calls)  # noqa: S311 - repeatable is what is wanted
        ordered += calls
    return ordered
