"""Whatever is edited: guids stay unique, successors keep theirs, and strangers never get one."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen.model.lock import Line
from tests.identity.building import Built, build
from tests.identity.edit_scripts import EDITS, Edit, Library

NOTES = sorted((Path(__file__).parents[2] / "benchmarks/notes").glob("*/*.md"))
MOST_LOST = 0.02

Places = Mapping[tuple[str, int], int]
"""Number of what stands on a line of a file."""
Who = tuple[int, str, int]
"""A fact's number, the rule, and which of its notes by that rule."""


@dataclass
class Tally:
    """What became of the guids of many edits."""

    successors: int = 0
    lost: list[str] = field(default_factory=list)
    kept: int = 0
    strangers: list[str] = field(default_factory=list)

    def add(self, first: Built, second: Built, before: Mapping[Who, Line], after: Mapping[Who, Line]) -> None:
        guids = [entry.guid for identified in second.documents.values() for entry in identified]
        assert len(guids) == len(set(guids))
        assert len({line.key for line in second.lock.lines}) == len(second.lock.lines)
        for who, line in before.items():
            if who in after and after[who].note_type == line.note_type:
                self.successors += 1
                if after[who].guid != line.guid:
                    self.lost.append(f"{line.front} | {line.back} -> {after[who].front} | {after[who].back}")
        old = {line.guid: line for line in first.lock.lines}
        made = {entry.guid for identified in second.documents.values() for entry in identified}
        for line in second.lock.lines:
            if line.guid in old and line.guid in made:
                self.kept += 1
                was = old[line.guid]
                # A card's front shows its question above the prompt.
                fronts = common_words(f"{was.path} {was.front}", f"{line.path} {line.front}")
                if max(fronts, common_words(was.front, line.front), common_words(was.back, line.back)) < 0.5:
                    self.strangers.append(f"{was.front} | {was.back} -> {line.front} | {line.back}")

    def judge(self, capsys: pytest.CaptureFixture[str], what: str) -> None:
        with capsys.disabled():
            share = len(self.lost) / self.successors
            lost = f"{len(self.lost)} of {self.successors} true successors lost their guid = {share:.2%}"
            strangers = f"{len(self.strangers)} of {self.kept} guids went to a stranger"
            print(f"\n{what}: {lost}\n{what}: {strangers}")  # noqa: T201 - the rates are to be seen in every run
        assert self.strangers == []
        assert len(self.lost) <= MOST_LOST * self.successors, self.lost


def who_is_who(built: Built, places: Places) -> dict[Who, Line]:
    lines = {line.guid: line for line in built.lock.lines}
    found: dict[Who, Line] = {}
    seen: Counter[tuple[int, str]] = Counter()
    for path, identified in built.documents.items():
        for entry in identified:
            origin = entry.atom.origin
            uid = places.get((path, origin.span.first))
            if uid is not None:
                found[uid, origin.rule, seen[uid, origin.rule]] = lines[entry.guid]
                seen[uid, origin.rule] += 1
    return found


def common_words(first: str, second: str) -> float:
    """Share of the longer text's words; a Han character is a word."""
    one, two = (Counter(re.findall(r"[㐀-鿿]|[^\W㐀-鿿_]+", text.lower())) for text in (first, second))
    return sum((one & two).values()) / max(1, sum(one.values()), sum(two.values()))


def test_history_follows_random_edits_of_random_documents(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()

    @settings(max_examples=400)
    @given(st.integers(0, 2**32), st.booleans(), st.lists(st.sampled_from(EDITS), min_size=1, max_size=4))
    def run(seed: int, chinese: bool, edits: list[Edit]) -> None:  # noqa: FBT001 - drawn by Hypothesis
        library = Library(random=Random(seed), chinese=chinese)  # noqa: S311 - documents, no secrets
        library.fill()
        texts, places = library.texts()
        first = build(texts)
        before = who_is_who(first, places)
        for edit in edits:
            edit(library)
        texts, places = library.texts()
        second = build(texts, first.lock)
        tally.add(first, second, before, who_is_who(second, places))

    run()
    tally.judge(capsys, "random documents")


@dataclass
class Text:
    """Lines of a real note; each keeps its number."""

    random: Random
    lines: list[tuple[int, str]]

    def mistype(self) -> None:
        """Turn two letters of a word round."""
        place = self.random.choice([place for place, (_, line) in enumerate(self.lines) if re.search(r"\w{4}", line)])
        number, line = self.lines[place]
        word = self.random.choice(list(re.finditer(r"\w{4,}", line)))
        middle = self.random.randrange(word.start(), word.end() - 1)
        self.lines[place] = (number, line[:middle] + line[middle + 1] + line[middle] + line[middle + 2 :])

    def renumber(self) -> None:
        """Put another number for one."""
        counted = [place for place, (_, line) in enumerate(self.lines) if re.search(r"\d", line)]
        if counted:
            place = self.random.choice(counted)
            number, line = self.lines[place]
            self.lines[place] = (number, re.sub(r"\d+", lambda found: str(int(found[0]) + 1), line, count=1))

    def drop(self) -> None:
        """Delete a line that has others like it around."""
        items = [place for place, (_, line) in enumerate(self.lines) if re.match(r"\s*(?:[-*]|\d\.) ", line)]
        if items:
            del self.lines[self.random.choice(items)]

    def swap(self) -> None:
        """Change two neighbouring items."""
        for place in self.random.sample(range(len(self.lines) - 1), len(self.lines) - 1):
            if all(re.match(r"[-*] ", self.lines[place + more][1]) for more in (0, 1)):
                self.lines[place : place + 2] = reversed(self.lines[place : place + 2])
                return

    def insert_above(self) -> None:
        """Add a question at the top."""
        top, heading = next(
            (place, line) for place, (_, line) in enumerate(self.lines) if place and re.match(r"#+ |\d+\. ", line)
        )
        mark = next(iter(re.findall(r"^[#\s]*(?:Q\d*[:：.]|问题?[:：])?\s*", heading)))
        new = [f"{mark}What was put in here later?", "", "- **Later**: it came after all the others", ""]
        self.lines[top:top] = [(-1, line) for line in new]

    def retitle(self) -> None:
        """Add a word to a heading."""
        heads = [place for place, (_, line) in enumerate(self.lines) if line.startswith("#")]
        place = self.random.choice(heads)
        number, line = self.lines[place]
        self.lines[place] = (number, f"{line} (again)")


TEXT_EDITS = (Text.mistype, Text.renumber, Text.drop, Text.swap, Text.insert_above, Text.retitle)


def test_history_follows_random_edits_of_real_notes(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()

    def places(lines: Iterable[tuple[int, str]]) -> dict[tuple[str, int], int]:
        return {("note.md", line): number for line, (number, _) in enumerate(lines, start=1) if number >= 0}

    @settings(max_examples=60)
    @given(
        st.integers(0, 2**32),
        st.sampled_from(NOTES),
        st.lists(st.sampled_from(TEXT_EDITS), min_size=1, max_size=3),
    )
    def run(seed: int, note: Path, edits: list[object]) -> None:
        lines = list(enumerate(note.read_text(encoding="utf-8").splitlines()))
        text = Text(Random(seed), list(lines))  # noqa: S311 - edits, no secrets
        for edit in edits:
            assert callable(edit)
            edit(text)
        first = build({"note.md": "\n".join(line for _, line in lines)})
        second = build({"note.md": "\n".join(line for _, line in text.lines)}, first.lock)
        before, after = who_is_who(first, places(lines)), who_is_who(second, places(text.lines))
        # A mended sentence may give more or fewer notes; which follows which is told where their number is the same.
        amounts = [Counter((uid, rule) for uid, rule, _ in who) for who in (before, after)]
        same = {who for who in before if amounts[0][who[:2]] == amounts[1][who[:2]]}
        tally.add(first, second, {who: line for who, line in before.items() if who in same}, after)

    run()
    tally.judge(capsys, "real notes")
