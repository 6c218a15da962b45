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


def moved(text: str, to: str, *, below: str = "") -> Edit:
    """Move text to the end of another document, which is started with `below` if it does not exist."""

    def edit(files: Files) -> Files:
        rest = without(text)(files)
        return {**rest, to: rest.get(to, below) + text}

    return edit
