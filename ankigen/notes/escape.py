r"""Text as Anki's fields need it: nothing in it is taken for HTML, for a cloze, for maths, for sound or for LaTeX.

What Anki would read as its own syntax is broken up by an empty comment (`}<!-- -->}`): it shows nothing, and unlike an
entity it survives an edit in Anki's own editor. In maths and in attributes, where no comment can stand, a blank does.
A literal `\(` needs more: MathJax reads across comments, but not across elements.
"""

import html
import re
import unicodedata

BREAK = "<!-- -->"
"""Shows nothing, and separates."""

_SLASH = "\N{COMBINING LONG SOLIDUS OVERLAY}"
"""Normalising fuses it with the `>` of the tag before it, which then is none; no other character does that."""

_NEVER = re.compile(r"\r\n?|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# `sound` without its colon too: where a deletion ends behind it, the `::` of the hint would be that colon.
_ANKI_SYNTAX = re.compile(r"(?<=\{)(?=\{c\d)|(?<=\[)(?=latex\]|\$\$?\]|sound|/?anki|\[type)", re.IGNORECASE)
_MATHS_OPENER = re.compile(r"\\([(\[])")
_CLOZE_SYNTAX = re.compile(r"(?<=:)(?=:)|(?<=\})(?=\})")


def clean(text: str) -> str:
    """Normalise as Anki would: NFC, line feeds, no control characters but tab and line feed."""
    return unicodedata.normalize("NFC", _NEVER.sub(_replacement, text))


def escape_text(text: str, *, deleted: bool = False) -> str:
    """Encode literal text for a field; `deleted` when it stands inside a cloze deletion."""
    escaped = html.escape(clean(text), quote=True).replace("&#x27;", "'").replace(_SLASH, f"&#{ord(_SLASH)};")
    escaped = _MATHS_OPENER.sub(r"\\<span>\1</span>", _ANKI_SYNTAX.sub(BREAK, escaped))
    return _CLOZE_SYNTAX.sub(BREAK, escaped) if deleted else escaped


def escape_tex(tex: str, *, deleted: bool = False) -> str:
    """Encode a formula's source; TeX does not mind the blanks."""
    spaced = _ANKI_SYNTAX.sub(" ", clean(tex).strip())
    if deleted:
        spaced = _CLOZE_SYNTAX.sub(" ", spaced)
    if spaced.endswith("\\"):
        spaced += " "
    return html.escape(spaced, quote=False)


def escape_attribute(text: str, *, deleted: bool = False) -> str:
    """Encode the value of an attribute that people read."""
    spaced = _MATHS_OPENER.sub(r"\\ \1", _ANKI_SYNTAX.sub(" ", " ".join(clean(text).split())))
    if deleted:
        spaced = _CLOZE_SYNTAX.sub(" ", spaced)
    return html.escape(spaced, quote=True)


def escape_url(url: str, *, deleted: bool = False) -> str:
    """Encode the value of an attribute that holds an address."""
    quoted = "".join(_URL_QUOTES.get(character, character) for character in clean(url).strip())
    if deleted:
        quoted = re.sub("(?<=:):", "%3A", quoted)
    return html.escape(quoted, quote=True)


def escape_hint(hint: str) -> str:
    """Encode the hint of a deletion; it ends at the first `}}`, and clients show it as it stands."""
    escaped = escape_attribute(hint, deleted=True)
    return f"{escaped} " if escaped.endswith("}") else escaped


_URL_QUOTES = {
    **{character: f"%{ord(character):02X}" for character in ' "<>\\^`{|}\t'},
    "\n": "",
}


def _replacement(match: re.Match[str]) -> str:
    found = match.group()
    if found.startswith("\r"):
        return "\n"
    return "\ufffd" if "\ud800" <= found <= "\udfff" else ""
