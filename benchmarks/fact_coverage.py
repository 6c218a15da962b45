"""Measure how many facts of a note its cards ask, and with how many cards.

    python benchmarks/fact_coverage.py [NOTE.md ...]

Without arguments: every note of benchmarks/notes, in two groups. `tuned` notes were read while the rules were written;
`unseen` notes were not, their figures are the ones to believe. `NOTE.facts.yaml` beside a note lists its facts; each
names `answer_keys`, strings (alternatives parted by `|`) that a card asking for the fact must show.

A card asks a fact when all keys stand in breadcrumb, prompt and answer, at least one of them only in the answer, the
prompt shares two words or Han pairs with the fact's wording (or holds one of its `subject` strings), and the answer is
at most 70 units (a Han character 1, any other word 2). One card asks one fact: facts and cards are matched so that as
many facts as possible have a card. Rehearsals do not count.
"""

import argparse
import html
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ankigen.atoms import atomize
from ankigen.identity import identify
from ankigen.markdown import parse_document
from ankigen.model.note import Note
from ankigen.notes import BASIC, CLOZE, compose_note

NOTES = Path(__file__).parent / "notes"
LIMIT = 70
_DELETION = re.compile(r"\{\{c(\d+)::((?:(?!\{\{c\d+::|\}\}).)*?)(?:::((?:(?!\}\}).)*?))?\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Card:
    """Plain text of both sides: what is shown first, and what is hidden until the answer."""

    shown: str
    hidden: str

    @property
    def units(self) -> int:
        """Length of the answer: a Han character 1, any other word 2."""
        return len(re.findall(r"[\u3400-\u9fff]", self.hidden)) + 2 * len(
            re.findall(r"[A-Za-z0-9_.+%/·^*²³]+", self.hidden)
        )


def cards_of(path: Path) -> list[Card]:
    """Give the cards of a note by the rules alone, rehearsals left out."""
    document = parse_document(path.read_text(encoding="utf-8"), path.name).document
    identified = identify(document, atomize(document).atoms).identified
    notes = [compose_note(item, document, deck="coverage", media={}) for item in identified]
    return [card for note in notes if note.rule != "rehearsal" for card in _sides(note)]


def _sides(note: Note) -> Iterator[Card]:
    note_type = BASIC if note.note_type == BASIC.name else CLOZE
    fields = dict(zip([field.name for field in note_type.fields], note.fields, strict=True))
    crumb = _plain(fields["Breadcrumb"])
    for ordinal in note.ordinals:
        if note_type is CLOZE:
            number = str(ordinal + 1)
            asked = [match for match in _DELETION.finditer(fields["Text"]) if match[1] == number]
            shown = _DELETION.sub(lambda match: " [...] " if match[1] == number else match[2], fields["Text"])  # noqa: B023 - used at once
            yield Card(f"{crumb} {_plain(shown)}", " ; ".join(_plain(match[2]) for match in asked))
        else:
            prompt, answer = _plain(fields["Prompt"]), _plain(fields["Answer"])
            prompt, answer = (answer, prompt) if ordinal else (prompt, answer)
            yield Card(f"{crumb} {prompt}", answer)


def _plain(field: str) -> str:
    spaced = re.sub(r"(?i)<br\s*/?>|</(?:p|li|tr|td|th|div)>", " ", field)
    return html.unescape(re.sub(r"(?s)<!--.*?-->|<[^>]+>", "", spaced))


def _normal(text: str) -> str:
    text = re.sub(r"[~～\-‐‑–—−]", "-", unicodedata.normalize("NFKC", text).casefold()).replace("×", "x")
    text = re.sub(r"\s+", " ", re.sub(r"[`$*·⋅]", "", text)).strip()
    return re.sub(r"(?<![a-z]) | (?![a-z])", "", text)


def holds(key: str, normal: str) -> bool:
    """Tell whether a normalised text holds one of a key's alternatives; 10 does not stand in 110."""
    for form in map(_normal, key.split("|")):
        pattern = re.escape(form)
        if form[:1].isdigit():
            pattern = r"(?<!\d)(?<!\d[.,])" + pattern
        if form[-1:].isdigit():
            pattern += r"(?!\d)"
        if len(form) == 1 and form.isascii() and form.isalpha():
            pattern = rf"(?<![a-z0-9_]){pattern}(?![a-z0-9_])"
        if re.search(pattern, normal):
            return True
    return False


def _words(text: str) -> set[str]:
    pairs = {text[place : place + 2] for place in range(len(text) - 1)}
    han = {pair for pair in pairs if re.fullmatch(r"[\u3400-\u9fff]{2}", pair)}
    return han | {word.lower() for word in re.findall(r"[A-Za-z][A-Za-z0-9_.+-]+", text)}


def asked(facts: Sequence[dict[str, Any]], cards: Sequence[Card]) -> set[str]:
    """Give the ids of the facts that have a card of their own, by maximum matching."""
    sides = [(_normal(card.shown), _normal(f"{card.shown} {card.hidden}"), _words(card.shown)) for card in cards]
    short = [place for place, card in enumerate(cards) if card.units <= LIMIT]
    fits: dict[str, list[int]] = {}
    for fact in facts:
        keys, wording = (
            fact["answer_keys"],
            _words(f"{fact.get('fact_zh', '')} {fact.get('fact_en', '')} {fact.get('question', '')}"),
        )
        fits[fact["id"]] = [
            place
            for place in short
            if all(holds(key, sides[place][1]) for key in keys)
            and not all(holds(key, sides[place][0]) for key in keys)
            and (
                len(sides[place][2] & wording) > 1
                or any(holds(subject, sides[place][0]) for subject in fact.get("subject", []))
            )
        ]
    owner: dict[int, str] = {}

    def give(fact: str, seen: set[int]) -> bool:
        for place in fits[fact]:
            if place not in seen:
                seen.add(place)
                if place not in owner or give(owner[place], seen):
                    owner[place] = fact
                    return True
        return False

    return {fact for fact in fits if give(fact, set())}


def main() -> None:
    """Print a line a note and one a group."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("notes", nargs="*", type=Path)
    chosen = parser.parse_args().notes
    groups = {"": chosen} if chosen else {name: sorted((NOTES / name).glob("*.md")) for name in ("tuned", "unseen")}
    sys.setrecursionlimit(10_000)
    for name, paths in groups.items():
        total = [0, 0, 0]
        for path in paths:
            facts = yaml.safe_load(path.with_suffix(".facts.yaml").read_text(encoding="utf-8"))
            cards = cards_of(path)
            figures = len(asked(facts, cards)), len(facts), len(cards)
            total = [before + now for before, now in zip(total, figures, strict=True)]
            print(_line(path.stem, *figures))
        print(_line(f"all {name}".strip(), *total), end="\n\n")


def _line(name: str, found: int, facts: int, cards: int) -> str:
    share, spend = found / facts, cards / max(found, 1)
    return f"{name:26} {found:4}/{facts} facts asked, {share:6.1%}; {cards:4} cards, {spend:.2f} a fact"


if __name__ == "__main__":
    main()
