"""The rule tables: one a level, in order of precedence. A new rule is a file and a line here."""

from typing import Any

from ankigen.atoms import (
    abbreviation,
    cloze,
    code,
    fences,
    label,
    pair,
    rehearsal,
    sequence,
    signs,
    statement,
    table,
    wording,
)
from ankigen.atoms.rule import AtomRule, ClauseFind, ContainerFind, LeafFind

CONTAINER_RULES: tuple[AtomRule[ContainerFind], ...] = (
    rehearsal.RULE,
    table.RULE,
    fences.DIAGRAM_RULE,
    fences.COMMENT_RULE,
    sequence.STEPS_RULE,
    sequence.LIST_RULE,
)

LINKED_RULES: tuple[AtomRule[ContainerFind], ...] = (code.RULE,)
"""Container rules for what is linked to a solution: before the others for a fence, beside them for all else."""

LEAF_RULES: tuple[AtomRule[LeafFind], ...] = (
    cloze.RULE,
    pair.RULE,
    statement.ANSWER_RULE,
    label.ENUM_RULE,
    label.RULE,
    statement.LEAD_RULE,
    statement.COPULA_RULE,
)

PARALLEL_LEAF_RULES: tuple[AtomRule[LeafFind], ...] = (abbreviation.RULE,)
"""Leaf rules that run beside the winner."""

CLAUSE_RULES: tuple[AtomRule[ClauseFind], ...] = (
    signs.ARROW_RULE,
    signs.FORMULA_RULE,
    signs.BOLD_RULE,
    signs.NUMBER_RULE,
    signs.IDENT_RULE,
    wording.CAUSE_RULE,
    wording.PURPOSE_RULE,
    wording.VERB_RULE,
    wording.WHOLE_RULE,
    wording.MEMBER_RULE,
)
"""First claim of a clause wins."""

PARALLEL_RULES: tuple[AtomRule[ClauseFind], ...] = (signs.GLOSS_RULE,)
"""Clause rules that run beside the winner, where they do not overlap it."""

RULES: tuple[AtomRule[Any], ...] = (
    *LINKED_RULES,
    *CONTAINER_RULES,
    *LEAF_RULES,
    *PARALLEL_LEAF_RULES,
    *CLAUSE_RULES,
    *PARALLEL_RULES,
)
RULE_NAMES = frozenset(rule.name for rule in RULES)
