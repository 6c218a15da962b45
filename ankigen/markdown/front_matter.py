"""Front matter: the YAML between `---` lines at the very top of a document."""

import difflib
import re
from typing import Final, NamedTuple

import yaml

from ankigen.markdown.findings import Findings
from ankigen.model.document import FrontMatter, Language

_KEYS: Final = ("deck", "tags", "lang", "source", "id", "rules")
# fmt: off
_FOREIGN: Final = frozenset((
    "title", "aliases", "alias", "created", "updated", "modified", "edited", "date", "dates", "status",
    "author", "authors", "cssclass", "cssclasses", "publish", "published", "draft", "permalink", "url", "slug",
    "layout", "category", "categories", "topic", "topics", "type", "description", "summary", "abstract",
    "keywords", "related", "up", "parent", "weight", "order", "comments", "toc", "math", "mathjax", "katex",
    "cover", "image", "thumbnail", "uid", "uuid", "notion-id", "lastmod", "last_modified", "creation-date",
    "date-created", "date-modified", "reading-time", "priority", "area", "project",
))
# fmt: on
"""Keys that Obsidian, Notion exports, Hugo, Hexo and Jekyll write: of no use here, and no mistake either."""
_OPENING = re.compile(r"---[ \t]*")
_CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*")
_PAIR = re.compile(r"""["']?[\w .-]+["']?[ \t]*:(?:\s|$)""")
_OWN_PAIR = re.compile(rf"(?:{'|'.join(_KEYS)})[ \t]*[:\uff1a]")


class Head(NamedTuple):
    """Front matter and the number of lines it takes."""

    front_matter: FrontMatter
    length: int


class _Entry(NamedTuple):
    line: int
    key: str
    node: yaml.Node


def read_front_matter(lines: list[str], findings: Findings) -> Head:
    """Read the front matter at the top of the lines, if there is any.

    A `---` that nothing like `key: value` follows is a thematic break. What is wrong is reported; the keys that are
    right are read all the same, so that one run shows every fault.
    """
    if not lines or not _OPENING.fullmatch(lines[0]):
        return Head(FrontMatter(), 0)
    end = next((number for number, line in enumerate(lines[1:], 1) if _CLOSING.fullmatch(line)), None)
    if end is None:
        if _PAIR.match(next((line for line in lines[1:] if line.strip()), "")):
            findings.error(
                1,
                code="front-matter",
                message="the front matter that starts here has no end",
                mend="put a line of three hyphens after its last key",
            )
        return Head(FrontMatter(), 0)
    inside = lines[1:end]
    if not _is_yaml(inside):
        return Head(FrontMatter(), 0)
    return Head(_read_entries(_compose(inside, findings), findings), end + 1)


def _is_yaml(inside: list[str]) -> bool:
    content = [line for line in inside if line.strip() and not line.lstrip().startswith("#")]
    if not content:
        return all(not line.strip() or line.startswith("#") for line in inside)
    return _PAIR.match(content[0]) is not None or any(_OWN_PAIR.match(line) for line in content)


def _compose(inside: list[str], findings: Findings) -> list[_Entry]:
    try:
        root = yaml.compose("\n".join(inside), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as fault:
        mark = getattr(fault, "problem_mark", None)
        line = min(mark.line, len(inside) - 1) if mark is not None else 0
        problem = getattr(fault, "problem", None) or "it cannot be read"
        findings.error(
            line + 2,
            code="front-matter",
            message=f"the front matter is no valid YAML here: {problem}",
            mend='write `key: value`, and put a value that holds `: ` or starts with a sign in "quotes"',
        )
        return []
    if root is None:
        return []
    if not isinstance(root, yaml.MappingNode):
        findings.error(
            2,
            code="front-matter",
            message="the front matter is no list of keys and values",
            mend="write `key: value` with an ASCII colon and a blank after it",
        )
        return []
    return [_Entry(key.start_mark.line + 2, _text_of(key) or "?", value) for key, value in root.value]


def _read_entries(entries: list[_Entry], findings: Findings) -> FrontMatter:
    known: dict[str, _Entry] = {}
    for entry in entries:
        if entry.key.lower().replace(" ", "-") in _FOREIGN:
            findings.inform(
                entry.line,
                code="front-matter-foreign",
                message=f"`{entry.key}` is a key of other tools and was left out",
                mend="nothing to do, or delete it if no other tool reads it",
            )
        elif entry.key not in _KEYS:
            _report_unknown(entry, findings)
        elif entry.key in known:
            findings.error(
                entry.line,
                code="front-matter-value",
                message=f"`{entry.key}` is said twice, first in line {known[entry.key].line}",
                mend="keep one of the two",
            )
        else:
            known[entry.key] = entry
    rules = _words(known["rules"], findings) if "rules" in known else None
    return FrontMatter(
        deck=_string(known.get("deck"), findings),
        tags=_words(known["tags"], findings) if "tags" in known else (),
        lang=_language(known.get("lang"), findings),
        source=_string(known.get("source"), findings),
        id=_string(known.get("id"), findings),
        rules=rules,
    )


def _report_unknown(entry: _Entry, findings: Findings) -> None:
    near = difflib.get_close_matches(entry.key.lower(), _KEYS, n=1)
    hint = f"did you mean `{near[0]}`? known are" if near else "take it out; known are"
    findings.error(
        entry.line,
        code="front-matter-key",
        message=f"front matter has no key `{entry.key}`",
        mend=f"{hint} {', '.join(_KEYS)}",
    )


def _text_of(node: yaml.Node) -> str | None:
    return str(node.value).strip() if isinstance(node, yaml.ScalarNode) else None


def _string(entry: _Entry | None, findings: Findings) -> str:
    if entry is None:
        return ""
    text = _text_of(entry.node)
    if text is None:
        _report_value(entry, findings, "one text", f'write `{entry.key}: "text"`')
    return text or ""


def _words(entry: _Entry, findings: Findings) -> tuple[str, ...]:
    node = entry.node
    if isinstance(node, yaml.ScalarNode):
        return tuple(dict.fromkeys(re.split(r"[\s,\uff0c\u3001]+", node.value.strip()))) if node.value.strip() else ()
    items = [_text_of(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else [None]
    if any(item is None for item in items):
        _report_value(entry, findings, "a list of words", f"write `{entry.key}: [one, two]`")
    return tuple(dict.fromkeys(item for item in items if item))


def _language(entry: _Entry | None, findings: Findings) -> Language | None:
    text = _string(entry, findings)
    if entry is None or not text:
        return None
    for language in Language:
        if re.fullmatch(rf"{language}(?:[-_]\w+)*", text, re.IGNORECASE):
            return language
    _report_value(entry, findings, "a language known here", "write `lang: zh` or `lang: en`")
    return None


def _report_value(entry: _Entry, findings: Findings, wanted: str, mend: str) -> None:
    findings.error(
        entry.line, code="front-matter-value", message=f"the value of `{entry.key}` is not {wanted}", mend=mend
    )
