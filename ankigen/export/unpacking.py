"""The collection inside an Anki package: which member it is, unzipped and, in newer packages, decompressed.

Packages come from strangers, so nothing in them is trusted: neither that they are whole, nor how large they say they
are.
"""

import io
import struct
import textwrap
import zipfile
import zlib

import zstandard

from ankigen.errors import CannotError
from ankigen.export.protobuf import varint_field

LIMIT_BYTES = 2 * 1024**3
"""A collection of text that is larger than this is a bomb, or nothing that fits in memory anyhow."""

AGAIN = "download it again, or export it from Anki again"
OLDER_VERSIONS = "export it from Anki again, with 'Support older Anki versions' ticked"

_LONGEST_REASON = 200
"""Characters."""
_COLLECTIONS = ("collection.anki2", "collection.anki21", "collection.anki21b")
"""By the version in the package's `meta`, from 1. Newer ones carry the oldest too, with a note that says to update."""
_META = "meta"
_META_VERSION = 1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What Anki reads; the others of zipfile unpack without bounds."""
_ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError)
"""What zipfile raises of a damaged archive; RuntimeError of an encrypted one."""
_PIECE_BYTES = 4096
"""Decompressed at a time: even zeros alone, the worst there is, become no more than 128 MiB."""
_MAGIC = b"SQLite format 3\0"
_JOURNAL_VERSIONS = slice(18, 20)
"""Where SQLite's header says whether there is a write-ahead log (2) or not (1): https://sqlite.org/fileformat.html."""


class UnreadablePackage(CannotError):  # noqa: N818 -- named for what the user has, not for what Python raises
    """The file is no Anki package, is damaged, or is newer than what we know; the message says which and the mend."""


def collection_of(content: bytes) -> bytearray:
    """Take the newest collection out of a package (.apkg or .colpkg), ready for `sqlite3.Connection.deserialize`.

    Raises:
        UnreadablePackage: there is none that is whole, or it is larger than `LIMIT_BYTES`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = set(package.namelist())
            version = varint_field(_unzipped(package, _META), _META_VERSION) if _META in names else 0
            name = _newest(names, version)
            collection = _unzipped(package, name)
    except _ZIP_FAULTS as fault:
        msg = f"it is no Anki package, or only a part of one ({reason_of(fault)}); {AGAIN}"
        raise UnreadablePackage(msg) from fault
    unpacked = _decompressed(collection) if name == _COLLECTIONS[-1] else bytearray(collection)
    if not unpacked.startswith(_MAGIC):  # SQLite takes an empty file for an empty database
        msg = f"its {name} is no collection of Anki's; {AGAIN}"
        raise UnreadablePackage(msg)
    # Anki leaves its files marked as having a log beside them, which a database in memory cannot have.
    unpacked[_JOURNAL_VERSIONS] = unpacked[_JOURNAL_VERSIONS].replace(b"\x02", b"\x01")
    return unpacked


def reason_of(fault: object) -> str:
    """Say in one line what zipfile or SQLite says of damage, which may be long."""
    return textwrap.shorten(str(fault), _LONGEST_REASON)


def _newest(names: set[str], version: int) -> str:
    if version > len(_COLLECTIONS):
        msg = f"it is from an Anki newer than this ankigen knows (package version {version}); {OLDER_VERSIONS}"
        raise UnreadablePackage(msg)
    there = [name for name in _COLLECTIONS if name in names]
    if not there:
        msg = f"there is no collection in it ({', '.join(_COLLECTIONS)}), so it is no Anki package; {AGAIN}"
        raise UnreadablePackage(msg)
    if version and _COLLECTIONS.index(there[-1]) < version - 1:
        msg = f"its {_COLLECTIONS[version - 1]} is missing, so the package is damaged; {AGAIN}"
        raise UnreadablePackage(msg)
    return there[-1]


def _unzipped(package: zipfile.ZipFile, name: str) -> bytes:
    member = package.getinfo(name)
    if member.compress_type not in _METHODS:
        msg = f"its {name} is compressed in a way that Anki does not know; {AGAIN}"
        raise UnreadablePackage(msg)
    if member.file_size > LIMIT_BYTES:  # zipfile reads no more than this, whatever is inside
        raise _too_large()
    return package.read(member)


def _decompressed(compressed: bytes) -> bytearray:
    """Undo zstd; Anki's frames do not say how large they are, so the size is known only when it is too late."""
    frame = zstandard.ZstdDecompressor().decompressobj()
    unpacked = bytearray()
    try:
        for start in range(0, len(compressed), _PIECE_BYTES):
            unpacked += frame.decompress(compressed[start : start + _PIECE_BYTES])
            if len(unpacked) > LIMIT_BYTES:
                raise _too_large()
            if frame.eof:
                return unpacked
    except zstandard.ZstdError as fault:
        msg = f"the collection in it is damaged ({reason_of(fault)}); {AGAIN}"
        raise UnreadablePackage(msg) from fault
    msg = f"the collection in it is damaged (its end is missing); {AGAIN}"
    raise UnreadablePackage(msg)


def _too_large() -> UnreadablePackage:
    return UnreadablePackage(
        f"the collection in it is larger than {LIMIT_BYTES // 1024**2:,} MiB and was not read; export fewer decks"
    )
