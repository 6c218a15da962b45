"""Atomize a document: its questions, one after the other."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ankigen.atoms.ledger import Ledger, skipped
from ankigen.atoms.links import weakest_backing, with_solutions
from ankigen.atoms.place import Place, bare_title, enter, recurring_labels
from ankigen.atoms.registry import RULE_NAMES
from ankigen.atoms.walk import walk_question
from ankigen.model.atom import Atom, Atomized, BasicAtom
from ankigen.model.document import Document, Question
from ankigen.model.solution import Task

NO_TASKS: Mapping[str, Task] = MappingProxyType({})


def atomize(
    document: Document, *, enabled: frozenset[str] | None = None, tasks: Mapping[str, Task] = NO_TASKS
) -> Atomized:
    """Make atoms of a document.

    Args:
        document: as parsed.
        enabled: names of the rules that may run; None: all. The document's front matter narrows it further.
        tasks: the solutions that code may be linked to, by name; a linked fence shows their text.
    """
    document = with_solutions(document, tasks)
    runs = RULE_NAMES if enabled is None else enabled
    if document.front_matter.rules is not None:
        runs &= frozenset(document.front_matter.rules)
    ledger = Ledger()
    for question in document.questions:
        if "skip" in question.attributes.classes:
            ledger.traces.append(skipped(question.span, question.title.plain))
            continue
        place = Place(
            language=document.language,
            document=document.title,
            question=question,
            question_id=question_identity(question),
            recurring=recurring_labels(question),
            rules=runs,
            tasks=tasks,
        )
        walk_question(enter(place, question.attributes), ledger)
    atoms = tuple(_backed(atom, tasks) for atom in ledger.atoms)
    return Atomized(atoms=atoms, leftovers=tuple(ledger.leftovers), traces=tuple(ledger.traces))


def _backed(atom: Atom, tasks: Mapping[str, Task]) -> Atom:
    """Say of an answer that shows code of solutions what is known of that code."""
    if not isinstance(atom, BasicAtom) or not tasks:
        return atom
    backing = weakest_backing(atom.answer, tasks)
    return atom if backing is None else replace(atom, backing=backing)


def question_identity(question: Question) -> str:
    """Identify a question in its document: its `{#id}`, else the path of titles."""
    if question.attributes.id:
        return f"#{question.attributes.id}"
    return " › ".join([*(bare_title(part).plain for part in question.path), bare_title(question.title).plain])
