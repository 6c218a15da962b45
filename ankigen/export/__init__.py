"""Exporters: a deck to the bytes of a file; and back: the notes of a package, and the text of their fields."""

from ankigen.export.exporter import Exporter
from ankigen.export.html_text import plain_text
from ankigen.export.reading import PackagedNote, read_package
from ankigen.export.registry import EXPORTERS, exporter_named
from ankigen.export.unpacking import UnreadablePackage

__all__ = [
    "EXPORTERS",
    "Exporter",
    "PackagedNote",
    "UnreadablePackage",
    "exporter_named",
    "plain_text",
    "read_package",
]
