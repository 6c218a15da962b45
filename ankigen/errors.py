"""What the world can do to us: one exception root, each class with its exit code.

The user's text being wrong is no exception but a `Diagnostic` (model/diagnostic.py); a fault of our own is
left to crash with its traceback.
"""


class AnkigenError(Exception):
    """The command cannot go on; the message says what, why and the mend.

    `exit_code` is what the command line returns for it.
    """

    exit_code = 1


class UsageError(AnkigenError):
    """The command was called with options or a target that make no sense together."""

    exit_code = 2


class CannotError(AnkigenError):
    """Something the command needs is not there: no file, no document, no GPU."""

    exit_code = 3
