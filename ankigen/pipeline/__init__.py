"""The stages put in a row: workspace, markdown, atoms, identity, notes, export, and back to the workspace."""

from ankigen.pipeline.adopt import AdoptReport, adopt, write_starter_deck
from ankigen.pipeline.build import build
from ankigen.pipeline.check import check, explain
from ankigen.pipeline.plan import find_in_anki, moves, plan
from ankigen.pipeline.render import RenderedCard
from ankigen.pipeline.report import BuildReport, CheckReport, Counts, Explanation, Package, PlanReport
from ankigen.pipeline.study import Track

__all__ = [
    "AdoptReport",
    "BuildReport",
    "CheckReport",
    "Counts",
    "Explanation",
    "Package",
    "PlanReport",
    "RenderedCard",
    "Track",
    "adopt",
    "build",
    "check",
    "explain",
    "find_in_anki",
    "moves",
    "plan",
    "write_starter_deck",
]
