"""A small deck with a note of every kind, the same on every machine; run as a module it prints its fingerprints."""

import base64
import hashlib
from dataclasses import replace

from ankigen.export import EXPORTERS
from ankigen.identity import identify
from ankigen.model.atom import Atom, BasicAtom
from ankigen.model.diagnostic import Span
from ankigen.model.document import Document, Fence, Language, Question
from ankigen.model.note import Deck, Media, Note
from ankigen.model.text import MarkKind, RichText
from ankigen.notes import compose_note, group_decks
from tests.notes.making import basic, cloze, document, line, origin, plain

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
PICTURE = Media(name=f"ankigen-{hashlib.sha256(PIXEL).hexdigest()[:16]}.png", content=PIXEL)
MEDIA = {"media/sm.png": PICTURE.name}
KERNEL = "__global__ void sum(float *x) {\n  // 求和 {{c1::no cloze}}\n  x[threadIdx.x] += 1.0f;\n}"


def sample_atoms() -> tuple[Atom, ...]:
    row = (line("H100", name="GPU"), line("⟦80⟧", name="显存 (GB)"), line("⟦3.35⟧", name="带宽 (TB/s)"))
    fraction, initializer = r"\frac{a}{\sqrt{b}}", "std::vector<int>{{1,2},{3,4}}"
    atoms: tuple[Atom, ...] = (
        basic("AllReduce 的通信量？", "2(N-1)/N 倍数据量，与 `N` 几乎无关"),
        basic("warp", "32 threads that run together", reverse=True, typed=True),
        basic("Kernel?", (Fence(language="cuda", code=KERNEL, span=Span(first=3, last=8)),), extra=plain("see above")),
        basic("Picture?", plain("SM layout", (MarkKind.IMAGE, "SM layout", "media/sm.png"))),
        basic("讲讲共享内存", "整段答案", rehearsal=True, origin=origin("rehearsal", "")),
        cloze(*row, origin=origin("table", "H100")),
        cloze(line(f"so ⟦{fraction}⟧ it is", (MarkKind.MATH, fraction))),
        cloze(line(f"write ⟦{initializer}⟧ and ⟦f() {{}}|call⟧", (MarkKind.CODE, initializer))),
        cloze("⟦first⟧ line", "second ⟦5|five⟧", typed=True, origin=origin("cloze", tags=("hpc",))),
    )
    return tuple(replace(atom, origin=replace(atom.origin, slot=f"{i}")) for i, atom in enumerate(atoms))


def sample_document() -> Document:
    question = Question(title=RichText(plain="共享内存是什么？"), span=Span(first=1, last=40))
    return document(question, language=Language.CHINESE, tags=("gpu",), source="https://example.org")


def sample_notes() -> tuple[Note, ...]:
    home = sample_document()
    identified = identify(home, sample_atoms()).identified
    decks = {True: "面试::GPU", False: "面试::GPU::细节"}
    return tuple(
        compose_note(each, home, deck=decks[isinstance(each.atom, BasicAtom)], media=MEDIA) for each in identified
    )


def sample_decks() -> tuple[Deck, ...]:
    return group_decks(sample_notes(), [PICTURE])


def fingerprints() -> str:
    return "\n".join(
        f"{deck.slug}{exporter.suffix} {hashlib.sha256(exporter.write(deck)).hexdigest()}"
        for deck in sample_decks()
        for exporter in EXPORTERS
    )


if __name__ == "__main__":
    print(fingerprints())  # noqa: T201 -- what it is run for
