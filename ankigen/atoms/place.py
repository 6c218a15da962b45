"""Where a leaf stands: question, labels above it, language; and what that place is called on a card."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ankigen.atoms.lexicon import ASPECT_EN, ASPECT_ZH, GENERIC_HEADING
from ankigen.atoms.measure import BREADCRUMB_COLUMNS, HAN, columns, cut
from ankigen.atoms.segments import protected
from ankigen.model.document import Attributes, Block, Item, Language, ListBlock, Question, Quote, Section
from ankigen.model.text import MarkKind, RichText

_NUMBERING = re.compile(
    r"^\s*(?:(?:Step|步骤|阶段|Phase|Part)\s*[\d一二三四五六七八九十]+\s*[:：.、)）\-–—]?\s*"
    r"|第\s*[\d一二三四五六七八九十]+\s*[步章节阶段]+\s*[:：.、]?\s*"
    r"|\d+(?:\.\d+)*\s*[.、)）]\s*|\d+(?:\.\d+)+\s+"
    r"|[（(]\s*[\d一二三四五六七八九十]+\s*[)）]\s*|[一二三四五六七八九十]+\s*[、.]\s*|[①-⑳]\s*)",
    re.IGNORECASE,
)
_GLOSS = re.compile(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A section title or label above a leaf, cleaned of numbering and colon."""

    text: RichText
    generic: bool
    """It groups and names no subject (`核心特点`, `Overview`)."""
    aspect: bool
    """It names one side of a subject (`代价`, `cost`)."""
    stated: bool = False
    """A text of its own beside it has said what it is."""

    @property
    def plain(self) -> str:
        """Its plain text."""
        return self.text.plain

    @property
    def short(self) -> str:
        """Its plain text; a gloss in brackets at its end only while both fit 34 columns."""
        return self.plain if columns(self.plain) <= 34 else cut(_GLOSS.sub("", self.plain), 34)


_BARE_ASPECT = re.compile(
    rf"(?:典型|主要|核心|常见|关键|基本|实现|工作|使用|其他)?(?:{ASPECT_ZH.pattern.removeprefix('.{0,4}?')})"
)
"""An aspect with nothing before it that names a subject: `问题`, not `缓存问题`."""
_LISTS_TOPICS = re.compile(
    r"八股|面经|笔记|复习|整理|合集|汇总|\bnotes?\b|cheat ?sheet|\binterview\b|.[/、|].+[/、|].|&", re.IGNORECASE
)
"""A document's title that lists topics or says what kind of text it is: the subject of nothing in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a leaf stands in its document."""

    language: Language
    question: Question
    question_id: str
    """Identity of the question in its document."""
    labels: tuple[Label, ...] = ()
    recurring: frozenset[str] = frozenset()
    """Labels that stand in several lists of the question: aspects, whatever they are called."""
    document: str = ""
    """Title of the document."""
    rules: frozenset[str] = frozenset()
    """Names of the rules that may run here."""
    marks: tuple[str, ...] = ()
    """Marks of the question, section, list or quote around it that hold for every card below."""

    def under(self, title: RichText, *, stated: bool = False) -> "Place":
        """Give the place one label deeper."""
        label = replace(make_label(title, self.recurring), stated=stated)
        return replace(self, labels=(*self.labels, label)) if label.plain else self

    @property
    def breadcrumb(self) -> str:
        """Question › section › label, cut from the middle to fit."""
        parts = [cut(_up_to_question_mark(self.question.title.plain), 44)] if self.question.title.plain else []
        path = [make_label(part, frozenset()).short for part in self.question.path[-1:]]
        if not path and self.needs_title:
            path = [cut(self.document, 34)]
        seen: list[str] = []
        for part in [*path, *parts, *(label.short for label in self.labels[-3:])]:
            if part and part not in seen:
                seen.append(part)
        while len(seen) > 2 and columns(" › ".join(seen)) > BREADCRUMB_COLUMNS:
            middle = 1 if seen[1] != "…" or len(seen) == 3 else 2
            if seen[middle] == "…":
                break
            seen[middle : middle + 1] = [] if "…" in seen else ["…"]
        return cut(" › ".join(seen), 110)

    @property
    def needs_title(self) -> bool:
        """Whether a plain heading (`原理`, `Costs`) says too little without the document's title."""
        own = make_label(self.question.title, frozenset())
        bare = own.generic or _BARE_ASPECT.fullmatch(own.plain) is not None or bool(ASPECT_EN.fullmatch(own.plain))
        return not self.question.marked and not self.question.path and bare and not _LISTS_TOPICS.search(self.document)

    @property
    def subject(self) -> RichText | None:
        """Name of what the leaf is about: the nearest label that is a term, else the question's topic."""
        return self.subject_of("")

    def subject_of(self, aspect: str) -> RichText | None:
        """Name what an aspect is one of: as `subject`, but no label that holds the aspect itself (`优势与局限`)."""
        for label in reversed(self.labels):
            holds = bool(aspect) and aspect.lower() in label.plain.lower()
            nameless = label.aspect and (label.plain in self.recurring or not _names_something(label.plain))
            if not label.generic and not nameless and not holds and columns(label.plain) <= 44:
                return _without_gloss(label.text)
        topic = RichText(plain=self.document) if self.needs_title else question_topic(self.question)
        if topic is not None and GENERIC_HEADING.fullmatch(topic.plain) and not self.needs_title:
            topic = None
        if topic is not None and _LISTS_TOPICS.search(topic.plain) and not self.question.marked:
            topic = None
        return topic if topic is not None and topic.plain and columns(topic.plain) <= 34 else None


def _names_something(label: str) -> bool:
    """Tell `缓存问题`, an aspect with its subject before it, from `主要问题`."""
    return bool(HAN.search(label)) and not _BARE_ASPECT.fullmatch(label) and not _BRANCH.fullmatch(label)


def _without_gloss(text: RichText) -> RichText:
    match = _GLOSS.search(text.plain)
    return text if match is None or match.start() == 0 else text.slice(0, match.start())


def _up_to_question_mark(title: str) -> str:
    match = re.search(r"[？?]", title)
    return title[: match.end()] if match else title


def bare_title(title: RichText) -> RichText:
    """Cut numbering, `Step n` and the final colon off a title; emphasis and clozes are dropped."""
    plain = title.without(MarkKind.STRONG, MarkKind.EMPHASIS, MarkKind.HIGHLIGHT, MarkKind.CLOZE, MarkKind.FOOTNOTE)
    match = _NUMBERING.match(plain.plain)
    if match and match.end() < len(plain.plain):
        plain = plain.slice(match.end(), len(plain.plain))
    return plain.strip().strip(":： ")


_BRANCH = re.compile(
    r"有|没有|无|是|否|能|不能|会|不会|成功|失败|yes|no|true|false|then|else|otherwise|否则", re.IGNORECASE
)
"""A label that only names a branch of what stands above it."""


def make_label(title: RichText, recurring: frozenset[str]) -> Label:
    """Make a label of a title or label text."""
    text = bare_title(title)
    core = _without_gloss(text).plain.strip()
    return Label(
        text=text,
        generic=bool(GENERIC_HEADING.fullmatch(core)) or core.endswith(("？", "?")),
        aspect=is_aspect(core, recurring) or _BRANCH.fullmatch(core) is not None,
    )


def is_aspect(label: str, recurring: frozenset[str] = frozenset()) -> bool:
    """Tell whether a label names a side of something and needs its subject before it."""
    return label in recurring or bool(ASPECT_ZH.fullmatch(label) or ASPECT_EN.fullmatch(label))


_TOPIC = (
    re.compile(
        r"^(?:什么是|何为|介绍(?:一下|下)?|讲(?:一下|讲|述)|谈谈|说(?:一下|说)|解释(?:一下|"
        r"下)?|简述|描述(?:一下)?)\s*(?P<topic>[^？?，,]+)"
    ),
    re.compile(
        r"^(?P<topic>[^？?，,的]{1,24}?)\s*(?:是什么|是啥|指什么|是怎么回事|了解吗|了解多少|"
        r"知道吗|用过吗|怎么理解|如何理解)"
    ),
    re.compile(
        r"^(?P<topic>[^？?，,]{1,24}?)\s*(?:的|有哪些|有什么|由哪|包括哪|分为哪|为什么|是如何|"
        r"如何|是怎么|怎么|是怎样)"
    ),
    re.compile(
        r"^(?:what(?:'s| is| are| was)|explain|describe|define|introduce|tell me about)\s+(?:(?:an?|"
        r"the)\s+)?(?P<topic>[^?,]+?)"
        r"(?:\s+(?:and|used|in|good)\b[^?]*)?\??$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:how|why|when)\s+(?:do|does|did|is|are|can|should|would|will)\s+(?:(?:an?|the)\s+)?"
        r"(?P<topic>[A-Za-z0-9/+.\-]+(?:\s+(?-i:[A-Z])[A-Za-z0-9/+.\-]*)*)\b",
        re.IGNORECASE,
    ),
)


def question_topic(question: Question) -> RichText | None:
    """Name what a question is about (`什么是X？`, `How does X work?`); None when its form does not say."""
    title = bare_title(question.title)
    if not title.plain:
        return None
    if not question.marked and not re.search(r"[？?]$", title.plain):
        return _without_gloss(title)
    for pattern in _TOPIC:
        match = pattern.match(title.plain)
        if match and re.search(
            r"(?:[里中上时]|常见|主要|常用|使用中)$|^(?:you|we|i|they|it)\b", match["topic"].strip(), re.IGNORECASE
        ):
            continue
        if match and re.match(r"有哪|有什么|为什么|为何|如何|怎么|怎样|请", match["topic"]):
            continue
        if match and match["topic"].strip() and len(HAN.findall(match["topic"])) <= 16:
            return title.slice(*match.span("topic")).strip()
    return None


def split_label(text: RichText) -> tuple[int, int] | None:
    """Find the colon (or dash behind a bold or code term) that parts a label from its text.

    Returns:
        Range of the separator, or None. Not taken for one: a colon in brackets, code or a formula, `10:30`, `std::`,
        a web address.
    """
    shield = protected(text)
    plain = text.plain
    for match in re.finditer(r"[：:]|——|\s[—–]\s|\s--\s|\s-\s", plain):
        start, end = match.span()
        if shield[start] or not plain[:start].strip():
            continue
        if match.group() in {":", "："}:
            if match.group() == ":" and not re.match(r"\s|$|[\u3400-\u9fff（]", plain[end:]):
                continue
            if plain[max(0, start - 1) : start] == ":":
                continue
            return start, end
        if _is_term_run(text, start):
            return start, end
    return None


def _is_term_run(text: RichText, end: int) -> bool:
    """Tell whether everything before `end` is one bold or code run: only then is a dash a separator."""
    head = text.plain[:end].rstrip()
    return any(mark.start == 0 and mark.end >= len(head) for mark in text.marked(MarkKind.STRONG, MarkKind.CODE)) or (
        columns(head) <= 30 and len(head.split()) <= 4 and not re.search(r"[，,。；;]", head)
    )


def narrow(place: Place, attributes: Attributes) -> Place:
    """Let `{rules="label table"}` say which rules run below."""
    names = attributes.get("rules").replace(",", " ").split()
    return replace(place, rules=place.rules & frozenset(names)) if names else place


_PASSED_DOWN = ("reverse", "type", "each")


def enter(place: Place, attributes: Attributes) -> Place:
    """Go into a question or block: its rules and its marks hold for all that stands in it."""
    marks = tuple(mark for mark in _PASSED_DOWN if mark in attributes.classes or mark in place.marks)
    return replace(narrow(place, attributes), marks=marks)


def with_marks(attributes: Attributes, place: Place) -> Attributes:
    """Add the marks that hold at a place to those written there."""
    return replace(attributes, classes=tuple(dict.fromkeys((*attributes.classes, *place.marks))))


def recurring_labels(question: Question) -> frozenset[str]:
    """Find the labels that stand in two or more lists of a question: they are aspects."""
    seen: Counter[str] = Counter()
    for block in _all_blocks(question.blocks):
        if isinstance(block, ListBlock):
            labels = {_label_of(item) for item in block.items} - {""}
            seen.update(labels)
    return frozenset(label for label, count in seen.items() if count > 1)


def _label_of(item: Item) -> str:
    separator = split_label(item.text)
    return bare_title(item.text.slice(0, separator[0])).plain if separator else ""


def _all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        match block:
            case Section() | Quote():
                yield from _all_blocks(block.blocks)
            case ListBlock():
                for item in block.items:
                    yield from _all_blocks(item.blocks)
            case _:
                pass
