"""Every format a deck can be written in; the first is the default."""

from ankigen.export import apkg, json_lines, tsv
from ankigen.export.exporter import Exporter

EXPORTERS: tuple[Exporter, ...] = (apkg.EXPORTER, tsv.EXPORTER, json_lines.EXPORTER)


def exporter_named(name: str) -> Exporter:
    """Give the exporter of this name.

    Raises:
        KeyError: there is none.
    """
    return {exporter.name: exporter for exporter in EXPORTERS}[name]
