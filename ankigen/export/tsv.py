"""Text for Anki's own text import (File > Import), and for people who look at decks with a spreadsheet.

One file holds all note types: the columns are guid, note type, deck and tags, then the fields in the order of the note
type, with empty columns up to the widest. Anki takes text for note types that it already knows, so the package has to
be imported once before; pictures do not travel.
"""

import csv
import io

from ankigen.export.checks import note_types_of
from ankigen.export.exporter import Exporter
from ankigen.model.note import Deck

_HEADER = (
    "#separator:tab",
    "#html:true",
    "#guid column:1",
    "#notetype column:2",
    "#deck column:3",
    "#tags column:4",
)


def write_tsv(deck: Deck) -> bytes:
    """Write a deck as tab separated text in UTF-8.

    Raises:
        ValueError: the deck cannot be right; see `checks.note_types_of`.
    """
    note_types_of(deck)
    width = max((len(note.fields) for note in deck.notes), default=0)
    buffer = io.StringIO(newline="")
    buffer.writelines(f"{line}\n" for line in _HEADER)
    writer = csv.writer(buffer, delimiter="\t", lineterminator="\n")
    for note in deck.notes:
        padding = [""] * (width - len(note.fields))
        writer.writerow([note.guid, note.note_type, note.deck, " ".join(note.tags), *note.fields, *padding])
    return buffer.getvalue().encode("utf-8")


EXPORTER = Exporter(name="tsv", suffix=".tsv", summary="text for Anki's text import, without pictures", write=write_tsv)
