"""Code of solutions on cards: what goes into the decks, what stays out, and what the lock makes of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from anki.collection import Collection
from anki.scheduler.v3 import CardAnswer, Scheduler

from ankigen.identity import parse_lock
from ankigen.model.diagnostic import Diagnostic
from ankigen.model.lock import Line, State
from ankigen.model.solution import Standing, Status, Task
from ankigen.pipeline import study
from ankigen.pipeline.tasks import load_tasks
from ankigen.workspace import Workspace
from tests.cli.conftest import Run
from tests.export.real_anki import ShownCard, import_package, new_collection, shown_cards, visible
from tests.sample_tasks import RAN_ON_CPU, RAN_ON_GPU
from tests.solution_folder import CODE, TASK, put_solution

if TYPE_CHECKING:  # Anki's own modules import each other in a circle.
    from anki.cards import CardId

NOTE = """\
# Coding

## Q: Square the numbers of a list. {#squares solution=squares}

- **Order**: that of the list, so nothing is sorted
"""
STALE = Standing(status=Status.STALE, reason="accepted/squares.py changed since 2026-11-30", date="2026-11-30")
FAILED = Standing(status=Status.FAILED, reason="WA on case two", date="2026-11-30")
UNVERIFIED = Standing(status=Status.UNVERIFIED, reason="there is no cpu.json yet")
NOT_GOOD = (STALE, UNVERIFIED, Standing(status=Status.COMPILED, date="2026-11-30"))

Vouch = Callable[[Standing], None]


@pytest.fixture
def coding(folder: Path) -> Path:
    """A workspace with one task and one question about it."""
    (folder / "cards").mkdir()
    (folder / "cards/coding.md").write_text(NOTE, encoding="utf-8")
    put_solution(folder)
    return folder


@pytest.fixture
def vouch(monkeypatch: pytest.MonkeyPatch) -> Vouch:
    """Let every program have a standing, as if its record said so."""

    def say(standing: Standing) -> None:
        def load(workspace: Workspace) -> tuple[Mapping[str, Task], tuple[Diagnostic, ...]]:
            tasks, _ = load_tasks(workspace)
            return {
                name: replace(task, standings=dict.fromkeys(task.programs, standing)) for name, task in tasks.items()
            }, ()

        monkeypatch.setattr(study, "load_tasks", load)

    return say


def lock_lines() -> tuple[Line, ...]:
    return parse_lock(Path("cards/ankigen.lock").read_text(encoding="utf-8"), "lock").lock.lines


def code_lines() -> tuple[Line, ...]:
    return tuple(line for line in lock_lines() if line.rule == "code")


def cards_in(collection: Collection, package: str = "coding") -> tuple[ShownCard, ...]:
    import_package(collection, Path(f"build/{package}.apkg").read_bytes())
    return tuple(card for card in shown_cards(collection) if "ankigen::rule::code" in card.tags)


def test_code_that_ran_becomes_a_code_card_and_a_cloze(coding: Path, ankigen: Run, vouch: Vouch) -> None:  # noqa: ARG001 - the folder
    vouch(RAN_ON_CPU)
    assert ankigen("build").exit_code == 0
    with new_collection() as collection:
        code, cloze = cards_in(collection)
        assert (code.note_type, cloze.note_type) == ("ankigen Code", "ankigen Cloze")
        front, back = visible(code.question), visible(code.answer)
        assert "Square each number." in front
        assert "def squares(numbers: list[int]) -> list[int]:" in front
        assert "found.append" not in front
        assert "found.append(number * number)\n" in back
        assert "card:" not in back
        assert "Ran on Python 3.12" in back
        assert "2026-11-30, 40/40 vectors" in back
        assert back.index("found.append") < back.index("Ran on")
        assert "Ran on" not in front
        assert "[...]" in visible(cloze.question)
        assert "found.append" not in visible(cloze.question)
        assert "for number in numbers:" in visible(cloze.question)
        assert "Ran on Python 3.12" in visible(cloze.answer)
        assert "solutions/squares/accepted/squares.py" in visible(code.answer)
        for card in (code, cloze):
            assert "ankigen::code::cpu-verified" in card.tags
            assert '<span class="k">' in card.answer
            assert 'style="' not in "".join(card.fields.values())
    keys = [line.key for line in code_lines()]
    assert keys == ["en|$squares|code|squares", "en|$squares|code|squares cloze"]


@pytest.mark.parametrize("standing", NOT_GOOD, ids=lambda standing: standing.status)
def test_code_that_nothing_vouches_for_is_left_out_and_named(
    coding: Path,  # noqa: ARG001 - the folder
    ankigen: Run,
    vouch: Vouch,
    standing: Standing,
) -> None:
    vouch(standing)
    result = ankigen("build", "-v")
    assert result.exit_code == 0
    assert (
        "cards/coding.md:3: warning[code-unverified]: 2 notes left out, the code of squares (squares): "
        in result.stderr
    )
    assert "run `ankigen verify squares`, or build with --allow-unverified" in result.stderr
    assert standing.reason in result.stderr
    assert not code_lines()
    with new_collection() as collection:
        assert not cards_in(collection)
    check = ankigen("check")
    assert "warning[code-unverified]" in check.stderr
    assert "1 question, 2 notes, 2 cards, 1 rehearsal" in check.stdout
    plan = ankigen("plan")
    assert "left out: nothing vouches for the code (2)" in plan.stdout
    assert "gone" not in plan.stdout


def test_left_out_code_comes_labelled_when_it_is_allowed(coding: Path, ankigen: Run, vouch: Vouch) -> None:  # noqa: ARG001 - the folder
    for standing, label in zip(
        NOT_GOOD, ("Changed since last check", "Unchecked code", "Compiles; never run"), strict=True
    ):
        vouch(standing)
        result = ankigen("build", "-v", "--allow-unverified")
        assert "warning[code-unverified]: the code of squares (squares) is on 2 notes, labelled: " in result.stderr
        with new_collection() as collection:
            cards = cards_in(collection)
            assert len(cards) == 2
            assert all(label in visible(card.answer) for card in cards)
            assert all(f"ankigen::code::{standing.status}" in card.tags for card in cards)
    assert "2 notes" not in ankigen("plan", "--allow-unverified").stdout
    assert "left out" in ankigen("plan").stdout


def test_code_that_failed_stops_the_build(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(FAILED)
    for options in ([], ["--allow-unverified"]):
        result = ankigen("build", *options)
        assert result.exit_code == 1
        assert (
            "cards/coding.md:3: error[code-failed]: the code of squares (squares) cannot be on a card: "
            in result.stderr
        )
        assert "WA on case two" in result.stderr
    assert not (coding / "build").exists()
    assert ankigen("check").exit_code == 1


def test_what_is_left_out_keeps_its_line_and_its_history(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_CPU)
    ankigen("build")
    before = code_lines()
    vouch(STALE)
    assert ankigen("build", "--tombstones").exit_code == 0
    assert code_lines() == before
    assert ankigen("build", "--locked").exit_code == 0
    report = json.loads(ankigen("plan", "--json").stdout)
    assert (report["notes"]["left_out"], report["notes"]["gone"], report["notes"]["unchanged"]) == (2, 0, 3)
    assert report["searches"]["gone"] == ""
    # The code changes while it is left out, and is verified again.
    file = coding / "solutions/squares/accepted/squares.py"
    file.write_text(CODE.replace("number * number", "number**2"), encoding="utf-8")
    ankigen("build")
    assert code_lines() == before
    vouch(RAN_ON_CPU)
    ankigen("build")
    after = code_lines()
    assert [line.guid for line in after] == [line.guid for line in before]
    assert all(new.mod > old.mod for old, new in zip(before, after, strict=True))
    assert "number**2" in after[0].back
    assert {line.state for line in after} == {State.LIVE}
    # Taken out of the notes it is gone, as everything else.
    (coding / "cards/coding.md").write_text(NOTE.replace(" solution=squares", ""), encoding="utf-8")
    ankigen("build")
    assert {line.state for line in code_lines()} == {State.GONE}


def test_a_new_record_alone_changes_no_note_and_no_lock(coding: Path, ankigen: Run, vouch: Vouch) -> None:  # noqa: ARG001 - the folder
    vouch(RAN_ON_CPU)
    ankigen("build")
    before = lock_lines()
    vouch(RAN_ON_GPU)
    assert ankigen("build", "--locked").exit_code == 0
    assert lock_lines() == before
    with new_collection() as collection:
        assert all("Ran on NVIDIA H200 (sm_90)" in visible(card.answer) for card in cards_in(collection))


def test_a_lost_lock_is_rebuilt_from_the_package_with_its_code(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_CPU)
    ankigen("build")
    file = coding / "solutions/squares/accepted/squares.py"
    file.write_text(CODE.replace("found", "squared"), encoding="utf-8")
    ankigen("build")
    before = code_lines()
    (coding / "cards/ankigen.lock").unlink()
    result = ankigen("adopt", "build/coding.apkg")
    assert result.exit_code == 0, result.output
    after = code_lines()
    assert [(line.guid, line.mod, line.content, line.tags) for line in after] == [
        (line.guid, line.mod, line.content, line.tags) for line in before
    ]
    # Only the rehearsal, which is in another package, is new.
    assert ankigen("plan").stdout.splitlines()[-1] == "1 new, 4 unchanged"


def test_a_rehearsal_does_not_hide_code_that_failed(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(FAILED)
    text = "---\nrules: [rehearsal]\n---\n" + REHEARSED
    (coding / "cards/coding.md").write_text(text, encoding="utf-8")
    result = ankigen("build")
    assert result.exit_code == 1
    assert result.stderr.count("error[code-failed]") == 1


def test_a_file_that_no_program_reads_is_named(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_CPU)
    put_solution(coding, task=TASK.replace("file: accepted/squares.py, lang", "file: accepted/other.py, lang"))
    (coding / "solutions/squares/accepted/other.py").write_text(CODE, encoding="utf-8")
    assert "no program of task.yaml reads accepted/other.py; name the program" in ankigen("check").stderr


def answered(collection: Collection, search: str) -> "tuple[CardId, int, int]":
    """Grade a card easy; give its id, how often it was reviewed and its interval."""
    card = collection.get_card(collection.find_cards(search)[0])
    collection.decks.select(card.did)
    scheduler = collection.sched
    assert isinstance(scheduler, Scheduler)
    states = collection._backend.get_scheduling_states(card.id)  # noqa: SLF001 - Anki's own way to grade any card
    card.start_timer()
    scheduler.answer_card(scheduler.build_answer(card=card, states=states, rating=CardAnswer.EASY))
    return of_card(collection, card.id)


def of_card(collection: Collection, card_id: "CardId") -> "tuple[CardId, int, int]":
    card = collection.get_card(card_id)
    return card.id, card.reps, card.ivl


def test_a_card_keeps_its_history_when_the_code_and_its_question_change(
    coding: Path, ankigen: Run, vouch: Vouch
) -> None:
    vouch(RAN_ON_CPU)
    ankigen("build")
    with new_collection() as collection:
        cards_in(collection)
        done = [answered(collection, f'note:"ankigen {kind}" tag:ankigen::rule::code') for kind in ("Code", "Cloze")]
        text = CODE.replace("found", "squared").replace("number * number", "pow(number, 2)")
        (coding / "solutions/squares/accepted/squares.py").write_text(text, encoding="utf-8")
        note = NOTE.replace("Square the numbers of a list. {#squares", "And now: squares! {#other")
        (coding / "cards/coding.md").write_text(note, encoding="utf-8")
        plan = ankigen("plan").stdout
        assert "history restarts" not in plan
        ankigen("build")
        cards = cards_in(collection)
        assert len(cards) == 2
        assert all("pow(number, 2)" in visible(card.answer) for card in cards)
        assert [of_card(collection, card_id) for card_id, _, _ in done] == done
        assert [reps for _, reps, _ in done] == [1, 1]


def test_explain_shows_the_card_its_standing_and_why_it_is_left_out(coding: Path, ankigen: Run, vouch: Vouch) -> None:  # noqa: ARG001 - the folder
    vouch(STALE)
    told = ankigen("explain", "cards/coding.md:3").stdout
    assert "card by code" in told
    assert "  front  Square each number." in told
    assert "  status Changed since last check / last checked 2026-11-30" in told
    assert "+ 3 container code       squares of squares" in told
    assert "warning[code-unverified]: 2 notes left out" in told


def test_a_solution_that_ran_in_chinese(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_GPU)
    note = "# 手撕\n\n## Q：怎样求平方？ {solution=squares}\n\n- 顺序：与列表相同，不排序\n"
    (coding / "cards/coding.md").write_text(note, encoding="utf-8")
    ankigen("build")
    package = next(file.stem for file in (coding / "build").glob("*.apkg") if file.stem != "rehearsal")
    with new_collection() as collection:
        code, _ = cards_in(collection, package)
        assert "求每个数的平方。" in visible(code.question)
        assert "在 NVIDIA H200 (sm_90) 上运行过" in visible(code.answer)
        assert "2026-11-30，148/148 组测试通过，sanitizer 无报错" in visible(code.answer)


ODD = """\
// card:begin odd
std::vector<std::vector<int>> odd()
{
\tauto v = std::vector<std::vector<int>>{{1, 2}, {3}};  // card:cloze
\tstd::map<int, std::map<int, int>> m{{1, {{2, 3}}}};  // card:cloze
\tauto s = "\\\\(x\\\\) \\\\[y\\\\] [sound:x.mp3] [latex]z[/latex] {{c1::w}} <b> & &lt;";  // card:cloze
\tif (a < b && c > d) { f(); }  // card:cloze
\treturn v;  // \\(a\\) }} :: [sound:y]
}
// card:end
"""


def test_nothing_in_code_is_taken_for_syntax_of_anki(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_GPU)
    task = TASK.replace("accepted/squares.py", "accepted/odd.cu").replace(
        "squares: {file: accepted/odd.cu, language: python}", "odd: {file: accepted/odd.cu, language: cuda}"
    )
    put_solution(coding, task=task, code=ODD, file="accepted/odd.cu")
    result = ankigen("build")
    assert result.exit_code == 0, result.output
    shown = [line.replace("  // card:cloze", "") for line in ODD.splitlines()[1:-1]]
    with new_collection() as collection:
        code, *clozes = cards_in(collection)
        assert len(clozes) == 4
        assert "\n".join(shown) in visible(code.answer)
        for number, card in enumerate(clozes):
            hidden = shown[2 + number].strip()
            front = [line if line.strip() != hidden else line.replace(hidden, "[...]") for line in shown]
            assert "\n".join(front) in visible(card.question)
            assert "\n".join(shown) in visible(card.answer)
            for side in (card.question, card.answer):
                assert "[anki:play" not in side
                assert "\\(" not in side
                assert "No cloze" not in side
                assert "{{c" not in visible(side).replace("{{c1::w}}", "")
            assert '<span class="kt">' in card.answer or '<span class="n">' in card.answer or "<span" in card.answer


REHEARSED = """\
# Coding

## Q: How are numbers squared?

One after the other.

{solution=squares}
```python
```

```python
print(squares([1]))
```

```text
just a text
```

{.display}
```python
looked_at()
```
"""


def test_a_linked_block_shows_the_solution_and_others_are_labelled(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_CPU)
    (coding / "cards/coding.md").write_text(REHEARSED, encoding="utf-8")
    result = ankigen("check")
    assert [line for line in result.stderr.splitlines() if "unchecked-code" in line] == [
        line for line in result.stderr.splitlines() if line.startswith("cards/coding.md:11: warning[unchecked-code]")
    ]
    assert "{solution=TASK}" in result.stderr
    ankigen("build")
    with new_collection() as collection:
        import_package(collection, Path("build/rehearsal.apkg").read_bytes())
        (card,) = shown_cards(collection)
        answer = card.fields["Answer"]
        assert "found.append" in visible(answer)
        assert answer.count("ag-unchecked") == 1
        assert "print(squares([1]))\nunchecked" in visible(answer)
        assert "Ran on Python 3.12" in visible(card.answer)
        assert "Ran on" not in answer
        # A standing that is less than good is said there too, and the answer stays.
        vouch(STALE)
        ankigen("build")
        import_package(collection, Path("build/rehearsal.apkg").read_bytes())
        assert len(shown_cards(collection)) == 1


def test_a_link_that_moves_to_another_document_takes_its_history_along(
    coding: Path, ankigen: Run, vouch: Vouch
) -> None:
    vouch(RAN_ON_CPU)
    ankigen("build")
    before = code_lines()
    (coding / "cards/coding.md").write_text(NOTE.replace(" solution=squares", ""), encoding="utf-8")
    other = "# Other\n\n## Q: Which code?\n\nThis is it.\n\n```python {solution=squares region=squares}\n```\n"
    (coding / "cards/other.md").write_text(other, encoding="utf-8")
    ankigen("build")
    assert [line.guid for line in code_lines()] == [line.guid for line in before]
    assert {line.document for line in code_lines()} == {"cards/other.md"}
    # Two documents that show the same are two cards.
    (coding / "cards/coding.md").write_text(NOTE, encoding="utf-8")
    ankigen("build")
    assert len({line.guid for line in code_lines()}) == 4


def test_crlf_in_note_and_solution_changes_nothing(coding: Path, ankigen: Run, vouch: Vouch) -> None:
    vouch(RAN_ON_CPU)
    ankigen("build")
    before = lock_lines()
    for file in (coding / "cards/coding.md", coding / "solutions/squares/accepted/squares.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert ankigen("build", "--locked").exit_code == 0
    assert lock_lines() == before
