"""Count the steps of a call: lines of the program's own file."""

import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

Tracer = Callable[[FrameType, str, Any], Any]


class OutOfStepsError(BaseException):
    """A call took more steps than it may; no `except Exception` of the program stops it."""


def limit_of(arguments: Sequence[Any], limit: dict[str, int]) -> int:
    """Give the steps that a call may take: constant + square * n * n, where n is the length of its first argument."""
    first = arguments[0] if arguments else ()
    size = len(first) if hasattr(first, "__len__") else 0
    return int(limit["constant"] + limit["square"] * size * size)


def counted(call: Callable[[], Any], file: str, most: int) -> tuple[Any, bool]:
    """Make a call and give its answer, and whether it stayed within its steps."""
    left = most
    exceeded = False
    own: dict[CodeType, bool] = {}

    def on_line(frame: FrameType, event: str, argument: Any) -> Tracer:
        del frame, argument
        nonlocal left, exceeded
        if event == "line":
            left -= 1
            if left < 0:
                exceeded = True
                raise OutOfStepsError
        return on_line

    def on_call(frame: FrameType, event: str, argument: Any) -> Tracer | None:
        del event, argument
        code = frame.f_code
        if code not in own:
            own[code] = code.co_filename == file
        return on_line if own[code] else None

    answer = None
    sys.settrace(on_call)
    try:
        answer = call()
    except BaseException:
        if not exceeded:
            raise
    finally:
        sys.settrace(None)
    return answer, not exceeded
