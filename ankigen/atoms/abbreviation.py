"""`abbr`: `CFS（Completely Fair Scheduler）`, asked once a document: what does it stand for?"""

import re

from ankigen.atoms.prompts import ask_expansion
from ankigen.atoms.rule import AtomRule, Claim, Leaf, LeafFind, Refusal
from ankigen.model.atom import BasicAtom, Level

RULE_NAME = "abbr"
_SHORT_FIRST = re.compile(
    r"(?<![A-Za-z])(?P<short>[A-Z][A-Za-z0-9]{0,8}[A-Z][A-Za-z]{0,8})\s?[（(](?P<full>[A-Za-z][A-Za-z \-/]{6,60})"
    r"[）)]"
)
_FULL_FIRST = re.compile(
    r"(?P<full>(?:\b[A-Za-z][A-Za-z\-]{0,24}[ \-/]){1,6}[A-Za-z][A-Za-z\-]{0,24})"
    r"\s?[（(](?P<short>[A-Z][A-Za-z0-9]{0,8}[A-Z]s?)[）)]"
)

_SMALL_WORDS = frozenset({"a", "an", "and", "for", "in", "of", "on", "the", "to", "with"})
"""Words that an abbreviation leaves out; its full name does not begin with one."""


def find_abbreviation(leaf: Leaf) -> Claim | Refusal:
    """Take an abbreviation with its full name beside it."""
    for pattern in (_SHORT_FIRST, _FULL_FIRST):
        for match in pattern.finditer(leaf.plain):
            full = expansion(match["short"], match["full"])
            if full is None:
                continue
            atom = BasicAtom(
                origin=leaf.origin(RULE_NAME, match["short"]),
                breadcrumb=leaf.place.breadcrumb.replace(match["full"], "…"),
                prompt=ask_expansion(match["short"], leaf.place),
                answer=leaf.text.slice(match.start("full"), match.end("full")).slice(
                    len(match["full"]) - len(full), 999
                ),
            )
            return Claim(atoms=(atom,), asks=f"asks what {match['short']} stands for")
    return Refusal("no abbreviation with its full name")


def expansion(short: str, text: str) -> str | None:
    """Give the end of `text` whose words spell the abbreviation, or None."""
    capitals = [letter.upper() for letter in short.rstrip("s") if letter.isupper()]
    words = re.split(r"[ \-/]+", text)
    for start in range(len(words)):
        tail = words[start:]
        if tail[0].lower() in _SMALL_WORDS:
            continue
        initials = [word[0].upper() for word in tail if word and word.lower() not in _SMALL_WORDS]
        if len(capitals) >= 2 and len(tail) >= 2 and (initials == capitals or _spells(tail, capitals)):
            match = re.search(r"[ \-/]*".join(re.escape(word) for word in tail) + r"$", text)
            return match.group() if match else None
    return None


def _spells(words: list[str], capitals: list[str]) -> bool:
    """Tell whether capitals inside the words spell it too (`Completely Fair`, `MultiVersion`)."""
    return [letter for word in words for letter in word if letter.isupper()] == capitals and words[0][0].isupper()


RULE: AtomRule[LeafFind] = AtomRule(
    RULE_NAME,
    Level.LEAF,
    "`CFS（Completely Fair Scheduler）`: what does it stand for? beside what other rules take",
    find_abbreviation,
)
