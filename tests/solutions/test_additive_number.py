"""The folder solutions/additive-number without the judge: vectors, oracle, right programs and wrong ones agree.

Kernels run here as C++ on the CPU, one thread after another, under a stand-in for the few PyCUDA calls of the host
program. That shows wrong values, not races or reads out of bounds: programs that say `needs: checker` must even pass.
"""

import contextlib
import ctypes
import hashlib
import importlib.util
import io
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TASK = ROOT / "solutions" / "additive-number"
ACCEPTED = TASK / "accepted"
KERNEL = ACCEPTED / "kernels" / "additive_number.cu"
REJECTED = sorted((TASK / "rejected").glob("*.py"))
REJECTED_KERNELS = sorted((TASK / "rejected").glob("*.cu"))

VERDICTS = {"wrong-answer", "crash", "too-slow", "wrong-exception", "oob", "race", "uninit", "deadlock"}
EXHAUSTIVE = {"every-string", "every-string-of-0129", "batch-every", "batch-every-of-0129"}
BATCH = "additive_number_batch"
EVERY = "every_additive"

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


def load(path: Path) -> Any:
    """Import a file of the solution anew, so that no state is left from an earlier import."""
    spec = importlib.util.spec_from_file_location(f"additive_number_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


task: dict[str, Any] = yaml.safe_load((TASK / "task.yaml").read_text(encoding="utf-8"))
vectors: dict[str, Any] = yaml.safe_load((TASK / "vectors.yaml").read_text(encoding="utf-8"))
oracle = load(TASK / "oracle.py")
generators = load(TASK / "generators.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One call: its arguments, and what it must give or raise."""

    id: str
    args: list[Any]
    out: Any = None
    raises: tuple[str, ...] = ()
    steps: bool = False


@cache
def literal(entry: str) -> tuple[Vector, ...]:
    return tuple(Vector(id=c["id"], args=c["in"], out=c["out"]) for c in vectors["cases"] if entry_of(c) == entry)


@cache
def bad_input(entry: str) -> tuple[Vector, ...]:
    return tuple(
        Vector(id=c["id"], args=c["in"], raises=tuple(c["raises"]))
        for c in vectors["bad_input"]
        if entry_of(c) == entry
    )


@cache
def family(name: str) -> tuple[Vector, ...]:
    (item,) = [item for item in vectors["generated"] if item["id"] == name]
    answer = getattr(oracle, item.get("oracle", task["oracle"]))
    made = []
    for size, seed in product(item["sizes"], range(item.get("seeds", 1))):
        calls = getattr(generators, item["gen"])(size, seed)
        for args in calls if item.get("many") else [calls]:
            steps = item.get("steps", False)
            made.append(Vector(id=f"{name}/{size}/{seed}", args=args, out=answer(*args), steps=steps))
    return tuple(made)


def families(entry: str, *, exhaustive: bool = True) -> list[str]:
    return [
        item["id"]
        for item in vectors["generated"]
        if entry_of(item) == entry and not item.get("full") and (exhaustive or item["id"] not in EXHAUSTIVE)
    ]


def all_vectors(entry: str, *, exhaustive: bool = True) -> Iterator[Vector]:
    yield from literal(entry)
    for name in families(entry, exhaustive=exhaustive):
        yield from family(name)
    yield from bad_input(entry)


def entry_of(item: dict[str, Any]) -> str:
    return str(item.get("entry", task["entry"]))


class TooManySteps(BaseException):
    """Beyond the step limit; no Exception, so that no program catches it."""


def step_limit(args: list[Any]) -> int:
    limit = task["step_limit"]
    return int(limit["constant"] + limit["square"] * len(args[0]) ** 2)


def counted(function: Callable[..., Any], args: list[Any], limit: int) -> tuple[Any, int]:
    """Call, and count the lines that the function's own file executes; raise TooManySteps beyond the limit."""
    own_file = function.__code__.co_filename
    steps = 0

    def trace(frame: types.FrameType, event: str, _: object) -> Any:
        nonlocal steps
        if frame.f_code.co_filename != own_file:
            return None
        if event == "line":
            steps += 1
            if steps > limit:
                raise TooManySteps
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = function(*args)
    finally:
        sys.settrace(before)
    return result, steps


def verdict(function: Callable[..., Any], vector: Vector) -> str:
    """Say what the judge would: accepted, or how the program fails."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            if vector.steps:
                got, _ = counted(function, vector.args, step_limit(vector.args))
            else:
                got = function(*vector.args)
    except TooManySteps:
        return "too-slow"
    except OutOfBoundsError:
        return "oob"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a wrong program raises is its verdict
        if vector.raises:
            return "accepted" if type(error).__name__ in vector.raises else "wrong-exception"
        return "crash"
    if vector.raises:
        return "wrong-exception"
    return "accepted" if same(got, vector.out) else "wrong-answer"


def same(got: Any, want: Any) -> bool:
    """Compare value and type: True is not 1."""
    if type(got) is not type(want):
        return False
    if isinstance(want, list):
        return len(got) == len(want) and all(map(same, got, want))
    return bool(got == want)


def header(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"(?:#|//) (expect|why|needs): (.+)", line) for line in lines[:3])
    return {match[1]: match[2] for match in found if match}


def test_vectors_and_task_have_known_keys_only_and_no_id_twice() -> None:
    assert set(vectors) == {"cases", "generated", "bad_input"}
    allowed = {
        "cases": {"id", "entry", "in", "out", "why", "sanitize"},
        "generated": {"id", "entry", "gen", "sizes", "seeds", "fresh_seeds", "oracle", "many", "steps", "full"},
        "bad_input": {"id", "entry", "in", "raises"},
    }
    for kind, items in vectors.items():
        assert all(set(item) <= allowed[kind] for item in items), kind
    ids = [item["id"] for items in vectors.values() for item in items if entry_of(item) == task["entry"]]
    ids += [item["id"] for items in vectors.values() for item in items if entry_of(item) in {BATCH, EVERY}]
    assert len({(kind, item["id"]) for kind, items in vectors.items() for item in items}) == len(ids)
    assert all(case["why"] for case in vectors["cases"])
    assert set(task) == {
        "title", "statement", "source", "entry", "oracle", "programs", "rejected_kernels", "regions", "comparison",
        "limits", "step_limit", "environments",
    }  # fmt: skip
    assert set(task["title"]) == set(task["statement"]) == {"zh", "en"}


@pytest.mark.parametrize("item", vectors["generated"], ids=lambda item: item["id"])
def test_generators_repeat_and_their_oracle_exists(item: dict[str, Any]) -> None:
    make = getattr(generators, item["gen"])
    size = min(item["sizes"])
    assert make(size, 3) == make(size, 3)
    assert callable(getattr(oracle, item.get("oracle", task["oracle"])))


@pytest.mark.parametrize("entry", [task["entry"], BATCH])
def test_literal_vectors_agree_with_the_oracle(entry: str) -> None:
    answer = oracle.batch if entry == BATCH else getattr(oracle, task["oracle"])
    assert {v.id: v.out for v in literal(entry)} == {v.id: answer(*v.args) for v in literal(entry)}


def test_three_ways_to_the_answer_agree() -> None:
    strings = ["".join(d) for length in range(1, 5) for d in product("0123456789", repeat=length)]
    strings += ["".join(d) for length in (5, 6) for d in product("0129", repeat=length)]
    for digits in strings:
        assert oracle.all_cuts(digits) == oracle.all_first_pairs(digits) == oracle.forward(digits), digits


def test_the_oracle_takes_the_shortest_first_number_of_several_splits() -> None:
    assert oracle.all_cuts("11011") == [1, 10, 11]
    assert oracle.sequence(11, 0, 5) == [11, 0, 11]


@pytest.mark.parametrize("name", ["literal", *families(task["entry"]), "bad_input"])
def test_the_accepted_program_passes_every_vector(name: str) -> None:
    function = load(ACCEPTED / "additive_number.py").additive_number
    chosen = {"literal": literal, "bad_input": bad_input}
    group = chosen[name](task["entry"]) if name in chosen else family(name)
    assert group
    assert [v.id for v in group if verdict(function, v) != "accepted"] == []


def test_the_accepted_program_takes_at_most_a_quarter_of_the_steps_allowed() -> None:
    function = load(ACCEPTED / "additive_number.py").additive_number
    for vector in (v for name in families(task["entry"]) for v in family(name) if v.steps):
        limit = step_limit(vector.args)
        _, steps = counted(function, vector.args, limit)
        assert steps <= limit / 4, vector.id


def test_the_accepted_program_reads_the_longest_strings_it_allows() -> None:
    module = load(ACCEPTED / "additive_number.py")
    number = "1" + "0" * 4298
    assert module.additive_number(f"{number}0{number}") == [int(number), 0, int(number)]
    nines = "9" * 4299
    assert module.follow(f"{nines}11{'0' * 4299}", 4299, 4300) == [int(nines), 1, int(nines) + 1]
    assert module.additive_number("0" * module.MAX_DIGITS) == [0] * module.MAX_DIGITS
    with pytest.raises(ValueError, match="at most 8600 characters, not 8601"):
        module.additive_number("0" * (module.MAX_DIGITS + 1))


@pytest.mark.parametrize("path", [*REJECTED, *REJECTED_KERNELS], ids=lambda path: path.name)
def test_a_rejected_program_says_what_it_must_fail_for_and_why(path: Path) -> None:
    assert header(path)["expect"] in VERDICTS
    assert len(header(path)["why"]) > len("a reason")
    assert header(path).get("needs", "checker") == "checker"


def test_wrong_programs_of_many_kinds_are_there() -> None:
    kinds = {header(path)["expect"] for path in REJECTED}
    assert kinds == {"wrong-answer", "crash", "too-slow", "wrong-exception"}
    assert len(REJECTED) >= 12
    assert len(REJECTED_KERNELS) >= 12


@pytest.mark.parametrize("name", task["regions"])
def test_card_regions_are_there_and_fit_a_card(name: str) -> None:
    path = TASK / task["regions"][name]["file"]
    mark = "//" if path.suffix == ".cu" else "#"
    text = path.read_text(encoding="utf-8")
    (region,) = re.findall(rf"^{mark} card:begin {name}\n(.*?)^{mark} card:end$", text, re.DOTALL | re.MULTILINE)
    lines = region.strip().splitlines()
    cloze = [line for line in lines if line.endswith(f"{mark} card:cloze")]
    shown = [line.removesuffix(f"{mark} card:cloze").rstrip() for line in lines]
    assert len(shown) <= 40
    assert max(map(len, shown)) <= 72
    assert 1 <= len(cloze) <= 2


def test_every_region_mark_belongs_to_a_region_of_the_task() -> None:
    files = [path for path in ACCEPTED.rglob("*") if path.suffix in {".py", ".cu"}]
    names = [n for path in files for n in re.findall(r"card:begin (\S+)", path.read_text(encoding="utf-8"))]
    assert sorted(names) == sorted(task["regions"])


class OutOfBoundsError(Exception):
    """A kernel wrote past the end of what was allocated."""


CPU_PRELUDE = """
struct Dim { unsigned int x, y, z; };
static Dim threadIdx, blockIdx, blockDim, gridDim;
#define __global__
#define __device__
#define __shared__ static
"""

CPU_LAUNCH = """
extern "C" void run_all(unsigned int blocks, unsigned int threads, const char* text, const long long* start,
                        unsigned char* answer, unsigned int count)
{
    gridDim = {blocks, 1, 1};
    blockDim = {threads, 1, 1};
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) additive_number(text, start, answer, count);
}
"""


class Memory:
    """Memory that is poisoned, and guarded at its end."""

    GUARD = b"\xa5" * 4096

    def __init__(self, size: int) -> None:
        self.size = size
        self.buffer = ctypes.create_string_buffer(b"\xcd" * size + self.GUARD, size + len(self.GUARD))

    def __int__(self) -> int:
        return ctypes.addressof(self.buffer)

    def free(self) -> None:
        if self.buffer.raw[self.size :] != self.GUARD:
            raise OutOfBoundsError


class Context:
    """Counts that each push is popped."""

    depth = 0

    def push(self) -> None:
        Context.depth += 1

    def pop(self) -> None:
        Context.depth -= 1


class Kernel:
    """A compiled kernel with the arguments of this task."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.form = ""

    def prepare(self, form: str) -> None:
        self.form = form

    def prepared_call(self, grid: tuple[int, ...], block: tuple[int, ...], *args: int) -> None:
        assert Context.depth == 1
        assert self.form == "PPPI"
        assert all(size > 0 for size in (*grid, *block))
        *pointers, count = args
        self.library.run_all(
            ctypes.c_uint(grid[0]), ctypes.c_uint(block[0]), *map(ctypes.c_void_p, pointers), ctypes.c_uint(count)
        )  # fmt: skip


def stand_in(folder: Path) -> tuple[types.ModuleType, ...]:
    """Make modules pycuda, pycuda.driver and pycuda.compiler that compile with g++ and run on the CPU."""

    def source_module(text: str, *, no_extern_c: bool) -> types.SimpleNamespace:
        assert no_extern_c
        stem = folder / hashlib.sha256(text.encode()).hexdigest()
        source, library = stem.with_suffix(".cpp"), stem.with_suffix(".so")
        if not library.exists():
            source.write_text(CPU_PRELUDE + text + CPU_LAUNCH, encoding="utf-8")
            command: list[str | Path] = [
                "g++",
                "-x",
                "c++",
                "-O1",
                "-Wall",
                "-Werror",
                "-shared",
                "-fPIC",
                "-o",
                library,
                source,
            ]
            subprocess.run(command, check=True)
        kernel = Kernel(ctypes.CDLL(str(library)))
        return types.SimpleNamespace(get_function={"additive_number": kernel}.__getitem__)

    def copy_in(memory: Memory, host: Any) -> None:
        ctypes.memmove(int(memory), bytes(host), memoryview(host).nbytes)

    def copy_out(host: bytearray, memory: Memory) -> None:
        host[:] = memory.buffer.raw[: len(host)]

    driver, compiler = types.ModuleType("pycuda.driver"), types.ModuleType("pycuda.compiler")
    vars(driver).update(
        init=lambda: None,
        Device=lambda _: types.SimpleNamespace(retain_primary_context=Context),
        mem_alloc=Memory,
        memcpy_htod=copy_in,
        memcpy_dtoh=copy_out,
    )
    vars(compiler).update(SourceModule=source_module)
    package = types.ModuleType("pycuda")
    vars(package).update(driver=driver, compiler=compiler, __path__=[])
    return package, driver, compiler


@pytest.fixture(scope="module")
def pycuda_modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[types.ModuleType, ...]:
    return stand_in(tmp_path_factory.mktemp("kernels"))


@pytest.fixture
def batch_of(
    pycuda_modules: tuple[types.ModuleType, ...], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Path], Callable[..., list[bool]]]:
    """Give the host program with a kernel of our choice."""

    def host(kernel: Path) -> Callable[..., list[bool]]:
        for module in pycuda_modules:
            monkeypatch.setitem(sys.modules, module.__name__, module)
        program = load(ACCEPTED / "gpu_batch.py")
        program.KERNEL = kernel
        batch: Callable[..., list[bool]] = program.additive_number_batch
        return batch

    return host


@needs_compiler
@pytest.mark.parametrize("shape", task["programs"]["gpu_batch"]["launch_shapes"], ids=str)
def test_the_batch_program_passes_every_vector_on_the_cpu(
    batch_of: Callable[[Path], Callable[..., list[bool]]], shape: dict[str, int]
) -> None:
    batch = batch_of(KERNEL)
    for vector in all_vectors(BATCH, exhaustive=shape["threads_per_block"] == 128):

        def with_shape(strings: list[str]) -> list[bool]:
            return batch(strings, **shape)

        assert verdict(with_shape, vector) == "accepted", vector.id
    assert Context.depth == 0


@needs_compiler
def test_the_batch_program_agrees_with_the_python_one(batch_of: Callable[[Path], Callable[..., list[bool]]]) -> None:
    single = load(ACCEPTED / "additive_number.py").additive_number
    strings = ["".join(d) for length in range(1, 5) for d in product("0123456789", repeat=length)]
    assert batch_of(KERNEL)(strings) == [single(digits) is not None for digits in strings]


@needs_compiler
@pytest.mark.parametrize("path", REJECTED_KERNELS, ids=lambda path: path.stem)
def test_a_rejected_kernel_fails_for_its_reason_and_no_other(
    path: Path, batch_of: Callable[[Path], Callable[..., list[bool]]]
) -> None:
    found = {verdict(batch_of(path), vector) for vector in all_vectors(BATCH, exhaustive=False)}
    if header(path).get("needs") == "checker":
        assert found <= {"accepted", header(path)["expect"]}
    else:
        assert found == {"accepted", header(path)["expect"]}


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_the_batch_program_refuses_a_block_that_no_gpu_has(threads: int) -> None:
    with pytest.raises(ValueError, match=f"must be 1 to 1024, not {threads}"):
        load(ACCEPTED / "gpu_batch.py").additive_number_batch(["112"], threads_per_block=threads)


def test_the_batch_program_needs_no_gpu_for_an_empty_batch_or_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycuda", None)
    batch = load(ACCEPTED / "gpu_batch.py").additive_number_batch
    assert batch([]) == []
    assert {verdict(batch, vector) for vector in bad_input(BATCH)} == {"accepted"}
    with pytest.raises(ImportError):
        batch(["112"])


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_the_kernel_compiles_for_the_gpu(tmp_path: Path) -> None:
    command = [
        "nvcc",
        "-arch=sm_90",
        "--ptx",
        "-Werror",
        "all-warnings",
        "-o",
        str(tmp_path / "kernel.ptx"),
        str(KERNEL),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
