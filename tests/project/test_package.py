"""What users install: the built wheel, in an environment of its own."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from ankigen import __version__

REPOSITORY = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source tree."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=REPOSITORY)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_alone_and_all_of_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/", 1)[0] for name in names}
    assert tops == {"ankigen", f"ankigen-{__version__}.dist-info"}
    source = {
        file.relative_to(REPOSITORY).as_posix()
        for file in (REPOSITORY / "ankigen").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert source <= names
    assert {"ankigen/py.typed", "ankigen/starter/cards/hello-zh.md", "ankigen/starter/gitignore"} <= names


def test_the_installed_wheel_makes_a_deck(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    # The dependencies are those of the environment that tests run in. A plain path line does not pull in the
    # .pth files of that folder, so that this source tree, installed there in editable mode, stays out of sight.
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    (own / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(python, "-c", "import ankigen; print(ankigen.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(environment)

    ankigen = scripts / ("ankigen.exe" if os.name == "nt" else "ankigen")
    assert run(ankigen, "--version", cwd=tmp_path) == f"ankigen {__version__}\n"
    run(ankigen, "new", "notes", cwd=tmp_path)
    run(ankigen, "build", cwd=tmp_path / "notes")
    assert (tmp_path / "notes/build/hello.apkg").stat().st_size > 1000
