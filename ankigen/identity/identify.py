"""From the atoms of a document to identities, and from documents to identities that no two share."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ankigen.identity.carriers import claims_of, clashes
from ankigen.identity.keys import Naming, base_key, guid_of, naming_of, numbered
from ankigen.identity.ordinals import number_deletions
from ankigen.model.atom import Atom
from ankigen.model.diagnostic import Diagnostic, Severity
from ankigen.model.document import Document
from ankigen.model.identity import Identification, Identified

LAST_NUMBER = 500
"""Highest cloze number that Anki makes a card for."""


def identify(document: Document, atoms: Sequence[Atom]) -> Identification:
    """Give every atom of a document its key, guid and card numbers, as if there had been no build before.

    Args:
        document: the document the atoms were made of.
        atoms: in the order of the document; a key that is taken gets `~2`, so the order matters where two are alike.
    """
    taken: set[str] = set()
    naming = naming_of(document)
    identified = tuple(_identified(naming, atom, taken) for atom in atoms)
    return Identification(
        document=document,
        identified=identified,
        diagnostics=(
            *clashes(claims_of(document, atoms)),
            *(finding for entry in identified for finding in bad_numbers(document, entry)),
        ),
    )


def unique(identifications: Iterable[Identification]) -> tuple[Identification, ...]:
    """Make keys and guids unique over all documents of a build, in build order.

    An explicit id that stands in two documents of one language is reported with the later one.
    """
    builds = tuple(identifications)
    taken: set[str] = set()
    result = []
    for build in builds:
        naming = naming_of(build.document)
        identified = tuple(_told_apart(naming, entry, taken) for entry in build.identified)
        result.append(replace(build, identified=identified))
    return _with_clashes(result)


def _identified(naming: Naming, atom: Atom, taken: set[str]) -> Identified:
    key = _free_key(base_key(naming, atom.origin), taken)
    numbering = number_deletions(atom)
    return Identified(atom=atom, key=key, guid=guid_of(key), ordinals=numbering.shown, reserved=numbering.reserved)


def _told_apart(naming: Naming, entry: Identified, taken: set[str]) -> Identified:
    key = _free_key(base_key(naming, entry.atom.origin), taken)
    return replace(entry, key=key, guid=guid_of(key))


def _free_key(base: str, taken: set[str]) -> str:
    key = next(candidate for candidate in numbered(base) if candidate not in taken)
    taken.add(key)
    return key


def _with_clashes(builds: Sequence[Identification]) -> tuple[Identification, ...]:
    claims = [
        claim for build in builds for claim in claims_of(build.document, [entry.atom for entry in build.identified])
    ]
    known = {finding for build in builds for finding in build.diagnostics}
    late = [finding for finding in clashes(claims) if finding not in known]
    return tuple(
        replace(
            build,
            diagnostics=(*build.diagnostics, *(finding for finding in late if finding.path == build.document.path)),
        )
        for build in builds
    )


def bad_numbers(document: Document, entry: Identified) -> tuple[Diagnostic, ...]:
    """Report cloze numbers that Anki makes no card for."""
    bad = sorted({number for _, number in entry.ordinals if not 1 <= number <= LAST_NUMBER})
    if not bad:
        return ()
    return (
        Diagnostic(
            path=document.path,
            line=entry.atom.origin.span.first,
            severity=Severity.ERROR,
            code="cloze-number",
            message=f"Anki makes no card for cloze number {bad[0]}; it knows 1 to {LAST_NUMBER}",
            mend="number the cloze lower, or split the block in two",
        ),
    )
