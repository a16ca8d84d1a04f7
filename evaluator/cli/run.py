"""``projecteval run``: all steps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand, show_all_options
from evaluator.cli.execution import Execution
from evaluator.cli.options import AsJson, FailUnder, Out, Verbose, given, split_list, with_options
from evaluator.cli.trust import Trust, settle_trust
from evaluator.model.errors import UsageError
from evaluator.model.options import flag
from evaluator.runs.folder.options import Heading, RunOptions

if TYPE_CHECKING:
    from evaluator.agents.interface import Agent

EXAMPLES = """
projecteval run --agent canonical
projecteval run --agent openai:gpt-4o --level 1 2 --mode direct cascade --samples 3 --run-max-cost 5
projecteval run --agent command:'my-agent PROMPT.md' --agent-tools ~/my-agent --select trip-splitter
projecteval run --agent replay:recorded --missions projecteval:data
"""


class RunCommand(VerbCommand):
    """The verb with most options: ``--help`` shows those that first runs need."""

    common = frozenset(
        {
            *("agent", "missions", "select", "input", "strategy", "samples", "max_cost", "run_max_cost", "only"),
            *("evaluators", "jobs", "sandbox", "out", "fail_under", "verbose", "as_json", "help", "help_all"),
        }
    )


def add_to(app: typer.Typer) -> None:
    app.command("run", cls=RunCommand, epilog=EXAMPLES, help="Let an agent build missions and evaluate the results.")(
        run
    )


@with_options(Execution, RunOptions)
def run(
    *,
    out: Out = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            help="Levels of projecteval: 1 is --input level-1, and so on.",
            metavar="N",
            rich_help_panel=Heading.SUBJECT.value,
        ),
    ] = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(
            help="Modes of projecteval, another name for --strategy.",
            metavar="NAME",
            rich_help_panel=Heading.SUBJECT.value,
        ),
    ] = None,
    fail_under: FailUnder = None,
    verbose: Verbose = False,
    trust: Trust = False,
    as_json: AsJson = False,
    help_all: Annotated[
        bool,
        typer.Option("--help-all", help="Show all options and exit.", is_eager=True, callback=show_all_options),
    ] = False,
    **options: Any,
) -> None:
    options = {**options, **_projecteval_names(options, level, mode)}
    values, execution = given(RunOptions, options), Execution(**given(Execution, options))
    with cleaned_up(execution.engine):
        import time

        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.resolved_run import ResolvedRun
        from evaluator.runs.execution.start import begin, folder_for
        from evaluator.runs.folder.request import request_of

        resolved = ResolvedRun.open(request_of(**values | _full_names(values)))
        check_options(resolved.agent, values)
        settle_trust(resolved.request.missions, trust, resolved.request.select)
        folder = (out or folder_for(time.time(), values["agent"])).resolve()
        opened = partial(begin, resolved, folder)
        finished = work_and_show(opened, resolved.request.steps, execution, as_json, every_case=verbose)
        sys.exit(finished.status_under(fail_under))


def _projecteval_names(
    options: Mapping[str, Any], level: list[str] | None, mode: list[str] | None
) -> dict[str, list[str] | None]:
    """Return the input sets and strategies that levels and modes are other names for."""
    inputs, strategies = options.get("input"), options.get("strategy")
    if (inputs and level) or (strategies and mode):
        raise UsageError("--level is another name for --input, and --mode for --strategy: use one of both")
    return {
        "input": [f"level-{number}" for number in split_list(level)] or inputs,
        "strategy": list(split_list(mode)) or strategies,
    }


def check_options(agent: Agent, values: Mapping[str, Any]) -> None:
    """Raise `UsageError` for options that have no effect on the agent."""
    if ignored := [flag(name) for name in values if name in agent.ignores]:
        plural = "s have" if len(ignored) > 1 else " has"
        raise UsageError(f"{', '.join(ignored)}: the option{plural} no effect on agent {agent.name}; leave out")


def _full_names(values: dict[str, Any]) -> dict[str, Any]:
    """The options that name files, so that they mean the same from every folder."""
    from evaluator.agents.registry import full_name as full_agent_name
    from evaluator.strategies.prompts import full_name as full_prompts_name
    from missions.catalog import full_name

    names: dict[str, Callable[[str], str]] = {
        "agent": full_agent_name,
        "missions": full_name,
        "prompts": full_prompts_name,
    }
    found: dict[str, Any] = {name: find(values[name]) for name, find in names.items() if name in values}
    if price := values.get("price"):
        from evaluator.agents.settings import stated_price

        found["price"] = stated_price(price, values["agent"])
    if tools := values.get("agent_tools"):
        found["agent_tools"] = tuple(str(Path(folder).resolve()) for folder in tools)
    return found
