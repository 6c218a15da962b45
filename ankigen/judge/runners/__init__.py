"""Every runner; a new one is a file and a line here."""

from collections.abc import Mapping

from ankigen.judge.runner import Runner
from ankigen.judge.runners import cuda, python

RUNNERS: Mapping[str, Runner] = {runner.name: runner for runner in (python.RUNNER, cuda.RUNNER)}
