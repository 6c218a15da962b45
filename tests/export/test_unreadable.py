"""What is no whole Anki package is refused with a word on why and what to do, and raises nothing else."""

import random
import sqlite3
import zipfile

import pytest
import zstandard
from anki.collection import ExportAnkiPackageOptions
from anki.import_export_pb2 import PackageMetadata
from hypothesis import given
from hypothesis import strategies as st

from ankigen.errors import CannotError
from ankigen.export import PackagedNote, UnreadablePackage, read_package, unpacking
from ankigen.export.apkg import write_apkg
from tests.export.opened import altered, members_of, zipped
from tests.export.real_anki import import_package, new_collection
from tests.export.sample import sample_decks

OURS = write_apkg(sample_decks()[0])
DATABASE = members_of(OURS)["collection.anki2"]
NEWER = "collection.anki21b"


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The members of a package as Anki writes it today."""
    path = tmp_path_factory.mktemp("newer") / "deck.apkg"
    with new_collection() as collection:
        import_package(collection, OURS)
        collection.export_anki_package(out_path=str(path), options=ExportAnkiPackageOptions(), limit=None)
    return members_of(path.read_bytes())


def refusal(package: bytes) -> str:
    with pytest.raises(UnreadablePackage) as caught:
        read_package(package)
    message = str(caught.value)
    assert "; " in message, "the mend is missing"
    assert "\n" not in message
    assert len(message) < 500
    assert caught.value.exit_code == 3
    return message


def encrypted() -> bytes:
    content = bytearray(OURS)
    content[6] |= 1
    content[content.rindex(b"PK\x01\x02", 0, content.rindex(b"media")) + 8] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def other_database() -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("create view notes as select 1 as id")
    try:
        return connection.serialize()
    finally:
        connection.close()


NO_PACKAGE = {
    "nothing": (b"", "no Anki package"),
    "text": (b"# Notes\n", "no Anki package"),
    "a bare collection": (DATABASE, "no Anki package"),
    "the first half": (OURS[: len(OURS) // 2], "no Anki package"),
    "an encrypted zip": (encrypted(), "no Anki package"),
    "a zip of something else": (zipped({"word/document.xml": b"<x/>"}), "no collection in it"),
    "an unknown compression": (zipped({"collection.anki2": DATABASE}, zipfile.ZIP_LZMA), "does not know"),
    "an empty collection": (zipped({"collection.anki2": b""}), "no collection of Anki's"),
    "a short collection": (zipped({"collection.anki2": b"SQLite format 3\0\x10"}), "not a database"),
    "garbage": (zipped({"collection.anki21": bytes(range(256)) * 64}), "no collection of Anki's"),
    "a database of something else": (zipped({"collection.anki2": other_database()}), "no table col, notes, cards"),
    "a truncated collection": (zipped({"collection.anki2": DATABASE[:-4096]}), "malformed"),
    "garbage for zstd": (zipped({NEWER: b"garbage" * 99}), "damaged (zstd"),
    "no zstd at all": (zipped({NEWER: b""}), "its end is missing"),
    "damaged meta": (zipped({"collection.anki2": DATABASE, "meta": b"\x08"}), "only a part of one"),
}


@pytest.mark.parametrize("what", NO_PACKAGE)
def test_file_that_is_no_package_is_refused(what: str) -> None:
    content, why = NO_PACKAGE[what]
    assert why in refusal(content)


CHANGES = {
    "drop table cards": "no table cards",
    "alter table notes rename column flds to contents": "no such column: flds",
    "delete from col": "table col",
    "update col set models = 'x'": "JSONDecodeError",
    "update col set models = '[]'": "table col",
    "update col set models = '{\"1\": {}}'": "KeyError('name')",
    'update col set models = \'{"1": {"name": 3, "flds": []}}\'': "TypeError",
    'update col set decks = \'{"1": {"name": "\\ud800"}}\'': "surrogates not allowed",
    "update col set decks = '{\"x\": {}}'": "table col",
    "update notes set mid = 1": "has no note type",
    "update notes set flds = 'one'": "does not have the fields of 'ankigen Basic'; in Anki, run Tools > Check Database",
    "update notes set tags = cast(x'ff' as text)": "decode to UTF-8",
}


@pytest.mark.parametrize("statement", CHANGES)
def test_collection_that_lacks_what_we_need_is_refused(statement: str) -> None:
    assert CHANGES[statement] in refusal(altered(OURS, statement))


def test_deeply_nested_json_is_refused() -> None:
    assert "RecursionError" in refusal(altered(OURS, f"update col set models = '{'[' * 100_000}'"))  # noqa: S608 -- SQL of our own


@pytest.mark.parametrize("config", ["ff" * 11, "0a7f", "0b", "08", "09ff"])
def test_note_type_with_a_damaged_configuration_is_refused(newer: dict[str, bytes], config: str) -> None:
    statement = f"update notetypes set config = x'{config}' where id = (select max(id) from notetypes)"  # noqa: S608 -- the same
    assert "protobuf" in refusal(altered(zipped(newer), statement))


@pytest.mark.parametrize("table", ["notetypes", "fields", "decks"])
def test_newer_collection_without_one_of_its_tables_is_refused(newer: dict[str, bytes], table: str) -> None:
    assert f"no table {table}" in refusal(altered(zipped(newer), f"drop table {table}"))


def test_package_of_a_newer_anki_is_not_taken_for_the_note_that_says_to_update(newer: dict[str, bytes]) -> None:
    meta = PackageMetadata.FromString(newer["meta"])
    assert meta.version == PackageMetadata.VERSION_LATEST
    lost = {name: content for name, content in newer.items() if name != NEWER}
    assert f"its {NEWER} is missing" in refusal(zipped(lost))
    future = {**newer, "meta": b"\x08\x04"}
    message = refusal(zipped(future))
    assert "newer than this ankigen knows" in message
    assert "'Support older Anki versions'" in message
    del lost["meta"]
    (update,) = read_package(zipped(lost))
    assert "update" in str(update.fields)


def test_collection_larger_than_the_limit_is_refused(newer: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zstandard.ZstdCompressor().compress(bytes(50_000_000))
    monkeypatch.setattr(unpacking, "LIMIT_BYTES", len(newer[NEWER]) + len(bomb))
    assert "larger than" in refusal(zipped({NEWER: bomb}))
    assert "larger than" in refusal(zipped({"collection.anki2": bytes(1_000_000)}, zipfile.ZIP_DEFLATED))
    assert "larger than" in refusal(zipped(newer))


def test_zstd_frame_that_tells_its_size_is_read_too(newer: dict[str, bytes]) -> None:
    database = zstandard.ZstdDecompressor().decompressobj().decompress(newer[NEWER])
    told = zstandard.ZstdCompressor(write_content_size=True).compress(database)
    assert zstandard.get_frame_parameters(newer[NEWER]).content_size == zstandard.CONTENTSIZE_UNKNOWN
    assert zstandard.get_frame_parameters(told).content_size == len(database)
    assert read_package(zipped({**newer, NEWER: told})) == read_package(zipped(newer))


@given(st.binary())
def test_random_bytes_are_refused(content: bytes) -> None:
    for package in (content, zipped({"collection.anki2": content}), zipped({NEWER: content})):
        refusal(package)


@pytest.mark.parametrize("age", ["ours", "newer"])
def test_every_truncated_package_is_refused(newer: dict[str, bytes], age: str) -> None:
    whole = OURS if age == "ours" else zipped(newer)
    for end in range(0, len(whole), 97):
        refusal(whole[:end])


def test_every_truncated_collection_is_refused_or_whole(newer: dict[str, bytes]) -> None:
    """Only what SQLite keeps free at the end may be missing."""
    notes = read_package(OURS)
    for end in range(0, len(newer[NEWER]), 97):
        refusal(zipped({**newer, NEWER: newer[NEWER][:end]}))
    for end in range(0, len(DATABASE), 997):
        assert read_or_refuse(zipped({"collection.anki2": DATABASE[:end]})) in (None, notes)


def test_damaged_bytes_never_cost_a_note_in_silence(newer: dict[str, bytes]) -> None:
    chance = random.Random(20261130)  # noqa: S311 -- repeats
    for members, name in ((members_of(OURS), "collection.anki2"), (newer, NEWER)):
        count = len(read_package(zipped(members)))
        for _ in range(1000):
            damaged = bytearray(members[name])
            for _ in range(chance.choice((1, 1, 5, 50))):
                damaged[chance.randrange(chance.choice((200, 5000, len(damaged))))] = chance.randrange(256)
            notes = read_or_refuse(zipped({**members, name: bytes(damaged)}))
            assert notes is None or len(notes) == count


def test_row_that_sqlite_would_lose_in_silence_is_missed() -> None:
    two = altered(OURS, "delete from notes where id not in (select id from notes order by id limit 2)")
    few = members_of(two)["collection.anki2"]
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(few)
        ((page, size),) = connection.execute(
            "select rootpage, page_size from sqlite_master, pragma_page_size where name = 'notes'"
        )
        damaged = bytearray(few)
        count = slice((page - 1) * size + 3, (page - 1) * size + 5)  # sqlite.org/fileformat.html: cells of a page
        damaged[count] = (int.from_bytes(few[count]) - 1).to_bytes(2)
        connection.deserialize(damaged)
        assert connection.execute("select count(flds) from notes").fetchone() == (1,)
    finally:
        connection.close()
    assert len(read_package(two)) == 2
    assert "damaged" in refusal(zipped({"collection.anki2": bytes(damaged)}))


def read_or_refuse(package: bytes) -> tuple[PackagedNote, ...] | None:
    try:
        return read_package(package)
    except CannotError:
        return None
