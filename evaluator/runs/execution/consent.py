"""Consent: what a run folder would start, send or read is done only when the command line says the same.

A run folder may come from a stranger. Its ``run.toml`` names programs, variables, hosts and folders; none of them is
used unless the user gives the option again.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.agents.registry import full_name as full_agent_name
from evaluator.agents.registry import is_self_contained
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.options import flag
from evaluator.runs.folder.options import EVALUATION, Step
from evaluator.runs.folder.run import Run
from evaluator.strategies.prompts import full_name as full_prompts_name
from evaluator.strategies.prompts import variants
from missions.catalog import NAMED

NO_SANDBOX = "none"


@dataclass(frozen=True)
class Consented:
    """An option that needs consent: for which steps, for which values, and what it does."""

    steps: frozenset[Step]
    matters: Callable[[Any], bool]
    effect: str


BUILDING, ANY_STEP = frozenset({Step.GENERATE}), frozenset({Step.GENERATE, Step.EVALUATE})

CONSENTED: Mapping[str, Consented] = {
    "agent": Consented(BUILDING, lambda agent: not is_self_contained(agent), "starts a program or reads a folder"),
    "sandbox": Consented(ANY_STEP, lambda name: name == NO_SANDBOX, "executes projects without isolation"),
    "url": Consented(frozenset({Step.EVALUATE}), bool, "lets simulated users use the website at this address"),
    "prompts": Consented(BUILDING, lambda name: _is_folder_of_prompts(name), "reads prompts from a folder"),
    "pass_env": Consented(BUILDING, bool, "gives these variables to the agent's program"),
    "agent_network": Consented(BUILDING, bool, "lets the agent's program reach these hosts"),
    "agent_tools": Consented(BUILDING, bool, "lets the agent's program read these folders"),
    "judge": Consented(frozenset({Step.EVALUATE}), bool, "sends projects to this model, with your key"),
    "embedder": Consented(frozenset({Step.EVALUATE}), lambda name: ":" in name, "loads this model"),
}
"""Options that start programs, disclose or read something that is not in the run folder."""


def require_consent(run: Run, steps: tuple[Step, ...], options: Mapping[str, Any]) -> None:
    """Check that `options` repeats every option of `run` that needs consent for `steps`.

    Raises `UsageError` that lists what is missing, or what differs from the run.
    """
    wanted = dict(_needed(run, frozenset(steps)))
    for name, value in options.items():
        replaced = name in EVALUATION or name not in CONSENTED
        if not replaced and _full(name, value) != (there := getattr(run.request, name)):
            raise UsageError(f"{_written(name, value)}: the run has {_written(name, there)}; a run keeps it")
    if missing := [name for name in wanted if name not in options]:
        listed = "".join(f"\n  {_written(name, wanted[name])}  {CONSENTED[name].effect}" for name in missing)
        repeated = " ".join(_written(name, value) for name, value in wanted.items())
        raise UsageError(
            f"{run.folder}: its run.toml asks for what is done only when you say so; nothing was executed:{listed}\n"
            f"read it; if you agree, add to the command: {repeated}"
        )


def _is_folder_of_prompts(name: str) -> bool:
    """Return True unless `name` is empty or a variant; a folder of the same name comes before the variant."""
    return bool(name) and (name not in variants() or Path(name).is_dir())


def resume_command(run: Run) -> str:
    """Return the command that continues a run, with the options that it has to repeat."""
    options = (_written(name, value) for name, value in _needed(run, frozenset(run.request.steps)))
    return " ".join(["projecteval resume", shlex.quote(str(run.folder)), *options])


def check_catalog_place(run: Run) -> None:
    """Raise `RunFolderError` for a catalog that comes with the run folder, or depends on the current folder."""
    name = run.request.missions
    if name in NAMED:
        return
    folder = Path(name if Path(name).is_absolute() else name.partition(":")[2])
    if not folder.is_absolute():
        problem = "is no absolute path, so it depends on the current folder"
    elif folder.resolve().is_relative_to(run.folder.resolve()):
        problem = "is inside of the run folder"
    else:
        return
    raise RunFolderError(
        f"{run.paths.request}: the catalog {name!r} {problem}; nothing of it was executed. "
        "Start a new run with --missions and the missions that you mean"
    )


def planned_work(run: Run, steps: tuple[Step, ...]) -> str:
    """Return what a command is about to do with a run, on one line."""
    request = run.request
    doing = [
        *([f"agent {request.agent} builds"] if Step.GENERATE in steps else []),
        *(["testcodes and suites evaluate"] if Step.EVALUATE in steps else []),
    ]
    where = f"missions of {request.missions or 'catalog'}, sandbox {run.lock.sandbox}"
    return f"{run.folder}: {' and '.join(doing) or 'nothing is executed'}; {where}"


def _needed(run: Run, steps: frozenset[Step]) -> Iterator[tuple[str, Any]]:
    for name, consented in CONSENTED.items():
        value = getattr(run.request, name)
        if name == "sandbox" and run.lock.sandbox == NO_SANDBOX:
            value = NO_SANDBOX
        if steps & consented.steps and consented.matters(value):
            yield name, value


def _full(name: str, value: Any) -> Any:
    """Return an option's value as `run` would store it."""
    match name:
        case "agent":
            return full_agent_name(value)
        case "prompts":
            return full_prompts_name(value)
        case "agent_tools":
            return tuple(str(Path(folder).resolve()) for folder in value)
    return value


def _written(name: str, value: Any) -> str:
    """Return an option as it is written on the command line."""
    return f"{flag(name)} {shlex.quote(','.join(value) if isinstance(value, tuple) else str(value))}"
