"""``projecteval agents``: the coding agents that can be named, and a trial of one."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson, Out, given, with_options
from evaluator.io.terminal import say, tell
from evaluator.runs.folder.options import RunOptions

if TYPE_CHECKING:
    from evaluator.agents.coding_agents import InstalledAgent

EXAMPLES = """
projecteval agents --agent-tools ~/agents/claude-code,~/agents/codex
projecteval agents --try claude-code:claude-sonnet-4-5 --agent-tools ~/agents/claude-code
"""
OPTIONS = ("agent_tools", "agent_network", "pass_env", "agent_trace", "sandbox", "max_seconds", "max_cost")
MISSION = "tiny-program"


def add_to(app: typer.Typer) -> None:
    described = "List the coding agents that can be named, and what they lack here; try one."
    app.command("agents", cls=VerbCommand, epilog=EXAMPLES, help=described)(agents)


@with_options((RunOptions, OPTIONS))
def agents(
    *,
    try_: Annotated[
        str, typer.Option("--try", help="Let this agent build a tiny program, and evaluate it.", metavar="AGENT")
    ] = "",
    out: Out = None,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    if try_:
        _try(try_, out, as_json, options)
    else:
        _list(as_json, options)


def _list(as_json: bool, options: dict[str, Any]) -> None:
    from evaluator.agents.coding_agents import installed_agents
    from evaluator.runs.execution.resolved_run import settings_of
    from evaluator.runs.folder.request import request_of

    request = request_of(agent="nop", **given(RunOptions, options))
    found = installed_agents(settings_of(request, None, tell))
    if as_json:
        print(json.dumps({"agents": [asdict(agent) for agent in found]}))
        return
    for agent in found:
        for line in _lines(agent):
            say(line)


def _lines(agent: InstalledAgent) -> list[str]:
    if not agent.path:
        return [f"{agent.name:<15} {agent.problem}", f"{'':<15} {agent.installation}"]
    lines = [f"{agent.name:<15} {agent.version or agent.problem}  {agent.path}"]
    if agent.needs:
        lines.append(f"{'':<15} needs {', '.join(agent.needs)}, which the environment lacks")
    if not agent.hosts:
        lines.append(f"{'':<15} needs --agent-network with the host of its model's service")
    return lines


def _try(agent: str, out: Path | None, as_json: bool, options: dict[str, Any]) -> None:
    """Run the agent on the scaffold of a console mission; the folder keeps mission and run."""
    from evaluator.cli.run import run
    from evaluator.runs.execution.start import folder_for
    from missions.mission import Stack
    from missions.scaffolding import begin_mission
    from missions.trust import user_store

    folder = (out or folder_for(time.time(), f"try-{agent}")).resolve()
    mission = folder / "missions" / MISSION
    mission.mkdir(parents=True)
    begin_mission(MISSION, Stack.CONSOLE, mission)
    try:
        run(
            out=folder / "run", fail_under=100.0, trust=True, as_json=as_json,
            agent=agent, missions=str(folder / "missions"), **options,
        )  # fmt: skip
    finally:
        user_store().remove(mission)
