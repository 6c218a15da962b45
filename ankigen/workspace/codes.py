"""Every diagnostic code, how bad it is, and what it is about; README's table and a test follow this one."""

from dataclasses import dataclass

from ankigen.model.diagnostic import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A diagnostic code; names are stable, scripts may rely on them."""

    name: str
    severity: Severity
    summary: str


def _error(name: str, summary: str) -> Code:
    return Code(name=name, severity=Severity.ERROR, summary=summary)


def _warning(name: str, summary: str) -> Code:
    return Code(name=name, severity=Severity.WARNING, summary=summary)


def _info(name: str, summary: str) -> Code:
    return Code(name=name, severity=Severity.INFO, summary=summary)


CODES: tuple[Code, ...] = (
    _error("config", "`ankigen.yaml` is no YAML"),
    _error("config-key", "`ankigen.yaml` has a setting that does not exist"),
    _error("config-value", "a setting of `ankigen.yaml` has a value of the wrong kind"),
    _error("lock-conflict", "the lock holds the marks of an unfinished merge"),
    _error("lock-damaged", "the lock is cut off, edited or no lock at all"),
    _error("lock-duplicate", "a key or a guid stands twice in the lock, or in two locks"),
    _error("lock-stale", "`build --locked`, and the lock would change"),
    _error("lock-version", "the lock was written by a newer ankigen"),
    _error("unreadable", "a file or folder cannot be read: no permission, a broken link, no regular file"),
    _error("not-utf8", "a file is not UTF-8; the byte is named, and the encoding it reads as"),
    _error("front-matter", "the front matter is no YAML, or is never closed"),
    _error("front-matter-key", "the front matter has a key that does not exist"),
    _error("front-matter-value", "a key of the front matter has a value of the wrong kind"),
    _error("rule-unknown", "`rules` names a rule that does not exist"),
    _error("unit-separator", "a U+001F, which Anki keeps fields apart with"),
    _error("fence-unclosed", "a block of code is never closed"),
    _error("cloze-empty", "a cloze hides nothing"),
    _error("cloze-unbalanced", "a `{{c1::` without its `}}`"),
    _error("cloze-number", "a cloze number that Anki does not take (1 to 500)"),
    _error("duplicate-key", "two places have one explicit `{#id}`"),
    _error("picture-missing", "a picture's file is not there"),
    _error("picture-outside", "a picture lies outside `cards/`"),
    _error("picture-type", "a picture is of a kind that Anki does not show"),
    _warning("lock-missing", "decks were built before, but there is no lock any more"),
    _warning("lock-tie", "an edited card may go on with the history of one of two earlier ones"),
    _warning("picture-remote", "a picture is on the network"),
    _warning("attributes-unused", "a `{…}` mark with nothing below it that it could be about"),
    _warning("mark-unknown", "a `{.mark}` or `{key=…}` that ankigen does not know"),
    _warning("mark-idle", "a `{.reverse}`, `{.type}`, `{.cloze}` or `{.each}` that no card below it heeds"),
    _warning("control-character", "control characters, which are dropped"),
    _warning("long-line", "a line so long that it is hardly a note"),
    _warning("table-cells", "a table row with more or fewer cells than its header"),
    _warning("no-answer", "a question without an answer, or with a placeholder for one; no card is made"),
    _warning("no-card", "a block that became no card, with the reason and the mark that makes it one"),
    _warning("many-cards", "more than 12 cards from one question"),
    _warning("unchecked-code", "a block of code that nothing has checked"),
    _warning("code-gutter", "line numbers pasted along with code"),
    _warning("flattened-table", "lines that look like a table pasted cell by cell"),
    _info("front-matter-foreign", "a key of the front matter that other tools write, such as `aliases`; left out"),
    _info("metadata-line", "a line of export or blog metadata, left out"),
    _info("weak", "a block that gave only cards of the last resort"),
)
