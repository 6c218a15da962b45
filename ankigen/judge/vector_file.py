"""vectors.yaml: the cases of a task."""

from ankigen.model.solution import SolutionFolder
from ankigen.model.task_settings import ParsedVectors, TaskSettings


def parse_vectors(folder: SolutionFolder, settings: TaskSettings) -> ParsedVectors:
    """Read vectors.yaml; what is wrong is reported, all of it."""
    raise NotImplementedError
