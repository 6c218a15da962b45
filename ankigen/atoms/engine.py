"""Atomize a document: its questions, one after the other."""

from ankigen.atoms.ledger import Ledger, skipped
from ankigen.atoms.place import Place, bare_title, enter, recurring_labels
from ankigen.atoms.registry import RULE_NAMES
from ankigen.atoms.walk import walk_question
from ankigen.model.atom import Atomized
from ankigen.model.document import Document, Question


def atomize(document: Document, *, enabled: frozenset[str] | None = None) -> Atomized:
    """Make atoms of a document.

    Args:
        document: as parsed.
        enabled: names of the rules that may run; None: all. The document's front matter narrows it further.
    """
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
        )
        walk_question(enter(place, question.attributes), ledger)
    return Atomized(atoms=tuple(ledger.atoms), leftovers=tuple(ledger.leftovers), traces=tuple(ledger.traces))


def question_identity(question: Question) -> str:
    """Identify a question in its document: its `{#id}`, else the path of titles."""
    if question.attributes.id:
        return f"#{question.attributes.id}"
    return " › ".join([*(bare_title(part).plain for part in question.path), bare_title(question.title).plain])
