"""Run packed calls on a machine without ankigen: this file is `__main__.py` of the pack, and its own program there.

It needs Python alone, states no verdict and knows no answer: it makes the calls and brings back what they gave.
"""

import hashlib
import json
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"
ANSWERS = "answers.json"
"""Packed: a hundred thousand answers of forty programs are 200 MB as text."""
CANNOT = 3
"""Exit code, as ankigen's own: something is missing or in the way."""
VERSION = 1


def main(pack: Path, folder: Path) -> int:
    """Make the calls of a pack and write the answers into a folder; give the exit code.

    Args:
        pack: the zip file.
        folder: where the answers go, as `PACK.answers.zip`.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - the other machine's Python is not the one that ankigen was installed for
        return _cannot(f"this needs Python 3.11 or newer, and this is {sys.version.split()[0]}")
    try:
        with zipfile.ZipFile(pack) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(members.pop(MANIFEST))
        damaged = sorted(_damaged(manifest["members"], members))
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as fault:
        return _cannot(f"{pack} is no pack of ankigen: {fault}")
    if damaged:
        return _cannot(f"{pack} was changed after it was packed: {', '.join(damaged)}; pack it again")
    with tempfile.TemporaryDirectory(prefix="ankigen-pack-") as place:
        unpacked = Path(place).resolve()
        _unpack(members, unpacked)
        return _run(manifest, members, unpacked, folder / f"{pack.stem}.answers.zip")


def _run(manifest: Mapping[str, Any], members: Mapping[str, bytes], place: Path, target: Path) -> int:
    sys.path.insert(0, str(place / "code"))
    from ankigen.judge import RUNNERS, run_calls  # noqa: PLC0415 - it lies in the pack, and has just been unpacked

    answers: dict[str, str] = {}
    ran: dict[str, dict[str, str]] = {}
    for each in manifest["tasks"]:
        runner = RUNNERS[each["runner"]]
        why = runner.unavailable()
        if why:
            return _cannot(f"the runner {runner.name} cannot run here: {why}")
        _say(f"{each['task']} ({runner.name})")
        folder = each["folder"]
        ran[folder] = {
            name.removeprefix(f"{folder}/"): sha256(content)
            for name, content in members.items()
            if name.startswith(f"{folder}/")
        }
        answers[folder] = run_calls(place / folder, runner=runner, progress=_say)
    told = {
        "kind": "ankigen-answers",
        "version": VERSION,
        "date": datetime.now(tz=UTC).date().isoformat(),
        "tasks": manifest["tasks"],
        "ran": ran,
        "answers": answers,
    }
    whole = json.dumps(told, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    told["digest"] = sha256(whole.encode())
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(ANSWERS, json.dumps(told, sort_keys=True, indent=1) + "\n")
    except OSError as fault:
        return _cannot(f"cannot write {target}: {fault.strerror or fault}")
    _say(f"{target} holds the answers; take it back and run `ankigen verify --judge {target.name}`")
    return 0


def _unpack(members: Mapping[str, bytes], place: Path) -> None:
    for name, content in members.items():
        file = place / name
        # A name with `..` in it would be written elsewhere; our own packs have none.
        if place in file.resolve().parents:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def _damaged(listed: Mapping[str, str], members: Mapping[str, bytes]) -> set[str]:
    found = {name: sha256(content) for name, content in members.items()}
    return {name for name in {*listed, *found} if listed.get(name) != found.get(name)}


def sha256(content: bytes) -> str:
    """Give the SHA-256 of bytes as they are."""
    return hashlib.sha256(content).hexdigest()


def _say(what: str) -> None:
    sys.stderr.write(f"{what}\n")


def _cannot(why: str) -> int:
    _say(f"error: {why}")
    return CANNOT


if __name__ == "__main__":
    # Inside a zip file `__file__` is a path through it.
    sys.exit(main(Path(sys.argv[0]), Path.cwd()))
