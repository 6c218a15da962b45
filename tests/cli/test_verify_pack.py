"""`verify --pack` and `--judge`: there and back with one file each way, and what is refused."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ankigen.judge import RUNNERS
from ankigen.judge.pack_main import main
from tests.cli.conftest import REPOSITORY, Run
from tests.judge.small_task import GPU_FILES, write_task

Answers = dict[str, Any]


@pytest.fixture
def task(workspace: Path) -> Path:
    """A workspace with one task; gives the task's folder."""
    return write_task(workspace)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder of the other machine."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def pack(run: Run, workspace: Path, elsewhere: Path) -> Path:
    result = run("verify", "--runner", "python", "--pack", "run.pyz")
    assert result.exit_code == 0, result.output
    return Path(shutil.move(workspace / "run.pyz", elsewhere / "run.pyz"))


def run_there(pack: Path) -> subprocess.CompletedProcess[str]:
    """Run a pack as a machine would that has Python alone: no packages, and ankigen not to be imported."""
    return subprocess.run(
        [sys.executable, "-I", "-S", pack.name],
        cwd=pack.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )


def bring_back(pack: Path, workspace: Path) -> Path:
    run = run_there(pack)
    assert run.returncode == 0, run.stderr
    return Path(shutil.copy(pack.parent / "run.answers.zip", workspace / "run.answers.zip"))


def change(file: Path, edit: Callable[[Answers], object], *, sealed: bool = True) -> None:
    """Edit answers; sealed, as somebody would who makes the digest right again."""
    told = json.loads(file.read_text(encoding="utf-8"))
    edit(told)
    if sealed:
        told.pop("digest")
        whole = json.dumps(told, sort_keys=True, separators=(",", ":"))
        told["digest"] = hashlib.sha256(whole.encode()).hexdigest()
    file.write_text(json.dumps(told), encoding="utf-8")


def test_there_and_back(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    packed = pack(ankigen, workspace, elsewhere)
    assert not (task / "records").exists()
    bring_back(packed, workspace)
    result = ankigen("verify", "--judge", "run.answers.zip")
    assert result.exit_code == 0, result.output
    assert "solutions/double: cpu-verified on Python 3." in result.stdout
    predicate = json.loads((task / "records/cpu.json").read_text(encoding="utf-8"))["predicate"]
    assert predicate["programs"]["double"]["run"] == predicate["programs"]["double"]["passed"] > 0
    assert predicate["rejected"]["square.py"]["ok"]
    assert "fresh" in ankigen("verify").stdout
    again = ankigen("verify", "--judge", "run.answers.zip")
    assert "as before" in again.stdout


def test_the_commands_of_readme_do_what_it_says(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8").split("## Verified code", 1)[1]
    commands = [line.split() for block in re.findall(r"^```sh\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
                for line in block.splitlines()]  # fmt: skip
    verify, packing, running, judging = commands
    assert ankigen(*verify[1:]).exit_code == 0
    (task / "records/cpu.json").unlink()
    # There is no GPU here, so that plain Python is packed.
    assert ankigen(*packing[1:], "--runner", "python").exit_code == 0
    shutil.move(workspace / packing[-1], elsewhere)
    subprocess.run([sys.executable, *running[1:]], cwd=elsewhere, check=True, timeout=100)
    shutil.copy(elsewhere / judging[-1], workspace)
    assert ankigen(*judging[1:]).exit_code == 0
    assert (task / "records/cpu.json").exists()


def test_no_expected_value_is_in_a_pack(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    secret = 918273645
    vectors = task / "vectors.yaml"
    text = vectors.read_text(encoding="utf-8").replace("in: [1], out: 2", f"in: [{secret}], out: {2 * secret}")
    vectors.write_text(text, encoding="utf-8")
    packed = pack(ankigen, workspace, elsewhere)
    with zipfile.ZipFile(packed) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
        names = archive.namelist()
    assert str(secret).encode() in content
    assert str(2 * secret).encode() not in content
    assert not [name for name in names if "oracle" in name or "vectors.yaml" in name]


def test_a_pack_brings_all_of_its_code(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    assert task.is_dir()
    packed = pack(ankigen, workspace, elsewhere)
    with zipfile.ZipFile(packed) as archive:
        code = [name for name in archive.namelist() if name.startswith("code/")]
        imported = {
            module.split(".")[0]
            for name in code
            for module in re.findall(r"^(?:from|import) ([\w.]+)", archive.read(name).decode(), re.MULTILINE)
        }
    assert "code/ankigen/judge/__init__.py" in code
    assert imported - sys.stdlib_module_names <= {"ankigen", ""}, "an empty name is a module beside it"


def test_equal_calls_give_equal_packs(task: Path, workspace: Path, ankigen: Run) -> None:
    assert task.is_dir()
    for name in ("a.pyz", "b.pyz"):
        assert ankigen("verify", "--runner", "python", "--pack", name).exit_code == 0
    assert (workspace / "a.pyz").read_bytes() == (workspace / "b.pyz").read_bytes()


def test_a_wrong_program_is_judged_wrong_here(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    program = task / "accepted/double.py"
    program.write_text(program.read_text(encoding="utf-8").replace("2 * n", "3 * n"), encoding="utf-8")
    bring_back(pack(ankigen, workspace, elsewhere), workspace)
    result = ankigen("verify", "--judge", "run.answers.zip")
    assert result.exit_code == 1
    assert "WA on one" in result.stderr


def test_a_pack_runs_wherever_its_runner_does(
    task: Path, workspace: Path, elsewhere: Path, ankigen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert task.is_dir()
    monkeypatch.setattr(sys, "path", list(sys.path))
    packed = pack(ankigen, workspace, elsewhere)
    assert main(packed, elsewhere) == 0
    assert (elsewhere / "run.answers.zip").is_file()
    assert main(packed, elsewhere / "nowhere") == 3


def test_a_pack_for_a_gpu_says_why_it_cannot_run(workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    write_task(workspace, changes=GPU_FILES)
    assert ankigen("verify", "--pack", "gpu.pyz").exit_code == 0
    packed = Path(shutil.move(workspace / "gpu.pyz", elsewhere / "gpu.pyz"))
    if not RUNNERS["cuda"].unavailable():
        pytest.skip("there is a GPU here")
    run = run_there(packed)
    assert run.returncode == 3
    assert run.stderr.startswith("error: the runner cuda cannot run here: ")
    assert [file.name for file in elsewhere.iterdir()] == ["gpu.pyz"]


def test_a_changed_pack_refuses_to_run(task: Path, workspace: Path, elsewhere: Path, ankigen: Run) -> None:
    assert task.is_dir()
    packed = pack(ankigen, workspace, elsewhere)
    with zipfile.ZipFile(packed) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    changed = next(name for name in members if name.startswith("calls/double/python/"))
    members[changed] += b"\n"
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    run = run_there(packed)
    assert run.returncode == 3
    assert "was changed after it was packed" in run.stderr
    assert changed in run.stderr
    assert not (elsewhere / "run.answers.zip").exists()
    # Somebody who makes the list right again is found when the answers come back.
    manifest = json.loads(members["manifest.json"])
    manifest["members"][changed] = hashlib.sha256(members[changed]).hexdigest()
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    bring_back(packed, workspace)
    result = ankigen("verify", "--judge", "run.answers.zip")
    assert result.exit_code == 3
    assert "not the calls of double ran there" in result.stderr
    assert not (task / "records").exists()


def test_a_file_that_is_no_pack_is_said_to_be_none(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / "run.pyz").write_bytes(b"nothing")
    assert main(elsewhere / "run.pyz", elsewhere) == 3
    assert main(elsewhere / "none.pyz", elsewhere) == 3
    assert capsys.readouterr().err.count("is no pack of ankigen") == 2


@pytest.mark.parametrize(
    ("edit", "sealed", "why"),
    [
        (lambda told: told["tasks"].clear(), False, "was changed after it was written"),
        (lambda told: told.update(date="2020-01-01"), False, "was changed after it was written"),
        (lambda told: told.update(kind="letter"), True, "no file of answers"),
        (lambda told: told.update(version=99), True, "version 99"),
        (lambda told: told.pop("answers"), True, "no file of answers"),
        (lambda told: told.update(date="yesterday"), True, "no file of answers"),
        (lambda told: told["tasks"][0].update(protocol=99), True, "way of judging changed"),
        (lambda told: told["tasks"][0].update(runner="cuda"), True, "no program of the runner cuda"),
        (lambda told: told["tasks"][0].update(task="tripple"), True, "there is no task tripple"),
        (lambda told: told["tasks"][0]["files"].update({"oracle.py": "0"}), True, "oracle.py changed"),
        (
            lambda told: told["ran"][told["tasks"][0]["folder"]].update({"more.py": "0"}),
            True,
            "not the calls of double",
        ),
        (lambda told: told["answers"].update({told["tasks"][0]["folder"]: "{}"}), True, "no answers to the calls"),
        (lambda told: told["answers"].update({told["tasks"][0]["folder"]: "[1"}), True, "no answers to the calls"),
    ],
)
def test_answers_that_cannot_be_judged_are_refused(
    task: Path,
    workspace: Path,
    packed_answers: str,
    ankigen: Run,
    edit: Callable[[Answers], object],
    *,
    sealed: bool,
    why: str,
) -> None:
    answers = workspace / "answers.json"
    answers.write_text(packed_answers, encoding="utf-8")
    change(answers, edit, sealed=sealed)
    result = ankigen("verify", "--judge", "answers.json")
    assert result.exit_code == 3, result.output
    assert why in result.stderr
    assert not (task / "records").exists()


@pytest.fixture(scope="module")
def packed_answers(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The answers to the small task, brought back once for all tests that spoil them."""
    root = tmp_path_factory.mktemp("packed")
    write_task(root)
    arguments = [sys.executable, "-m", "ankigen", "verify", "--runner", "python", "--pack", "run.pyz"]
    subprocess.run(arguments, cwd=root, env={"PYTHONPATH": str(REPOSITORY)}, check=True, timeout=100)
    assert run_there(root / "run.pyz").returncode == 0
    with zipfile.ZipFile(root / "run.answers.zip") as archive:
        return archive.read("answers.json").decode()


@pytest.mark.parametrize("content", ["", "[]", "[1", "null", '{"kind": "ankigen-answers"}', "\x00"])
def test_what_is_no_file_of_answers_is_refused(task: Path, workspace: Path, ankigen: Run, content: str) -> None:
    assert task.is_dir()
    (workspace / "answers.json").write_text(content, encoding="utf-8")
    result = ankigen("verify", "--judge", "answers.json")
    assert (result.exit_code, "no file of answers" in result.stderr) == (3, True)


def test_a_damaged_zip_file_of_answers_is_refused(
    task: Path, workspace: Path, packed_answers: str, ankigen: Run
) -> None:
    assert task.is_dir()
    answers = workspace / "run.answers.zip"
    with zipfile.ZipFile(answers, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.json", packed_answers)
    whole = answers.read_bytes()
    for damaged in (whole[:-10], whole[:60] + b"\0\0\0" + whole[63:], whole.replace(b"answers.json", b"letters.json")):
        answers.write_bytes(damaged)
        result = ankigen("verify", "--judge", "run.answers.zip")
        assert (result.exit_code, "no file of answers" in result.stderr) == (3, True), result.output


def test_answers_to_files_that_changed_since_are_refused(
    task: Path, workspace: Path, packed_answers: str, ankigen: Run
) -> None:
    (workspace / "answers.json").write_text(packed_answers, encoding="utf-8")
    program = task / "accepted/double.py"
    program.write_text(program.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    result = ankigen("verify", "--judge", "answers.json")
    assert result.exit_code == 3
    assert "accepted/double.py changed since it was packed" in result.stderr


def test_only_the_named_task_is_judged(task: Path, workspace: Path, packed_answers: str, ankigen: Run) -> None:
    other = write_task(workspace, "twice")
    (workspace / "answers.json").write_text(packed_answers, encoding="utf-8")
    wrong = ankigen("verify", "twice", "--judge", "answers.json")
    assert (wrong.exit_code, "holds no answers to twice" in wrong.stderr) == (3, True)
    assert ankigen("verify", "double", "--judge", "answers.json").exit_code == 0
    assert (task / "records/cpu.json").exists()
    assert not (other / "records").exists()


def test_missing_answers_and_nothing_to_pack_are_said(task: Path, ankigen: Run) -> None:
    assert task.is_dir()
    missing = ankigen("verify", "--judge", "none.json")
    assert (missing.exit_code, "cannot read" in missing.stderr) == (3, True)
    nothing = ankigen("verify", "--pack", "gpu.pyz")
    assert (nothing.exit_code, "nothing to pack" in nothing.stderr) == (3, True)


def test_a_broken_task_is_not_packed(task: Path, ankigen: Run) -> None:
    (task / "vectors.yaml").write_text("cases: [", encoding="utf-8")
    result = ankigen("verify", "--runner", "python", "--pack", "run.pyz")
    assert (result.exit_code, "has errors" in result.stderr) == (3, True)


def test_a_task_with_a_broken_oracle_is_not_packed(task: Path, workspace: Path, ankigen: Run) -> None:
    (task / "oracle.py").write_text("def twice(n):\n    return 1 // 0\n", encoding="utf-8")
    result = ankigen("verify", "--runner", "python", "--pack", "run.pyz")
    assert (result.exit_code, "nothing was packed: solutions/double/" in result.stderr) == (3, True)
    assert not (workspace / "run.pyz").exists()


def test_packing_in_json_says_what_is_in_it(task: Path, ankigen: Run) -> None:
    assert task.is_dir()
    report = json.loads(ankigen("verify", "--json", "--runner", "python", "--pack", "run.pyz").stdout)
    assert set(report) == {"version", "command", "ok", "file", "size_bytes", "sha256", "tasks"}
    assert [(each["task"], each["runner"]) for each in report["tasks"]] == [("double", "python")]
