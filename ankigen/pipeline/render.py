"""Cards as plain text, for `explain`: what is asked, what is answered."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from ankigen.identity import Identified
from ankigen.model.atom import BasicAtom, ClozeAtom, ClozeLine, CodeAtom
from ankigen.model.document import Language
from ankigen.model.plain import plain
from ankigen.notes import footer_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedCard:
    """One card."""

    rule: str
    key: str
    breadcrumb: str
    front: str
    back: str
    status: str = ""
    """Of a card with code of a solution: what is known of that code."""


def render_cards(identified: Identified, language: Language) -> Iterator[RenderedCard]:
    """Yield each card that Anki will make of an atom."""
    backing = identified.atom.backing
    status = "" if backing is None else " / ".join(footer_lines(backing.standing, language))
    match identified.atom:
        case BasicAtom() as atom:
            sides = [(atom.prompt.plain, plain(atom.answer))]
            if atom.reverse:
                sides.append((plain(atom.answer), atom.prompt.plain))
        case ClozeAtom() as atom:
            sides = list(_cloze_sides(atom, identified.ordinals))
        case CodeAtom() as atom:
            sides = [("\n".join(part for part in (atom.prompt.plain, atom.given) if part), atom.code)]
        case _:
            assert_never(identified.atom)
    for front, back in sides:
        yield RenderedCard(
            rule=atom.origin.rule,
            key=identified.key,
            breadcrumb=atom.breadcrumb,
            front=front,
            back=back,
            status=status,
        )


def _cloze_sides(atom: ClozeAtom, ordinals: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, str]]:
    numbers = iter(ordinals)
    numbered = [(line, [(deletion, next(numbers)[1]) for deletion in line.deletions]) for line in atom.lines]
    for number in sorted({number for _, number in ordinals}):
        front: list[str] = []
        hidden: list[str] = []
        for line, deletions in numbered:
            asked = [deletion for deletion, its_number in deletions if its_number == number]
            cuts = [(deletion.start, deletion.end, f"[{deletion.hint or '...'}]") for deletion in asked]
            front.append(_named(line, _cut(line.text.plain, cuts)))
            hidden.extend(line.text.plain[deletion.start : deletion.end] for deletion in asked)
        yield "\n".join(front), "\n".join(hidden)


def _named(line: ClozeLine, text: str) -> str:
    return text if line.name is None else f"{line.name.plain}: {text}"


def _cut(text: str, cuts: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    position = 0
    for start, end, shown in sorted(cuts):
        if start >= position:
            parts += [text[position:start], shown]
            position = end
    return "".join([*parts, text[position:]])
