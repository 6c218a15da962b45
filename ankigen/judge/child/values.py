"""Arguments and answers as JSON: what JSON lacks is a mapping with a `$`, large arrays lie in .npy files.

numpy is imported only where an array comes. Types are kept: True is not 1, a tuple no list, numpy.int64 no int.
"""

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any

Saved = Callable[[Any], str]
"""Saves a large array and gives the name of its file."""

json_of = json.JSONEncoder(separators=(",", ":")).encode
"""Writes JSON without blanks; made once, since it is called for every answer."""

_WIDE = 10_000
"""Bits from which int is written in hexadecimal: int() and str() refuse more than 4300 decimal digits."""
_LARGE = 2048
"""Bytes from which an array goes into a file, where there is a place for files."""
_CHUNK = 1 << 24
"""Elements that are compared at a time."""


def text_of(value: object, *, save: Saved | None = None) -> str:
    """Write a value as JSON; equal values of equal types give equal text, floats by their shortest digits."""
    return json_of(encode(value, save=save))


def value_of(text: str, folder: Path | None = None) -> Any:
    """Read what `text_of` wrote; `folder` is where its arrays lie."""
    return decode(json.loads(text), folder)


def encode(value: Any, *, save: Saved | None = None) -> Any:  # noqa: PLR0911 - one line a type
    """Give a value as JSON can carry it; what cannot be carried becomes a description that equals nothing."""
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if value.bit_length() <= _WIDE else {"$": "int", "hex": hex(value)}
    if kind is float:
        return value if isfinite(value) else {"$": "float", "text": repr(value)}
    if kind is list:
        return [encode(item, save=save) for item in value]
    if kind is tuple:
        return {"$": "tuple", "items": [encode(item, save=save) for item in value]}
    if kind is dict:
        if _is_made(value):
            return _encode_made(value)
        return {"$": "dict", "items": [[encode(key), encode(item, save=save)] for key, item in value.items()]}
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic | numpy.ndarray):
        return _encode_array(value, numpy, save)
    return {"$": "other", "type": _name_of(kind), "text": _shown(value)}


def decode(encoded: Any, folder: Path | None = None) -> Any:  # noqa: PLR0911 - one line a type
    """Give the value that `encode` was given; arrays are made anew each time.

    Raises:
        ValueError: it is no encoded value, or one that cannot be carried.
    """
    if isinstance(encoded, list):
        return [decode(item, folder) for item in encoded]
    if not isinstance(encoded, dict):
        return encoded
    match encoded.get("$"):
        case "int":
            return int(encoded["hex"], 16)
        case "float":
            return float(encoded["text"])
        case "tuple":
            return tuple(decode(item, folder) for item in encoded["items"])
        case "dict":
            return {decode(key, folder): decode(item, folder) for key, item in encoded["items"]}
        case "array" | "scalar":
            return _decode_array(encoded, folder)
        case "made":
            return view_of(whole_of(encoded), encoded)
        case kind:
            message = f"no value can be made of {kind!r}: {encoded.get('type', '')} {encoded.get('text', '')}"
            raise ValueError(message)


def unchanged(value: Any, encoded: Any, folder: Path | None = None) -> bool:
    """Say whether a value that `decode` gave is still what it was, elements beside a view included."""
    if isinstance(encoded, list):
        return (
            type(value) is list
            and len(value) == len(encoded)
            and all(map(unchanged, value, encoded, [folder] * len(encoded)))
        )
    if isinstance(encoded, dict) and encoded.get("$") == "made":
        return _same_made(value, encoded)
    if isinstance(encoded, dict) and encoded.get("$") == "array":
        import numpy as np

        before = _decode_array(encoded, folder)
        return type(value) is np.ndarray and _same_bytes(value, before)
    return bool(encode(value) == encoded) and type(encode(value)) is type(encoded)


def whole_of(made: dict[str, Any]) -> Any:
    """Make the array that `{array: …}` or `{zeros: …}` describes, before its view is taken."""
    import numpy as np

    dtype = np.dtype(made["dtype"])
    if "array" in made:
        return np.array(decode(made["array"]), dtype)
    array = np.zeros(made["zeros"], dtype)
    for place, item in made["set"]:
        array[place] = decode(item)
    return array


def view_of(array: Any, made: dict[str, Any]) -> Any:
    """Give the array in its shape, and of that the view."""
    if "shape" in made:
        array = array.reshape(made["shape"])
    return array[slice_of(made["view"])] if "view" in made else array


def slice_of(view: str) -> slice:
    """Read `[start:stop:step]`.

    Raises:
        ValueError: it is no such text.
    """
    if not (view.startswith("[") and view.endswith("]")):
        message = f"{view!r} is no [start:stop:step]"
        raise ValueError(message)
    parts = view[1:-1].split(":")
    if not 2 <= len(parts) <= 3:  # noqa: PLR2004 - start, stop, step
        message = f"{view!r} is no [start:stop:step]"
        raise ValueError(message)
    return slice(*(int(part) if part.strip() else None for part in parts))


def _is_made(value: dict[Any, Any]) -> bool:
    return "dtype" in value and ("array" in value) is not ("zeros" in value)


def _encode_made(value: dict[Any, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"$": "made", "dtype": str(value["dtype"])}
    if "array" in value:
        made["array"] = encode(value["array"])
    else:
        made["zeros"] = int(value["zeros"])
        made["set"] = [[int(place), encode(item)] for place, item in value.get("set", {}).items()]
    if value.get("shape") is not None:
        made["shape"] = [int(size) for size in value["shape"]]
    if value.get("view") is not None:
        made["view"] = str(value["view"])
    return made


def _encode_array(value: Any, numpy: Any, save: Saved | None) -> dict[str, Any]:
    dtype = value.dtype
    if dtype.hasobject or dtype.fields is not None or dtype.kind in "MmV":
        return {"$": "other", "type": f"numpy {dtype}", "text": ""}
    if isinstance(value, numpy.generic):
        return {"$": "scalar", "dtype": dtype.str, "bytes": b64encode(value.tobytes()).decode()}
    if type(value) is not numpy.ndarray:
        return {"$": "other", "type": _name_of(type(value)), "text": ""}
    if save is not None and value.nbytes > _LARGE:
        return {"$": "array", "dtype": dtype.str, "shape": list(value.shape), "file": save(value)}
    raw = b64encode(value.tobytes()).decode()
    return {"$": "array", "dtype": dtype.str, "shape": list(value.shape), "bytes": raw}


def _decode_array(encoded: dict[str, Any], folder: Path | None) -> Any:
    import numpy as np

    if "file" in encoded:
        if folder is None:
            message = f"there is no folder to take {encoded['file']} from"
            raise ValueError(message)
        return np.load(folder / encoded["file"], allow_pickle=False)
    array = np.frombuffer(b64decode(encoded["bytes"]), encoded["dtype"])
    return array[0] if encoded["$"] == "scalar" else array.reshape(encoded["shape"]).copy()


def _same_made(value: Any, made: dict[str, Any]) -> bool:
    import numpy as np

    if type(value) is not np.ndarray:
        return False
    whole = value
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    whole = whole.reshape(-1)
    if "array" in made:
        return _same_bytes(whole, whole_of(made).reshape(-1))
    if len(whole) != made["zeros"] or whole.dtype != np.dtype(made["dtype"]):
        return False
    return all(_same_bytes(whole[start : start + len(chunk)], chunk) for start, chunk in _chunks(made))


def _chunks(made: dict[str, Any]) -> Iterator[tuple[int, Any]]:
    """Yield a sparse array in parts, so that it is never there a second time."""
    import numpy as np

    items = sorted(((place % made["zeros"], item) for place, item in made["set"]), key=lambda entry: entry[0])
    zeros = np.zeros(min(_CHUNK, made["zeros"]), made["dtype"])
    for start in range(0, made["zeros"], _CHUNK):
        size = min(_CHUNK, made["zeros"] - start)
        inside = [(place - start, item) for place, item in items if start <= place < start + size]
        chunk = zeros[:size].copy() if inside else zeros[:size]
        for place, item in inside:
            chunk[place] = decode(item)
        yield start, chunk


def _same_bytes(one: Any, other: Any) -> bool:
    import numpy as np

    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    # Bytes and not values: NaN equals itself here, and 0.0 is not -0.0.
    return bool(
        np.array_equal(
            np.ascontiguousarray(one).reshape(-1).view(np.uint8), np.ascontiguousarray(other).reshape(-1).view(np.uint8)
        )
    )


def _name_of(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _shown(value: object) -> str:
    try:
        return repr(value)[:200]
    except Exception as error:  # noqa: BLE001 - a program's own __repr__ may raise anything
        return f"repr() raised {type(error).__name__}"
