"""``projecteval run``: all steps."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.declared import given, takes, without_rest
from evaluator.cli.execution import Execution
from evaluator.cli.options import AsJson
from evaluator.runs.folder.options import Heading, RunOptions

EXAMPLES = """
projecteval run --agent canonical
projecteval run --agent openai:gpt-4o --level 1 2 --mode direct cascade --samples 3 --run-max-cost 5
projecteval run --agent command:'my-agent --prompt {instruction}' --select trip-splitter
projecteval run --agent replay:recorded --missions projecteval:data
"""


def add_to(app: typer.Typer) -> None:
    app.command("run", cls=VerbCommand, epilog=EXAMPLES, help="Let an agent build missions and evaluate the results.")(
        run
    )


@without_rest
@takes(Execution)
@takes(RunOptions)
def run(
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the run.  [default: a new one below runs/]",
            metavar="FOLDER",
            rich_help_panel=Heading.OUTPUT.value,
        ),
    ] = None,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    values, execution = given(RunOptions, options), Execution(**given(Execution, options))
    with cleaned_up(execution.engine):
        import time

        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.start import begin, folder_for
        from evaluator.runs.folder.request import request_of

        request = request_of(**values | _full_names(values))
        folder = (out or folder_for(time.time(), values["agent"])).resolve()
        opened = partial(begin, request, folder)
        sys.exit(work_and_show(opened, request.steps, execution, as_json))


def _full_names(values: dict[str, Any]) -> dict[str, Any]:
    """The options that name files, so that they mean the same from every folder."""
    from evaluator.agents.registry import full_name as full_agent_name
    from missions.catalog import full_name

    names: dict[str, Callable[[str], str]] = {"agent": full_agent_name, "missions": full_name, "prompts": _resolved}
    return {name: find(values[name]) for name, find in names.items() if name in values}


def _resolved(path: str) -> str:
    return str(Path(path).resolve())
