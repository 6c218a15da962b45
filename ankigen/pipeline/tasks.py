"""The tasks of a workspace with what their records say; nothing is run."""

from collections.abc import Mapping

import yaml

from ankigen.judge.regions import Wanted, read_regions
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Language
from ankigen.model.solution import Program, SolutionFolder, Task
from ankigen.workspace import Workspace, read_solutions


def load_tasks(workspace: Workspace) -> tuple[Mapping[str, Task], tuple[Diagnostic, ...]]:
    """Read the tasks of a workspace, by name; standings are for the records to say."""
    read = read_solutions(workspace)
    tasks: dict[str, Task] = {}
    diagnostics = [*read.diagnostics]
    for name, folder in read.folders.items():
        task, found = _task(folder)
        diagnostics.extend(found)
        if task is not None:
            tasks[name] = task
    return tasks, tuple(diagnostics)


def _task(folder: SolutionFolder) -> tuple[Task | None, tuple[Diagnostic, ...]]:
    path = f"{folder.path}/task.yaml"
    text = folder.files.get("task.yaml", b"").decode("utf-8", errors="replace")
    try:
        settings = yaml.safe_load(text)
        programs = {
            name: Program(
                name=name,
                runner=each["runner"],
                file=each["file"],
                kernels=tuple(each.get("kernels", ())),
                entry=each.get("entry", settings["entry"]),
                line=1,
            )
            for name, each in settings["programs"].items()
        }
        wanted = {
            name: Wanted(file=each["file"], language=each["language"], line=1)
            for name, each in settings.get("regions", {}).items()
        }
        texts = {key: {Language(code): text for code, text in settings[key].items()} for key in ("title", "statement")}
    except (yaml.YAMLError, KeyError, TypeError, AttributeError, ValueError) as fault:
        found = Diagnostic(
            path=path,
            line=1,
            severity=Severity.ERROR,
            code="task-broken",
            message=f"this task cannot be understood: {str(fault).splitlines()[0]}",
            mend="mend it",
        )
        return None, (found,)
    regions = read_regions(folder, wanted)
    task = Task(
        name=folder.name,
        path=path,
        title=texts["title"],
        statement=texts["statement"],
        programs=programs,
        regions=regions.regions,
    )
    return task, regions.diagnostics
