"""The way answers take: lines into a pipe that only the judge reads, never standard output."""

import json
import os
from typing import Any

END = "end"
"""Subject of the last line; without it the process ended before its work."""

_TOGETHER = 200
"""Lines that are written at a time, where a process that dies takes nothing with it that is missed."""


class Channel:
    """Writes lines, each at once: an answer is not lost with the process that dies at the next call."""

    def __init__(self, target: dict[str, Any]) -> None:
        """Take a descriptor that was inherited, or make a file.

        Args:
            target: `{"descriptor": 5}` or `{"file": "/path"}`.
        """
        if "file" in target:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._descriptor = os.open(target["file"], flags, 0o600)
        else:
            self._descriptor = target["descriptor"]
        os.set_inheritable(self._descriptor, False)  # noqa: FBT003 - takes no keyword
        self._process = os.getpid()
        self._waiting: list[str] = []

    def adopt(self) -> None:
        """Let this process speak, which is a copy of the one that began."""
        self._process = os.getpid()

    def send(self, *fields: object) -> None:
        """Write a line of fields with tabs between them; fields hold neither tabs nor newlines."""
        if os.getpid() != self._process:
            os._exit(1)  # a copy of the process, made by the program, has no say
        left = ("\t".join(map(str, fields)) + "\n").encode("ascii")
        while left:
            left = left[os.write(self._descriptor, left) :]

    def send_later(self, *fields: str) -> None:
        """Write a line together with others; a note writes all of them."""
        self._waiting.append("\t".join(fields))
        if len(self._waiting) >= _TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self.send("\n".join(waiting))

    def note(self, subject: str, content: object) -> None:
        """Write a line that is about no call."""
        self.flush()
        self.send("#", subject, json.dumps(content))
