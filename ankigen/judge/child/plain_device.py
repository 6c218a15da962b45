"""No device: the program runs on the processor alone."""

from typing import Any, NamedTuple


class Fault(NamedTuple):
    """What a device says after a call."""

    guard: str = ""
    """Which cells beside an allocation were written."""
    error: str = ""
    """What failed after the program had its answer."""
    poisoned: bool = False
    """Whether nothing more can be done in this process."""


class Device:
    """Nothing to prepare, nothing to look at."""

    environment: dict[str, str]

    def __init__(self, work: dict[str, Any]) -> None:
        """Prepare nothing."""
        del work
        self.environment = {}

    def after_call(self) -> Fault:
        """Find nothing."""
        return Fault()

    def close(self) -> None:
        """Leave nothing."""
