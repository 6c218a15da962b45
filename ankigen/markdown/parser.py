"""The markdown-it parser, made once: CommonMark's tables of rules with ours put in."""

from typing import Final

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.parser_inline import RuleFuncInlineType
from mdit_py_cjk_friendly import cjk_friendly
from mdit_py_plugins.footnote.index import footnote_def

from ankigen.markdown.block_rules.attributes import attributes_line
from ankigen.markdown.block_rules.comment import comment as comment_lines
from ankigen.markdown.block_rules.deep import deep
from ankigen.markdown.block_rules.marked_line import marked_line
from ankigen.markdown.block_rules.math_block import math_block
from ankigen.markdown.block_rules.reference import reference
from ankigen.markdown.block_rules.table import table
from ankigen.markdown.inline_rules.cloze import cloze
from ankigen.markdown.inline_rules.highlight import highlight, pair_highlights
from ankigen.markdown.inline_rules.html import comment, html
from ankigen.markdown.inline_rules.link import image, link
from ankigen.markdown.inline_rules.math import math
from ankigen.markdown.inline_rules.text import entity, newline, text
from ankigen.markdown.inline_rules.wiki import footnote_reference, wiki_link, wiki_picture

_EVERYWHERE: Final = ["paragraph", "reference", "blockquote", "list"]

_BLOCK_REPLACED: Final[tuple[tuple[str, RuleFuncBlockType, list[str]], ...]] = (
    ("table", table, ["paragraph", "reference", "list"]),
    ("reference", reference, []),
)
_BLOCK_BEFORE: Final[tuple[tuple[str, str, RuleFuncBlockType, list[str]], ...]] = (
    # before, name, rule, blocks it may interrupt
    ("table", "deep", deep, []),
    ("table", "comment", comment_lines, _EVERYWHERE),
    ("table", "attributes", attributes_line, _EVERYWHERE),
    ("fence", "math_block", math_block, ["paragraph", "reference", "blockquote"]),
    ("reference", "footnote", footnote_def, ["paragraph", "reference"]),
    ("lheading", "marked_line", marked_line, _EVERYWHERE),
)
_INLINE_REPLACED: Final[tuple[tuple[str, RuleFuncInlineType], ...]] = (
    ("text", text),
    ("newline", newline),
    ("link", link),
    ("image", image),
    ("html_inline", html),
    ("entity", entity),
)
_INLINE_BEFORE: Final[tuple[tuple[str, str, RuleFuncInlineType], ...]] = (
    ("backticks", "math", math),
    ("backticks", "cloze", cloze),
    ("emphasis", "highlight", highlight),
    ("link", "footnote_reference", footnote_reference),
    ("link", "wiki_picture", wiki_picture),
    ("link", "wiki_link", wiki_link),
    ("autolink", "comment", comment),
)


def _keep(url: str) -> str:
    return url


def _keep_text(link: str) -> str:
    return link


def make_parser() -> MarkdownIt:
    """Make the parser; it holds no state of a document and is safe to share."""
    parser = MarkdownIt("commonmark", {"maxNesting": 60, "html": False}).enable(["table", "strikethrough"])
    parser.disable(["html_block"])
    # Its tokens are walked once by `richtext`, which joins neighbouring texts itself; this rule does it quadratically.
    parser.inline.ruler2.disable(["fragments_join"])
    parser.use(cjk_friendly)
    # Targets are kept as written: a picture's path is a file name, not yet a URL.
    parser.normalizeLink = _keep  # type: ignore[method-assign]
    parser.normalizeLinkText = _keep_text  # type: ignore[method-assign]
    for name, block_rule, interrupts in _BLOCK_REPLACED:
        parser.block.ruler.at(name, block_rule, {"alt": interrupts})
    for before, name, block_rule, interrupts in _BLOCK_BEFORE:
        parser.block.ruler.before(before, name, block_rule, {"alt": interrupts})
    for name, inline_rule in _INLINE_REPLACED:
        parser.inline.ruler.at(name, inline_rule)
    for before, name, inline_rule in _INLINE_BEFORE:
        parser.inline.ruler.before(before, name, inline_rule)
    parser.inline.ruler2.after("strikethrough", "highlight", pair_highlights)
    return parser
