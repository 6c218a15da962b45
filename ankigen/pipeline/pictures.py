"""The pictures of a document, from the paths its text names to what goes into the package."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ankigen.model.diagnostic import Diagnostic, Span
from ankigen.model.document import Document
from ankigen.model.note import Media
from ankigen.model.text import MarkKind
from ankigen.pipeline.lines import source_lines
from ankigen.pipeline.walk import texts
from ankigen.workspace import PictureRequest, Source, Workspace, load_picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """Pictures of one document."""

    names: Mapping[str, str]
    """Path as written -> name inside the package."""
    media: tuple[Media, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def gather_pictures(workspace: Workspace, source: Source, document: Document, text: str) -> Pictures:
    """Load each picture a document shows once, and report those that cannot be shown."""
    names: dict[str, str] = {}
    media: dict[str, Media] = {}
    diagnostics: list[Diagnostic] = []
    for target, line in _targets(document, text):
        request = PictureRequest(
            target=target,
            path=source.path,
            line=line,
            document=source.file,
            media=workspace.media,
            limit=workspace.picture_limit(source),
        )
        picture = load_picture(request)
        if picture.diagnostic is not None:
            diagnostics.append(picture.diagnostic)
        if picture.media is not None:
            names[target] = picture.media.name
            media[picture.media.name] = picture.media
    return Pictures(names=MappingProxyType(names), media=tuple(media.values()), diagnostics=tuple(diagnostics))


def _targets(document: Document, text: str) -> Iterator[tuple[str, int]]:
    lines = source_lines(text)
    seen: set[str] = set()
    for rich, span in texts(document):
        for mark in rich.marked(MarkKind.IMAGE):
            if mark.value not in seen:
                seen.add(mark.value)
                yield mark.value, _line_of(mark.value, span, lines)


def _line_of(target: str, span: Span | None, lines: list[str]) -> int:
    """Find the line that names the target; a block's span is all the parser keeps."""
    first, last = (1, len(lines)) if span is None else (span.first, span.last)
    numbered = enumerate(lines[first - 1 : last], start=first)
    return next((number for number, line in numbered if target in line), first)
