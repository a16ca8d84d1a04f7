"""One declaration gives the options of the command line, of ``run.toml`` and of the Python interface."""

from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from evaluator.benchmarks.interface import benchmark_named
from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import WebDriverKind
from evaluator.cli.missions import new
from evaluator.cli.options import given
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.options import flag, options
from evaluator.runs.folder.options import RunOptions, Step
from evaluator.runs.folder.request import RunRequest, read_request, request_of, write_request
from missions.mission import Stack
from tests.support.commands import projecteval


def test_every_option_is_in_the_help_under_its_heading() -> None:
    called = projecteval("run", "--help-all")
    assert called.status == 0
    for each, option in options(RunOptions):
        heading, _, _ = called.stdout.partition(f"  {flag(each.name)} ")
        assert flag(each.name) in called.stdout
        assert [line for line in heading.splitlines() if line[:1].strip()][-1] == f"{option.group}:"


def test_the_first_help_fits_on_a_screen_and_names_the_longer_one() -> None:
    called = projecteval("run", "--help")
    assert called.status == 0
    lines = called.stdout.splitlines()
    assert len(lines) <= 60
    assert {"--agent", "--select", "--help-all"} <= {word for line in lines for word in line.split()}
    assert "--patience" not in called.stdout


def test_what_a_request_file_holds_is_read_again(tmp_path: Path) -> None:
    request = replace(
        request_of(agent="nop"), input=("level-2",), strategy=("cascade",), max_cost=0.5, steps=(Step.GENERATE,)
    )
    write_request(tmp_path / "run.toml", request)
    assert read_request(tmp_path / "run.toml") == request


def test_choices_are_those_of_the_types_they_stand_for() -> None:
    choices = {each.name: option.choices for each, option in options(RunOptions)}
    assert choices["steps"] == tuple(Step)
    kinds = get_args(get_args(get_type_hints(new, include_extras=True)["stack"])[0])
    assert kinds == tuple(map(str, Stack))


WRONG = {
    "sample": "unknown option; did you mean samples",
    "samples": "samples",
    "max_cost": "greater than 0",
    "shard": "I/N",
    "rule": "choose from strict, paper",
}


@pytest.mark.parametrize(
    ("name", "value"),
    [("sample", 1), ("samples", 0), ("samples", "many"), ("max_cost", 0.0), ("shard", "3/2"), ("rule", "loose")],
)
def test_a_wrong_value_is_refused_wherever_it_is_given(name: str, value: object, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=WRONG[name]):
        request_of(agent="nop", **{name: value})
    path = tmp_path / "run.toml"
    write_request(path, RunRequest(agent="nop"))
    lines = [line for line in path.read_text().splitlines() if not line.startswith(f"{name} =") and line != "]"]
    lines = [line for line in lines if not line.startswith("    ") and not line.endswith("[")]
    path.write_text("\n".join([*lines, f"{name} = {_as_toml(value)}"]))
    with pytest.raises(RunFolderError, match=WRONG[name]):
        read_request(path)


def _as_toml(value: object) -> str:
    return str(value).replace("'", '"') if isinstance(value, list) else repr(value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("steps", ["generate", "fly"], "--steps generate fly: choose from generate, evaluate, report"),
        ("samples", "x", "--samples x: not a whole number"),
        ("temperature", "warm", "--temperature warm: not a number"),
        ("run_max_cost", "nan", "--run-max-cost nan: must be greater than 0"),
        ("repair", "21", "--repair 21: must be at least 0 and at most 20"),
    ],
)
def test_a_wrong_option_is_refused_by_its_name(name: str, value: object, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        given(RunOptions, {name: value})
    assert str(caught.value) == message


def test_several_values_may_follow_one_option() -> None:
    called = projecteval("run", "--agent", "nop", "--level", "1", "2", "--mode", "direct", "cascade", "--shard", "9/8")
    assert (called.status, called.stderr) == (2, "projecteval: --shard 9/8: a shard is written I/N, from 1/N to N/N\n")


def test_options_that_only_a_benchmark_has_are_declared_by_it() -> None:
    public = benchmark_named("projecteval-2025")
    (values,) = public.options.values()
    assert values == tuple(WebDriverKind)
    assert public.chosen_options(()) == {"webdriver": "direct"}
    assert public.chosen_options(("webdriver=chromedriver",)) == {"webdriver": "chromedriver"}
    for wrong in ("webdriver=none", "webdriver", "driver=direct"):
        with pytest.raises(UsageError, match=r"options of projecteval-2025 are: webdriver=direct\|chromedriver"):
            public.chosen_options((wrong,))
    called = projecteval("run", "--agent", "nop", "--benchmark-options", "webdriver=direct")
    assert called.status == 2
    assert "options of projecteval are: none" in called.stderr
