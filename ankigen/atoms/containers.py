"""The container level: give a whole block, or the question itself, to its rules."""

from dataclasses import replace

from ankigen.atoms.ledger import Ledger
from ankigen.atoms.measure import cut
from ankigen.atoms.place import with_marks
from ankigen.atoms.registry import CONTAINER_RULES
from ankigen.atoms.rule import Claim, Container
from ankigen.model.atom import Level, Trace
from ankigen.model.document import Fence, ListBlock, Section, Table


def ask_container(container: Container, ledger: Ledger) -> Claim | None:
    """Give a container to the rules of its level; the first that takes it wins."""
    text = _container_text(container)
    container = replace(container, attributes=with_marks(container.attributes, container.place))
    for rule in CONTAINER_RULES:
        if rule.name not in container.place.rules:
            continue
        answer = rule.find(container)
        claimed = isinstance(answer, Claim)
        detail = answer.asks if isinstance(answer, Claim) else answer.reason
        ledger.traces.append(
            Trace(span=container.span, level=Level.CONTAINER, rule=rule.name, claimed=claimed, detail=detail, text=text)
        )
        if isinstance(answer, Claim):
            ledger.atoms.extend(answer.atoms)
            ledger.leftovers.extend(answer.left)
            return answer
    return None


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
