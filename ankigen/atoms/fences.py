"""`diagram` and `comment`: what a fence says beside its code."""

import re
from functools import lru_cache
from itertools import pairwise, takewhile

from ankigen.atoms.gates import leaks
from ankigen.atoms.measure import ANSWER_LIMIT, HAN, columns, units
from ankigen.atoms.prompts import Ask, ask, ask_all, ask_line, topic_of_list
from ankigen.atoms.rule import AtomRule, Claim, Container, ContainerFind, Refusal
from ankigen.model.atom import Atom, BasicAtom, ClozeAtom, ClozeLine, Deletion, Level
from ankigen.model.document import Fence, Item, ListBlock
from ankigen.model.text import Mark, MarkKind, RichText, join

_DOWN = re.compile(r"^\s*(?:↓|\|\s*↓?|▼|v|V|⬇)\s*(?P<label>.*)$")
_PLAIN = frozenset({"", "text", "txt", "plain", "plaintext", "ascii", "diagram"})
_DETAIL = re.compile(r"^\s*[-*•]\s+(?P<detail>.+)$")


def find_diagram(container: Container) -> Claim | Refusal:
    """Take a vertical diagram: nodes in order, what stands beside an arrow, the detail under a node."""
    fence = container.block
    if not isinstance(fence, Fence) or fence.language not in _PLAIN:
        return Refusal("no fence of plain text")
    lines = fence.code.split("\n")
    if sum("↓" in line or "▼" in line or "⬇" in line for line in lines) < 2:
        return Refusal("no ↓ between its lines")
    nodes, edges, details = _read_diagram(lines)
    subject = topic_of_list(container.place) or container.place.subject
    if len(nodes) < 3 or subject is None:
        return Refusal("fewer than three nodes, or no label names it")
    atoms: list[Atom] = []
    names = [_node_name(node) for node in nodes]
    span = container.span
    if sum(units(name) for name in names) <= ANSWER_LIMIT:
        items = tuple(Item(text=RichText(plain=name), span=span) for name in names)
        atoms.append(
            BasicAtom(
                origin=container.origin("diagram", subject.plain),
                breadcrumb=container.place.breadcrumb,
                prompt=ask_all(subject, len(names), container.place, in_order=True),
                answer=(ListBlock(ordered=True, items=items, span=span),),
            )
        )
    atoms.extend(_chain_atoms(container, nodes, edges))
    atoms.extend(
        BasicAtom(
            origin=container.origin("diagram", f"{subject.plain} {names[place]}"),
            breadcrumb=container.place.breadcrumb,
            prompt=ask(join([subject, f" — {names[place]}"]), Ask.DOES, container.place),
            answer=RichText(plain=detail),
        )
        for place, detail in details
    )
    return Claim(atoms=tuple(atoms), asks=f"a diagram of {len(nodes)} nodes")


def _read_diagram(lines: list[str]) -> tuple[list[str], list[str], list[tuple[int, str]]]:
    nodes: list[str] = []
    edges: list[str] = []
    details: list[tuple[int, str]] = []
    for line in lines:
        arrow = _DOWN.match(line)
        detail = _DETAIL.match(line)
        if not line.strip():
            continue
        if arrow and ("↓" in line or "▼" in line or "⬇" in line):
            edges.append(arrow["label"].strip())
        elif detail and nodes:
            details.append((len(nodes) - 1, detail["detail"].strip()))
        else:
            nodes.append(line.strip())
    return nodes, edges, details


def _node_name(node: str) -> str:
    return re.sub(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$", "", node).strip() or node


def _chain_atoms(container: Container, nodes: list[str], edges: list[str]) -> list[Atom]:
    """Make a Cloze note a step of the diagram: the arrow's label, and a node's gloss."""
    atoms: list[Atom] = []
    first = re.search(r"[（(]([^（）()]{2,40})[)）]$", nodes[0])
    if first:
        deletion = Deletion(start=first.start(1), end=first.end(1), name=first[1], rule="diagram")
        lines = (ClozeLine(text=RichText(plain=f"{nodes[0]} → {_node_name(nodes[1])}"), deletions=(deletion,)),)
        atoms.append(
            ClozeAtom(origin=container.origin("diagram", nodes[0]), breadcrumb=container.place.breadcrumb, lines=lines)
        )
    for place, (upper, lower) in enumerate(pairwise(nodes)):
        label = edges[place] if place < len(edges) else ""
        text = f"{_node_name(upper)} → ({label}) → {lower}" if label else f"{_node_name(upper)} → {lower}"
        deletions: list[Deletion] = []
        if label:
            start = len(_node_name(upper)) + 4
            deletions.append(Deletion(start=start, end=start + len(label), name=label, rule="diagram"))
        gloss = re.search(r"[（(]([^（）()]{2,40})[)）]$", lower)
        start = len(text) - len(lower)
        name = _node_name(lower)
        deletions.append(Deletion(start=start, end=start + len(name), name=name, rule="diagram"))
        if gloss:
            start += gloss.start(1)
            deletions.append(Deletion(start=start, end=start + len(gloss[1]), name=gloss[1], rule="diagram"))
        if deletions:
            atoms.append(
                ClozeAtom(
                    origin=container.origin("diagram", text),
                    breadcrumb=container.place.breadcrumb,
                    lines=(ClozeLine(text=RichText(plain=text), deletions=tuple(deletions)),),
                )
            )
    return atoms


_SLASHES = frozenset(
    re.findall(
        r"\S+",
        "c h cc cpp c++ cxx hpp cu cuda cuh cs csharp d dart glsl go groovy hlsl java javascript js jsx kotlin kt "
        "metal objc opencl php proto rs rust scala scss swift ts tsx typescript verilog wgsl zig json5 jsonc",
    )
)
_DASHES = frozenset(
    {"ada", "elm", "haskell", "hs", "lua", "mysql", "plsql", "postgresql", "psql", "sql", "sqlite", "vhdl"}
)
_NO_COMMENTS = frozenset(
    {"css", "dataview", "diff", "html", "json", "markdown", "md", "mermaid", "query", "tex", "xml"}
)
_PREPROCESSOR = r"(?!(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error|line)\b)"


@lru_cache
def _comment_patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """Give the patterns of `code  # why` and of a comment on a line of its own; None: the language has none."""
    if language in _NO_COMMENTS:
        return None
    sign = "//" if language in _SLASHES else r"--(?=\s)" if language in _DASHES else rf"#{_PREPROCESSOR}|//|--(?=\s)"
    return (
        re.compile(rf"^(?P<code>.*?\S)\s{{1,}}(?:{sign})\s*(?P<comment>\S.*)$"),
        re.compile(rf"^\s*(?:{sign})\s*(?P<comment>\S.*)$"),
    )


def find_comment(container: Container) -> Claim | Refusal:
    """Take the lines `code  # why` of a fence: ask for the line that does it."""
    fence = container.block
    if not isinstance(fence, Fence) or fence.language in _PLAIN - {""}:
        return Refusal("no fence of code")
    if "display" in fence.attributes.classes:
        return Refusal("{.display}: only to be looked at")
    patterns = _comment_patterns(fence.language)
    if patterns is None:
        return Refusal("its language has no comments")
    beside, above = patterns
    atoms: list[Atom] = _commented_blocks(container, fence, beside, above)
    for line in fence.code.split("\n"):
        match = beside.match(line)
        if match is None or above.match(line) or line.lstrip().startswith("#"):
            continue
        code, comment = match["code"].strip(), match["comment"].strip(" *-=#/")
        if not _says_why(code, comment):
            continue
        text = RichText(plain=code, marks=(Mark(start=0, end=len(code), kind=MarkKind.CODE),))
        atoms.append(
            BasicAtom(
                origin=container.origin("comment", comment),
                breadcrumb=container.place.breadcrumb,
                prompt=ask_line(RichText(plain=comment), container.place),
                answer=text,
            )
        )
    if not atoms:
        return Refusal("no line `code  # why`, no comment above its lines")
    return Claim(atoms=tuple(atoms), asks=f"{len(atoms)} lines by their comments")


def _commented_blocks(
    container: Container, fence: Fence, beside: re.Pattern[str], above: re.Pattern[str]
) -> list[Atom]:
    """Ask for the one to four lines below a comment of their own, up to the next blank line or comment."""
    atoms: list[Atom] = []
    lines = fence.code.split("\n")
    for number, line in enumerate(lines):
        match = above.match(line)
        if match is None or (number and above.match(lines[number - 1])):
            continue
        body = list(takewhile(lambda text: text.strip() and not above.match(text), lines[number + 1 :]))
        code = "\n".join(beside.sub(r"\g<code>", text) for text in body)
        comment = match["comment"].strip(" *-=#/")
        if not 1 <= len(body) <= 3 or not _says_why(code, comment):
            continue
        answer = (Fence(language=fence.language, code=code, span=container.span, label=fence.label),)
        atoms.append(
            BasicAtom(
                origin=container.origin("comment", comment),
                breadcrumb=container.place.breadcrumb,
                prompt=ask_line(RichText(plain=comment), container.place, many=len(body) > 1),
                answer=answer,
            )
        )
    return atoms


def _says_why(code: str, comment: str) -> bool:
    """Tell a comment about its line from a note to the reader."""
    if units(comment) < 2 or columns(comment) > 60 or units(code) > ANSWER_LIMIT:
        return False
    if re.match(r"(?i)^(?:todo|fixme|noqa|type:|pragma|output|=>|->|note)", comment):
        return False
    told = set(re.findall(r"[a-z]+", comment.lower())) - set(re.findall(r"[a-z]+", code.lower()))
    return not leaks(code, comment) and (bool(told) or HAN.search(comment) is not None)


DIAGRAM_RULE: AtomRule[ContainerFind] = AtomRule(
    "diagram",
    Level.CONTAINER,
    "a vertical diagram (`↓`) in a plain fence: nodes in order, arrows, details",
    find_diagram,
)
COMMENT_RULE: AtomRule[ContainerFind] = AtomRule(
    "comment", Level.CONTAINER, "`code  # why` in a fence: which line does it?", find_comment
)
