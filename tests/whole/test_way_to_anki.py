"""From Markdown files through the command to cards in real Anki, as a user goes."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from anki.collection import Collection
from anki.scheduler.v3 import CardAnswer, Scheduler
from click.testing import CliRunner

from ankigen.cli import application
from tests.export.real_anki import ShownCard, import_package, new_collection, shown_cards, visible

ROOT = Path(__file__).parents[2]
RAW = {
    "a cloze mark": re.compile(r"\{\{c\d+::"),
    "bold": re.compile(r"(?<![\w*/])\*\*[^\s*]"),
    "dollar maths": re.compile(r"(?<!\\)\$[A-Za-z\\][^$\n]*\$"),
    "a comment": re.compile(r"<!--"),
    "no cloze": re.compile(r"No cloze \d+ found"),
    "a template": re.compile(r"\{\{(?:cloze|type|FrontSide|#|/)"),
}


def build(path: Path, into: Path) -> list[Path]:
    result = CliRunner().invoke(application, ["build", str(path), "-o", str(into / "all.apkg")])
    assert result.exit_code == 0, result.output
    return sorted(into.glob("*.apkg"))


def imported(path: Path, into: Path) -> Iterator[Collection]:
    with new_collection() as collection:
        for package in build(path, into):
            import_package(collection, package.read_bytes())
        yield collection


@pytest.fixture(params=["cards", "benchmarks/notes/tuned", "benchmarks/notes/unseen"])
def collection(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Collection]:
    notes = ROOT / request.param
    if request.param != "cards":  # documents beside a workspace's cards keep their locks beside them: not in our tree
        notes = shutil.copytree(notes, tmp_path / "notes")
    yield from imported(notes, tmp_path)


def without_code(rendered: str) -> str:
    """Drop code and formulas: markup inside them is content."""
    rendered = re.sub(r"(?s)<(pre|code)\b.*?</\1>", " ", rendered)
    return visible(re.sub(r"(?s)\\\(.*?\\\)|\\\[.*?\\\]", " ", rendered))


def faults(card: ShownCard) -> Iterator[str]:
    if not visible(card.question).strip() and "<img" not in card.question:
        yield "an empty question"
    front, back = set(re.findall(r"\w+", visible(card.question))), set(re.findall(r"\w+", visible(card.answer)))
    if not back - front and 'class="cloze"' not in card.answer and "<img" not in card.answer:
        yield "an answer that adds nothing"
    for name, pattern in RAW.items():
        if pattern.search(without_code(card.question)) or pattern.search(without_code(card.answer)):
            yield f"{name} in sight"


def test_real_notes_become_cards_a_person_can_answer(collection: Collection) -> None:
    cards = shown_cards(collection)
    assert len(cards) > 100
    assert {card.note_type for card in cards} <= {"ankigen Basic", "ankigen Cloze", "ankigen Code"}
    assert [(card.fields["Key"], fault) for card in cards for fault in faults(card)] == []
    assert collection.note_count() == len({card.guid for card in cards}), "a note without a card"
    for card in cards:
        if "Text" in card.fields:
            numbers = {int(number) - 1 for number in re.findall(r"\{\{c(\d+)::", card.fields["Text"])}
            assert numbers == {other.ordinal for other in cards if other.guid == card.guid}
    card_id = collection.find_cards("deck:*")[0]
    collection.decks.select(collection.get_card(card_id).did)
    scheduler = collection.sched
    assert isinstance(scheduler, Scheduler)
    queued = scheduler.get_queued_cards().cards[0]
    answered = collection.get_card(collection.find_cards(f"cid:{queued.card.id}")[0])
    answered.start_timer()
    scheduler.answer_card(scheduler.build_answer(card=answered, states=queued.states, rating=CardAnswer.GOOD))
    assert collection.get_card(answered.id).reps == 1


def test_shipped_cards_have_their_decks_and_tags(tmp_path: Path) -> None:
    for collection in imported(ROOT / "cards", tmp_path):
        cards = shown_cards(collection)
        tops = {card.deck.split("::")[0] for card in cards}
        assert tops == {"AI Infra 面试", "Rehearsal"}
        assert all({"ai-infra"} <= set(card.tags) for card in cards)
        assert all(any(tag.startswith("ankigen::rule::") for tag in card.tags) for card in cards)
        assert any("进程" in visible(card.question) for card in cards)


TORTURE = {
    "math_underscore": ("Sum $a_1 * b_2 * c_3$ done.", r"\\\(a_1 \* b_2 \* c_3\\\)", None),
    "math_in_anki_delimiters": ("Sum $x^2$ done.", r"\\\(x\^2\\\)", None),
    "math_less_than": ("If $a<b$ then.", r"a&lt;b", r"a<b"),
    "dollar_money": ("It costs $5 and then $6 more.", r"\$5 and then \$6", None),
    "generic_less_than": ("Type `Map<K, V>` and vector<int> here.", r"Map&lt;K, V&gt;.*vector&lt;int&gt;", None),
    "nested_list": ("- one\n  - inner\n- two", r"<ul>.*<ul>", None),
    "list_after_paragraph": ("Steps:\n- one\n- two", r"<li.*<li", r"<li.*<li.*<li"),
    "code_in_list": ("- one\n\n  ```python\n  x = 1\n\n  y = 2\n  ```\n- two", r"<pre", r"```"),
    "rule_in_code": ("```yaml\na: 1\n---\nb: 2\n```\nafter", r"---.*after", None),
    "hash_in_code": ("```bash\n## not a heading\necho hi\n```\nafter", r"not a heading.*after", None),
    "pipe_in_table_code": ("| a | b |\n| --- | --- |\n| `x \\| y` | 2 |", r"x \| y.*2", r"<td.*<td.*<td"),
    "braces_in_code": ("```jinja\n{{ name }}\n```", r"name", None),
    "chinese_and_emoji": ("线程块 **共享内存** 🧠 完", r"<strong>共享内存</strong> 🧠", None),
    "strike": ("~~old~~ new", r"<(?:s|del)>old", r"~~"),
}


@pytest.mark.parametrize("name", sorted(TORTURE))
def test_what_breaks_other_tools_comes_out_right(name: str, tmp_path: Path) -> None:
    markdown, wanted, unwanted = TORTURE[name]
    note = tmp_path / "note.md"
    note.write_text(f"# T\n\n## Q: What is it?\n\n{markdown}\n", encoding="utf-8")
    for collection in imported(note, tmp_path):
        answers = [card.fields["Answer"] for card in shown_cards(collection) if "ankigen::rehearsal" in card.tags]
        assert len(answers) == 1
        answer = re.sub(r"</?span[^>]*>|<!--.*?-->", "", answers[0])
        assert re.search(wanted, answer, re.DOTALL), answer
        assert unwanted is None or not re.search(unwanted, answer, re.DOTALL), answer


@pytest.mark.parametrize(
    ("markdown", "hidden"),
    [
        pytest.param(r"The norm is {{c1::$\frac{a}{\sqrt{b}}$}} of it.", r"\(\frac{a}{\sqrt{b} }\)", id="formula"),
        pytest.param(r"The norm is ==$\frac{a}{\sqrt{b}}$== of it.", r"\(\frac{a}{\sqrt{b} }\)", id="marked formula"),
        pytest.param(
            "Write {{c1::std::vector<int>{{1,2},{3,4}}}} here.", "std::vector<int>{{1,2},{3,4}}", id="bare C++"
        ),
        pytest.param(
            "Write =={`std::vector<int>{{1,2},{3,4}}`}== here.", "{std::vector<int>{{1,2},{3,4}}}", id="braces"
        ),
        pytest.param("Write ==`int a[2][2]={{1,2},{3,4}};`== here.", "int a[2][2]={{1,2},{3,4}};", id="code"),
        pytest.param("Write {{c1::`f(){ g(){} }}`::code}} here.", "f(){ g(){} }}", id="unbalanced code with a hint"),
        pytest.param("答案是 {{c1::`std::move(x)`}}，不是拷贝。", "std::move(x)", id="colons"),
    ],
)
def test_a_cloze_over_hostile_text_hides_it_and_nothing_else(markdown: str, hidden: str, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text(f"# T\n\n## Q: What is it?\n\nIntroduction first.\n\n- {markdown}\n", encoding="utf-8")
    for collection in imported(note, tmp_path):
        cards = [card for card in shown_cards(collection) if card.note_type == "ankigen Cloze"]
        marked = [card for card in cards if "ankigen::rule::cloze" in card.tags]
        assert len(marked) == 1
        question, answer = visible(marked[0].question), visible(marked[0].answer)
        squeezed = re.sub(r"\s+", "", hidden)
        assert squeezed in re.sub(r"\s+", "", answer)
        assert squeezed not in re.sub(r"\s+", "", question)
        assert "{{" not in question
