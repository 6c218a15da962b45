"""`rehearsal`: every question with its whole answer, to be said aloud; a deck tree of its own."""

from ankigen.atoms.lexicon import PLACEHOLDER
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind, Refusal
from ankigen.model.atom import BasicAtom, Level
from ankigen.model.document import Paragraph

RULE_NAME = "rehearsal"


def find_rehearsal(container: Container) -> Claim | Refusal:
    """Take the question as a whole."""
    if not container.whole_question:
        return Refusal("no question")
    question = container.place.question
    if not question.blocks or _is_placeholder(question.blocks):
        return Refusal("the question has no answer")
    if not question.title.plain.strip():
        return Refusal("the question has no title")
    atom = BasicAtom(
        origin=container.origin(RULE_NAME, container.place.question_id),
        breadcrumb=" › ".join(part.plain for part in question.path[-2:]),
        prompt=question.title,
        answer=question.blocks,
        rehearsal=True,
    )
    return Claim(atoms=(atom,), asks="asks for the whole answer", whole=False)


def _is_placeholder(blocks: tuple[object, ...]) -> bool:
    return (
        len(blocks) == 1
        and isinstance(blocks[0], Paragraph)
        and bool(PLACEHOLDER.fullmatch(blocks[0].text.plain.strip()))
    )


RULE: AtomRule[ContainerFind] = AtomRule(
    RULE_NAME,
    Level.CONTAINER,
    "every question: its whole answer, to practise aloud, in a deck tree of its own",
    find_rehearsal,
)
