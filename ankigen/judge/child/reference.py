"""Generators and the oracle, in a process of their own: what they raise is told as an error of theirs.

Their text comes with the work and is nowhere on disk, so no program can read it there.
"""

import importlib.abc
import importlib.util
import json
import linecache
import math
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from .channel import END, Channel
from .values import decode, encode, json_of, slice_of, text_of

_MESSAGE = 300
_UNITS = {"f2": 2.0**-11, "f4": 2.0**-24, "f8": 2.0**-53}
"""Unit roundoff by type."""


def main(work: dict[str, Any], in_force: list[str]) -> None:
    """Answer the requests one by one."""
    del in_force
    channel = Channel(work["answers"])
    sys.meta_path.insert(0, _Sources(work["sources"]))
    reference = _Reference(channel, Path(work["folder"]), work["prefix"])
    for request in work["requests"]:
        try:
            reference.answer(request)
        except BaseException as error:  # noqa: BLE001 - whatever it raises is its fault, and no program's
            channel.note("error", _raised(error, work["sources"]))
            continue
        channel.note("done", None)
    channel.note(END, None)


class _Sources(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports modules from texts."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        name = f"{fullname}.py"
        return importlib.util.spec_from_loader(fullname, self, origin=name) if name in self._texts else None

    def get_source(self, fullname: str) -> str:
        return self._texts[f"{fullname}.py"]

    def exec_module(self, module: ModuleType) -> None:
        name = f"{module.__name__}.py"
        text = self._texts[name]
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102 - what a loader does


class _Reference:
    """The functions of oracle.py and generators.py."""

    def __init__(self, channel: Channel, folder: Path, prefix: str) -> None:
        self._channel = channel
        self._folder = folder
        self._prefix = prefix
        self._saved = 0

    def answer(self, request: dict[str, Any]) -> None:
        """Answer one request: a literal case, a family's size and seed, or an answer to be checked."""
        match request["kind"]:
            case "case":
                self._send(request, decode_for_oracle(json.loads(request["arguments"])), request["arguments"])
            case "family":
                for arguments in self._generated(request):
                    if type(arguments) is not list:
                        message = f"{request['generator']} gave {type(arguments).__name__}, not a list of arguments"
                        raise TypeError(message)
                    encoded = [encode(argument, save=self._save) for argument in arguments]
                    text = json_of(encoded)
                    # What the generator gave is left alone: the oracle gets values made anew, as the program does.
                    self._send(request, decode_for_oracle(encoded, self._folder), text)
            case kind:
                self._check(request, kind)

    def _generated(self, request: dict[str, Any]) -> Iterator[list[Any]]:
        generator = _function("generators", request["generator"])
        size, seed = request["size"], request["seed"]
        if request["each_position"]:
            for position in range(size):
                yield generator(size, seed, position=position)
        elif request["many"]:
            yield from generator(size, seed)
        else:
            yield generator(size, seed)

    def _send(self, request: dict[str, Any], arguments: list[Any], text: str) -> None:
        expected, depth, magnitude, unit = "", 0, 0.0, 0.0
        if request["depth"]:
            depth = int(_function("oracle", request["depth"])(*arguments))
            magnitude, unit = magnitude_of(arguments)
        if request["oracle"]:
            answer = _function("oracle", request["oracle"])(*arguments)
            expected = text_of(answer)
            if '"$":"other"' in expected:
                message = f"{request['oracle']} gave {type(answer).__name__}, which no answer can be compared with"
                raise TypeError(message)
        self._channel.send_later("=", text, expected, str(depth), repr(magnitude), repr(unit))

    def _check(self, request: dict[str, Any], kind: str) -> None:
        del kind
        arguments = decode_for_oracle(json.loads(request["arguments"]), self._folder)
        expected, answer = (decode(json.loads(request[name])) for name in ("expected", "answer"))
        found = _function("oracle", request["function"])(arguments, expected, answer)
        if not isinstance(found, bool | str):
            message = f"the checker gave {type(found).__name__}, not True, False or what is wrong"
            raise TypeError(message)
        fault = "" if found is True else found or "the checker says no"
        self._channel.send("=", json.dumps(fault))

    def _save(self, array: Any) -> str:
        import numpy as np

        name = f"{self._prefix}{self._saved}.npy"
        self._saved += 1
        np.save(self._folder / name, array, allow_pickle=False)
        return name


def decode_for_oracle(encoded: list[Any], folder: Path | None = None) -> list[Any]:
    """Give arguments as an oracle gets them: a sparse array stays the mapping that describes it."""
    return [_for_oracle(item, folder) for item in encoded]


def _for_oracle(item: Any, folder: Path | None) -> Any:
    if isinstance(item, list):
        return [_for_oracle(inner, folder) for inner in item]
    if isinstance(item, dict) and item.get("$") == "made" and "zeros" in item:
        mapping = {name: item[name] for name in ("zeros", "dtype", "shape", "view") if name in item}
        return mapping | {"set": {place: decode(value) for place, value in item["set"]}}
    return decode(item, folder)


def magnitude_of(arguments: list[Any]) -> tuple[float, float]:
    """Give sum|x| over all numbers in the arguments, and the unit roundoff of the coarsest float type among them."""
    total, unit = 0.0, 2.0**-53
    for numbers, kind in _numbers(arguments):
        unit = max(unit, _UNITS.get(kind, 0.0))
        try:
            total += math.fsum(map(abs, numbers))
        except OverflowError:
            total = math.inf
    return total, unit


def _numbers(value: Any) -> Iterator[tuple[Any, str]]:
    if isinstance(value, dict) and "zeros" in value:
        import numpy as np

        sparse = _places(value)
        yield np.array(list(sparse), value["dtype"]).astype(np.float64).tolist(), np.dtype(value["dtype"]).str[1:]
    elif hasattr(value, "dtype"):
        import numpy as np

        yield np.asarray(value).astype(np.float64).ravel().tolist(), value.dtype.str[1:]
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield [float(value)], "f8"


def _places(sparse: dict[str, Any]) -> Iterator[Any]:
    """Yield what a sparse array holds that its view shows; a view of another shape shows rows, so all counts."""
    if "shape" in sparse:
        yield from sparse["set"].values()
        return
    shown = range(sparse["zeros"])[slice_of(sparse.get("view", "[:]"))]
    yield from (item for place, item in sparse["set"].items() if place % sparse["zeros"] in shown)


def _function(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def _raised(error: BaseException, sources: dict[str, str]) -> dict[str, Any]:
    where = ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in sources:
            where = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename in sources:
        where = f"{error.filename}:{error.lineno}"
    return {"type": type(error).__name__, "message": str(error)[:_MESSAGE], "where": where}
