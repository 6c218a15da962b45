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
    _error("record-damaged", "a record of a task is cut off, merged by halves or no record at all"),
    _error("record-edited", "a record of a task is not as `ankigen verify` wrote it"),
    _error("record-version", "a record was written by a newer ankigen"),
    _error("task-failed", "a task's program is wrong, or a rejected program passes, says its record"),
    _error("task-yaml", "`task.yaml` or `vectors.yaml` of a task is no YAML"),
    _error("task-key", "a key of `task.yaml` or `vectors.yaml` that does not exist"),
    _error("task-value", "a key of `task.yaml` or `vectors.yaml` has a value of the wrong kind"),
    _error("task-file", "a task names a file that does not exist"),
    _error("task-function", "a task names a function that its oracle or its generators do not have"),
    _error("vectors-none", "a program has no vector, or one for a GPU none that a sanitizer looks at"),
    _error("vector-duplicate", "two vectors have one id"),
    _error("vector-contradicts", "a vector says another answer than the oracle"),
    _error("oracle-fault", "an oracle or a generator crashes, hangs or gives what is no answer"),
    _error("rejected-reason", "a rejected program does not say what it must fail for"),
    _error("solution-unknown", "`{solution=…}` names a task that does not exist"),
    _error("region-unknown", "a region that does not exist, or a block of code that could show several"),
    _error("region-broken", "`card:begin`, `card:end` and `card:cloze` of a solution's file do not fit together"),
    _error("code-failed", "a card's code failed its check"),
    _warning("lock-missing", "decks were built before, but there is no lock any more"),
    _warning("lock-tie", "an edited card may go on with the history of one of two earlier ones"),
    _warning("record-stale", "a file that a record is about changed since; the program counts as unchecked"),
    _warning("record-old", "a record is older than its task's `max_age_days`"),
    _warning("task-unverified", "no record shows that a task's program works"),
    _warning("picture-remote", "a picture is on the network"),
    _warning("attributes-unused", "a `{…}` mark with nothing below it that it could be about"),
    _warning("mark-unknown", "a `{.mark}` or `{key=…}` that ankigen does not know"),
    _warning("mark-twice", "a block and the line above it give two ids, or two values for one key"),
    _warning("mark-idle", "a `{.reverse}`, `{.type}`, `{.cloze}`, `{.each}` or `{solution=…}` that no card heeds"),
    _warning("control-character", "control characters, which are dropped"),
    _warning("long-line", "a line so long that it is hardly a note"),
    _warning("table-cells", "a table row with more or fewer cells than its header"),
    _warning("no-answer", "a question without an answer, or with a placeholder for one; no card is made"),
    _warning("no-card", "a block that became no card, with the reason and the mark that makes it one"),
    _warning("many-cards", "more than 12 cards from one question"),
    _warning("unchecked-code", "a block of code that nothing has checked"),
    _warning("code-unverified", "code that no fresh record vouches for; its cards are left out, or labelled"),
    _warning("code-differs", "a block of code says something else than the region that it is linked to"),
    _warning("solution-twice", "two blocks of code are linked to one region"),
    _warning("region-wide", "a line of a region is wider than a card"),
    _warning("code-gutter", "line numbers pasted along with code"),
    _warning("flattened-table", "lines that look like a table pasted cell by cell"),
    _info("front-matter-foreign", "a key of the front matter that other tools write, such as `aliases`; left out"),
    _info("metadata-line", "a line of export or blog metadata, left out"),
    _info("region-long", "a region has more lines than one remembers"),
    _info("weak", "a block that gave only cards of the last resort"),
)
