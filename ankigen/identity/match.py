"""Which line of the lock an atom continues."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ankigen.identity.alike import ratio, shared, words
from ankigen.identity.face import Face
from ankigen.identity.keys import rule_and_slot, without_number
from ankigen.identity.ordinals import TABLE_RULE
from ankigen.model.lock import Line, State
from ankigen.model.note import NoteKind

LONG_BACK = 12
"""Characters from which on an answer alone tells who a note is."""
SAME_SLOT = 0.4
BEST = 0.6
ELSEWHERE = 0.75
"""Least similarity, 0 to 1: of one side where the slot is the same, of both in the document or deck, and anywhere."""
MOST_STRANGE = 0.5
"""Share of the words that one side must have in common at least, or it is another note, however alike the letters.

Not asked of what has the same slot under the same question: a label whose answer is written anew may get a prompt of
other words, and is the same card all the same."""


class Step(StrEnum):
    """What told that an atom continues a line, strongest first."""

    EXPLICIT = "explicit id"
    SAME = "same front and back"
    FRONT_HERE = "same front under the same question"
    FRONT = "same front"
    BACK = "same back"
    SLOT = "same slot"
    ALIKE = "similar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """An atom that looks for its line."""

    face: Face
    key: str
    """Its key in this build, before it is told apart from others."""
    path: str
    document: str
    deck: str
    explicit: bool
    """Whether its key holds an explicit id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An atom and the line it continues."""

    line: Line
    step: Step
    similarity: float
    """Of both sides, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """An atom that may as well continue another line: both are as near and as similar to it."""

    newcomer: int
    chosen: Line
    other: Line
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """Matches by the index of the newcomer, and where nothing but order decided."""

    matches: Mapping[int, Match] = field(default_factory=dict)
    ties: tuple[Tie, ...] = ()


def match(newcomers: Sequence[Newcomer], lines: Iterable[Line]) -> Matching:
    """Match atoms to lines of their note type, one to one, the surest signs first."""
    by_type: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_type[line.note_type].append(line)
    matches: dict[int, Match] = {}
    ties: list[Tie] = []
    for note_type in sorted(by_type):
        indices = [index for index, newcomer in enumerate(newcomers) if newcomer.face.kind == note_type]
        matcher = _Matcher(newcomers, indices, by_type[note_type])
        matcher.run()
        matches |= matcher.matches
        ties += matcher.ties
    return Matching(matches=matches, ties=tuple(sorted(ties, key=lambda tie: tie.newcomer)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    """Something that an atom and a line may have in common; None: it has no such thing."""

    mine: Callable[[Newcomer], Hashable]
    theirs: Callable[[Line], Hashable]


_KEY = _Sign(mine=lambda new: new.key if new.explicit else None, theirs=lambda line: without_number(line.key))
_BOTH_SIDES = _Sign(mine=lambda new: (new.face.front, new.face.back), theirs=lambda line: (line.front, line.back))
_FRONT_HERE = _Sign(mine=lambda new: (new.face.front, new.path), theirs=lambda line: (line.front, line.path))
_FRONT = _Sign(mine=lambda new: new.face.front, theirs=lambda line: line.front)
_BACK = _Sign(
    mine=lambda new: new.face.back if len(new.face.back) >= LONG_BACK else None,
    theirs=lambda line: line.back,
)
_SLOT = _Sign(
    mine=lambda new: (new.path, rule_and_slot(new.key)), theirs=lambda line: (line.path, rule_and_slot(line.key))
)
_DOCUMENT = _Sign(mine=lambda new: new.document, theirs=lambda line: line.document)
_DECK = _Sign(mine=lambda new: new.deck, theirs=lambda line: line.deck)
_ANYWHERE = _Sign(mine=lambda _: "", theirs=lambda _: "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """An atom and a line that may be one."""

    index: int
    line: Line
    similarity: float
    nearness: int


class _Matcher:
    """The atoms and lines of one note type that have not found each other yet."""

    def __init__(self, newcomers: Sequence[Newcomer], indices: Iterable[int], lines: Iterable[Line]) -> None:
        self.matches: dict[int, Match] = {}
        self.ties: list[Tie] = []
        self._newcomers = newcomers
        self._indices = dict.fromkeys(indices)
        self._lines = {line.guid: line for line in lines}

    def run(self) -> None:
        """Take the steps in their order; at each one, lines that are live before those that are gone."""
        for step, sign in ((Step.EXPLICIT, _KEY), (Step.SAME, _BOTH_SIDES), (Step.FRONT_HERE, _FRONT_HERE)):
            for state in State:
                self._join(step, state, sign)
        for step, sign in ((Step.FRONT, _FRONT), (Step.BACK, _BACK)):
            for state in State:
                self._join(step, state, sign, unique=True)
        for state in State:
            self._join(Step.SLOT, state, _SLOT, may=self._of_one_slot)
        for sign, least in ((_DOCUMENT, BEST), (_DECK, BEST), (_ANYWHERE, ELSEWHERE)):
            self._join(Step.ALIKE, State.LIVE, sign, least=least, may=self._no_strangers)

    def _join(
        self,
        step: Step,
        state: State,
        sign: _Sign,
        *,
        unique: bool = False,
        least: float = 0.0,
        may: Callable[[_Pair], bool] = lambda _: True,
    ) -> None:
        for indices, lines in list(self._in_common(state, sign)):
            if not unique or len(indices) == len(lines) == 1:
                self._pair_up(step, [pair for pair in self._pairs(indices, lines, least) if may(pair)])

    def _in_common(self, state: State, sign: _Sign) -> Iterator[tuple[list[int], list[Line]]]:
        atoms: dict[Hashable, list[int]] = defaultdict(list)
        for index in self._indices:
            atoms[sign.mine(self._newcomers[index])].append(index)
        lines: dict[Hashable, list[Line]] = defaultdict(list)
        for line in self._lines.values():
            if line.state is state:
                lines[sign.theirs(line)].append(line)
        for common, indices in atoms.items():
            if common is not None and common in lines:
                yield indices, lines[common]

    def _pairs(self, indices: Iterable[int], lines: Sequence[Line], least: float) -> Iterator[_Pair]:
        for index in indices:
            new = self._newcomers[index]
            for line in lines:
                similarity = _similarity(new.face, line, least)
                if similarity >= least:
                    yield _Pair(index=index, line=line, similarity=similarity, nearness=_nearness(new, line))

    def _of_one_slot(self, pair: _Pair) -> bool:
        face, line = self._newcomers[pair.index].face, pair.line
        alike = max(ratio(face.front, line.front), ratio(face.back, line.back))
        return alike >= SAME_SLOT

    def _no_strangers(self, pair: _Pair) -> bool:
        """Tell whether one of the sides has half of its words in common."""
        face, line = self._newcomers[pair.index].face, pair.line
        sides = ((face.front, line.front), (face.back, line.back))
        return any(shared(words(mine), words(theirs)) >= MOST_STRANGE for mine, theirs in sides)

    def _pair_up(self, step: Step, pairs: list[_Pair]) -> None:
        """Give each atom a line, the best pairs first; note where two lines were as good."""
        pairs.sort(key=lambda pair: (-pair.similarity, -pair.nearness, pair.index, pair.line.key))
        for place, pair in enumerate(pairs):
            if pair.index in self._indices and pair.line.guid in self._lines:
                rival = self._rival(pair, pairs[place + 1 :])
                if rival is not None:
                    self.ties.append(
                        Tie(newcomer=pair.index, chosen=pair.line, other=rival, similarity=pair.similarity)
                    )
                self.matches[pair.index] = Match(line=pair.line, step=step, similarity=pair.similarity)
                del self._indices[pair.index]
                del self._lines[pair.line.guid]

    def _rival(self, best: _Pair, rest: Iterable[_Pair]) -> Line | None:
        """Find a line that is as good and shows something else; between two that show the same, nothing is lost."""
        for pair in rest:
            if (pair.similarity, pair.nearness) != (best.similarity, best.nearness):
                return None
            differs = (pair.line.front, pair.line.back) != (best.line.front, best.line.back)
            if pair.index == best.index and pair.line.guid in self._lines and differs:
                return pair.line
        return None


def _similarity(face: Face, line: Line, least: float) -> float:
    """Give the mean of both sides' similarity, or 0 if it is less than `least`.

    A sentence holds its hidden parts, so its front says it all; rows of one table have their headers in common.
    """
    if face.kind is NoteKind.CLOZE and line.rule != TABLE_RULE:
        return ratio(face.front, line.front, at_least=least)
    front = ratio(face.front, line.front, at_least=max(0.0, 2 * least - 1))
    if 1 + front < 2 * least:
        return 0.0
    return (front + ratio(face.back, line.back, at_least=max(0.0, 2 * least - front))) / 2


def _nearness(new: Newcomer, line: Line) -> int:
    """Say how near a line stood to where the atom stands."""
    same = (without_number(line.key) == new.key, line.path == new.path, line.document == new.document)
    return sum(weight for weight, holds in zip((4, 2, 1), same, strict=True) if holds)
