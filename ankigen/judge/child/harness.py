"""Load a program and call it: once for each vector and launch shape, with arguments made anew each time.

What must come of the calls is not known here.
"""

import importlib.util
import json
import os
import platform
import sys
import threading
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from . import plain_device
from .channel import END, Channel
from .order import Call, order_of
from .steps import OutOfStepsError, counted, limit_of
from .values import decode, text_of, unchanged

_MESSAGE = 300
"""Characters of an exception's message that are passed on."""
_ANSWERED = 42
"""Status of a copy that made its call: one that is not 0, so that a program that ends its process is found out."""
_IMMUTABLE = frozenset((str, int, float, bool, type(None)))
_GRACE_S = 0.5
"""How long threads that a program started may take to end after its last call."""


def main(work: dict[str, Any], in_force: list[str]) -> None:
    """Do the work: a program, pieces of vectors, an order."""
    channel = Channel(work["answers"])
    channel.note("isolation", in_force)
    if work["fork"]:
        _fork_for_each(work, channel)
    else:
        _run(work, channel)


def _fork_for_each(work: dict[str, Any], channel: Channel) -> None:
    """Make each call in a copy of this process, which has not loaded the program: a new process, but sooner there."""
    for place in range(len(work["pieces"])):
        pid = os.fork()
        if not pid:
            channel.adopt()
            _run(work | {"only": place}, channel)
            os._exit(_ANSWERED)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != _ANSWERED:
            channel.note("died", code)
            return
    channel.note(END, [])


def _run(work: dict[str, Any], channel: Channel) -> None:
    device: Any = import_module(f".{work['device']}", __package__) if work["device"] else plain_device
    try:
        state = device.Device(work)
    except Exception as error:  # noqa: BLE001 - a driver raises what it likes
        channel.note("device-error", _raised(error, ""))
        return
    channel.note("environment", _environment() | state.environment)
    file = str(Path(work["program"]).absolute())
    try:
        program = _load(file)
    except BaseException as error:  # noqa: BLE001 - SystemExit at import is a crash like any other
        channel.note("load-error", _raised(error, file))
        state.close()
        return
    try:
        _Calls(work, channel, program, file, state).make()
    except Exception as error:  # noqa: BLE001 - what a program raises is caught where it is called; this is ours
        channel.note("harness-error", _raised(error, __file__))


class _Calls:
    """The calls of one process."""

    def __init__(self, work: dict[str, Any], channel: Channel, program: ModuleType, file: str, device: Any) -> None:
        self._channel = channel
        self._program = program
        self._file = file
        self._device = device
        self._pieces = work["pieces"]
        self._folder = Path(work["folder"])
        self._lines = [_lines_of(piece, self._folder) for piece in self._pieces]
        shapes = [
            (piece["tier"], len(lines), len(piece["shapes"]))
            for piece, lines in zip(self._pieces, self._lines, strict=True)
        ]
        order = order_of(shapes, work["seed"])[work["skip"] :]
        only = work.get("only")
        self._order = order if only is None else [call for call in order if call.piece == only]
        self._end = END if only is None else "copy-end"

    def make(self) -> None:
        """Make all calls, or those up to an error after which the device answers nothing any more."""
        for made, call in enumerate(self._order, 1):
            if not self._make_one(call):
                self._channel.note("poisoned", made)
                return
        left = _threads_left()
        self._device.close()
        self._channel.note(self._end, left)

    def _make_one(self, call: Call) -> bool:
        piece = self._pieces[call.piece]
        encoded = json.loads(self._lines[call.piece][call.place])
        for _ in range(piece["repeat"]):
            arguments = decode(encoded, self._folder)
            kind, content = self._outcome(piece, arguments, piece["shapes"][call.shape])
            fault = self._device.after_call()
            if fault.guard:
                kind, content = "guard", json.dumps(fault.guard)
            elif fault.error and kind != "raised":
                kind, content = "late", json.dumps(fault.error)
            if kind == "answer" and not self._unchanged(arguments, encoded):
                kind, content = "changed", "null"
            self._channel.send(*call, kind, content)
            if fault.poisoned:
                return False
            if kind != "answer":
                break
        return True

    def _unchanged(self, arguments: list[Any], encoded: list[Any]) -> bool:
        # Numbers and texts cannot be changed, and the list that they stand in is ours.
        return all(
            type(argument) in _IMMUTABLE or unchanged(argument, before, self._folder)
            for argument, before in zip(arguments, encoded, strict=True)
        )

    def _outcome(self, piece: dict[str, Any], arguments: list[Any], shape: dict[str, int]) -> tuple[str, str]:
        try:
            function = getattr(self._program, piece["entry"])

            def made() -> Any:
                return function(*arguments, **shape)

            if piece["steps"] is None:
                return "answer", _text(made())
            most = limit_of(arguments, piece["steps"])
            answer, within = counted(made, self._file, most)
            return ("answer", _text(answer)) if within else ("steps", str(most))
        except OutOfStepsError:
            return "steps", "0"
        except BaseException as error:  # noqa: BLE001 - whatever a program raises is its answer
            return "raised", json.dumps(_raised(error, self._file))


def _lines_of(piece: dict[str, Any], folder: Path) -> list[str]:
    if "lines" in piece:
        return [str(line) for line in piece["lines"]]
    return Path(folder, str(piece["file"])).read_text(encoding="ascii").splitlines()


def _text(answer: object) -> str:
    try:
        return text_of(answer)
    except RecursionError:
        return text_of(_Nested())


class _Nested:
    """Stands for an answer that contains itself, or is nested too deeply to be written down."""

    def __repr__(self) -> str:
        return "nested too deeply, or inside itself"


def _load(file: str) -> ModuleType:
    """Load the program as module `solution`, with the folder of its file in front of the path."""
    sys.path.insert(0, os.path.dirname(file))  # noqa: PTH120 - a text is wanted
    spec = importlib.util.spec_from_file_location("solution", file)
    if spec is None or spec.loader is None:
        message = f"{file} is no Python"
        raise ImportError(message)
    module = importlib.util.module_from_spec(spec)
    sys.modules["solution"] = module
    spec.loader.exec_module(module)
    return module


def _raised(error: BaseException, file: str) -> dict[str, Any]:
    """Describe an exception: names of its classes, its message, the program's line."""
    try:
        message = str(error)[:_MESSAGE]
    except Exception:  # noqa: BLE001 - a program's own __str__ may raise anything
        message = "its message cannot be read"
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return {"names": [kind.__name__ for kind in type(error).__mro__], "message": message, "line": line}


def _threads_left() -> list[str]:
    """Name threads that the program started and that do not end."""
    left = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for thread in left:
        thread.join(_GRACE_S)
    return [thread.name for thread in left if thread.is_alive()]


def _environment() -> dict[str, str]:
    numpy = sys.modules.get("numpy")
    found = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
    return found | ({} if numpy is None else {"numpy": str(numpy.__version__)})
