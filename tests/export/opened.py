"""Packages opened and closed again, changed inside."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from ankigen.export.unpacking import collection_of


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def members_of(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def altered(package: bytes, *statements: str, models: Callable[[Any], object] | None = None) -> bytes:
    """Change the collection of a package, which becomes one of the oldest kind, by SQL or in the JSON of note types."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(collection_of(package))
        for statement in statements:
            connection.execute(statement)
        if models is not None:
            ((text,),) = connection.execute("select models from col")
            value = json.loads(text)
            models(value)
            connection.execute("update col set models = ?", (json.dumps(value),))
        connection.commit()
        return zipped({"collection.anki2": connection.serialize(), "media": b"{}"})
    finally:
        connection.close()


def joined(collections: Mapping[str, bytes]) -> bytes:
    """Make one package of the collections of several, under the names that are given."""
    return zipped({name: bytes(collection_of(package)) for name, package in collections.items()})
