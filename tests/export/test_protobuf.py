"""Our small decoder agrees with the real one."""

import pytest
from anki.notetypes_pb2 import Notetype
from hypothesis import given
from hypothesis import strategies as st

from ankigen.export.protobuf import varint_field


@given(
    kind=st.sampled_from([Notetype.Config.KIND_NORMAL, Notetype.Config.KIND_CLOZE]),
    sort_field=st.integers(0, 2**32 - 1),
    css=st.text(),
    original=st.integers(-(2**63), 2**63 - 1),
    other=st.binary(),
)
def test_numbers_come_out_as_they_went_in(
    kind: Notetype.Config.Kind.ValueType, sort_field: int, css: str, original: int, other: bytes
) -> None:
    config = Notetype.Config(kind=kind, sort_field_idx=sort_field, css=css, original_id=original, other=other)
    message = config.SerializeToString()
    numbers = {name: Notetype.Config.DESCRIPTOR.fields_by_name[name].number for name in ("kind", "original_id")}
    assert numbers["kind"] == 1
    assert varint_field(message, numbers["kind"]) == kind
    assert varint_field(message, 2) == sort_field
    assert varint_field(message, numbers["original_id"]) == original % 2**64
    assert varint_field(message, 9) == 0


def test_fields_of_fixed_width_are_passed_over_and_the_last_of_a_kind_counts() -> None:
    assert varint_field(b"\x11" + bytes(8) + b"\x1d" + bytes(4) + b"\x08\x01\x08\x96\x01", 1) == 150


@given(st.binary())
def test_any_bytes_are_a_message_or_a_value_error(message: bytes) -> None:
    try:
        number = varint_field(message, 1)
    except ValueError:
        return
    assert 0 <= number < 2**70


@pytest.mark.parametrize(
    "message", [b"\x08", b"\x08\x80", b"\x08" + b"\xff" * 11, b"\x0a\x02x", b"\x0d123", b"\x0b", b"\x0f"]
)
def test_damaged_message_is_an_error(message: bytes) -> None:
    with pytest.raises(ValueError, match="protobuf"):
        varint_field(message, 1)
