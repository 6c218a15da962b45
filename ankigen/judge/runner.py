"""What a runner is: where programs run."""

from collections.abc import Callable
from dataclasses import dataclass

from ankigen.model.solution import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """A way to run programs; `judge/runners/` has one file for each."""

    name: str
    """As task.yaml and `--runner` name it."""
    summary: str
    record: str
    """What its record is called: `cpu` for records/cpu.json."""
    best: Status
    """What a run without a fault shows."""
    judges: str = ""
    """The runner whose programs it runs in its own way, as an emulator does; empty: those that task.yaml gives it."""
    protocol: int
    """Version of what judging under this runner means; a record of an older one is stale."""
    unavailable: Callable[[], str]
    """Says why it cannot run here, as one sentence; empty where it can."""
    device: str = ""
    """Module of `judge/child/` that prepares a device in the child; empty: none."""
    limits_address_space: bool = False
    """Whether memory is limited by address space; a GPU's driver reserves far more of it than it uses."""
    confines_writes: bool = False
    """Whether writing outside the program's folder can be refused; a GPU's driver writes to devices."""
    most_processes: int = 8
    """Processes that one program may have at a time, its own among them."""
    sanitizers: tuple[str, ...] = ()
    """Tools of compute-sanitizer that see into its programs."""
    spare_memory_mb: int = 0
    """Memory that its libraries and compilers take, on top of what a program may use."""
    python_path: tuple[str, ...] = ()
    """Folders that the child's Python looks into as well; for stand-ins in tests."""
    workers: int = 0
    """Programs at a time; 0: one a processor."""

    @property
    def programs_of(self) -> str:
        """Name of the runner that task.yaml gives its programs to."""
        return self.judges or self.name
