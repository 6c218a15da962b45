"""Rules of comparison: NaN is no wildcard, types count, and a bound is a bound."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.judge.child.values import text_of
from ankigen.judge.compare import RULES, Bound, Measure, fault_of
from ankigen.model.task_settings import Comparison

FINITE = st.floats(allow_nan=False, allow_infinity=False)
MEASURES = {
    "exact": Measure(comparison=Comparison()),
    "sum-bound": Measure(comparison=Comparison(rule="sum-bound"), bound=Bound(depth=10, magnitude=1.0, unit=2.0**-24)),
    "ulp": Measure(comparison=Comparison(rule="ulp", most=2)),
    "close": Measure(comparison=Comparison(rule="close", absolute=1e-6, relative=1e-6)),
}


def fault(answer: object, expected: object, rule: str = "exact", **numbers: float) -> str:
    measure = MEASURES[rule]
    if numbers:
        measure = Measure(comparison=Comparison(rule=rule, **numbers))  # type: ignore[arg-type]
    return fault_of(text_of(answer), text_of(expected), measure)


def test_every_rule_is_tried_here() -> None:
    assert set(MEASURES) == set(RULES)


@pytest.mark.parametrize("rule", RULES)
@given(
    value=st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.floats() | st.integers())
)
def test_an_answer_equals_itself(rule: str, value: object) -> None:
    assert not fault(value, value, rule)


@pytest.mark.parametrize("rule", RULES)
@given(value=FINITE)
def test_nan_and_infinities_are_right_only_for_themselves(rule: str, value: float) -> None:
    for odd in (math.nan, math.inf, -math.inf):
        assert fault(odd, value, rule)
        assert fault(value, odd, rule)
        assert not fault(odd, odd, rule)
        assert fault(np.array([odd], "f4"), np.array([1], "f4"), rule)
        assert not fault(np.array([odd], "f4"), np.array([odd], "f4"), rule)
    assert fault(math.inf, -math.inf, rule)
    assert fault(math.nan, math.inf, rule)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (True, 1),
        (1, True),
        (1.0, 1),
        ([1], ["1"]),
        ((1,), [1]),
        ([1], (1,)),
        ("1", 1),
        (None, 0),
        ([], None),
        ([1, 2], [1]),
        ([[1], [2]], [[1], ["2"]]),
        (np.float32(1), 1.0),
        (np.float64(1), 1.0),
        (np.int64(1), 1),
        (np.array([1.0]), [1.0]),
        (np.array([1.0], "f4"), np.array([1.0], "f8")),
        (np.array([1.0]), np.array([[1.0]])),
        (np.array([1, 2]), np.array([1])),
        ({"a": 1}, {"a": 2}),
        (object(), 1),
    ],
)
def test_types_count_under_every_rule(rule: str, answer: object, expected: object) -> None:
    assert fault(answer, expected, rule)


@given(FINITE, FINITE)
def test_exact_is_exact(one: float, other: float) -> None:
    assert bool(fault(one, other)) is (one != other)


@given(st.integers(), st.integers(min_value=1))
def test_exact_integers_of_any_size(value: int, step: int) -> None:
    assert fault(value + step, value)


def test_zeros_of_either_sign_are_one_value() -> None:
    assert not fault(-0.0, 0.0)
    assert not fault(np.array([-0.0]), np.array([0.0]))


@given(st.floats(0, 1), st.floats(-1, 1))
def test_sum_bound_holds_the_error_to_depth_unit_and_magnitude(part: float, expected: float) -> None:
    allowed = 10 * 2.0**-24
    assert not fault(expected + part * allowed * 0.999, expected, "sum-bound")
    assert fault(expected + allowed * (1.001 + part), expected, "sum-bound")


def test_sum_bound_is_not_relative_to_the_sum() -> None:
    measure = Measure(comparison=Comparison(rule="sum-bound"), bound=Bound(depth=2, magnitude=2e30, unit=2.0**-24))
    assert not fault_of(text_of(0.0), text_of(1.0), measure)
    assert "off by" in fault_of(text_of(1e25), text_of(1.0), measure)


def test_either_tolerance_is_enough() -> None:
    assert not fault(1.0000001, 1.0, "close", absolute=1e-6)
    assert not fault(1e9 + 1, 1e9, "close", relative=1e-6)
    assert fault(1e9 + 1, 1e9, "close", absolute=1e-6)
    assert fault(2.0, 1.0, "close", absolute=0.5, relative=0.5)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.integers(0, 5))
def test_ulps_are_counted_in_the_answers_own_type(value: float, apart: int) -> None:
    double, single = value, np.float32(value)
    for _ in range(apart):
        double = math.nextafter(double, math.inf)
        with np.errstate(over="ignore"):
            single = np.nextafter(single, np.float32(math.inf))
    assert bool(fault(double, value, "ulp")) is (apart > 2)
    if np.isfinite(single):
        got, want = np.array([single]), np.array([value], "f4")
        assert bool(fault(got, want, "ulp")) is (apart > 2)


def test_where_an_answer_is_wrong_is_told() -> None:
    assert fault([[1, 2], [3, 5]], [[1, 2], [3, 4]]) == "at [1][1]: got 5, want 4"
    assert fault(np.array([[1, 2], [3, 5]]), np.array([[1, 2], [3, 4]])) == "at [1, 1]: got 5, want 4"


def test_numbers_that_cannot_be_printed_are_compared() -> None:
    assert "0x" in fault(10**5000, 10**5000 + 1)
