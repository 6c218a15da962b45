"""Exporters: a deck to the bytes of a file; and back: the notes of a package."""

from ankigen.export.exporter import Exporter
from ankigen.export.reading import PackagedNote, read_package
from ankigen.export.registry import EXPORTERS, exporter_named
from ankigen.export.unpacking import UnreadablePackage

__all__ = [
    "EXPORTERS",
    "Exporter",
    "PackagedNote",
    "UnreadablePackage",
    "exporter_named",
    "read_package",
]
