"""Data files of agents and strangers: damaged, deep, long and repetitive TOML, JSON and YAML for every reader."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import tomli_w
import yaml

from evaluator.agents.traces import FORMATS
from evaluator.agents.workspace import WorkspaceResults
from evaluator.benchmarks.nl2repo.task import pytest_configuration
from evaluator.benchmarks.projecteval_2025.recorded_files import read_answers_file
from evaluator.benchmarks.projecteval_2025.shapes import PublicProject, read_public
from evaluator.benchmarks.ralbench.data import read_task_file
from evaluator.io.files import UnreadableFile, read_json, read_json_lines
from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import GenerationRecord
from evaluator.quality.mutation import reviews_of
from evaluator.runs.folder.request import read_request
from evaluator.runs.folder.run import open_run, runs_in
from missions.errors import MissionError, SolutionError
from missions.formats.folder import FolderCatalog
from missions.reference import read_parameters
from simulators.data_files import DataError, read_json_value, read_toml
from simulators.runtime.entry_points import find_start
from simulators.setting import StartError
from tests.hostile.fuzzing import values

MAX_SECONDS = 60.0
"""Processor time of all readers for one file."""

MAX_MESSAGE_CHARACTERS = 20_000

REFUSED = (DataError, StartError, MissionError, SolutionError, EvaluatorError, UnreadableFile)
Damage = Callable[[Random, str], str]

HONEST: dict[str, object] = {
    "title": "Hello",
    "stack": "console",
    "agent": "nop",
    "limits": {"start": 5.0},
    "page": [{"name": "Start", "function": [{"name": "Greet", "description": "It greets."}]}],
    "start": {"program": ["python", "main.py"], "root": "."},
}


def deep(random: Random, text: str) -> str:
    opening = random.choice(["[", "{", '{"a":', "{a=", "[[", "- ", "? ", "a: {", "[1,", "x=[", "[a.", '["""x"""", "'])
    return text[: random.randrange(len(text) + 1)] + opening * random.choice([10, 60, 70, 990, 20_000])


def long_key(random: Random, text: str) -> str:
    part = random.choice(["a.", '"a".', "a . ", "'a'.", "a.\t", '"\\"".'])
    key = part * random.choice([10, 15, 16, 500, 20_000]) + "k"
    line = random.choice(["{} = 1\n", "[{}]\n", "[[{}]]\n", "x = {{ {} = 1 }}\n"]).format(key)
    return text + "\n" + line * random.choice([1, 3, 40])


def long_number(random: Random, text: str) -> str:
    digits = random.choice(["9", "0x" + "f", "1_", "0b1", "1:", "1e", "-9"]) * random.choice([300, 1100, 5000, 100_000])
    return random.choice(["x = {}", '{{"x": {}}}', "x: {}", "{}", "[{}]"]).format(digits) + "\n" + text


def repetitive(random: Random, text: str) -> str:
    piece = random.choice(
        [
            "[[a.b]]\n",
            "a.b.c.d = 1\n",
            "&a ",
            "*a ",
            "x = [",
            '"',
            "'",
            '"""',
            "'''",
            "\\",
            "#",
            "\r",
            "k = {}\n",
            "\0",
            ",",
        ]
    )
    return text + piece * random.choice([2, 300, 20_000])


def anchors(_: Random, text: str) -> str:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40))]
    return "\n".join(lines) + "\n" + text


def damaged(random: Random, text: str) -> str:
    return values.mutated(random, text.encode("utf-8", "replace")).decode("utf-8", "replace")


def generated(random: Random, text: str) -> str:
    return json.dumps(values.value(random), default=str) if random.random() < 0.5 else text + values.text(random)


DAMAGES: tuple[Damage, ...] = (deep, long_key, long_number, repetitive, anchors, damaged, generated)


def data_files(random: Random) -> None:
    """Give one file to all readers; each accepts it or refuses it in the stated way, within bounded time."""
    honest = random.choice([tomli_w.dumps(HONEST), json.dumps(HONEST), yaml.safe_dump(HONEST)])
    text = honest
    for _ in range(random.randrange(1, 3)):
        text = random.choice(DAMAGES)(random, text)
    begun = time.process_time()
    with tempfile.TemporaryDirectory(prefix="projecteval-fuzz-") as temporary:
        for read in _readers(Path(temporary), text):
            assert len(_refusal(read)) < MAX_MESSAGE_CHARACTERS
    assert time.process_time() - begun < MAX_SECONDS


def _refusal(read: Callable[[], object]) -> str:
    """Return the message with which a reader refuses its file; empty when it accepts it."""
    try:
        read()
    except REFUSED as error:
        return str(error)
    return ""


def _readers(folder: Path, text: str) -> list[Callable[[], object]]:
    """Write the text under the name of every kind of data file; return the calls that read them."""
    content = text.encode("utf-8", "replace")
    mission, run, project = folder / "missions" / "m", folder / "runs" / "run", folder / "project"
    for place in (mission, run, project):
        place.mkdir(parents=True)
    names = (
        *(mission / name for name in ("mission.toml", "checklist.toml", "reviewed_mutants.toml")),
        *(run / name for name in ("run.toml", "lock.json", "results.json")),
        *(project / name for name in ("parameters.toml", "report.json", "package.json", *FORMATS)),
        folder / "data.json",
        folder / "task.yaml",
    )
    for path in names:
        path.write_bytes(content)
    (mission / "prompt.md").write_text("Greet.")
    data = folder / "data.json"
    results = WorkspaceResults(project, frozenset())
    return [
        lambda: FolderCatalog(folder / "missions").described("m"),
        lambda: FolderCatalog(folder / "missions").benchmark,
        lambda: reviews_of(mission),
        lambda: read_parameters(project / "parameters.toml"),
        lambda: read_request(run / "run.toml"),
        lambda: open_run(run),
        lambda: runs_in(folder / "runs"),
        lambda: read_json(data, Evaluation),
        lambda: read_json(data, GenerationRecord),
        lambda: list(read_json_lines(data, Evaluation)),
        lambda: read_public(data, list[PublicProject]),
        lambda: read_answers_file(data),
        lambda: read_task_file(folder / "task.yaml"),
        lambda: pytest_configuration({"pyproject.toml": content}),
        lambda: read_toml(data),
        lambda: read_json_value(data),
        lambda: results.usage(1.0),
        lambda: [read(text) for read in FORMATS.values()],
        lambda: find_start("web", project, None),
    ]
