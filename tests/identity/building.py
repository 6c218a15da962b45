"""Builds in memory: documents as text and a lock in, identities and a new lock out."""

from collections.abc import Mapping
from dataclasses import dataclass

from ankigen.atoms import atomize
from ankigen.identity import Home, Identified, Made, Stamped, continue_builds, identify, stamp, unique
from ankigen.markdown import parse_document
from ankigen.model.lock import Lock
from ankigen.notes import NOTE_TYPES, compose_note

NOW = 1_800_000_000
NO_LOCK = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a build made of each document, and what it remembers."""

    documents: Mapping[str, tuple[Identified, ...]]
    stamped: Stamped

    @property
    def lock(self) -> Lock:
        return self.stamped.lock

    @property
    def guids(self) -> dict[str, str]:
        """Guid of each note by its front."""
        return {line.front: line.guid for line in self.lock.lines}


def build(documents: Mapping[str, str], lock: Lock = NO_LOCK, *, now: int = NOW, version: str = "1") -> Built:
    """Build documents, given as text by path, on top of a lock."""
    parsed = [parse_document(documents[path], path).document for path in sorted(documents)]
    homes = {each.path: Home(document=each.path, deck=each.front_matter.deck or each.title) for each in parsed}
    builds = unique(identify(each, atomize(each).atoms) for each in parsed)
    continued = continue_builds(builds, lock.lines, homes)
    made = []
    for each in continued:
        lines = documents[each.document.path].splitlines()
        for entry in each.identified:
            span = entry.atom.origin.span
            note = compose_note(entry, each.document, deck=homes[each.document.path].deck, media={})
            source = "\n".join(lines[span.first - 1 : span.last])
            made.append(Made(note=note, identified=entry, document=each.document.path, source=source))
    stamped = stamp(made, NOTE_TYPES, lock, now=now, version=version)
    return Built(documents={each.document.path: each.identified for each in continued}, stamped=stamped)
