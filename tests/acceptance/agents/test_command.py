"""Programs as agents: the task as files, a project as result, none of which is trusted."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import BUILDER, MISSIONS, Called, projecteval

SECRET = "builder-key-0815-4711"


def built(
    out: Path, how: str, *options: str, select: str = "hello-console", steps: str = "generate,evaluate"
) -> Called:
    asked: list[str | Path] = ["--missions", MISSIONS, "--select", select, "--steps", f"{steps},report", "--out", out]
    agent = f"command:python {BUILDER} {how}"
    return projecteval("run", "--agent", agent, *asked, "--json", *options, env={"BUILDER_KEY": SECRET})


def generation(out: Path, attempt: str = "hello-console/level-1-direct/sample-1") -> Any:
    return json.loads((out / "attempts" / attempt / "generation.json").read_text())


def output(out: Path, attempt: str = "level-1-direct") -> str:
    return (out / f"attempts/hello-console/{attempt}/sample-1/transcript/output.txt").read_text()


def test_a_program_builds_and_is_judged(tmp_path: Path) -> None:
    called = built(tmp_path / "run", "well", select="hello-console,hello-site")
    assert called.status == 0, called.stderr
    assert called.json["passed"] == called.json["total"] == 6
    usage = generation(tmp_path / "run")["steps"][0]["usage"]
    said = {"turns": 3, "tools": 7, "input_tokens": 50, "output_tokens": 5, "cost": 0.01}
    assert {name: usage[name] for name in said} == said


def test_a_program_is_given_and_leaves_what_level_and_mode_ask_for(tmp_path: Path) -> None:
    run = tmp_path / "run"
    called = built(run, "well", "--level", "1,2,3", "--mode", "direct,cascade", steps="generate")
    assert called.status == 0, called.stderr
    cascade = generation(run, "hello-console/level-1-cascade/sample-1")
    assert cascade["artifacts"] == ["checklist", "code", "parameters", "skeleton"]
    given = {
        attempt: [name for name in ("CHECKLIST.json", "SKELETON") if name in output(run, attempt)]
        for attempt in ("level-1-direct", "level-2-direct", "level-2-cascade", "level-3-direct")
    }
    assert list(given.values()) == [[], ["CHECKLIST.json"], ["CHECKLIST.json"], ["SKELETON"]]


def test_a_program_that_is_not_in_the_box_is_found_with_its_folder(tmp_path: Path) -> None:
    program = tmp_path / "tools" / "my-agent"
    program.parent.mkdir()
    program.write_text(f"#!/usr/bin/env python\n{BUILDER.read_text(encoding='utf-8')}")
    program.chmod(0o755)
    asked = ("--missions", MISSIONS, "--select", "hello-console", "--steps", "generate")
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    command = ("run", "--agent", "command:my-agent", *asked, "--out", tmp_path / "run")
    called = projecteval(*command, env=path)
    assert (called.status, (tmp_path / "run").exists()) == (2, False)
    assert f"which the box does not have; add --agent-tools {program.parent}" in called.stderr
    called = projecteval(*command, "--agent-tools", program.parent, env=path)
    assert called.status == 0, called.stderr


def test_the_packages_of_the_mission_come_before_those_of_the_agent(tmp_path: Path) -> None:
    programs = {
        "my-agent": f"#!/bin/sh\ncommand -v python\nhelper\nexec python {BUILDER} well\n",
        "helper": "#!/bin/sh\necho a program of the agent\n",
        "python": "#!/bin/sh\necho the Python of the agent >&2\nexit 1\n",
    }
    for name, text in programs.items():
        program = tmp_path / "tools/bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    asked = ("--missions", MISSIONS, "--select", "hello-console", "--json", "--out", tmp_path / "run")
    tools = f"{tmp_path / 'tools'},{BUILDER.parent}"
    called = projecteval("run", "--agent", "command:my-agent", "--agent-tools", tools, *asked)
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (2, 2), output(tmp_path / "run")
    printed = output(tmp_path / "run")
    assert "a program of the agent" in printed
    assert str(tmp_path) not in printed.splitlines()[0]


def test_what_it_leaves_to_do_harm_is_not_taken(tmp_path: Path) -> None:
    called = built(tmp_path / "run", "badly", select="hello-site", steps="generate")
    assert called.status == 0, called.stderr
    attempt = "hello-site/level-1-direct/sample-1"
    record = generation(tmp_path / "run", attempt)
    assert [p.name for p in (tmp_path / "run/attempts" / attempt / "solution").iterdir()] == ["manage.py"]
    assert record["artifacts"] == ["code"]
    failures = {step["name"]: step["failure"] for step in record["steps"]}
    assert "leads out" in failures["parameters"]
    assert "2 values are wrong" in failures["report"]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("links-out", "project is not a folder"),
        ("strange-name", "cannot be written"),
    ],
)
def test_what_is_no_project_is_the_agents_failure(tmp_path: Path, how: str, words: str) -> None:
    called = built(tmp_path / "run", how, steps="generate")
    assert called.status == 0, called.stderr
    record = generation(tmp_path / "run")
    assert record["built"] is False
    assert words in record["failure"]


EVENTS = """
import json
import pathlib
for number in range(3000):
    called = {"type": "tool_use", "name": "Bash", "input": {"command": "x" * 300}}
    print(json.dumps({"type": "assistant", "message": {"id": f"m{number}", "content": [called]}}))
print('{"type": "result", "subtype": "success", "total_cost_usd": 0.5, "usage": {"input_tokens": 7}}')
pathlib.Path("project/main.py").write_text('print("Hello, " + input())')
pathlib.Path("parameters.json").write_text("{}")
"""


def test_all_turns_are_read_from_what_a_program_prints_in_the_format_that_the_run_names(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(EVENTS)
    asked = ("run", "--agent", f"command:python {program}", "--missions", MISSIONS, "--select", "hello-console")
    called = projecteval(*asked, "--agent-trace", "claude-code", "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    used = called.json["usage"]
    assert (used["turns"], used["tools"], used["input_tokens"], used["cost"]) == (3000, 3000, 7, 0.5)
    assert "characters left out" in output(tmp_path / "run")
    wrong = projecteval(*asked, "--agent-trace", "nonsense", "--out", tmp_path / "other")
    assert wrong.status == 2
    assert "--agent-trace nonsense: there is no such format; there are claude-code" in wrong.stderr


def test_a_program_that_wrote_no_file_and_reported_no_turn_is_suspect(tmp_path: Path) -> None:
    called = built(tmp_path / "run", "breaks", steps="generate")
    assert called.status == 1, called.stderr
    assert "suspect: it wrote no file and reported no turn; it ended with status 3" in called.stderr
    assert not list((tmp_path / "run").rglob("generation.json")), "it remains to be done"


@pytest.mark.parametrize("sandbox", ["auto", "none"])
def test_a_program_that_does_not_end_is_ended_and_what_it_left_counts(tmp_path: Path, sandbox: str) -> None:
    """With all its processes: one has left its session, and they ignore signals."""
    token = secrets.token_hex(8)
    called = built(tmp_path / "run", f"sleeps {token}", "--max-seconds", "3", "--sandbox", sandbox)
    assert called.status == 0, called.stderr
    assert called.json["passed"] == 2
    assert generation(tmp_path / "run")["steps"][0]["failure"] == "did not end within 3 seconds"
    assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and token in _words(pid)]


def _words(pid: str) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


def test_its_output_is_kept_within_bounds(tmp_path: Path) -> None:
    assert built(tmp_path / "run", "prints-much", steps="generate").status == 0
    assert "bytes left out" in output(tmp_path / "run")
    assert "done with hello-console" in output(tmp_path / "run")
    assert len(output(tmp_path / "run")) < 1 << 20


def test_it_gets_the_variables_that_are_named_and_no_others(tmp_path: Path) -> None:
    assert built(tmp_path / "without", "well", steps="generate").status == 0
    assert output(tmp_path / "without").rstrip().endswith("None")
    called = built(tmp_path / "with", "well", "--pass-env", "BUILDER_KEY", steps="generate")
    assert called.status == 0, called.stderr
    assert output(tmp_path / "with").rstrip().endswith("[BUILDER_KEY]")
    leaking = built(tmp_path / "leaking", "leaks", "--pass-env", "BUILDER_KEY", steps="generate")
    assert leaking.status == 0
    assert "holds the value of BUILDER_KEY" in generation(tmp_path / "leaking")["failure"]
    files = [path for path in tmp_path.rglob("*") if path.is_file() and not path.is_symlink()]
    assert [path for path in files if SECRET.encode() in path.read_bytes()] == []


def test_another_program_under_the_same_name_is_another_agent(tmp_path: Path) -> None:
    program = tmp_path / "builder.py"
    program.write_text(BUILDER.read_text())
    asked = ("--agent", f"command:python {program}", "--missions", MISSIONS, "--select", "hello-console")
    assert projecteval("run", *asked, "--steps", "generate", "--out", tmp_path / "run").status == 0
    program.write_text("print(1)")
    called = projecteval("resume", tmp_path / "run", *asked[:2])
    assert called.status == 2
    assert f"prompts.{program}" in called.stderr
