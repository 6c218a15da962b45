"""Judging: parse a task, run its programs in limited processes, and say what came of each."""

from ankigen.judge.judge import Calls, judge_answers, judge_task, prepare_calls
from ankigen.judge.runner import Runner
from ankigen.judge.runners import RUNNERS
from ankigen.judge.running import run_calls
from ankigen.judge.task_file import parse_task
from ankigen.judge.vector_file import parse_vectors
from ankigen.model.task_settings import ParsedTask, ParsedVectors

__all__ = [
    "RUNNERS",
    "Calls",
    "ParsedTask",
    "ParsedVectors",
    "Runner",
    "judge_answers",
    "judge_task",
    "parse_task",
    "parse_vectors",
    "prepare_calls",
    "run_calls",
]
