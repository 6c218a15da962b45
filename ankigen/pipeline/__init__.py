"""The stages put in a row: workspace, markdown, atoms, identity, notes, export, and back to the workspace."""

from ankigen.pipeline.build import build
from ankigen.pipeline.check import check, explain
from ankigen.pipeline.render import RenderedCard
from ankigen.pipeline.report import BuildReport, CheckReport, Counts, Explanation, Package
from ankigen.pipeline.study import Track

__all__ = [
    "BuildReport",
    "CheckReport",
    "Counts",
    "Explanation",
    "Package",
    "RenderedCard",
    "Track",
    "build",
    "check",
    "explain",
]
