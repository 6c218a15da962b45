"""task.yaml: what the judge has to know of a task."""

from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import ParsedTask


def parse_task(folder: SolutionFolder) -> ParsedTask:
    """Read task.yaml and the first lines of rejected programs; what is wrong is reported, all of it."""
    raise NotImplementedError
