"""Every runner; a new one is a file and a line here."""

from collections.abc import Mapping

from ankigen.judge.runner import Runner
from ankigen.judge.runners import cuda, python

RUNNERS: Mapping[str, Runner] = {runner.name: runner for runner in (python.RUNNER, cuda.RUNNER)}
RUNNERS_OF_TASKS: Mapping[str, Runner] = {name: runner for name, runner in RUNNERS.items() if not runner.judges}
"""Those that a task.yaml can name."""
