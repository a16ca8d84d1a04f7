"""Test commands, parsed by both rules."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.benchmarks.nl2repo.commands import PytestCall, TaskCommand, parse, plan_of
from evaluator.model.options import Rule
from missions import MissionError


def meant(line: str) -> tuple[TaskCommand, ...]:
    return parse(line, Rule.STRICT)


def test_commands_after_one_another_depend_on_each_other_only_with_two_ampersands() -> None:
    first, second, third = meant("touch NOTES && pip install -e . ; echo done")
    assert (first.words, first.dependent) == (("touch", "NOTES"), False)
    assert (second.words, second.dependent) == (("pip", "install", "-e", "."), True)
    assert (third.words, third.dependent) == (("echo", "done"), False)


def test_a_single_ampersand_runs_the_second_command_after_the_first() -> None:
    first, second = meant("pip install -e . & pip install -r tests/requirements.txt")
    assert second == TaskCommand(("pip", "install", "-r", "tests/requirements.txt"))
    assert first.words[-1] == "."


def test_output_goes_to_a_file_and_quoted_operators_are_text() -> None:
    (one,) = meant("""echo "version = '1 > 0 && 2'" > pack/version.py""")
    assert one == TaskCommand(("echo", "version = '1 > 0 && 2'"), output="pack/version.py")
    (two,) = meant("echo 'more' >> README.rst")
    assert (two.output, two.append) == ("README.rst", True)


def test_variables_belong_to_their_command_and_set_to_all_that_follow() -> None:
    (one,) = meant("PRETEND=0.1 pip install -e .")
    assert one == TaskCommand(("pip", "install", "-e", "."), variables=(("PRETEND", "0.1"),))
    plan = plan_of(["set REGION=east", "MODE=x pytest tests"], Rule.STRICT)
    assert plan.variables == (("REGION", "east"),)
    assert plan.calls == (PytestCall(("tests",), (("MODE", "x"),)),)


@pytest.mark.parametrize(
    "line",
    [
        "touch NOTES && pip install -e .",
        "echo 'text' >> README.rst",
        "PRETEND=0.1 pip install -e .",
        "set REGION=east",
        "pip install -e . & pip install -r tests/requirements.txt",
    ],
)
def test_by_rule_paper_the_operators_are_arguments_of_the_first_word(line: str) -> None:
    assert parse(line, Rule.PAPER) == (TaskCommand(tuple(shlex.split(line))),)


@pytest.mark.parametrize("rule", list(Rule))
def test_calls_of_pytest_name_their_targets_in_all_spellings(rule: Rule) -> None:
    lines = [
        "pip install pytest",
        "pytest --continue-on-collection-errors /workspace/tests more/",
        "python -m pytest -n 0 tests/test_all.py  -v -s",
        "xvfb-run -a pytest --continue-on-collection-errors",
    ]
    plan = plan_of(lines, rule)
    assert [call.targets for call in plan.calls] == [("tests", "more"), ("tests/test_all.py",), ()]
    assert [command.program for command in plan.setup] == ["pip"]


@pytest.mark.parametrize("line", ["cat x | sort", "a || b", "sort < x", "&& a", "a &&", "echo 'open", "", 'echo "a'])
def test_what_is_not_supported_is_refused_with_the_line(line: str) -> None:
    with pytest.raises(MissionError, match="cannot be parsed"):
        meant(line)


WORDS = st.lists(st.text(min_size=1, max_size=8).filter(lambda word: "=" not in word), min_size=1, max_size=5)


@given(WORDS)
def test_quoted_words_are_read_alike_by_both_rules(words: list[str]) -> None:
    line = shlex.join(words)
    assert meant(line) == parse(line, Rule.PAPER) == (TaskCommand(tuple(words)),)
