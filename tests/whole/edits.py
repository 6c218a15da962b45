"""What people do to notes between two builds: edits of documents, as functions from documents to documents."""

from collections.abc import Callable, Mapping

Files = Mapping[str, str]
"""Text of each document by its path below `cards/`."""

Edit = Callable[[Files], Files]


def unchanged(files: Files) -> Files:
    """Build again."""
    return files


def together(*edits: Edit) -> Edit:
    """Make several edits before the next build."""

    def edit(files: Files) -> Files:
        for single in edits:
            files = single(files)
        return files

    return edit


def replaced(old: str, new: str) -> Edit:
    """Write `new` for `old`, which stands in the documents exactly once."""

    def edit(files: Files) -> Files:
        (name,) = (name for name, text in files.items() if old in text)
        assert files[name].count(old) == 1, f"{old!r} is not in one place"
        return {**files, name: files[name].replace(old, new)}

    return edit


def edited_in(name: str, old: str, new: str) -> Edit:
    """Write `new` for `old` in one of several documents that have it."""
    return lambda files: {**files, name: replaced(old, new)({name: files[name]})[name]}


def without(text: str) -> Edit:
    """Take text away."""
    return replaced(text, "")


def above(anchor: str, text: str) -> Edit:
    """Insert text above other text."""
    return replaced(anchor, text + anchor)


def swapped(one: str, other: str) -> Edit:
    """Let two texts of one document change places."""
    between = "\N{NULL}"
    return together(replaced(one, between), replaced(other, one), replaced(between, other))


def renamed(old: str, new: str) -> Edit:
    """Give a document another path."""

    def edit(files: Files) -> Files:
        return {new if name == old else name: text for name, text in files.items()}

    return edit


def removed(name: str) -> Edit:
    """Delete a document."""
    return lambda files: {other: text for other, text in files.items() if other != name}


def moved(text: str, to: str, *, below: str = "") -> Edit:
    """Move text to the end of another document, which is started with `below` if it does not exist."""

    def edit(files: Files) -> Files:
        rest = without(text)(files)
        return {**rest, to: rest.get(to, below) + text}

    return edit


def without_question(heading: str) -> Edit:
    """Take a question and its answer away."""

    def edit(files: Files) -> Files:
        return without(_question(files, heading))(files)

    return edit


def moved_question(heading: str, to: str, *, below: str = "") -> Edit:
    """Move a question and its answer to the end of this or another document."""

    def edit(files: Files) -> Files:
        return moved(_question(files, heading), to, below=below)(files)

    return edit


def _question(files: Files, heading: str) -> str:
    """Find a question's text, from the blank line above its heading to the next question."""
    (text,) = (text for text in files.values() if f"{heading}\n" in text)
    heading_start = text.index(f"{heading}\n")
    end = text.find("\n## ", heading_start)
    return text[max(heading_start - 1, 0) : end if end > 0 else None]
