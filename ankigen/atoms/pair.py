"""`pair`: `front :: back` and `front ::: back`, the author's own question and answer on a line."""

import re

from ankigen.atoms.rule import AtomRule, Claim, Leaf, LeafFind, Refusal
from ankigen.atoms.segments import protected
from ankigen.model.atom import BasicAtom, Level

RULE_NAME = "pair"


def find_pair(leaf: Leaf) -> Claim | Refusal:
    """Take `front :: back`; three colons ask both ways."""
    shield = protected(leaf.text)
    found = [match for match in re.finditer(r"\s(:::?)\s", leaf.plain) if not shield[match.start(1)]]
    if not found:
        return Refusal("no ` :: `")
    match = found[0]
    front, back = leaf.text.slice(0, match.start()).strip(), leaf.text.slice(match.end(), len(leaf.text)).strip()
    if not front.plain or not back.plain:
        return Refusal("one side of ` :: ` is empty")
    atom = BasicAtom(
        origin=leaf.origin(RULE_NAME, front.plain),
        breadcrumb=leaf.place.breadcrumb,
        prompt=front,
        answer=back,
        reverse=match[1] == ":::" or leaf.reverse,
        typed=leaf.typed,
    )
    return Claim(atoms=(atom,), asks=f"asks “{front.plain}”")


RULE: AtomRule[LeafFind] = AtomRule(
    RULE_NAME, Level.LEAF, "`front :: back` (blanks around): Basic; `front ::: back`: both directions", find_pair
)
