"""The `Key` field: what a note is found by in Anki, whose searches cannot ask for guids."""

from collections.abc import Iterable

from ankigen.notes.escape import escape_text


def key_field(guid: str, key: str) -> str:
    """Write the field: the guid, which never changes, then the key that the note had when its content last changed."""
    return f"{escape_text(guid)} {escape_text(key)}"


def search_for(guids: Iterable[str]) -> str:
    """Write a search for Anki's browser that finds the notes of these guids; empty for none."""
    found = "|".join(_pattern(guid) for guid in guids)
    # Guids of Anki's own differ by case alone, which its searches leave out of account.
    return f'"Key:re:^(?-i)(?:{found}) "' if found else ""


def _pattern(guid: str) -> str:
    """Write a guid as a regular expression that no character of it disturbs: those of adopted decks hold any."""
    field = escape_text(guid)
    return "".join(each if each.isascii() and each.isalnum() else f"\\x{{{ord(each):x}}}" for each in field)
