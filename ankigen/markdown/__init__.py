"""Markdown to a `Document`; no token of the parser leaves this package."""

from ankigen.markdown.document import Parsed, parse_document

__all__ = ["Parsed", "parse_document"]
