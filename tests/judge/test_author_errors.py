"""What is wrong with an oracle, a generator or a vector is its author's error, and never blamed on a program."""

import pytest

from ankigen.judge import RUNNERS, judge_task, parse_task
from ankigen.model.judging import TaskReport
from ankigen.model.solution import SolutionFolder, Verdict
from tests.judge.judging import folder_of, judged, without_rejected

VECTORS = folder_of("total").files["vectors.yaml"].decode()
ORACLE = folder_of("total").files["oracle.py"].decode()


def blamed(changes: dict[str, str]) -> TaskReport:
    """Judge and make sure that no program is blamed."""
    report = judged(without_rejected(folder_of("total", changes)))
    assert [program.verdict for program in report.programs] == [Verdict.JUDGE_ERROR]
    assert not any(program.ok for program in report.programs)
    assert report.oracle_errors[0].message in report.programs[0].reason
    return report


def test_a_vector_that_contradicts_the_oracle_is_named() -> None:
    report = blamed({"vectors.yaml": VECTORS.replace("in: [[1, 2]], out: 3", "in: [[1, 2]], out: 4")})
    (error,) = report.oracle_errors
    assert (error.path, error.line, error.code) == ("solutions/total/vectors.yaml", 4, "vector-contradicts")
    assert "`two` contradicts by_counting of oracle.py: got 4, want 3" in error.message


def test_a_vector_of_another_type_contradicts_the_oracle() -> None:
    report = blamed({"vectors.yaml": VECTORS.replace("in: [[1, 2]], out: 3", "in: [[1, 2]], out: 3.0")})
    assert "got 3.0 (float), want 3 (int)" in report.oracle_errors[0].message


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero (oracle.py:6)"),
        ("raise SystemExit", "SystemExit"),
        ("return object()", "which no answer can be compared with"),
        ("__import__('os')._exit(0)", "its process ended with status 0"),
        ("__import__('os').abort()", "its process was ended"),
        ("__import__('time').sleep(600)", "no answer within 3 s"),
    ],
)
def test_an_oracle_that_fails_is_the_judges_fault(body: str, told: str) -> None:
    head = ORACLE[: ORACLE.index("    return")]
    report = blamed({"oracle.py": f"{head}    {body}\n"})
    assert {error.code for error in report.oracle_errors} == {"oracle-fault"}
    assert any(told in error.message for error in report.oracle_errors), report.oracle_errors
    assert "vector `" in report.oracle_errors[0].message


def test_a_generator_that_fails_names_size_and_seed() -> None:
    pairs = "\n\ndef pairs(size, seed):\n    return [[[1, 2]]]\n"
    generators = f"def small(size, seed):\n    return [list(range(1 // (size - 5)))]\n{pairs}"
    report = blamed({"generators.py": generators})
    assert "`small[size=5,seed=0]`: ZeroDivisionError" in report.oracle_errors[0].message
    assert "(generators.py:2)" in report.oracle_errors[0].message


def test_a_generator_without_a_list_of_arguments_is_told() -> None:
    generators = "def small(size, seed):\n    return 'ab'\n\n\ndef pairs(size, seed):\n    return [[[1, 2]]]\n"
    assert "gave str, not a list of arguments" in blamed({"generators.py": generators}).oracle_errors[0].message


def test_a_family_without_a_vector_is_an_error() -> None:
    generators = folder_of("total").files["generators.py"].decode().replace("for a in range(4)", "for a in range(0)")
    assert blamed({"generators.py": generators}).oracle_errors[0].code == "vectors-none"


def test_vectors_with_errors_are_not_judged() -> None:
    report = blamed({"vectors.yaml": "cases: []\n"})
    assert report.oracle_errors[0].code == "vectors-none"
    assert report.vectors == 0


def test_a_task_with_errors_cannot_be_judged() -> None:
    folder = folder_of("total", {"task.yaml": "entry: total\n"})
    with pytest.raises(ValueError, match="parsed with errors"):
        judge_task(folder, parse_task(folder), runner=RUNNERS["python"])


def test_ends_of_lines_do_not_matter() -> None:
    folder = without_rejected(folder_of("total"))
    report = judged(
        SolutionFolder(
            name=folder.name,
            path=folder.path,
            files={path: content.replace(b"\n", b"\r\n") for path, content in folder.files.items()},
        )
    )
    assert [program.ok for program in report.programs] == [True]


def test_an_own_checker_judges_answers_and_literals() -> None:
    task = folder_of("total").files["task.yaml"].decode()
    checked = task.replace("comparison: exact", "comparison: {rule: checker, function: near}")
    oracle = ORACLE + (
        "\n\ndef near(arguments, expected, answer):\n"
        "    return True if abs(expected - answer) < 2 else f'{answer} is far from {expected}'\n"
    )
    rejected = "# expect: wrong-answer\ndef total(values, *, chunk=4):\n    if not isinstance(values, list):\n"
    rejected += "        raise TypeError\n    return sum(values) + 2\n"
    near = rejected.replace("+ 2", "+ 1").replace("# expect: wrong-answer", "# expect: crash")
    folder = without_rejected(folder_of("total"))
    files = {**folder.files, "task.yaml": checked.encode(), "oracle.py": oracle.encode()}
    files |= {"rejected/far.py": rejected.encode(), "rejected/near.py": near.encode()}
    report = judged(SolutionFolder(name=folder.name, path=folder.path, files=files))
    accepted, far, close = report.programs
    assert accepted.ok, accepted.reason
    assert far.ok, far.reason
    assert "is far from" in far.reason
    assert close.verdict is Verdict.ACCEPTED
    assert not close.ok


def test_a_checker_that_fails_is_the_judges_fault() -> None:
    task = folder_of("total").files["task.yaml"].decode()
    folder = without_rejected(
        folder_of(
            "total",
            {
                "task.yaml": task.replace("comparison: exact", "comparison: {rule: checker, function: near}"),
                "oracle.py": ORACLE
                + "\n\ndef near(arguments, expected, answer):\n    return 1 / (answer - 999) or True\n",
            },
        )
    )
    report = judged(folder)
    assert report.programs[0].verdict is Verdict.JUDGE_ERROR
    assert report.oracle_errors
