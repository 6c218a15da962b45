"""The leaf level: give a text to the leaf rules, and what they leave to the clause rules."""

import re
from dataclasses import replace

from ankigen.atoms.clauses import clause_atoms
from ankigen.atoms.equations import split_equations
from ankigen.atoms.ledger import MARKS, Ledger
from ankigen.atoms.lexicon import NAVIGATION, PLACEHOLDER
from ankigen.atoms.place import with_marks
from ankigen.atoms.registry import LEAF_RULES, PARALLEL_LEAF_RULES, RULE_NAMES
from ankigen.atoms.rule import Claim, Clause, Leaf, Refusal, Role
from ankigen.atoms.segments import clauses, sentences
from ankigen.model.atom import Level, Trace

_LONGEST = 20_000
"""Characters of a text that the leaf rules still look at; what is longer was not written to be learnt."""


def ask_leaf_level(leaf: Leaf, ledger: Ledger) -> None:
    """Give a leaf to the leaf rules, then what they leave to the clause rules; what became no card is written down."""
    runs = leaf.place.rules
    leaf = replace(leaf, text=split_equations(leaf.text), attributes=with_marks(leaf.attributes, leaf.place))
    unfit = _unfit(leaf)
    if unfit is not None:
        reason, mark = unfit
        if leaf.plain.strip():
            ledger.leave(leaf.span, leaf.plain, reason, mark)
        return
    _ask_beside(leaf, runs, ledger)
    forced = "cloze" in leaf.attributes.classes
    before, first_trace = len(ledger.atoms), len(ledger.traces)
    claim = None if forced else _ask_leaf(leaf, runs, ledger)
    rest = claim.rest if claim is not None else _all_clauses(leaf)
    if claim is None and "each" in leaf.attributes.classes and leaf.role is Role.ITEM:
        # Asked for by itself: a member of its list, whatever else could be hidden in it.
        _ask_clauses(leaf, rest, runs & {"member"}, ledger)
        rest = rest if len(ledger.atoms) == before else ()
    if rest:
        _ask_clauses(leaf, rest, runs, ledger)
    if len(ledger.atoms) == before and claim is not None:
        ledger.atoms.extend(claim.otherwise)
    if len(ledger.atoms) == before:
        mark = "==x== around what is to be hidden, or `front :: back`" if forced else MARKS
        ledger.leave(leaf.span, leaf.plain, _reason(leaf, ledger.traces[first_trace:]), mark)


def _unfit(leaf: Leaf) -> tuple[str, str] | None:
    """Say why no rule is to look at a text, and the mark that helps."""
    if not re.search(r"\w|[^\W\d_]|\ufffc", leaf.plain):
        return "there is no word in it", MARKS
    if re.search(r"[?？]\s*$", leaf.plain) and len(sentences(leaf.text)) == 1:
        return "a question in prose is no fact", MARKS
    if len(leaf.plain) > _LONGEST:
        return f"{len(leaf.plain):,} characters in one text are no note", "paragraphs"
    if NAVIGATION.match(leaf.plain):
        return "it points elsewhere and states nothing", MARKS
    if PLACEHOLDER.fullmatch(leaf.plain.strip()):
        return "a placeholder is no answer", "the answer itself"
    return None


def _ask_clauses(leaf: Leaf, rest: tuple[Clause, ...], runs: frozenset[str], ledger: Ledger) -> None:
    atoms, traces = clause_atoms(leaf, rest, runs)
    ledger.traces.extend(traces)
    ledger.atoms.extend(atoms)


def _ask_leaf(leaf: Leaf, runs: frozenset[str], ledger: Ledger) -> Claim | None:
    for rule in LEAF_RULES:
        if rule.name not in runs:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            return answer
    return None


def _ask_beside(leaf: Leaf, runs: frozenset[str], ledger: Ledger) -> None:
    for rule in PARALLEL_LEAF_RULES:
        if rule.name not in runs:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            for atom in answer.atoms:
                if (rule.name, atom.origin.slot) not in ledger.asked_beside:
                    ledger.asked_beside.add((rule.name, atom.origin.slot))
                    ledger.atoms.append(atom)


def ask_heading(leaf: Leaf, ledger: Ledger) -> None:
    """Let the leaf rules look at a heading; most headings state nothing, and that is no finding."""
    _ask_beside(leaf, leaf.place.rules, ledger)
    for rule in LEAF_RULES:
        if rule.name not in leaf.place.rules or rule.name in {"enum", "answer", "lead"}:
            continue
        if rule.name == "label" and "——" not in leaf.plain:
            continue
        answer = rule.find(leaf)
        ledger.traces.append(_leaf_trace(leaf, rule.name, answer))
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            return


def _leaf_trace(leaf: Leaf, rule: str, answer: Claim | Refusal) -> Trace:
    claimed = isinstance(answer, Claim)
    detail = answer.asks if isinstance(answer, Claim) else answer.reason
    return Trace(span=leaf.span, level=Level.LEAF, rule=rule, claimed=claimed, detail=detail, text=leaf.plain)


def _all_clauses(leaf: Leaf) -> tuple[Clause, ...]:
    if re.search(r"[?？]\s*$", leaf.plain):
        return ()
    return tuple(
        Clause(leaf=leaf, start=start, end=end)
        for span in sentences(leaf.text)
        if not leaf.plain[span[1] : span[1] + 1].startswith(("?", "？"))
        for start, end in clauses(leaf.text, *span)
    )


def _reason(leaf: Leaf, said: list[Trace]) -> str:
    if re.search(r"[?？]\s*$", leaf.plain):
        return "a question in prose is no fact"
    if leaf.plain.rstrip().endswith(("：", ":")):
        return "a label with nothing below it"
    gates = [trace.detail for trace in said if trace.detail.startswith("gate ")]
    if gates:
        return f"what would be hidden was refused ({gates[-1]})"
    missing = RULE_NAMES - leaf.place.rules
    return "none of the rules that may run here takes it" if missing else "no rule takes it"
