"""Notes keep their guids while documents, labels and places change around them."""

from dataclasses import replace

import pytest

from ankigen.atoms import atomize
from ankigen.identity import Home, Identification, continue_builds, guid_of, identify, unique
from ankigen.markdown import parse_document
from ankigen.model.diagnostic import Severity
from ankigen.model.lock import Line, Lock, State
from tests.identity.building import Built, build

WARP = """\
# GPU

## Q: What is a warp?

- **Warp**: 32 threads that run one instruction at a time
- **Divergence**: both sides of a branch run one after the other
"""
QUESTION = "en|What is a warp?"


def lines_of(built: Built, rule: str = "label") -> dict[str, Line]:
    """Give the notes that are there, by what they answer."""
    return {line.back: line for line in built.lock.lines if line.rule == rule and line.state is State.LIVE}


def edited(*texts: str) -> list[Built]:
    """Build one document again and again."""
    lock, builds = Lock(), []
    for text in texts:
        builds.append(build({"a.md": text}, lock))
        lock = builds[-1].lock
    return builds


def test_a_renamed_label_keeps_the_guid_and_gets_a_key_of_its_name() -> None:
    first, second = map(lines_of, edited(WARP, WARP.replace("**Warp**", "**Group of threads**")))
    answer = "32 threads that run one instruction at a time"
    assert first[answer].key == f"{QUESTION}|label|Warp"
    assert second[answer].key == f"{QUESTION}|label|Group of threads"
    assert second[answer].guid == first[answer].guid == guid_of(first[answer].key)


def test_a_note_whose_name_and_guid_belong_to_a_renamed_one_gets_a_fresh_guid() -> None:
    """`Warp` becomes `Group`, and the name `Warp` is given to something else."""
    renamed = WARP.replace("**Warp**", "**Group**")
    reused = renamed + "- **Warp**: twisted along its length, as wet planks of wood are\n"
    first, second = map(lines_of, (edited(WARP)[0], edited(WARP, renamed, reused)[-1]))
    old, new = second["32 threads that run one instruction at a time"], second[next(b for b in second if "wood" in b)]
    assert (old.key, old.guid) == (f"{QUESTION}|label|Group", first[old.back].guid)
    assert new.key == f"{QUESTION}|label|Warp"
    assert new.guid == guid_of(f"{QUESTION}|label|Warp~2")


def test_an_answer_written_shorter_goes_on_though_its_prompt_is_worded_otherwise() -> None:
    """`what is it?` becomes `in one sentence?` by the length of the answer; nobody has edited that."""
    answer, shorter = "both sides of a branch run one after the other", "both sides run in turn"
    first, second = map(lines_of, edited(WARP, WARP.replace(answer, shorter)))
    assert second[shorter].front != first[answer].front
    assert second[shorter].guid == first[answer].guid


TWINS = """\
# GPU

## Q: What are the limits?

- **Limit**: at most 1024 threads belong to one block
- **Limit**: no more than 255 registers are there for each thread
- **Limit**: shared memory ends at 228 KB on Hopper
"""


@pytest.mark.parametrize("order", [(0, 2, 1), (1, 0, 2), (2, 1, 0), (1, 2, 0)], ids=str)
def test_notes_of_one_name_do_not_change_places_when_they_are_reordered(order: tuple[int, ...]) -> None:
    *head, one, two, three = TWINS.splitlines(keepends=True)
    items = [one, two, three]
    first, second = map(lines_of, edited(TWINS, "".join([*head, *(items[place] for place in order)])))
    assert len({line.guid for line in first.values()}) == 3
    assert {line.key.rpartition("|")[2] for line in first.values()} == {"Limit", "Limit~2", "Limit~3"}
    assert {back: (line.guid, line.key) for back, line in first.items()} == {
        back: (line.guid, line.key) for back, line in second.items()
    }


def test_the_first_of_two_of_one_name_goes_and_the_other_stays_who_it_is() -> None:
    lines = TWINS.splitlines(keepends=True)
    del lines[4]
    first, second = edited(TWINS, "".join(lines))
    before, after = lines_of(first), lines_of(second)
    assert after == {back: before[back] for back in after}
    (gone,) = (line for line in second.lock.lines if line.state is State.GONE)
    assert gone.back == "at most 1024 threads belong to one block"


def test_a_note_that_was_gone_goes_on_as_if_it_had_never_been() -> None:
    first, without, back = edited(WARP, WARP.rpartition("- **Div")[0], WARP)
    assert any(line.state is State.GONE for line in without.lock.lines)
    assert lines_of(back) == lines_of(first)


def parse(path: str, text: str) -> Identification:
    document = parse_document(text, path).document
    return identify(document, atomize(document).atoms)


def continued(text: str, lock: Lock, *, elsewhere: frozenset[str] = frozenset(), path: str = "b.md") -> Identification:
    """Build one document while the lock knows others."""
    (found,) = continue_builds(
        unique([parse(path, text)]), lock.lines, {path: Home(document=path, deck="GPU")}, elsewhere=elsewhere
    )
    return found


def known_as(identification: Identification) -> list[Line | None]:
    return [entry.before.line if entry.before else None for entry in identification.identified]


def test_a_live_note_of_a_document_that_is_not_built_is_never_taken() -> None:
    lock = build({"a.md": WARP}).lock
    found = continued(WARP, lock, elsewhere=frozenset({"a.md"}))
    assert not any(known_as(found))
    theirs = {line.guid for line in lock.lines} | {line.key for line in lock.lines}
    assert theirs.isdisjoint(name for entry in found.identified for name in (entry.guid, entry.key))
    assert {entry.key.rpartition("|")[2] for entry in found.identified} == {
        "What is a warp?~2",
        "Warp~2",
        "Divergence~2",
    }


def test_a_note_of_a_document_that_is_no_more_is_taken() -> None:
    lock = build({"a.md": WARP}).lock
    assert {line.guid for line in known_as(continued(WARP, lock)) if line} == {line.guid for line in lock.lines}


def test_a_note_that_is_gone_from_a_document_that_is_not_built_is_taken() -> None:
    whole = build({"a.md": WARP}).lock
    lock = build({"a.md": WARP.rpartition("- **Div")[0]}, whole).lock
    text = "# GPU\n\n## Q: What else?\n\n- **Divergence**: both sides of a branch run one after the other\n"
    found = continued(text, lock, elsewhere=frozenset({"a.md"}))
    (line,) = (line for line in known_as(found) if line)
    assert (line.back, line.state) == ("both sides of a branch run one after the other", State.GONE)


def test_a_note_that_moved_to_another_document_is_the_same() -> None:
    item = "- **Divergence**: both sides of a branch run one after the other\n"
    first = build({"a.md": WARP})
    other = f"# OS\n\n## Q: What does a branch do?\n\n{item}"
    second = build({"a.md": WARP.replace(item, ""), "b.md": other}, first.lock)
    answer = "both sides of a branch run one after the other"
    before, after = lines_of(first)[answer], lines_of(second)[answer]
    assert (after.guid, after.mod, after.document, after.deck) == (before.guid, before.mod, "b.md", "OS")


def test_how_alike_they_are_is_said_only_where_nothing_surer_told() -> None:
    lock = build({"a.md": WARP}).lock
    text = "# GPU\n\n## Q: Which branches?\n\n- **Diverging**: both sides of one branch run one after another\n"
    alike = continued(text, lock, path="a.md")
    (before,) = (entry.before for entry in alike.identified if entry.before)
    assert before.line.front == "Divergence: what is it?"
    assert before.similarity is not None
    assert 0.6 <= before.similarity < 1
    sure = continued(WARP.replace("one after the other", "in turn"), lock, path="a.md")
    assert [entry.before and entry.before.similarity for entry in sure.identified] == [None, None, None]


def test_a_tie_is_a_warning_with_the_place_and_both_histories() -> None:
    facts = ["Alpha beta one: what is it?", "Alpha beta two: what is it?"]
    text = "# G\n\n## Q: Q?\n\n- **Alpha beta one**: yes it is\n- **Alpha beta two**: yes it is\n"
    lock = build({"a.md": text}).lock
    found = continued("# G\n\n## Q: R?\n\n- **Alpha beta six**: yes it is\n", lock, path="a.md")
    (tie,) = (each for each in found.diagnostics if each.code == "lock-tie")
    assert (tie.path, tie.line, tie.severity) == ("a.md", 5, Severity.WARNING)
    assert all(fact in tie.message for fact in facts)
    assert tie.mend


def test_a_note_that_has_used_up_all_its_card_numbers_is_reported() -> None:
    text = "# G\n\n## Q: Q?\n\nThere is ==a heart== in the middle of it all\n"
    lock = build({"a.md": text}).lock
    worn = tuple((f"{number} of many", number) for number in range(2, 501))
    lines = tuple(replace(line, reserved=worn) if line.rule == "cloze" else line for line in lock.lines)
    assert not continued(text, Lock(lines=lines), path="a.md").diagnostics
    (finding,) = continued(text.replace("middle", "==middle=="), Lock(lines=lines), path="a.md").diagnostics
    assert (finding.code, finding.severity, finding.line) == ("cloze-number", Severity.ERROR, 5)
