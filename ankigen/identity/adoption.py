"""A lock made anew from a deck: notes that were imported before get their guids, times and card numbers back."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ankigen.identity.alike import ratio
from ankigen.identity.face import face_of, normal
from ankigen.identity.keys import question_of
from ankigen.identity.match import Newcomer, Step, match
from ankigen.identity.ordinals import Before, Numbering, number_deletions
from ankigen.identity.stamp import Made, line_of
from ankigen.model.atom import Atom, ClozeAtom
from ankigen.model.lock import Line, Lock, Ordinals, State
from ankigen.model.note import NoteKind, own_tags

FOREIGN_ALIKE = 0.85
"""Fronts of another tool's notes this similar ask the same."""
_MARKS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A note of a deck, as far as the lock is concerned."""

    guid: str
    kind: NoteKind | None
    """Its note type; None when another tool made the note."""
    cloze: bool
    key: str
    document: str
    front: str
    back: str
    hidden: Ordinals
    """Hidden text and number of its deletions; one that is hidden twice stands here once."""
    cards: tuple[int, ...]
    """Numbers of its cloze cards, those among them whose deletion is no more."""
    deck: str
    tags: tuple[str, ...]
    mod: int
    content: str
    """Hash of its own content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopted:
    """A note of ours and the one of the deck that it goes on with."""

    made: Made
    imported: Imported
    similarity: float | None = None
    """How alike the fronts are, 0 to 1, when they are not the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adoption:
    """What a deck told about the notes."""

    lock: Lock
    adopted: tuple[Adopted, ...]
    known: int
    """Notes of the deck that the lock knows already, and that are left as they are."""
    ambiguous: tuple[tuple[Imported, int], ...]
    """Notes of the deck whose front asks the same as that many notes of ours, or as another note of the deck."""
    unmatched: tuple[Imported, ...]
    """Notes of the deck that nothing in the documents is like."""


def adopt_notes(made: Sequence[Made], lock: Lock, deck: Iterable[Imported]) -> Adoption:
    """Find for the notes of a deck the notes of ours that they are.

    Args:
        made: every note, with the identity that it has by the lock so far.
        lock: as it stands; what it knows of the deck's notes is right.
        deck: notes of the package.

    Returns:
        The new lock among others; the content of adopted lines is empty until `settle_adopted` has compared it.
    """
    deck = tuple(deck)
    guids = {imported.guid for imported in deck}
    remembered = {line.guid for line in lock.lines}
    free = [each for each in made if each.note.guid not in guids or each.note.guid not in remembered]
    news = [imported for imported in deck if imported.guid not in remembered]
    ours = _match_ours(free, [imported for imported in news if imported.kind is not None])
    taken = {id(each.made) for each in ours}
    foreign, ambiguous = _match_foreign(
        [each for each in free if id(each) not in taken], [imported for imported in news if imported.kind is None]
    )
    adopted = (*ours, *foreign)
    matched = {each.imported.guid for each in adopted}
    unmatched = [imported for imported in news if imported.guid not in matched]
    uncertain = {imported.guid for imported, _ in ambiguous}
    return Adoption(
        lock=_with_lines(lock, made, adopted, unmatched),
        adopted=adopted,
        known=len(deck) - len(news),
        ambiguous=ambiguous,
        unmatched=tuple(imported for imported in unmatched if imported.guid not in uncertain),
    )


def settle_adopted(made: Iterable[Made], contents: Mapping[str, str], adoption: Adoption) -> Lock:
    """Compare adopted notes with what the deck holds of them: what is the same need not be updated in Anki.

    Args:
        made: every note, composed with the identities that the adoption gave.
        contents: hash of the own content of each of them, by guid.
        adoption: the adoption.
    """
    by_guid = {each.note.guid: each for each in made}
    lines = {line.guid: line for line in adoption.lock.lines}
    for each in adoption.adopted:
        imported = each.imported
        now = by_guid.get(imported.guid)
        if now is None or imported.kind is None:
            continue  # Another tool's note is always written anew: fields such as the key are missing in it.
        line = line_of(now, content=contents[imported.guid], version=lines[imported.guid].by)
        same = imported.content == line.content or _shows_the_same(imported, line)
        tags = line.tags if set(line.tags) <= set(imported.tags) else own_tags(imported.tags)
        lines[imported.guid] = replace(
            line, mod=imported.mod, content=line.content if same else "", tags=tags, deck=imported.deck
        )
    return replace(adoption.lock, lines=tuple(sorted(lines.values(), key=lambda line: line.key)))


def _match_ours(free: Sequence[Made], deck: Sequence[Imported]) -> tuple[Adopted, ...]:
    newcomers = [
        Newcomer(
            face=face_of(each.identified.atom),
            key=each.identified.key,
            path=each.identified.atom.origin.question,
            document=each.document,
            deck=each.note.deck,
            explicit=False,
        )
        for each in free
    ]
    found = match(newcomers, [_remembered(imported) for imported in deck])
    by_guid = {imported.guid: imported for imported in deck}
    return tuple(
        Adopted(
            made=free[index],
            imported=by_guid[each.line.guid],
            similarity=each.similarity if each.step is Step.ALIKE else None,
        )
        for index, each in sorted(found.matches.items())
    )


def _match_foreign(
    free: Sequence[Made], deck: Sequence[Imported]
) -> tuple[tuple[Adopted, ...], tuple[tuple[Imported, int], ...]]:
    """Match by the front alone, with blanks, marks and case left out; then by fronts that are nearly the same."""
    asked: dict[str, list[Made]] = defaultdict(list)
    for each in free:
        if each.note.note_type == NoteKind.BASIC:
            asked[_bare(face_of(each.identified.atom).front)].append(each)
    asking: dict[str, list[Imported]] = defaultdict(list)
    for imported in deck:
        if not imported.cloze:
            asking[_bare(imported.front)].append(imported)
    adopted: list[Adopted] = []
    ambiguous: list[tuple[Imported, int]] = []
    for front in [front for front in asking if front in asked]:
        mine, theirs = asked.pop(front), asking.pop(front)
        if len(mine) == len(theirs) == 1:
            adopted.append(Adopted(made=mine[0], imported=theirs[0]))
        else:
            ambiguous += [(imported, len(mine)) for imported in theirs]
    scored = sorted(
        ((ratio(one, other, at_least=FOREIGN_ALIKE), one, other) for one in asked for other in asking if one and other),
        key=lambda each: (-each[0], each[1], each[2]),
    )
    for similarity, one, other in scored:
        if similarity and one in asked and other in asking:
            mine, theirs = asked.pop(one), asking.pop(other)
            if len(mine) == len(theirs) == 1:
                adopted.append(Adopted(made=mine[0], imported=theirs[0], similarity=similarity))
            else:
                ambiguous += [(imported, len(mine)) for imported in theirs]
    return tuple(adopted), tuple(ambiguous)


def _numbering(atom: Atom, imported: Imported) -> Numbering:
    """Keep the numbers that deletions have in the deck, by what they hide; a table's go by columns from now on."""
    if not isinstance(atom, ClozeAtom) or imported.kind is not NoteKind.CLOZE:
        return Numbering()
    left = dict(imported.hidden)
    shown: dict[str, int] = {}
    for line in atom.lines:
        for deletion in line.deletions:
            hidden = " ".join(line.text.plain[deletion.start : deletion.end].split())
            if hidden in left and deletion.name not in shown:
                shown[deletion.name] = left[hidden] if deletion.like_line is not None else left.pop(hidden)
    used = {*shown.values(), *left.values()}
    left |= {f"~{number}": number for number in imported.cards if number not in used}
    before = Before(front=imported.front, shown=tuple(shown.items()), reserved=tuple(left.items()))
    return number_deletions(atom, before)


def _shows_the_same(imported: Imported, line: Line) -> bool:
    return (_bare(imported.front), _bare(imported.back)) == (_bare(line.front), _bare(line.back))


def _bare(front: str) -> str:
    return _MARKS.sub("", front.casefold())


def _remembered(imported: Imported) -> Line:
    """Write a note of the deck as a lock would have remembered it."""
    return Line(
        key=imported.key,
        guid=imported.guid,
        note_type=imported.kind or NoteKind.BASIC,
        rule=next((tag.removeprefix(_RULE) for tag in imported.tags if tag.startswith(_RULE)), ""),
        document=imported.document,
        path=question_of(imported.key),
        front=normal(imported.front),
        back=normal(imported.back),
        ordinals=imported.hidden,
        deck=imported.deck,
        tags=own_tags(imported.tags),
        mod=imported.mod,
        content=imported.content,
        by="",
    )


_RULE = "ankigen::rule::"


def _with_lines(lock: Lock, made: Sequence[Made], adopted: Iterable[Adopted], unmatched: Iterable[Imported]) -> Lock:
    lines = {line.guid: line for line in lock.lines}
    for each in adopted:
        # Nobody has imported what it was taken for until now, or it would be in the deck.
        lines.pop(each.made.note.guid, None)
    for each in adopted:
        imported = each.imported
        numbering = _numbering(each.made.identified.atom, imported)
        lines[imported.guid] = replace(
            line_of(each.made, content="", version=""),
            guid=imported.guid,
            ordinals=numbering.shown,
            reserved=numbering.reserved,
            mod=imported.mod,
            deck=imported.deck,
        )
    documents = {each.document for each in made}
    guids = {each.note.guid for each in made}
    keys = {line.key for line in lines.values()}
    for imported in unmatched:
        # What came from these documents is gone; a note of other documents is none of this lock's business, unless a
        # new note would get its guid.
        ours = imported.kind is not None and (imported.document in documents or imported.guid in guids)
        if ours and imported.key not in keys:
            lines[imported.guid] = replace(_remembered(imported), state=State.GONE)
            keys.add(imported.key)
    return replace(lock, lines=tuple(sorted(lines.values(), key=lambda line: line.key)))
