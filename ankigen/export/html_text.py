"""The text that people see of a field, out of its HTML."""

import re
import unicodedata
from html.parser import HTMLParser

_LINES = frozenset(
    "address article aside blockquote br caption center dd details div dl dt"  # noqa: SIM905 -- four lines, not forty
    " fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary"
    " table tr ul".split()
)
"""Elements that begin and end on lines of their own."""
_CELLS = frozenset({"td", "th"})
_NOT_SHOWN = frozenset({"script", "style"})
_VERBATIM = frozenset({"code", "pre"})
"""Where MathJax looks for no maths."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_PLAYED = re.compile(r"\[sound:[^\[\]]+\]|\[anki:tts[^\[\]]*\][^\[\]]*\[/anki:tts\]")
"""Anki takes it out before anybody reads HTML, even from code."""
_TAG = re.compile(r"<(?:/?[a-zA-Z]|[!?])")
_COMMENT, _COMMENT_END = "<!--", "-->"
_BLANKS = re.compile(r"[ \t\f\r\n\N{NO-BREAK SPACE}]+")
_BLANKS_OF_A_LINE = re.compile(r"[ \t\f\r\N{NO-BREAK SPACE}]+")

_COMMAND = re.compile(r"\\(.)", re.DOTALL)
"""A backslash and what it is for; `\\)` in TeX is a line end and a parenthesis, so they are read in pairs."""
_CLOSERS = {"(": ")", "[": "]"}
_NO_COMMAND = "\x01"
"""Stands for a backslash that begins no maths; a field has no control characters of its own."""


def plain_text(html: str) -> str:
    r"""Give what a browser shows of a field: its lines, stripped, without empty ones; NFC.

    Formulas are their TeX, without `\(` and `\)`; sound is left out, and so are pictures. Cloze deletions stay as they
    are: what they show depends on the card.
    """
    reader = _Reader()
    reader.feed(_finished(_PLAYED.sub("", _CONTROLS.sub("", html))))
    reader.close()
    text = _without_delimiters(reader.text()).replace(_NO_COMMAND, "\\")
    lines = (_BLANKS_OF_A_LINE.sub(" ", line).strip() for line in unicodedata.normalize("NFC", text).split("\n"))
    return "\n".join(line for line in lines if line)


def _finished(html: str) -> str:
    """Cut off a comment or tag that does not end, as browsers do; what the parser makes of it differs by version."""
    comment = html.find(_COMMENT, html.rfind(_COMMENT_END) + 1)
    if comment >= 0:
        html = html[:comment]
    tag = _TAG.search(html, html.rfind(">") + 1)
    return html[: tag.start()] if tag else html


def _without_delimiters(text: str) -> str:
    r"""Drop the `\(` and `\)`, or `\[` and `\]`, around formulas; one without the other is no formula."""
    commands = list(_COMMAND.finditer(text))
    last = {command[1]: command.start() for command in commands}
    kept, position, closer = [], 0, ""
    for command in commands:
        opened = not closer and command[1] in _CLOSERS and last.get(_CLOSERS[command[1]], 0) > command.start()
        if opened or command[1] == closer:
            kept.append(text[position : command.start()])
            position = command.end()
            closer = _CLOSERS[command[1]] if opened else ""
    return "".join((*kept, text[position:]))


class _Reader(HTMLParser):
    """Collects text; where a line ends it puts a line feed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._text: list[str] = []
        self._run: list[str] = []
        """What stands between two tags: comments part it for the parser, but not for MathJax."""
        self._hidden = False
        self._verbatim = 0
        self._preformatted = 0

    def text(self) -> str:
        self._end_run()
        return "".join(self._text)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._run.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._pass_tag(tag)
        self._hidden = tag in _NOT_SHOWN
        self._verbatim += tag in _VERBATIM
        self._preformatted += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self._pass_tag(tag)
        self._hidden = False
        self._verbatim = max(0, self._verbatim - (tag in _VERBATIM))
        self._preformatted = max(0, self._preformatted - (tag == "pre"))

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002 -- as it is called
        """Take `<![...` for a comment, as browsers do; the parser's own would fail on most of it."""
        return self.parse_bogus_comment(i, report)

    def _pass_tag(self, tag: str) -> None:
        self._end_run()
        if tag in _LINES:
            self._text.append("\n")
        elif tag in _CELLS:
            self._text.append(" ")

    def _end_run(self) -> None:
        run = "".join(self._run)
        self._run.clear()
        if self._verbatim:
            run = run.replace("\\", _NO_COMMAND)
        elif run.endswith("\\"):  # a tag comes between it and what would make it a command
            run = run[:-1] + _NO_COMMAND
        self._text.append(run if self._preformatted else _BLANKS.sub(" ", run))
