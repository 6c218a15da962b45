"""Exporters: a deck to the bytes of a file. And the way back: the notes of a package, whoever made it."""

from ankigen.export.exporter import Exporter
from ankigen.export.html_text import plain_text
from ankigen.export.reading import read_package
from ankigen.export.registry import EXPORTERS, exporter_named
from ankigen.export.unpacking import UnreadablePackage
from ankigen.model.packaged import PackagedNote

__all__ = ["EXPORTERS", "Exporter", "PackagedNote", "UnreadablePackage", "exporter_named", "plain_text", "read_package"]
