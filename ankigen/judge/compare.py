"""Rules of comparison: what makes an answer right.

NaN is right only where NaN is wanted, an infinity only where one of its sign is. Types count under every rule: an
answer of numpy.float32 is no float, True is not 1, a tuple no list. A new rule is a function and a line in `RULES`.
"""

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ankigen.judge.child.values import value_of
from ankigen.model.task_settings import Comparison

_SHOWN = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What the error of a sum is measured by."""

    depth: int = 0
    """Longest chain of additions."""
    magnitude: float = 0.0
    """sum|x|."""
    unit: float = 2.0**-53
    """Unit roundoff of the elements' type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A rule with its numbers."""

    comparison: Comparison
    bound: Bound = field(default_factory=Bound)


Leaf = Callable[[Any, Any, Measure], str]
"""Two finite numbers of one type, or arrays of them; says what is wrong, or nothing."""


def fault_of(answer: str, expected: str, measure: Measure) -> str:
    """Say what is wrong with an answer, or nothing.

    Args:
        answer: encoded, as JSON.
        expected: the oracle's, encoded, as JSON.
        measure: the rule.

    Raises:
        KeyError: there is no such rule, or it is the checker, which does not run here.
    """
    if answer == expected:
        return ""
    try:
        got = value_of(answer)
    except ValueError:
        return f"the answer is of a type that cannot be compared: {answer[:_SHOWN]}"
    return _fault(got, value_of(expected), RULES[measure.comparison.rule], measure, "")


def _fault(got: Any, want: Any, leaf: Leaf, measure: Measure, where: str) -> str:  # noqa: ANN401 - any value
    if type(got) is not type(want):
        return f"{_at(where)}got {_typed(got)}, want {_typed(want)}"
    if isinstance(want, list | tuple):
        if len(got) != len(want):
            return f"{_at(where)}got {len(got)} items, want {len(want)}: {_shown(got)}, not {_shown(want)}"
        faults = (
            _fault(one, other, leaf, measure, f"{where}[{place}]")
            for place, (one, other) in enumerate(zip(got, want, strict=True))
        )
        return next(filter(None, faults), "")
    if isinstance(want, dict):
        return "" if got == want else f"{_at(where)}got {_shown(got)}, want {_shown(want)}"
    if hasattr(want, "dtype"):
        return _array_fault(got, want, leaf, measure, where)
    return _number_fault(got, want, leaf, measure, where)


def _number_fault(got: Any, want: Any, leaf: Leaf, measure: Measure, where: str) -> str:  # noqa: ANN401 - any value
    if isinstance(want, float) and not (math.isfinite(got) and math.isfinite(want)):
        same = math.isnan(got) if math.isnan(want) else got == want
        return "" if same else f"{_at(where)}got {got!r}, want {want!r}"
    if isinstance(want, float | int) and not isinstance(want, bool):
        fault = leaf(got, want, measure)
        return f"{_at(where)}{fault}" if fault else ""
    return "" if got == want else f"{_at(where)}got {_shown(got)}, want {_shown(want)}"


def _array_fault(got: Any, want: Any, leaf: Leaf, measure: Measure, where: str) -> str:  # noqa: ANN401 - numpy arrays
    import numpy as np  # noqa: PLC0415 - only where an array comes

    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{_at(where)}got {got.dtype} of shape {got.shape}, want {want.dtype} of shape {want.shape}"
    if want.dtype.kind not in "fiu":
        same = np.array_equal(got, want, equal_nan=want.dtype.kind == "c")
        return "" if same else f"{_at(where)}got {_shown(got)}, want {_shown(want)}"
    for place in np.ndindex(want.shape):
        one, other = got[place].item(), want[place].item()
        if one != other:
            inside = f"{where}[{', '.join(map(str, place))}]" if place else where
            narrow = _of_type(leaf, want.dtype.itemsize)
            fault = _number_fault(one, other, narrow, measure, inside)
            if fault:
                return fault
    return ""


def _of_type(leaf: Leaf, size: int) -> Leaf:
    return _ulp32 if leaf is _ulp and size == 4 else leaf  # noqa: PLR2004 - bytes of a float32


def _exact(got: Any, want: Any, measure: Measure) -> str:  # noqa: ANN401 - numbers
    del measure
    return "" if got == want else f"got {_shown(got)}, want {_shown(want)}"


def _sum_bound(got: Any, want: Any, measure: Measure) -> str:  # noqa: ANN401 - numbers
    """Hold |error| to depth * u * sum|x|: Higham, Accuracy and Stability of Numerical Algorithms, section 4.2."""
    bound = measure.bound
    allowed = bound.depth * bound.unit * bound.magnitude
    off = abs(got - want)
    return "" if off <= allowed else f"got {got!r}, want {want!r}: off by {off:.6g}, allowed {allowed:.6g}"


def _close(got: Any, want: Any, measure: Measure) -> str:  # noqa: ANN401 - numbers
    off = abs(got - want)
    absolute, relative = measure.comparison.absolute, measure.comparison.relative
    if off <= absolute or off <= relative * abs(want):
        return ""
    return f"got {got!r}, want {want!r}: off by {off:.6g}, allowed {absolute:g} or {relative:g} of it"


def _ulp(got: Any, want: Any, measure: Measure) -> str:  # noqa: ANN401 - numbers
    return _ulps(got, want, measure, "d", "q")


def _ulp32(got: Any, want: Any, measure: Measure) -> str:  # noqa: ANN401 - numbers
    return _ulps(got, want, measure, "f", "i")


def _ulps(got: Any, want: Any, measure: Measure, number: str, integer: str) -> str:  # noqa: ANN401 - numbers
    if isinstance(want, int):
        return _exact(got, want, measure)
    apart = abs(_rank(got, number, integer) - _rank(want, number, integer))
    most = measure.comparison.most
    return "" if apart <= most else f"got {got!r}, want {want!r}: {apart} representable numbers apart, allowed {most}"


def _rank(value: float, number: str, integer: str) -> int:
    """Number the representable numbers in their order, both zeros 0."""
    bits = int(struct.unpack(f"={integer}", struct.pack(f"={number}", value))[0])
    return bits if bits >= 0 else -(bits + (1 << (struct.calcsize(integer) * 8 - 1)))


def _at(where: str) -> str:
    return f"at {where}: " if where else ""


def _typed(value: object) -> str:
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return f"{_shown(value)} ({name})"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an int of more than 4300 digits
        text = hex(value) if isinstance(value, int) else "numbers of more than 4300 digits"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


CHECKER = "checker"
"""The rule that is a function of oracle.py, and runs where the oracle does."""

RULES: Mapping[str, Leaf] = {"exact": _exact, "sum-bound": _sum_bound, "close": _close, "ulp": _ulp}
