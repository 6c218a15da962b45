"""One number out of a protobuf message, without its schema or a library for it.

Encoding: https://protobuf.dev/programming-guides/encoding. A message is a row of fields, each with a tag before it:
the number of the field and how its value is laid out (its wire type), packed into one varint.
"""

_VARINT, _EIGHT_BYTES, _WITH_LENGTH, _FOUR_BYTES = 0, 1, 2, 5
_VARINT_BITS = 70
"""Ten bytes of seven bits hold 64; a longer varint is none."""


def varint_field(message: bytes, number: int) -> int:
    """Give the value of an integer, boolean or enumeration field; 0, as protobuf has it, when it is not there.

    Raises:
        ValueError: this is no protobuf message.
    """
    found = 0
    position = 0
    while position < len(message):
        tag, position = _varint(message, position)
        value, position = _value(message, position, tag & 7)
        if tag >> 3 == number and tag & 7 == _VARINT:
            found = value  # of a field that is there more than once, the last counts
    return found


def _value(message: bytes, position: int, wire_type: int) -> tuple[int, int]:
    """Give a varint's value, or 0 for what is skipped, and where the next field begins."""
    value = 0
    if wire_type == _VARINT:
        value, end = _varint(message, position)
    elif wire_type == _EIGHT_BYTES:
        end = position + 8
    elif wire_type == _WITH_LENGTH:
        length, position = _varint(message, position)
        end = position + length
    elif wire_type == _FOUR_BYTES:
        end = position + 4
    else:
        msg = f"wire type {wire_type} in a protobuf message"
        raise ValueError(msg)
    if end > len(message):
        msg = "a protobuf message ends inside a field"
        raise ValueError(msg)
    return value, end


def _varint(message: bytes, position: int) -> tuple[int, int]:
    """Read seven bits a byte, the lowest first; the eighth bit says that another byte follows."""
    value = 0
    for shift in range(0, _VARINT_BITS, 7):
        if position == len(message):
            msg = "a protobuf message ends inside a number"
            raise ValueError(msg)
        byte = message[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:  # noqa: PLR2004 -- the eighth bit
            return value, position
    msg = "a number in a protobuf message does not end"
    raise ValueError(msg)
