"""A run is begun from a request, or gone on with from its folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from evaluator.agents import Agent
from evaluator.agents.registry import agent_of
from evaluator.io.atomic import write_json
from evaluator.model.errors import RunFolderError
from evaluator.runs.execution.progress import Listener
from evaluator.runs.execution.recordings import recordings_of
from evaluator.runs.folder.lock import Lock, differences, lock_of
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import RAISABLE, RunRequest, Step, read_request, write_request
from evaluator.runs.folder.run import Run, look_at
from missions.catalog import open_catalog, select
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named


def begin(request: RunRequest, folder: Path, listener: Listener) -> Run:
    """Make a run folder for `request`; the same request on its own folder goes on with it, also when its limits of
    the whole run are others now.

    Raises `RunFolderError` when the folder holds something else, `MissionError`, `UsageError`,
    `SandboxError`, `EnvironmentNotReady` when the request cannot be resolved.
    """
    paths = RunPaths(folder)
    if paths.request.exists():
        return _again(request, folder, listener)
    if folder.exists() and any(folder.iterdir()):
        raise RunFolderError(f"{folder}: there is something else in this folder; choose another --out")
    lock = _resolve(request, listener)
    if Step.GENERATE in request.steps:
        must_be_able(agent_of(request))
    folder.mkdir(parents=True, exist_ok=True)
    write_json(paths.lock, lock)
    write_request(paths.request, request)
    return Run(folder, request, lock)


def reopen(folder: Path, listener: Listener, changes: Mapping[str, Any] | None = None) -> Run:
    """Open a run to go on with it; `changes` replace the options that may be changed (`RAISABLE`).
    Raises `RunFolderError` when what it began with has changed."""
    run = look_at(folder)
    run = replace(run, request=replace(run.request, **changes or {}))
    changed = list(differences(run.lock, _resolve(run.request, listener, run)))
    if changed:
        raise RunFolderError(
            f"{folder}: this run began with something else; begin a new one. Changed: " + "; ".join(changed)
        )
    return run


def lock_anew_what_is_allowed(run: Run) -> None:
    """Take the wheels that are allowed now as those that the run began with: all its verdicts are made anew."""
    now = lock_of(open_catalog(run.request.missions), tuple(run.lock.missions), run.lock.agent, run.lock.sandbox)
    write_json(run.paths.lock, replace(run.lock, wheels=now.wheels))


def _again(request: RunRequest, folder: Path, listener: Listener) -> Run:
    asked_before = read_request(RunPaths(folder).request)
    if asked_before.with_limits_of(request) != request:
        then, now = asked_before.plain(), request.plain()
        changed = "; ".join(
            f"{key}: {then[key]} → {now[key]}" for key in then if then[key] != now[key] and key not in RAISABLE
        )
        raise RunFolderError(f"{folder}: holds a run with another request ({changed}); choose another --out")
    return replace(reopen(folder, listener), request=request)


def _resolve(request: RunRequest, listener: Listener, begun: Run | None = None) -> Lock:
    """What `request` means now. Recordings that a run has taken over already (`begun`) are not looked for again."""
    catalog = open_catalog(request.missions)
    ids = select(catalog, request.select)
    agent = agent_of(request)
    sandbox = sandbox_named(request.sandbox)
    taken_over = begun is not None and all(begun.paths.of(a).generation.exists() for a in begun.attempts())
    recorded = begun.lock.recorded if begun and taken_over else recordings_of(agent, request)
    lock = lock_of(catalog, ids, agent.name, sandbox.name, getattr(agent, "prompts", None), recorded)
    for name in lock.environments:
        needed = Step.JUDGE in request.steps or getattr(agent, "starts_programs", False)
        if needed and not environments.is_built(name):
            listener.prepares(f"building environment {name} (once)")
            environments.build(name)
    return lock


def must_be_able(agent: Agent) -> None:
    """Raises `UsageError` when the agent cannot work from here."""
    if (check := getattr(agent, "check", None)) is not None:
        check()


def folder_for(now: float, agent: str, exists: Callable[[Path], bool] = Path.exists) -> Path:
    """A new folder below ``runs/``, named after time and agent."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    name = "".join(c if c.isalnum() or c in "-." else "-" for c in agent)[:40].strip("-.")
    first = folder = Path("runs") / f"{stamp}-{name}"
    number = 2
    while exists(folder):
        folder, number = first.with_name(f"{first.name}-{number}"), number + 1
    return folder
