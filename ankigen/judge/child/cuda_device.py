"""A GPU through PyCUDA, the only module that imports it: context, poisoned memory, guard cells.

Nothing here sees into kernels. What is read before it is written reads 0xFF, which is NaN in floats and -1 in integers,
and so is what lies just after an allocation; what is written there is seen after the call.
"""

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Any
from weakref import ref

from .plain_device import Fault

_FILL = 0xFF
_GUARD = 512
"""Bytes after each allocation."""
_BLOCK = 1 << 28
_BLOCKS = 4
"""How much free memory is filled before the program starts: it gets some of it, and finds no zeros there."""
_SHOWN = 300


class Device:
    """The first device, with its primary context current; a program that retains it gets the same one."""

    environment: dict[str, str]

    def __init__(self, work: dict[str, Any]) -> None:
        """Make the context and, where guard cells are wanted, take hold of allocation.

        Under compute-sanitizer they must not be: it would take the guard cells for part of the allocation, and what is
        filled for written.
        """
        import pycuda.driver as cuda

        cuda.init()
        self._cuda: Any = cuda
        device = cuda.Device(0)
        self._context: Any = device.retain_primary_context()
        self._context.push()
        self.environment = _environment(cuda, device)
        self._guards: _Guards | None = None
        if work["guard"]:
            _poison(cuda)
            self._guards = _Guards(cuda)

    def after_call(self) -> Fault:
        """Wait for all kernels, and look at the guard cells."""
        try:
            self._cuda.Context.synchronize()
            return Fault(guard=self._guards.found() if self._guards is not None else "")
        except self._cuda.Error as error:  # it stays with the context: no later call would be answered
            return Fault(error=str(error)[:_SHOWN], poisoned=True)

    def close(self) -> None:
        """Free what is left and let the context go."""
        self._guards = None
        try:
            self._context.pop()
            self._context.detach()
        except self._cuda.Error:  # the program popped it already, or spoiled it
            return


class _Guards:
    """Stands in for PyCUDA's allocation: more is allocated than asked for, and the rest is watched."""

    def __init__(self, cuda: Any) -> None:
        self._cuda = cuda
        self._allocate = cuda.mem_alloc
        self._release = cuda.DeviceAllocation.free
        self._sizes: dict[int, int] = {}
        self._held: dict[int, Any] = {}
        """Allocations of this call: none is freed unseen because nothing refers to it any more."""
        self._earlier: dict[int, Any] = {}
        """Weak references to those of earlier calls, such as a cache's."""
        self._fault = ""
        cuda.mem_alloc = self.allocate
        cuda.DeviceAllocation.free = lambda allocation: self.release(allocation)  # noqa: PLW0108 - a bound method would not be given the allocation

    def allocate(self, size: int) -> Any:
        """Allocate with guard cells, all of it filled."""
        allocation = self._allocate(size + _GUARD)
        place = int(allocation)
        self._cuda.memset_d8(place, _FILL, size + _GUARD)
        self._sizes[place] = size
        self._held[place] = allocation
        return allocation

    def release(self, allocation: Any) -> None:
        """Look once more, then free."""
        place = int(allocation)
        if self._sizes.get(place) is not None:
            self._look(place)
            self._forget(place)
        self._release(allocation)

    def found(self) -> str:
        """Look at the guard cells of all allocations; say what was found since the last time, or nothing."""
        for place, weak in list(self._earlier.items()):
            if weak() is None:
                self._forget(place)
        for place in list(self._sizes):
            self._look(place)
        for place, allocation in self._held.items():
            self._earlier[place] = ref(allocation)
        self._held.clear()
        fault, self._fault = self._fault, ""
        return fault

    def _forget(self, place: int) -> None:
        for known in (self._sizes, self._held, self._earlier):
            known.pop(place, None)

    def _look(self, place: int) -> None:
        size = self._sizes[place]
        cells = bytearray(_GUARD)
        try:
            self._cuda.memcpy_dtoh(cells, place + size)
        except self._cuda.Error:  # what spoiled the context is reported after the call
            return
        written = next((at for at, cell in enumerate(cells) if cell != _FILL), None)
        if written is not None:
            self._fault = self._fault or f"wrote {written} bytes past the end of {size} allocated bytes"
            self._cuda.memset_d8(place + size, _FILL, _GUARD)


def _poison(cuda: Any) -> None:
    blocks = []
    for _ in range(_BLOCKS):
        try:
            block = cuda.mem_alloc(_BLOCK)
        except cuda.Error:
            break
        cuda.memset_d8(int(block), _FILL, _BLOCK)
        blocks.append(block)
    for block in blocks:
        block.free()


def _environment(cuda: Any, device: Any) -> dict[str, str]:
    import pycuda

    major, minor = device.compute_capability()
    api = cuda.get_driver_version()
    found = {
        "device": str(device.name()),
        "compute_capability": f"{major}.{minor}",
        "driver": _kernel_driver() or f"CUDA {api // 1000}.{api % 1000 // 10}",
        "driver_cuda": f"{api // 1000}.{api % 1000 // 10}",
        "cuda": ".".join(map(str, cuda.get_version()[:2])),
        "nvcc": _nvcc(),
        "pycuda": str(pycuda.VERSION_TEXT),
        "memory": f"{device.total_memory() >> 20} MiB",
    }
    identity = _identity(device)
    return {name: text for name, text in (found | {"device_id": identity}).items() if text}


def _identity(device: Any) -> str:
    """Give a digest of what tells this device from others, so that a record does not name it."""
    try:
        name = f"{device.pci_bus_id()} {Path('/etc/machine-id').read_text(encoding='ascii')}"
    except (AttributeError, OSError):
        return ""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def _kernel_driver() -> str:
    try:
        text = Path("/proc/driver/nvidia/version").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"(?:Module|x86_64|aarch64)\s+(\d+\.\d+(?:\.\d+)?)", text)
    return found.group(1) if found else ""


def _nvcc() -> str:
    try:
        done = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=False)  # noqa: S607 - PATH is how PyCUDA finds it too
    except OSError:
        return ""
    found = re.search(r"\bV(\d+\.\d+\.\d+)", done.stdout)
    return found.group(1) if found else ""
