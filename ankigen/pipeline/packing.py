"""`verify --pack` and `--judge`: calls for another machine, and the verdicts on what it answered."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import ankigen
from ankigen.errors import CannotError
from ankigen.judge import RUNNERS, Calls, judge_answers, prepare_calls, run_calls
from ankigen.judge.packing import Answers, AnswersError, PackedCalls, pack_bytes, read_answers
from ankigen.judge.standing import RecordState, what_changed
from ankigen.model.judging import TaskReport
from ankigen.model.record import Fingerprint
from ankigen.pipeline.clock import Clock, system_clock
from ankigen.pipeline.tasks import LoadedTask, look_at_tasks
from ankigen.pipeline.verify import GPU_RUNNER, Tell, choose, conclude, findings_of, store
from ankigen.pipeline.verify_report import Outcome, VerifyReport
from ankigen.workspace import Workspace, read_deck, write_packages


@dataclass(frozen=True, slots=True, kw_only=True)
class PackReport:
    """What was packed."""

    file: str
    size_bytes: int
    sha256: str
    tasks: tuple[tuple[str, str, int], ...]
    """Task, runner, and how many bytes of calls."""


def pack(
    workspace: Workspace,
    names: Sequence[str],
    file: Path,
    *,
    runner: str | None = None,
    full: bool = False,
    tell: Tell = lambda _: None,
) -> PackReport:
    """Write one file that makes the calls of tasks on another machine; nothing but the oracle runs here.

    Args:
        workspace: where `solutions/` lies.
        names: tasks, as names or folders; none: all that have programs of the runner.
        file: what to write.
        runner: name of the runner; that for GPUs if left out.
        full: pack the long vectors too.
        tell: is told what is being done.

    Raises:
        CannotError: no such task, nothing to pack, a task with errors, or a file that cannot be written.
    """
    runner = runner or GPU_RUNNER
    chosen = choose(look_at_tasks(workspace).tasks, names)
    states = [(task, state) for task in chosen for state in _sound(task).states if state.runner == runner]
    if not states:
        msg = f"nothing to pack: none of these tasks has a program of the runner {runner}; name one that has"
        raise CannotError(msg)
    packed = []
    for task, state in states:
        tell(f"{state.task} ({runner})")
        with _calls(task, state, full=full, tell=tell) as calls:
            if calls.errors:
                wrong = calls.errors[0]
                msg = f"nothing was packed: {wrong.path}:{wrong.line}: {wrong.message}; {wrong.mend}"
                raise CannotError(msg)
            packed.append(_packed(state, calls))
    content = pack_bytes(packed, _source(), calls_run_in=run_calls.__module__)
    (written,) = write_packages([(file, content)])
    return PackReport(
        file=workspace.shown(file),
        size_bytes=written.size_bytes,
        sha256=written.sha256,
        tasks=tuple((each.task, each.runner, sum(map(len, each.calls.values()))) for each in packed),
    )


def verify_answers(
    workspace: Workspace,
    names: Sequence[str],
    file: Path,
    *,
    tell: Tell = lambda _: None,
    clock: Clock = system_clock,
) -> VerifyReport:
    """Judge what a packed run brought back, and write the records.

    Args:
        workspace: where `solutions/` lies.
        names: tasks, as names or folders; none: all that the answers are about.
        file: the answers.
        tell: is told what is being done.
        clock: what tells how old other records are.

    Raises:
        CannotError: the answers are none, were changed, or are about other files than are here now.
    """
    loaded = look_at_tasks(workspace, clock=clock)
    try:
        answers = {(each.task, each.runner): each for each in read_answers(read_deck(file))}
    except AnswersError as fault:
        msg = f"cannot judge {file}: {fault}"
        raise CannotError(msg) from fault
    wanted = {task.folder.name for task in choose(loaded.tasks, names or list({task for task, _ in answers}))}
    matched = [
        (loaded.tasks[task], _state_for(_sound(loaded.tasks[task]), each), each)
        for (task, _), each in answers.items()
        if task in wanted
    ]
    if not matched:
        msg = f"{file} holds no answers to {', '.join(sorted(wanted))}; it has {', '.join(task for task, _ in answers)}"
        raise CannotError(msg)
    outcomes: list[Outcome] = []
    unwritten: list[str] = []
    for task, state, each in matched:
        tell(f"{state.task} ({state.runner})")
        with _calls(task, state, full=each.full, seeds=each.seeds, tell=tell) as calls:
            report = _judged(file, calls, each, _packed(state, calls))
        outcomes.append(store(workspace, task, conclude(state, report, day=each.day), unwritten))
    return VerifyReport(
        root=workspace.root,
        full=any(each.full for _, _, each in matched),
        outcomes=tuple(outcomes),
        diagnostics=tuple(findings_of([task for task, _, _ in matched], outcomes)),
        unwritten=tuple(unwritten),
    )


def _judged(file: Path, calls: Calls, answers: Answers, now: PackedCalls) -> TaskReport:
    if dict(answers.ran) != now.digests and not calls.errors:
        names = sorted(name for name in {*answers.ran, *now.digests} if answers.ran.get(name) != now.digests.get(name))
        msg = (
            f"cannot judge {file}: not the calls of {answers.task} ran there, but others ({', '.join(names)}); "
            "pack again with `ankigen verify --pack FILE`"
        )
        raise CannotError(msg)
    try:
        return judge_answers(calls, answers.raw)
    except ValueError as fault:
        msg = f"cannot judge {file}: these are no answers to the calls of {answers.task}: {fault}"
        raise CannotError(msg) from fault


def _state_for(task: LoadedTask, answers: Answers) -> RecordState:
    """Give the state of the record that answers are for; they must be about the files that are here now."""
    state = next((each for each in task.states if each.runner == answers.runner), None)
    why = f"{answers.task} has no program of the runner {answers.runner}"
    if state is not None:
        packed = Fingerprint(protocol=answers.protocol, subjects={}, inputs=answers.files)
        why = what_changed(packed, state.fingerprint, since="it was packed")
    if state is None or why:
        msg = f"these answers are about other files than {answers.task} has now: {why}; pack it again"
        raise CannotError(msg)
    return state


def _sound(task: LoadedTask) -> LoadedTask:
    if task.broken:
        msg = f"the task {task.folder.name} has errors, which `ankigen check` lists; mend them first"
        raise CannotError(msg)
    return task


@contextmanager
def _calls(
    task: LoadedTask,
    state: RecordState,
    *,
    full: bool,
    tell: Tell,
    seeds: Mapping[str, tuple[int, ...]] | None = None,
) -> Iterator[Calls]:
    """Make the calls of a task in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="ankigen-calls-") as place:
        yield prepare_calls(
            task.folder,
            task.parsed,
            runner=RUNNERS[state.runner],
            into=Path(place),
            full=full,
            seeds=seeds,
            progress=tell,
        )


def _packed(state: RecordState, calls: Calls) -> PackedCalls:
    files = sorted(file for file in calls.folder.rglob("*") if file.is_file())
    return PackedCalls(
        task=state.task,
        runner=state.runner,
        full=calls.full,
        protocol=state.fingerprint.protocol,
        seeds=calls.seeds,
        files=state.fingerprint.files,
        calls={file.relative_to(calls.folder).as_posix(): file.read_bytes() for file in files},
    )


def _source() -> dict[str, bytes]:
    """Read the modules of ankigen, by their path in a pack."""
    package = Path(ankigen.__file__).parent
    return {file.relative_to(package.parent).as_posix(): file.read_bytes() for file in package.rglob("*.py")}
