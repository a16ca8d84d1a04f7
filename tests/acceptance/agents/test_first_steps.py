"""First steps of a user: fast help, prompts to read and to replace, a custom agent."""

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, environment, projecteval

PROGRAM = str(Path(sys.executable).with_name("projecteval"))
MAX_TIMES_BARE = 15
"""How many times the processor time of an empty program the help may take: 0.3 s where that takes 0.02 s."""

AGENT = """
import json

from evaluator.agents import Assignment, AutonomousAgent, Conversation, ConversationalAgent, Generation, Reply, Solution


class Mine(AutonomousAgent):
    def __init__(self, text, settings):
        self.name = f"mine:{text}"

    def build(self, assignment: Assignment) -> Generation:
        return Generation(Solution.of({"main.py": b"print('Hello, ' + input())"}))


class Talks(ConversationalAgent):
    def __init__(self, text, settings):
        self.name, self.settings = f"talks:{text}", settings

    def conversation(self, label: str) -> Conversation:
        return self

    def ask(self, messages) -> Reply:
        return Reply(json.dumps([{"path": "main.py", "code": "print('Hello, ' + input())"}]))
"""


def _processor_time(*command: str) -> float:
    """Return the minimum of three in seconds, to exclude the effect of other programs."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_help_is_there_at_once() -> None:
    nothing = _processor_time(sys.executable, "-c", "pass")
    assert _processor_time(PROGRAM, "run", "--help") < MAX_TIMES_BARE * nothing


def test_help_names_every_kind_of_agent_and_limit() -> None:
    called = projecteval("run", "--help-all", env={"COLUMNS": "200"})
    for words in ("replay:", "command:", "--repair", "--prompts", "--run-max-cost", "--calls", "--pass-env"):
        assert words in called.stdout


def test_prompts_are_listed_shown_and_replaced(tmp_path: Path) -> None:
    listed = projecteval("prompts", "list").stdout
    names = [line.split()[0] for line in listed.splitlines()]
    assert {"checklist", "skeleton", "code", "parameters", "start", "repair", "command"} <= set(names)
    assert {"plan", "contract", "workspace"} <= set(names), "the prompts of every strategy"
    assert len(names) == len(set(names))
    shown = projecteval("prompts", "show", "code").stdout
    assert re.match(r"\{# version: \d+ #\}\n", shown)
    (tmp_path / "code.md.j2").write_text("{# version: mine #}\nWrite {{ mission.prompt }}")
    assert "version mine" in projecteval("prompts", "list", "--prompts", tmp_path).stdout
    assert projecteval("prompts", "show", "nonsense").status == 2
    (tmp_path / "code.md.j2").write_text("{{ broken")
    assert projecteval("prompts", "list", "--prompts", tmp_path).status == 2


def test_an_agent_of_an_installed_package_is_used(tmp_path: Path) -> None:
    (tmp_path / "my_agent.py").write_text(AGENT)
    package = tmp_path / "my_agent-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: my-agent\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[projecteval.agents]\nmine = my_agent:Mine\ntalks = my_agent:Talks\nlost = my_agent:Lost\n"
    )
    asked = (
        "--missions",
        MISSIONS,
        "--select",
        "hello-console",
        "--steps",
        "generate,evaluate,report",
    )
    path = {"PYTHONPATH": f"{tmp_path}:{environment().get('PYTHONPATH', '')}"}
    called = projecteval("run", "--agent", "mine:x", *asked, "--out", tmp_path / "run", "--json", env=path)
    assert called.status == 0, called.stderr
    assert called.json["passed"] == 2
    talked = projecteval("run", "--agent", "talks:x", *asked, "--out", tmp_path / "talked", "--json", env=path)
    assert (talked.status, talked.json["passed"]) == (0, 2), talked.stderr
    lost = projecteval("run", "--agent", "lost:x", *asked, env=path)
    assert lost.status == 2
    assert "cannot be loaded" in lost.stderr
    unknown = projecteval("run", "--agent", "other:x", *asked, env=path)
    assert "mine:…" in unknown.stderr


@pytest.mark.parametrize(
    ("agent", "mission"),
    [
        ("nop", "hello-console,hello-site"),
        ("masked", "hello-console"),  # the other one is nothing but a manage.py, which a skeleton keeps whole
    ],
)
def test_who_builds_nothing_passes_nothing(tmp_path: Path, agent: str, mission: str) -> None:
    asked = (
        "--missions",
        MISSIONS,
        "--select",
        mission,
        "--steps",
        "generate,evaluate,report",
        "--out",
        tmp_path / "run",
    )
    called = projecteval("run", "--agent", agent, *asked, "--json")
    assert called.status == 0, called.stderr
    passed = [
        f"{mission} {testcode}"
        for mission, found in called.json["missions"].items()
        for testcode, verdict in found["testcodes"].items()
        if verdict == "passed"
    ]
    assert passed == []
