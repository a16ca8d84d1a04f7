"""Wrong invocations, files and parameters: exit status 2, and a message with problem, place and remedy."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from evaluator.cli.app import app, run_app
from tests.support.commands import MISSIONS, Called

CHECK = ("check", "{site}/project", "--mission", "hello-site", "--missions", str(MISSIONS))
RUN = ("run", "--missions", str(MISSIONS), "--out", "{new}")

INVOCATIONS = [
    (("run",), "Missing option '--agent'"),
    (("rum", "--agent", "nop"), "Did you mean 'run'"),
    (("run", "--agent", "nop", "--smaples", "2"), "--samples"),
    ((*RUN, "--agent", "robot"), "there is no agent 'robot'; there are canonical, nop"),
    ((*RUN, "--agent", "nop", "--samples", "many"), "--samples many: not a whole number"),
    ((*RUN, "--agent", "nop", "--samples", "0"), "--samples 0: must be at least 1 and at most 1000"),
    ((*RUN, "--agent", "nop", "--shard", "3/2"), "--shard 3/2: a shard is written I/N"),
    ((*RUN, "--agent", "nop", "--level", "4"), "level-4: benchmark projecteval does not have it"),
    ((*RUN, "--agent", "nop", "--mode", "sideways"), "sideways: benchmark projecteval does not have it"),
    ((*RUN, "--agent", "nop", "--level", "3", "--mode", "cascade"), "level 3 is a single step"),
    ((*RUN, "--agent", "nop", "--level", "1", "--input", "level-2"), "use one of both"),
    ((*RUN, "--agent", "nop", "--steps", "generate", "fly"), "choose from generate, evaluate, report"),
    ((*RUN, "--agent", "nop", "--evaluators", "taste"), "--evaluators taste"),
    ((*RUN, "--agent", "nop", "--rule", "loose"), "--rule loose: choose from strict, paper"),
    ((*RUN, "--agent", "nop", "--sandbox", "moon"), "there is no sandbox 'moon'"),
    ((*RUN, "--agent", "nop", "--engine", "moon"), "unknown engine 'moon'; choose local or dask:ADDRESS"),
    ((*RUN, "--agent", "nop", "--jobs", "0"), "--jobs 0: must be at least 1"),
    ((*RUN, "--agent", "nop", "--select", "hello-sight"), "no mission 'hello-sight'"),
    ((*RUN, "--agent", "nop", "--temperature", "1"), "--temperature: the option has no effect on agent nop"),
    ((*RUN, "--agent", "nop", "--max-cost", "-1"), "--max-cost -1: must be greater than 0"),
    (("run", "--agent", "nop", "--missions", "{site}", "--out", "{new}"), "a mission is a folder with a mission.toml"),
    (("run", "--agent", "nop", "--missions", "moon:{site}"), "there is no catalog format 'moon'"),
    (("resume", "{site}"), "not a run folder: run.toml is missing"),
    (("report", "latest"), "there is no run below"),
    (("merge", "{site}", "--out", "{new}"), "not a run folder"),
    (("missions", "show", "hello"), "there is no mission 'hello'"),
    (("missions", "parameters", "hello"), "there is no mission 'hello'"),
    (("check", "{new}", "--mission", "hello-site", "--missions", str(MISSIONS)), "there is no such folder"),
    ((*CHECK, "--only", "greet"), "--only greet: mission hello-site has no such testcode; did you mean greets?"),
    ((*CHECK, "--start-seconds", "0"), "--start-seconds 0: must be greater than 0"),
    ((*CHECK, "--parameters", "{new}"), "cannot be read: No such file or directory"),
]

WRONG_INPUTS = {
    "run": "--agent robot",
    "check": "{new} --mission hello",
    "resume": "{new}",
    "generate": "{new}",
    "evaluate": "{new}",
    "report": "{new}",
    "view": "{new}",
    "leaderboard": "{new}",
    "runs list": "{new}",
    "runs remove": "{new}",
    "runs prune": "{new}",
    "compare": "{new} {new}",
    "merge": "{new} --out {new}",
    "missions validate": "--missions {new}",
    "missions verbs": "greets",
    "missions schema": "moon",
    "missions record": "ftp://localhost/",
    "missions measure": "--missions {new}",
    "missions map-tests": "--missions {new}",
    "missions list": "--missions {new}",
    "missions show": "hello",
    "missions parameters": "hello",
    "missions new": "../hello",
    "missions import": "{new} --out {new}",
    "missions fetch-references": "{new}",
    "missions fetch-tests": "{new}",
    "missions lock-packages": "{new}",
    "missions lock": "{new}",
    "data list": "surplus",
    "data add": "moon",
    "solutions export": "{new} --out {new}",
    "solutions import": "{new} --out {new}",
    "prompts list": "surplus",
    "prompts show": "moon",
    "mask": "{new}",
    "diagram": "{new}",
    "trust": "{new}",
    "environments list": "surplus",
    "environments build": "moon",
    "environments remove": "moon",
    "environments prune": "surplus",
    "environments allow": "--from {new} six==1",
    "environments disallow": "moon",
    "agents": "surplus",
    "doctor": "surplus",
    "setup": "surplus",
    "completion": "moon",
}
"""Verb → arguments of which one is wrong."""

PARAMETERS = [
    ('home = "/"\nask = "#ask"\nabout = "/about/"\n', "greeting is missing: element that greets"),
    ('home = "/"\ngreting = "h1"\nask = "#ask"\nabout = "/about/"\n', "greting is unknown; did you mean greeting?"),
    (
        'home = "https://example.com/"\ngreeting = "h1"\nask = "#ask"\nabout = "/about/"\n',
        "home = 'https://example.com/'",
    ),
    ('home = "/"\ngreeting = "body"\nask = "#ask"\nabout = "/about/"\n', "it names the whole page"),
    ("home = 1\n", "home is int; write a text"),
    ("home = \n", "not valid TOML"),
    ('[start]\nprogramm = ["python"]\n', "[start] has prepare, program, root"),
    ('[start]\nprogram = "python main.py"\n', "commands are lists of words"),
]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., Called]]:
    """Call the command line in this process: wrong usage starts no other."""
    handler = signal.getsignal(signal.SIGTERM)

    def called(*arguments: str, cwd: Path) -> Called:
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "argv", ["projecteval", *arguments])
        with pytest.raises(SystemExit) as ended:
            run_app()
        shown = capsys.readouterr()
        return Called(int(ended.value.code or 0), shown.out, shown.err)

    yield called
    signal.signal(signal.SIGTERM, handler)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MISSIONS / "hello-site" / "canonical", tmp_path / "site"))


@pytest.mark.parametrize(("arguments", "message"), INVOCATIONS, ids=[" ".join(a)[:60] for a, _ in INVOCATIONS])
def test_a_wrong_invocation_is_refused(
    arguments: tuple[str, ...], message: str, site: Path, tmp_path: Path, call: Callable[..., Called]
) -> None:
    called = call(*(each.format(site=site, new=tmp_path / "new") for each in arguments), cwd=tmp_path)
    _is_refused(called, message)
    assert not (tmp_path / "new").exists()


def _verbs(group: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
    for name in group.list_commands(None):
        verb = group.get_command(None, name)
        yield from _verbs(verb, (*names, name)) if hasattr(verb, "commands") else [" ".join((*names, name))]


def test_every_verb_says_on_one_line_what_is_wrong(tmp_path: Path, call: Callable[..., Called]) -> None:
    assert list(WRONG_INPUTS) == list(_verbs(typer.main.get_command(app)))
    for verb, words in WRONG_INPUTS.items():
        for wrong in ("--moon", words.format(new=tmp_path / "new")):
            called = call(*verb.split(), *wrong.split(), cwd=tmp_path)
            _is_refused(called, "projecteval: ")
            *before, last = called.stderr.splitlines()
            assert (before, last.startswith("projecteval: ")) == ([], True), f"{verb} {wrong}: {called.stderr}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("content", "message"), PARAMETERS)
def test_wrong_parameters_are_refused_before_anything_runs(
    content: str, message: str, site: Path, call: Callable[..., Called]
) -> None:
    (site / "parameters.toml").write_text(content)
    called = call(*(each.format(site=site) for each in CHECK), cwd=site)
    _is_refused(called, message)
    assert str(site / "parameters.toml") in called.stderr
    assert not (site / "runs").exists()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_parameters_are_read_from_a_regular_file_only(kind: str, site: Path, call: Callable[..., Called]) -> None:
    path = site / "parameters.toml"
    path.rename(site / "secret.toml")
    if kind == "link":
        path.symlink_to(site / "secret.toml")
    else:
        os.mkfifo(path)
    called = call(*(each.format(site=site) for each in CHECK), cwd=site)
    _is_refused(called, "copy the parameter values into a regular file")


def _is_refused(called: Called, message: str) -> None:
    assert called.status == 2, called.stderr
    assert message in called.stderr
    assert "Traceback" not in called.stderr
    assert "pydantic" not in called.stderr
    assert called.stdout == ""
