"""Exporters: a deck to the bytes of a file."""

from ankigen.export.exporter import Exporter
from ankigen.export.registry import EXPORTERS, exporter_named

__all__ = ["EXPORTERS", "Exporter", "exporter_named"]
