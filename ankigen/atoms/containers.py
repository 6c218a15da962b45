"""The container level: give a whole block, or the question itself, to its rules."""

from collections.abc import Iterable
from dataclasses import replace

from ankigen.atoms.ledger import Ledger
from ankigen.atoms.measure import cut
from ankigen.atoms.place import with_marks
from ankigen.atoms.registry import CONTAINER_RULES, LINKED_RULES
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind
from ankigen.model.atom import Atom, Level, Trace
from ankigen.model.document import Fence, ListBlock, Section, Table


def ask_container(container: Container, ledger: Ledger) -> Claim | None:
    """Give a container to the rules of its level; the first that takes it wins."""
    return _ask(CONTAINER_RULES, container, ledger)


def ask_linked(container: Container, ledger: Ledger) -> Claim | None:
    """Give a container to the rules for code of solutions, where it is linked to one.

    Code that a card of the document shows already is not asked for again.
    """
    return _ask(LINKED_RULES, container, ledger)


def _ask(rules: Iterable[AtomRule[ContainerFind]], container: Container, ledger: Ledger) -> Claim | None:
    text = _container_text(container)
    container = replace(container, attributes=with_marks(container.attributes, container.place))
    for rule in rules:
        if rule.name not in container.place.rules:
            continue
        answer = rule.find(container)
        claimed = isinstance(answer, Claim)
        detail = answer.asks if isinstance(answer, Claim) else answer.reason
        ledger.traces.append(
            Trace(span=container.span, level=Level.CONTAINER, rule=rule.name, claimed=claimed, detail=detail, text=text)
        )
        if isinstance(answer, Claim):
            ledger.atoms.extend(atom for atom in answer.atoms if _is_new(atom, ledger))
            ledger.leftovers.extend(answer.left)
            return answer
    return None


def _is_new(atom: Atom, ledger: Ledger) -> bool:
    origin = atom.origin
    if not origin.task:
        return True
    where = (origin.task, origin.slot)
    if where in ledger.linked:
        return False
    ledger.linked[where] = origin.span.first
    return True


def _container_text(container: Container) -> str:
    match container.block:
        case Section(title=title):
            return title.plain
        case ListBlock(items=items):
            return f"list of {len(items)}"
        case Table(header=header):
            return " | ".join(cell.plain for cell in header)
        case Fence(code=code):
            return cut(code.split("\n")[0], 60)
        case _:
            return container.place.question.title.plain
