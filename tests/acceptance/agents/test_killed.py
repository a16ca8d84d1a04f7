"""A run that is killed at any moment can be resumed: no stored answer is requested again, and results are equal."""

import json
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import MISSIONS, ROOT, environment, projecteval
from tests.support.model_server import Server, digest, serving
from tests.support.parameters import in_proofs

PROGRAM = str(Path(sys.executable).with_name("projecteval"))


@pytest.mark.parametrize(
    ("kills", "mission", "levels"),
    [(1, "hello-console", "1"), in_proofs(20, "hello-console,hello-site", "1,2,3")],
)
def test_nothing_is_asked_twice_and_the_results_are_the_same(
    tmp_path: Path, kills: int, mission: str, levels: str
) -> None:
    seed = secrets.randbelow(10**6)
    print(f"seed {seed}")
    chance, done = random.Random(seed), 0
    asked = ("--missions", str(MISSIONS), "--select", mission, "--level", levels, "--mode", "direct,cascade")
    undisturbed = _undisturbed(tmp_path / "undisturbed", asked)
    for number in range(kills):  # a run that is over before the next kill is followed by another one
        out = tmp_path / f"run-{number}"
        with serving(pace=0.2, unlike=True) as server:
            while done < kills and _killed(server, out, asked, chance):
                done += 1
                server.answered_on_disk |= set(_questions(out))
            called = projecteval("run", *_options(out, asked), "--json", env=server.environment)
        assert called.status == 0, called.stderr
        assert server.asked_again == []
        assert _comparable(called.json) == undisturbed
        assert len(server.asked) - len(set(server.asked)) <= 2 * done  # what was on its way when killed
        if done == kills:
            return
    raise AssertionError(f"only {done} kills hit a run")


def _options(out: Path, asked: tuple[str, ...]) -> tuple[str, ...]:
    steps = ("--evaluators", "simulated-use")
    return ("--agent", "openai:gpt-4o", *asked, *steps, "--out", str(out), "--calls", "2", "--jobs", "2")


def _undisturbed(out: Path, asked: tuple[str, ...]) -> Any:
    with serving(unlike=True) as server:
        called = projecteval("run", *_options(out, asked), "--json", env=server.environment)
    assert called.status == 0, called.stderr
    assert len(server.asked) == len(set(server.asked)) == sum(1 for _ in _questions(out))
    return _comparable(called.json)


def _killed(server: Server, out: Path, asked: tuple[str, ...], chance: random.Random) -> bool:
    """Return True if it was killed before its end: some requests after its start, or a moment later."""
    questions, moment = len(server.asked) + chance.randint(0, 2), chance.uniform(0, 1.5)
    process = subprocess.Popen(
        [PROGRAM, "run", *_options(out, asked)],
        env=environment(server.environment),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while len(server.asked) < questions and process.poll() is None:
        time.sleep(0.01)
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() == -9


def _questions(out: Path) -> Iterator[str]:
    """Return the answers on disk."""
    for path in out.glob("attempts/*/*/*/transcript/[0-9]*.json"):
        yield digest(json.loads(path.read_text())["messages"][-1]["text"])


def _comparable(results: Any) -> Any:
    return {key: results[key] for key in ("passed", "total", "runnable", "missions", "unfinished")}
