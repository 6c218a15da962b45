"""From documents and a lock to identities that go on where the builds before left off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from ankigen.identity.face import face_of
from ankigen.identity.identify import bad_numbers
from ankigen.identity.keys import Naming, base_key, explicit_id_of, guid_of, naming_of, numbered, without_number
from ankigen.identity.match import Match, Newcomer, Step, Tie, match
from ankigen.identity.ordinals import Before, number_deletions
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.identity import Continued, Identification, Identified
from ankigen.model.lock import Line, State

_LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Where the notes of a document live."""

    document: str
    """Its name in the lock."""
    deck: str


def continue_builds(
    builds: Sequence[Identification],
    lines: Iterable[Line],
    homes: Mapping[str, Home],
    *,
    elsewhere: AbstractSet[str] = frozenset(),
) -> tuple[Identification, ...]:
    """Give the atoms of all documents the guids and card numbers that they had.

    Args:
        builds: every document that is built, with keys unique among them.
        lines: all lines of the lock.
        homes: by the path of a document.
        elsewhere: documents, as the lock names them, that are there but are not built now: their live lines are theirs.

    Returns:
        The builds in their order; ties are added to the diagnostics of the document they are in.
    """
    lines = tuple(lines)
    atoms = [_Place(build, naming_of(build.document), entry) for build in builds for entry in build.identified]
    newcomers = [place.newcomer(homes[place.build.document.path]) for place in atoms]
    free = [line for line in lines if line.state is State.GONE or line.document not in elsewhere]
    matching = match(newcomers, free)
    continued = _with_identities(atoms, newcomers, matching.matches, lines)
    ties = list(_ties(atoms, matching.ties))
    entries = iter(continued)
    result = []
    for build in builds:
        identified = tuple(next(entries) for _ in build.identified)
        numbers = (finding for entry in identified for finding in bad_numbers(build.document, entry))
        own_ties = (tie for tie in ties if tie.path == build.document.path)
        diagnostics = tuple(dict.fromkeys((*build.diagnostics, *numbers, *own_ties)))
        result.append(replace(build, identified=identified, diagnostics=diagnostics))
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Place:
    build: Identification
    naming: Naming
    entry: Identified

    def newcomer(self, home: Home) -> Newcomer:
        origin = self.entry.atom.origin
        return Newcomer(
            face=face_of(self.entry.atom),
            key=base_key(self.naming, origin),
            path=origin.question,
            document=home.document,
            deck=home.deck,
            explicit=bool(explicit_id_of(self.naming, origin)),
        )


def _with_identities(
    atoms: Sequence[_Place], newcomers: Sequence[Newcomer], matches: Mapping[int, Match], lines: Iterable[Line]
) -> Iterator[Identified]:
    """Give out keys and guids: first what is kept, then what is free."""
    kept = {index: found.line for index, found in matches.items() if _keeps_key(found.line, newcomers[index])}
    settled = {found.line.guid for found in matches.values()}
    guids = {line.guid for line in lines}
    keys = {line.key for line in kept.values()} | {line.key for line in lines if line.guid not in settled}
    for index, (place, newcomer) in enumerate(zip(atoms, newcomers, strict=True)):
        found = matches.get(index)
        key = kept[index].key if index in kept else _first_free(newcomer.key, keys)
        if found is None:
            # A key may be free and its guid not: the note that had the key first has another one by now.
            guid = next(guid for guid in map(guid_of, numbered(key)) if guid not in guids)
            guids.add(guid)
            yield replace(place.entry, key=key, guid=guid)
        else:
            yield _continuing(place.entry, key, found)


def _continuing(entry: Identified, key: str, found: Match) -> Identified:
    line = found.line
    before = Before(front=line.front, shown=line.ordinals, reserved=line.reserved)
    numbering = number_deletions(entry.atom, before)
    return replace(
        entry,
        key=key,
        guid=line.guid,
        ordinals=numbering.shown,
        reserved=numbering.reserved,
        before=Continued(line=line, similarity=found.similarity if found.step is Step.ALIKE else None),
    )


def _keeps_key(line: Line, newcomer: Newcomer) -> bool:
    return line.key == newcomer.key or without_number(line.key) == newcomer.key


def _first_free(base: str, taken: set[str]) -> str:
    key = next(candidate for candidate in numbered(base) if candidate not in taken)
    taken.add(key)
    return key


def _ties(atoms: Sequence[_Place], ties: Iterable[Tie]) -> Iterator[Diagnostic]:
    for tie in ties:
        place = atoms[tie.newcomer]
        yield Diagnostic(
            path=place.build.document.path,
            line=place.entry.atom.origin.span.first,
            severity=Severity.WARNING,
            code="lock-tie",
            message=(
                f"two old cards match this one equally well ({tie.similarity:.2f}): “{_short(tie.chosen.front)}” "
                f"({tie.chosen.guid}), whose history it goes on with, and “{_short(tie.other.front)}” "
                f"({tie.other.guid})"
            ),
            mend="if that is wrong, undo the edit, put a {#name} on both places, build, and edit again",
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}…"
