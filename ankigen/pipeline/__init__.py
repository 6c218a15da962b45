"""The stages put in a row: workspace, markdown, atoms, identity, notes, export, judge, and back to the workspace."""

from ankigen.pipeline.adopt import AdoptReport, adopt, write_starter_deck
from ankigen.pipeline.build import build
from ankigen.pipeline.check import check, explain
from ankigen.pipeline.packing import PackReport, pack, verify_answers
from ankigen.pipeline.plan import find_in_anki, moves, plan
from ankigen.pipeline.render import RenderedCard
from ankigen.pipeline.report import BuildReport, CheckReport, Counts, Explanation, Package, PlanReport
from ankigen.pipeline.study import Track
from ankigen.pipeline.tasks import load_tasks
from ankigen.pipeline.verify import verify
from ankigen.pipeline.verify_report import Course, Outcome, VerifyReport

__all__ = [
    "AdoptReport",
    "BuildReport",
    "CheckReport",
    "Counts",
    "Course",
    "Explanation",
    "Outcome",
    "PackReport",
    "Package",
    "PlanReport",
    "RenderedCard",
    "Track",
    "VerifyReport",
    "adopt",
    "build",
    "check",
    "explain",
    "find_in_anki",
    "load_tasks",
    "moves",
    "pack",
    "plan",
    "verify",
    "verify_answers",
    "write_starter_deck",
]
