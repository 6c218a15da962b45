"""Split a document into atoms by ordered tables of rules.

Levels do not compete: a *container* (table, fence, list as a whole), a *leaf* (item, sentence), a *clause* inside a
leaf. At each level the first rule that claims a place wins.
"""

from ankigen.atoms.engine import atomize
from ankigen.atoms.links import needs_check, region_names, region_of_fence, regions_of, task_of
from ankigen.atoms.registry import RULE_NAMES, RULES
from ankigen.atoms.rule import AtomRule

__all__ = [
    "RULES",
    "RULE_NAMES",
    "AtomRule",
    "atomize",
    "needs_check",
    "region_names",
    "region_of_fence",
    "regions_of",
    "task_of",
]
