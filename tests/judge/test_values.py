"""Values come back as they went, and what a program changes is seen."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.judge.child.values import decode, encode, slice_of, text_of, unchanged, value_of

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.integers(min_value=2**9_990, max_value=2**20_000)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=20,
)
DTYPES = ("float16", "float32", "float64", "int8", "int32", "int64", "uint32", "bool", "complex64", ">f4", ">i8")


def same(one: object, other: object) -> bool:
    """Equal in type and value, NaN equal to itself and zeros told apart by sign."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float) and isinstance(other, float):
        return (math.isnan(one) and math.isnan(other)) or (
            one == other and math.copysign(1, one) == math.copysign(1, other)
        )
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return same(list(one.items()), list(other.items()))
    return bool(one == other)


@given(VALUES)
def test_values_come_back_in_type_and_value(value: object) -> None:
    text = text_of(value)
    assert same(value_of(text), value)
    assert text_of(value_of(text)) == text
    assert text.isascii()
    assert not set(text) & set("\t\n")


@given(VALUES)
def test_a_fresh_value_is_unchanged(value: object) -> None:
    assert unchanged(value, encode(value))


@given(st.lists(st.integers(), min_size=1), st.data())
def test_a_changed_list_is_seen(value: list[int], data: st.DataObject) -> None:
    before = encode(list(value))
    value[data.draw(st.integers(0, len(value) - 1))] += 1
    assert not unchanged(value, before)


def test_types_are_told_apart() -> None:
    assert not unchanged([True], [1])
    assert not unchanged([1.0], [1])
    assert len({text_of(value) for value in (1, True, 1.0, "1", [1], (1,))}) == 6


@pytest.mark.parametrize("dtype", DTYPES)
@given(data=st.data())
def test_arrays_come_back(dtype: str, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 12))
    raw = data.draw(st.binary(min_size=count * 16, max_size=count * 16))
    array = (
        np.frombuffer(raw, "u1").reshape(-1, 2)[:, 0].astype(dtype).reshape(2, -1) if count else np.zeros((0, 3), dtype)
    )
    back = value_of(text_of(array))
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()
    assert unchanged(back, encode(array))


def test_scalars_of_numpy_are_no_numbers_of_python() -> None:
    for scalar in (np.float32(0.5), np.float64(0.5), np.int64(1), np.bool_(True)):  # noqa: FBT003 - takes no keyword
        back = value_of(text_of(scalar))
        assert type(back) is type(scalar)
        assert back == scalar
    assert text_of(np.float64(0.5)) != text_of(0.5)


def test_large_arrays_lie_in_files(tmp_path: Path) -> None:
    def save(array: Any) -> str:  # noqa: ANN401 - a numpy array
        np.save(tmp_path / "a.npy", array)
        return "a.npy"

    array = np.arange(1000, dtype="float32")
    text = text_of([array], save=save)
    assert len(text) < 200
    (back,) = value_of(text, tmp_path)
    assert back.tobytes() == array.tobytes()
    assert unchanged(back, json.loads(text)[0], tmp_path)
    back[3] = 0
    assert not unchanged(back, json.loads(text)[0], tmp_path)
    with pytest.raises(ValueError, match="no folder"):
        value_of(text)


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        ({"array": [1, 2, 3, 4], "dtype": "float32", "view": "[1:]"}, [2, 3, 4]),
        ({"array": [1, 2, 3, 4], "dtype": "int32", "view": "[::-1]"}, [4, 3, 2, 1]),
        ({"array": [1, 2, 3, 4], "dtype": "int32", "shape": [2, 2]}, [[1, 2], [3, 4]]),
        ({"zeros": 5, "dtype": "float64", "set": {0: 1, 4: 2.5}}, [1, 0, 0, 0, 2.5]),
        ({"zeros": 5, "dtype": "float64", "set": {0: 1, 3: 2.5}, "view": "[::2]"}, [1, 0, 0]),
        ({"zeros": 2, "dtype": "float32"}, [0, 0]),
    ],
)
def test_arrays_are_made_as_vectors_describe_them(made: dict[str, Any], wanted: list[Any]) -> None:
    encoded = encode(made)
    array = decode(encoded)
    assert array.dtype == np.dtype(made["dtype"])
    assert array.tolist() == wanted
    assert unchanged(array, encoded)
    whole = array if array.base is None else array.base
    whole.reshape(-1)[0] = 77
    assert not unchanged(array, encoded)


def test_a_sparse_array_is_looked_at_in_parts() -> None:
    encoded = encode({"zeros": 40_000_000, "dtype": "int8", "set": {39_999_999: 1}})
    array = decode(encoded)
    assert unchanged(array, encoded)
    array[20_000_000] = 1
    assert not unchanged(array, encoded)


@pytest.mark.parametrize("text", ["1:2", "[1]", "[1:2:3:4]", "[a:b]", ""])
def test_what_is_no_slice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"slice|start|literal"):
        slice_of(text)


def test_what_cannot_be_carried_equals_nothing() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    for value in (object(), Odd(), {1, 2}, b"1", 1j, np.array([object()]), np.ma.masked_array([1], [True])):
        with pytest.raises(ValueError, match="no value can be made"):
            value_of(text_of(value))
