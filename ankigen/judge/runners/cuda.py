"""CUDA kernels on a GPU by PyCUDA, which only the child imports."""

import ctypes
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from ankigen.judge.runner import Runner
from ankigen.model.solution import Status

_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


def _unavailable() -> str:
    # The driver first: without one, importing pycuda is what fails, and in a way that says little.
    try:
        ctypes.CDLL(_DRIVER)
    except OSError:
        return f"there is no NVIDIA driver here ({_DRIVER} cannot be loaded)"
    if find_spec("pycuda") is None:
        return "PyCUDA is not installed; pip install 'ankigen[cuda]'"
    if shutil.which("nvcc") is None:
        return "nvcc is not on PATH, and PyCUDA compiles kernels by it; install the CUDA toolkit"
    return ""


def _where() -> tuple[str, ...]:
    """Give the folders that PyCUDA and what it needs lie in: a child's environment names none of them."""
    specs = [find_spec(name) for name in ("pycuda", "pytools", "numpy")]
    folders = [str(Path(spec.origin).parent.parent) for spec in specs if spec is not None and spec.origin]
    return tuple(dict.fromkeys(folders)) if specs[0] is not None else ()


RUNNER = Runner(
    name="cuda",
    summary="CUDA kernels on a GPU, by PyCUDA",
    record="gpu",
    best=Status.GPU_VERIFIED,
    protocol=1,
    unavailable=_unavailable,
    device="cuda_device",
    python_path=_where(),
    most_processes=64,  # nvcc starts a dozen
    spare_memory_mb=4096,
    sanitizers=("memcheck", "racecheck", "initcheck", "synccheck"),
    workers=min(8, os.cpu_count() or 1),  # each has a context of some hundred MB
)
