"""Places that carry an explicit id, and the ids that name two of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ankigen.identity.keys import base_key, explicit_id_of, id_key, naming_of
from ankigen.model.atom import Atom, Origin
from ankigen.model.diagnostic import Diagnostic, Severity, Span
from ankigen.model.document import Document, blocks_below


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A place says that it is the one of this name."""

    name: str
    explicit_id: str
    path: str
    line: int


def claims_of(document: Document, atoms: Iterable[Atom]) -> Iterator[Claim]:
    """Collect what a document's explicit ids claim: the places that carry one, then the atoms under one."""
    naming = naming_of(document)
    carriers = tuple(_carriers(document))
    for name, span in carriers:
        yield Claim(name=id_key(naming, name), explicit_id=name, path=document.path, line=span.first)
    for atom in atoms:
        name = explicit_id_of(naming, atom.origin)
        if name:
            line = _carrier_line(carriers, name, atom.origin)
            yield Claim(name=base_key(naming, atom.origin), explicit_id=name, path=document.path, line=line)


def clashes(claims: Iterable[Claim]) -> tuple[Diagnostic, ...]:
    """Report every name that two places claim, once for each pair of places, in the order of the claims."""
    first: dict[str, Claim] = {}
    found: dict[tuple[str, int, str, int], Diagnostic] = {}
    for claim in claims:
        other = first.setdefault(claim.name, claim)
        places = (other.path, other.line, claim.path, claim.line)
        if places[:2] != places[2:] and places not in found:
            found[places] = _clash(claim, other)
    return tuple(found.values())


def _clash(claim: Claim, other: Claim) -> Diagnostic:
    return Diagnostic(
        path=claim.path,
        line=claim.line,
        severity=Severity.ERROR,
        code="duplicate-key",
        message=f"{{#{claim.explicit_id}}} also names {other.path}:{other.line}, and one key cannot be two notes",
        mend=f"give one of the two another id, such as {{#{claim.explicit_id}-2}}",
    )


def _carrier_line(carriers: Iterable[tuple[str, Span]], name: str, origin: Origin) -> int:
    """Find the innermost place with this id around the atom; an atom that has none around it stands for itself."""
    around = [span for carrier, span in carriers if carrier == name and _holds(span, origin.span)]
    return max((span.first for span in around), default=origin.span.first)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.first <= inner.first and inner.last <= outer.last


def _carriers(document: Document) -> Iterator[tuple[str, Span]]:
    for question in document.questions:
        for place in (question, *blocks_below(question.blocks)):
            if place.attributes.id:
                yield place.attributes.id, place.span
