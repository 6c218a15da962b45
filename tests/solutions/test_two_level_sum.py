"""The folder solutions/two-level-sum without the judge: vectors, oracle, right programs and wrong ones agree.

Kernels run here as C++ on the CPU (lockstep.hpp), under a stand-in for the few PyCUDA calls of the host programs. That
shows wrong values, deadlocks and misaligned loads, not races or uninitialised memory: of programs that say
`needs: checker` only some fail here.
"""

import contextlib
import ctypes
import hashlib
import importlib.util
import re
import shutil
import struct
import subprocess
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

ROOT = Path(__file__).parents[2]
TASK = ROOT / "solutions" / "two-level-sum"
ACCEPTED = TASK / "accepted"
KERNEL = ACCEPTED / "kernels" / "two_level_sum.cu"
REJECTED = sorted((TASK / "rejected").glob("*.py"))
REJECTED_KERNELS = sorted((TASK / "rejected").glob("*.cu"))
LOCKSTEP = Path(__file__).with_name("lockstep.hpp")

VERDICTS = {"wrong-answer", "wrong-exception", "crash", "race", "oob", "uninit", "divergence", "compile-error"}
MANY = {"one-hot", "ints-large", "any-int32"}
"""Families that take long here, for which one launch shape is enough."""

TELLING = ("ints", "ints-larger", "ints-float64", "extreme-int32", "weights", "misaligned")
"""Families that rejected programs are run on here."""

ARCHITECTURES = ("75", "90", "120")

Values = Any
Sum = Callable[..., Any]

needs_compiler = pytest.mark.skipif(
    shutil.which("g++") is None or sys.platform != "linux", reason="lockstep.hpp needs g++ on Linux"
)
needs_nvcc = pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")


def load(path: Path) -> Any:
    """Import a file of the solution anew, so that no state is left from an earlier import."""
    spec = importlib.util.spec_from_file_location(f"two_level_sum_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


task: dict[str, Any] = yaml.safe_load((TASK / "task.yaml").read_text(encoding="utf-8"))
vectors: dict[str, Any] = yaml.safe_load((TASK / "vectors.yaml").read_text(encoding="utf-8"))
shapes: list[dict[str, int]] = task["programs"]["two_level_sum"]["launch_shapes"]
oracle = load(TASK / "oracle.py")
generators = load(TASK / "generators.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One call: its array as vectors.yaml writes it, and what it must give or raise."""

    id: str
    values: Values
    out: Any = None
    raises: tuple[str, ...] = ()
    bound: float = 0.0
    """How far off a sum may be."""


@cache
def literal() -> tuple[Vector, ...]:
    return tuple(
        Vector(id=case["id"], values=case["in"][0], out=case["out"], bound=bound(case, case["in"][0]))
        for case in vectors["cases"]
        if not case.get("full")
    )


@cache
def bad_input() -> tuple[Vector, ...]:
    return tuple(Vector(id=c["id"], values=c["in"][0], raises=tuple(c["raises"])) for c in vectors["bad_input"])


@cache
def family(name: str) -> tuple[Vector, ...]:
    (item,) = [item for item in vectors["generated"] if item["id"] == name]
    made = []
    for size, seed in product(item["sizes"], range(item.get("seeds", 1))):
        calls = getattr(generators, item["gen"])(size, seed)
        for (values,) in calls if item.get("many") else [calls]:
            out = getattr(oracle, task["oracle"])(values)
            made.append(Vector(id=f"{name}/{size}/{seed}", values=values, out=out, bound=bound(item, values)))
    return tuple(made)


def bound(item: dict[str, Any], values: Values) -> float:
    if "compare" not in item:
        return 0.0
    assert item["compare"] == {"rule": "sum-bound", "depth": "depth"}
    numbers = build(values)
    unit = float(np.finfo(numbers.dtype).eps) / 2
    return float(oracle.depth(values) * unit * np.abs(numbers.astype(np.float64)).sum())


FAMILIES = [item["id"] for item in vectors["generated"] if not item.get("full")]


def all_vectors(*, many: bool = True) -> Iterator[Vector]:
    yield from literal()
    for name in FAMILIES:
        if many or name not in MANY:
            yield from family(name)
    yield from bad_input()


def build(values: Values) -> Any:
    """Make the array that a mapping stands for; anything else is the argument itself."""
    if isinstance(values, np.ndarray):
        return values.copy()
    if not isinstance(values, dict):
        return values
    if "zeros" in values:
        array = np.zeros(values["zeros"], values["dtype"])
        for place, value in values["set"].items():
            array[place] = value
    else:
        array = np.array(values["array"], values["dtype"])
    array = array.reshape(values.get("shape", array.shape))
    return array[oracle.as_slice(values["view"])] if "view" in values else array


def verdict(function: Sum, vector: Vector, shape: dict[str, int]) -> str:
    """Say what the judge would: accepted, or how the program fails."""
    values = build(vector.values)
    before = values.tobytes() if isinstance(values, np.ndarray) else None
    try:
        got = function(values, **shape)
    except Exception as error:  # noqa: BLE001 - whatever a program raises
        if vector.raises:
            return "accepted" if type(error).__name__ in vector.raises else "wrong-exception"
        found = {OutOfBoundsError: "oob", CompileError: "compile-error", DivergenceError: "divergence"}
        return found.get(type(error), "crash")
    if vector.raises:
        return "wrong-exception"
    unchanged = before is None or values.tobytes() == before
    return "accepted" if unchanged and same(got, vector) else "wrong-answer"


def same(got: Any, vector: Vector) -> bool:
    if type(got) is not type(vector.out):
        return False
    if isinstance(got, float) and (isnan(got) or isnan(vector.out)):
        return isnan(got) and isnan(vector.out)
    return bool(got == vector.out or abs(got - vector.out) <= vector.bound)


def header(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"(?:#|//) (expect|why|needs|full): (.+)", line) for line in lines[:4])
    return {match[1]: match[2] for match in found if match}


# ---- vectors, oracle, generators


def test_vectors_and_task_have_known_keys_only_and_no_id_twice_in_the_sum() -> None:
    assert set(vectors) == {"cases", "generated", "bad_input"}
    marks = {"compare", "sanitize", "full", "memory_mb", "wall_s"}
    allowed = {
        "cases": {"id", "in", "out", "why"} | marks,
        "generated": {"id", "gen", "sizes", "seeds", "fresh_seeds", "many"} | marks,
        "bad_input": {"id", "in", "raises"},
    }
    for kind, items in vectors.items():
        assert all(set(item) <= allowed[kind] for item in items), kind
    ids = [item["id"] for items in vectors.values() for item in items]
    assert sorted(ids) == sorted(set(ids))
    assert all(case["why"] for case in vectors["cases"])
    assert any(item.get("sanitize") for items in vectors.values() for item in items)
    assert set(task) == {
        "title", "statement", "entry", "oracle", "programs", "rejected_kernels", "regions", "comparison", "limits",
        "environments",
    }  # fmt: skip
    assert set(task["title"]) == set(task["statement"]) == {"zh", "en"}


def test_vectors_beyond_the_usual_memory_are_marked() -> None:
    items = [*vectors["cases"], *vectors["generated"]]
    for item in items:
        sizes = item.get("sizes") or [oracle.count(item["in"][0])]
        if max(sizes) >= 2**28:
            assert item["full"], item["id"]
            assert item["memory_mb"] * 2**20 >= 8 * max(sizes) / (1 + (max(sizes) > 2**31)), item["id"]
    assert {"float32", "int32"} == {
        item["in"][0]["dtype"] for item in vectors["cases"] if item.get("full") and item["in"][0]["zeros"] > 2**31
    }


@pytest.mark.parametrize("item", vectors["generated"], ids=lambda item: item["id"])
def test_generators_repeat_and_differ_by_seed(item: dict[str, Any]) -> None:
    make = getattr(generators, item["gen"])
    size = 5 if item.get("many") else min(item["sizes"])
    assert repr(make(size, 3)) == repr(make(size, 3))
    assert len({repr(make(size, seed)) for seed in range(20)}) > 1


@pytest.mark.parametrize("name", ["ints", "ints-larger", "ints-large", "weights"])
def test_exact_families_are_exact_in_any_order(name: str) -> None:
    for vector in family(name):
        assert np.abs(vector.values.astype(np.float64)).sum() < 2**24, vector.id
        assert np.all(vector.values != 0)
        assert np.all(vector.values == np.round(vector.values))


def test_literal_vectors_agree_with_the_oracle_in_the_sum() -> None:
    answers = {case["id"]: oracle.exact_sum(*case["in"]) for case in vectors["cases"]}
    assert {name: repr(answer) for name, answer in answers.items()} == {
        case["id"]: repr(case["out"]) for case in vectors["cases"]
    }


@pytest.mark.parametrize("view", ["[:]", "[1:]", "[:-1]", "[::3]", "[::-1]", "[2:90:7]"])
def test_the_oracle_sums_what_is_set_as_if_it_were_built(view: str) -> None:
    sparse = {"zeros": 100, "dtype": "int32", "set": {0: 1, 1: 2, 50: 4, 98: 8, 99: 16}, "view": view}
    assert oracle.exact_sum(sparse) == oracle.exact_sum(build(sparse)) == int(build(sparse).sum())
    assert oracle.count(sparse) == build(sparse).size
    assert oracle.exact_sum({**sparse, "dtype": "float32"}) == float(build(sparse).sum())


def test_the_oracle_rounds_inputs_to_their_dtype_and_sums_to_their_range() -> None:
    third = {"array": [1 / 3], "dtype": "float32"}
    assert oracle.exact_sum(third) == float(np.float32(1 / 3)) != 1 / 3
    largest = float(np.finfo(np.float64).max)
    assert oracle.exact_sum(np.array([largest, largest, -largest])) == largest
    assert oracle.exact_sum(np.array([-largest, -largest])) == -np.inf
    assert oracle.exact_sum(np.full(70000, -(2**31), np.int32)) == -(2**31) * 70000
    with pytest.raises(ValueError, match="may overflow"):
        oracle.exact_sum(np.zeros(70000, np.int64))


def test_the_oracle_knows_the_launch_shapes_of_the_task() -> None:
    assert list(oracle.LAUNCH_SHAPES) == [(s["threads_per_block"], s["blocks"]) for s in shapes if "blocks" in s]


# ---- a stand-in for PyCUDA


class OutOfBoundsError(Exception):
    """A kernel wrote past the end of what was allocated, or of an array of its own."""


class DivergenceError(Exception):
    """Threads wait for each other for ever."""


class CompileError(Exception):
    """A kernel does not compile."""


class LogicError(Exception):
    """What the driver refuses."""


class DeviceMemoryError(Exception):
    """Device memory is full."""


class Memory:
    """Memory that is aligned, poisoned, and guarded at its end."""

    GUARD = 8192
    CAPACITY = 2**30
    reserved = 0

    def __init__(self, size: int) -> None:
        if size <= 0:
            message = "cuMemAlloc failed: invalid argument"
            raise LogicError(message)
        if size > Memory.CAPACITY:
            message = "cuMemAlloc failed: out of memory"
            raise DeviceMemoryError(message)
        self.raw = np.full(256 + size + self.GUARD, 0xA5, np.uint8)
        self.start = -self.raw.ctypes.data % 256
        self.size = size
        Memory.reserved += 1

    def __int__(self) -> int:
        return int(self.raw.ctypes.data) + self.start

    def free(self) -> None:
        Memory.reserved -= 1
        if np.any(self.raw[self.start + self.size :] != 0xA5):
            raise OutOfBoundsError


class Context:
    """Counts that each push is popped."""

    depth = 0

    def push(self) -> None:
        Context.depth += 1

    def pop(self) -> None:
        Context.depth -= 1


class Stream:
    """Copies nothing before someone waits for it."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def synchronize(self) -> None:
        for copy in self.waiting:
            copy()
        self.waiting.clear()


class Kernel:
    """A compiled kernel that takes its arguments packed, as the driver does."""

    ERRORS: tuple[Exception | None, ...] = (
        None,
        DivergenceError(),
        LogicError("misaligned address"),
        OutOfBoundsError(),
        LogicError("invalid argument"),
    )

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self.form = ""

    def prepare(self, form: str) -> None:
        self.form = form

    def prepared_call(self, grid: tuple[int, ...], block: tuple[int, ...], *args: int) -> None:
        self.launch(grid, block, struct.pack(self.form, *args))

    def prepared_async_call(self, grid: tuple[int, ...], block: tuple[int, ...], stream: Stream, *args: int) -> None:
        assert isinstance(stream, Stream)
        self.prepared_call(grid, block, *args)

    def __call__(self, *args: Any, grid: tuple[int, ...], block: tuple[int, ...]) -> None:
        form = "".join(arg.dtype.char if isinstance(arg, np.generic) else "P" for arg in args)
        self.launch(grid, block, struct.pack(form, *map(int, args)))

    def launch(self, grid: tuple[int, ...], block: tuple[int, ...], arguments: bytes) -> None:
        assert Context.depth == 1
        if not all(size > 0 for size in (*grid, *block)) or block[0] > 1024:
            message = "cuLaunchKernel failed: invalid argument"
            raise LogicError(message)
        error = self.ERRORS[self.function(grid[0], block[0], arguments, ctypes.c_size_t(len(arguments)))]
        if error is not None:
            raise error


def stand_in(folder: Path) -> tuple[types.ModuleType, ...]:
    """Make modules pycuda, pycuda.driver and pycuda.compiler that compile with g++ and run on the CPU."""

    def source_module(text: str, *, no_extern_c: bool) -> types.SimpleNamespace:
        assert no_extern_c
        library = ctypes.CDLL(str(compiled(folder, text)))
        return types.SimpleNamespace(get_function=lambda name: Kernel(library[f"launch_{name}"]))

    def copy_in(memory: int, host: Any) -> None:
        ctypes.memmove(int(memory), host.ctypes.data, host.nbytes)

    def copy_out(host: Any, memory: int) -> None:
        ctypes.memmove(host.ctypes.data, int(memory), host.nbytes)

    def copy_out_later(host: Any, memory: int, stream: Stream) -> None:
        kept = (ctypes.c_char * host.nbytes).from_address(int(memory)).raw

        def copy() -> None:
            ctypes.memmove(host.ctypes.data, kept, host.nbytes)

        stream.waiting.append(copy)

    driver, compiler = types.ModuleType("pycuda.driver"), types.ModuleType("pycuda.compiler")
    device = types.SimpleNamespace(retain_primary_context=Context, get_attribute={"multiprocessors": 2}.__getitem__)
    vars(driver).update(
        init=lambda: None,
        Device=lambda _: device,
        device_attribute=types.SimpleNamespace(MULTIPROCESSOR_COUNT="multiprocessors"),
        MemoryError=DeviceMemoryError,
        Stream=Stream,
        mem_alloc=Memory,
        mem_get_info=lambda: (Memory.CAPACITY, Memory.CAPACITY),
        memset_d8=ctypes.memset,
        memcpy_htod=copy_in,
        memcpy_dtoh=copy_out,
        memcpy_dtoh_async=copy_out_later,
        pagelocked_zeros=np.zeros,
    )
    vars(compiler).update(SourceModule=source_module)
    package = types.ModuleType("pycuda")
    vars(package).update(driver=driver, compiler=compiler, __path__=[])
    return package, driver, compiler


def compiled(folder: Path, text: str) -> Path:
    """Compile kernels as C++, each with a launcher that unpacks its arguments."""
    stem = folder / hashlib.sha256(text.encode()).hexdigest()
    source, code, library = (stem.with_suffix(end) for end in (".cpp", ".o", ".so"))
    if library.exists():
        return library
    if source.exists():
        message = "it did not compile before"
        raise CompileError(message)
    launchers = "".join(
        f'extern "C" int launch_{name}(unsigned b, unsigned t, const char* a, size_t s)'
        f"{{ return lockstep::launch({name}, b, t, a, s); }}\n"
        for name in re.findall(r"__global__ void (\w+)\(", text)
    )
    source.write_text(f'#include "{LOCKSTEP}"\n{text}\n{launchers}', encoding="utf-8")
    options = ["-std=c++17", "-O1", "-Wall", "-fPIC", "-fno-gnu-unique", "-U_FORTIFY_SOURCE"]
    done = subprocess.run(
        ["g++", *options, "-fsanitize=alignment,bounds", "-c", "-o", code, source],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise CompileError(done.stderr)
    # Linked apart, so that lockstep.hpp's hooks take the place of the sanitizer's library.
    subprocess.run(["g++", "-shared", "-Wl,-Bsymbolic", "-o", library, code], check=True)
    return library


@pytest.fixture(scope="module")
def pycuda_modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[types.ModuleType, ...]:
    return stand_in(tmp_path_factory.mktemp("kernels"))


@pytest.fixture
def host(pycuda_modules: tuple[types.ModuleType, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Load a host program, with a kernel of our choice."""
    for module in pycuda_modules:
        monkeypatch.setitem(sys.modules, module.__name__, module)

    def program(path: Path = ACCEPTED / "two_level_sum.py", kernel: Path = KERNEL) -> Any:
        module = load(path)
        module.KERNEL = kernel
        return module

    yield program
    assert Context.depth == 0
    Memory.reserved = 0


# ---- the accepted program


@needs_compiler
@pytest.mark.parametrize("shape", shapes, ids=str)
def test_the_accepted_program_passes_every_vector_in_the_sum(host: Callable[..., Any], shape: dict[str, int]) -> None:
    function = host().two_level_sum
    wrong = [
        vector.id
        for vector in all_vectors(many=shape["threads_per_block"] == 96)
        if verdict(function, vector, shape) != "accepted"
    ]
    assert wrong == []
    assert Memory.reserved == 0


@needs_compiler
@pytest.mark.parametrize("threads", [32, 64, 480, 992, 1024])
@pytest.mark.parametrize("offset", [0, 1, 2, 3])
def test_any_shape_gives_every_position_its_weight(host: Callable[..., Any], threads: int, offset: int) -> None:
    function = host().two_level_sum
    for n, blocks in product([1, 4, 5, 127, 130, 1031, 4133], [1, 2, 5]):
        values = np.arange(1, n + 1, dtype=np.float32)
        total = function(values, threads_per_block=threads, blocks=blocks, offset=offset)
        assert total == n * (n + 1) // 2 < 2**24


@needs_compiler
@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("__syncthreads();", "if (lane == 0) __syncthreads();", "divergence"),
        ("A slot[32];", "A slot[31];", "oob"),
        ("    return value;\n}", "    return value;\n", "compile-error"),
    ],
)
def test_the_stand_in_tells_how_a_kernel_fails(
    host: Callable[..., Any], tmp_path: Path, before: str, after: str, shown: str
) -> None:
    text = KERNEL.read_text(encoding="utf-8")
    assert before in text
    kernel = tmp_path / "kernel.cu"
    kernel.write_text(text.replace(before, after, 1), encoding="utf-8")
    vector = Vector(id="ones", values=np.ones(99, np.float32), out=99.0)
    assert verdict(host(kernel=kernel).two_level_sum, vector, {"threads_per_block": 1024}) == shown


CHAIN = """
// Counts additions instead of adding: how many an element has gone through, at most.
struct Chain {
    int steps;
    Chain& operator+=(const Chain& other)
    {
        steps = (steps > other.steps ? steps : other.steps) + 1;
        return *this;
    }
    Chain& operator+=(float) { return *this += Chain{0}; }
    Chain& operator=(int) { steps = 0; return *this; }
    Chain() = default;
    constexpr Chain(int steps) : steps(steps) {}
};
template <> struct lockstep::shuffles<Chain> { static constexpr bool allowed = true; };
"""

CHAIN_KERNELS = """
extern "C" __global__ void first(const float* x, long long n, Chain* partial) { sum_level(x, n, partial); }
extern "C" __global__ void second(const Chain* x, long long n, Chain* partial) { sum_level(x, n, partial); }
"""


@needs_compiler
@pytest.mark.parametrize("n", [1, 4, 5, 131, 1025, 50001, 300007])
def test_the_bound_counts_the_additions_that_the_kernel_makes(host: Callable[..., Any], tmp_path: Path, n: int) -> None:
    kernel = tmp_path / "chain.cu"
    kernel.write_text(CHAIN + KERNEL.read_text(encoding="utf-8") + CHAIN_KERNELS, encoding="utf-8")
    program = host(kernel=kernel)
    program.LEVELS = {np.dtype("float32"): ("first", "second", np.dtype("int32"))}
    values = np.ones(n, np.float32)
    chains = [program.two_level_sum(values, **shape) for shape in shapes]
    assert max(chains) <= oracle.depth(values) <= max(chains) + 16
    for shape, steps in zip(shapes, chains, strict=True):
        if "blocks" in shape:
            threads, blocks = shape["threads_per_block"], shape["blocks"]
            assert steps <= oracle.chain(n, 4, threads, blocks) + oracle.chain(blocks, 4, threads, 1)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"threads_per_block": 0}, "multiple of 32 from 32 to 1024, not 0"),
        ({"threads_per_block": -32}, "multiple of 32 from 32 to 1024, not -32"),
        ({"threads_per_block": 33}, "multiple of 32 from 32 to 1024, not 33"),
        ({"threads_per_block": 1056}, "multiple of 32 from 32 to 1024, not 1056"),
        ({"blocks": 0}, "blocks must be 1 to 1048576, not 0"),
        ({"blocks": 2**20 + 1}, "blocks must be 1 to 1048576, not 1048577"),
        ({"offset": -1}, "offset must be 0 or more, not -1"),
    ],
)
def test_launch_shapes_that_no_kernel_is_made_for_are_refused(shape: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(ACCEPTED / "two_level_sum.py").two_level_sum(np.ones(5, np.float32), **shape)


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([1.0], TypeError, "not list; use numpy.array"),
        (np.ma.masked_array([1.0], mask=[True], dtype="float32"), TypeError, "not MaskedArray"),
        (np.ones(3), None, ""),
        (np.ones(3, np.int64), TypeError, "float32, float64, int32, not <i8; use values.astype"),
        (np.ones(3, ">f4"), TypeError, "not >f4"),
        (np.ones((2, 2), np.float32), ValueError, "one dimension, not 2; use values.ravel"),
        (np.ones(4, np.float32)[::2], ValueError, "strides of 8 bytes; use values.copy"),
        (np.ones(65, np.int32), ValueError, "at most 64 int32, not 65"),
    ],
)
def test_wrong_arrays_are_refused_with_the_mend(values: Values, error: type[Exception] | None, message: str) -> None:
    program = load(ACCEPTED / "two_level_sum.py")
    program.MAX_INTEGERS = 64
    with contextlib.nullcontext() if error is None else pytest.raises(error, match=message):
        program.require_array(values)


def test_no_gpu_is_needed_for_an_empty_array_or_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycuda", None)
    function = load(ACCEPTED / "two_level_sum.py").two_level_sum
    assert repr(function(np.ones(0, np.float32))) == "0.0"
    assert repr(function(np.ones(0, np.int32))) == "0"
    assert {verdict(function, vector, {}) for vector in bad_input()} == {"accepted"}
    with pytest.raises(ImportError):
        function(np.ones(1, np.float32))


def test_too_little_memory_is_said_and_nothing_is_left_behind(
    host: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Memory, "CAPACITY", 1000)
    function = host().two_level_sum
    with pytest.raises(MemoryError, match="has 1000 bytes free, and 1200 are needed; sum slices"):
        function(np.ones(300, np.float32))
    with pytest.raises(MemoryError, match="and 1204 are needed"):
        function(np.ones(100, np.float32), blocks=300)
    assert (Context.depth, Memory.reserved) == (0, 0)


def test_blocks_fill_the_device_but_none_is_without_work(host: Callable[..., Any]) -> None:
    program = host()
    assert program.blocks_at_once(2**33, 512) == 2 * 4
    assert program.blocks_at_once(2**33, 1024) == 2 * 2
    assert program.blocks_at_once(4, 512) == 1
    assert program.blocks_at_once(3 * 512 * 64 + 1, 512) == 4


# ---- rejected programs


@pytest.mark.parametrize("path", [*REJECTED, *REJECTED_KERNELS], ids=lambda path: path.name)
def test_a_rejected_program_says_what_it_must_fail_for_and_why_in_the_sum(path: Path) -> None:
    assert header(path)["expect"] in VERDICTS
    assert len(header(path)["why"]) > len("a reason")
    assert header(path).get("needs", "checker") == "checker"
    assert header(path).get("full", "true") == "true"
    assert "card:" not in path.read_text(encoding="utf-8")


def found_verdicts(program: Any, names: Iterable[str]) -> set[str]:
    """Give all verdicts of the first launch shape under which one is not accepted."""
    chosen = [*literal(), *(vector for name in names for vector in family(name)), *bad_input()]
    found: set[str] = set()
    for shape in shapes:
        found |= {verdict(program.two_level_sum, vector, shape) for vector in chosen}
        if found != {"accepted"}:
            break
    return found


@needs_compiler
@pytest.mark.parametrize("path", [*REJECTED, *REJECTED_KERNELS], ids=lambda path: path.name)
def test_a_rejected_program_fails_for_its_reason_and_no_other(path: Path, host: Callable[..., Any]) -> None:
    program = host(path) if path.suffix == ".py" else host(kernel=path)
    told = header(path)
    if "full" in told:
        assert found_verdicts(program, ["ints"]) == {"accepted"}
    elif told.get("needs") == "checker":
        assert found_verdicts(program, []) <= {"accepted", "wrong-answer", told["expect"]}
    else:
        assert found_verdicts(program, TELLING) in ({"accepted", shown} for shown in shows_as(told["expect"]))


def shows_as(expect: str) -> set[str]:
    """Say how a fault may show: what lies out of bounds may be refused by the driver instead."""
    return {"oob", "crash"} if expect == "oob" else {expect}


def test_wrong_programs_of_many_kinds_are_there_in_the_sum() -> None:
    kinds = {header(path)["expect"] for path in [*REJECTED, *REJECTED_KERNELS]}
    assert kinds == VERDICTS
    assert len(REJECTED) >= 8
    assert len(REJECTED_KERNELS) >= 18


# ---- cards and the compiler


@pytest.mark.parametrize("name", task["regions"])
def test_card_regions_are_there_and_fit_a_card_in_the_sum(name: str) -> None:
    path = TASK / task["regions"][name]["file"]
    mark = "//" if path.suffix == ".cu" else "#"
    text = path.read_text(encoding="utf-8")
    (region,) = re.findall(rf"^{mark} card:begin {name}\n(.*?)^{mark} card:end$", text, re.DOTALL | re.MULTILINE)
    lines = region.strip().splitlines()
    cloze = [line for line in lines if line.endswith(f"{mark} card:cloze")]
    shown = [line.removesuffix(f"{mark} card:cloze").rstrip() for line in lines]
    assert len(shown) <= 45
    assert max(map(len, shown)) <= 72
    assert 1 <= len(cloze) <= 2


def test_every_region_mark_belongs_to_a_region_of_the_task_in_the_sum() -> None:
    files = [path for path in ACCEPTED.rglob("*") if path.suffix in {".py", ".cu"}]
    names = [n for path in files for n in re.findall(r"card:begin (\S+)", path.read_text(encoding="utf-8"))]
    assert sorted(names) == sorted(task["regions"])


@needs_nvcc
@pytest.mark.parametrize("path", [KERNEL, *REJECTED_KERNELS], ids=lambda path: path.stem)
def test_kernels_compile_for_gpus_unless_they_must_not(path: Path, tmp_path: Path) -> None:
    # Wrong kernels once: whether they compile does not depend on the GPU.
    architectures = ARCHITECTURES if path == KERNEL else ARCHITECTURES[:1]
    targets = [f"-gencode=arch=compute_{number},code=sm_{number}" for number in architectures]
    strict = ["-Werror", "all-warnings"] if path == KERNEL else []
    command = ["nvcc", "-fatbin", *targets, *strict, "-Xptxas", "-v", "-o", str(tmp_path / "kernel.fatbin"), str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode != 0) == (path != KERNEL and header(path)["expect"] == "compile-error"), done.stderr
    if path == KERNEL:
        registers = [int(number) for number in re.findall(r"Used (\d+) registers", done.stderr)]
        assert len(registers) == 4 * len(ARCHITECTURES)
        assert max(registers) <= 64, "1024 threads do not fit into 65536 registers"
        assert "spill stores, " not in done.stderr.replace("0 bytes spill stores, ", "")
