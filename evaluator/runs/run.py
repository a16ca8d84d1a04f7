"""A run: begun from a request, or gone on with from its folder."""

from __future__ import annotations

import errno
import fcntl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from evaluator.agents import Agent
from evaluator.agents.registry import agent_of
from evaluator.attempt import Attempt
from evaluator.engines import Engine
from evaluator.engines.scheduling import done_by
from evaluator.errors import RunFolderError, UsageProblem
from evaluator.generation.asking import RunOverBudget
from evaluator.runs.asking import USUAL_CALLS, Built, asking
from evaluator.runs.elsewhere import perform_elsewhere
from evaluator.runs.lock import Lock, differences, lock_of
from evaluator.runs.paths import RunPaths
from evaluator.runs.perform import Done, Order, perform
from evaluator.runs.records import GenerationRecord, is_judged
from evaluator.runs.request import BUDGET_FIELDS, RunRequest, Step, read_request, write_request
from evaluator.runs.whole import read_json, write_json
from missions.catalogue import open_catalog, select
from simulators.stage import environments
from simulators.stage.sandbox.choice import AUTO, SANDBOXES, sandbox_named

CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors that the next attempt would meet as well: the run stops."""


class Listener(Protocol):
    """Who is told how a run goes on."""

    def prepares(self, what: str) -> None: ...

    def notes(self, what: str) -> None: ...

    def begins(self, run: Run, to_do: int) -> None: ...

    def built(self, attempt: Attempt, record: GenerationRecord) -> None: ...

    def ended(self, done: Done) -> None: ...

    def broke(self, attempt: Attempt, error: Exception) -> None: ...


@dataclass(frozen=True)
class Run:
    """A run folder with what was asked and what it resolved to."""

    folder: Path
    request: RunRequest
    lock: Lock

    @property
    def paths(self) -> RunPaths:
        return RunPaths(self.folder)

    def attempts(self) -> tuple[Attempt, ...]:
        return tuple(self.request.attempts(tuple(self.lock.missions)))


def begin(request: RunRequest, folder: Path, listener: Listener) -> Run:
    """Make a run folder for `request`; the same request on its own folder goes on with it, also when its limits of
    the whole run are others now.

    Raises `RunFolderError` when the folder holds something else, `MissionError`, `UsageProblem`,
    `SandboxError`, `EnvironmentProblem` when the request cannot be resolved.
    """
    paths = RunPaths(folder)
    if paths.request.exists():
        return _again(request, folder, listener)
    if folder.exists() and any(folder.iterdir()):
        raise RunFolderError(f"{folder}: there is something else in this folder; choose another --out")
    lock = _resolve(request, listener)
    if Step.GENERATE in request.steps:
        _check(agent_of(request))
    folder.mkdir(parents=True, exist_ok=True)
    write_json(paths.lock, lock)
    write_request(paths.request, request)
    return Run(folder, request, lock)


def reopen(folder: Path, listener: Listener, limits: Sequence[float | None] = ()) -> Run:
    """Open a run to go on with it; `limits` of the whole run (tokens, cost, seconds) replace those it was begun with.
    Raises `RunFolderError` when what it began with has changed."""
    run = look_at(folder)
    raised = {name: value for name, value in zip(BUDGET_FIELDS, limits, strict=False) if value is not None}
    run = replace(run, request=run.request.model_copy(update=raised))
    changed = list(differences(run.lock, _resolve(run.request, listener)))
    if changed:
        raise RunFolderError(
            f"{folder}: this run began with something else; begin a new one. Changed: " + "; ".join(changed)
        )
    return run


def look_at(folder: Path) -> Run:
    """Open a run to read it, whatever has changed since."""
    paths = RunPaths(folder)
    return Run(folder, read_request(paths.request), read_json(paths.lock, Lock))


def _again(request: RunRequest, folder: Path, listener: Listener) -> Run:
    asked_before = read_request(RunPaths(folder).request)
    if asked_before.with_limits_of(request) != request:
        then, now = asked_before.model_dump(mode="json"), request.model_dump(mode="json")
        changed = "; ".join(
            f"{key}: {then[key]} → {now[key]}" for key in then if then[key] != now[key] and key not in BUDGET_FIELDS
        )
        raise RunFolderError(f"{folder}: holds a run with another request ({changed}); choose another --out")
    return replace(reopen(folder, listener), request=request)


def _resolve(request: RunRequest, listener: Listener) -> Lock:
    catalog = open_catalog(request.missions)
    ids = select(catalog, request.select)
    agent = agent_of(request)
    if request.sandbox not in (AUTO, *(known.name for known in SANDBOXES)):
        names = ", ".join(known.name for known in SANDBOXES)
        raise UsageProblem(f"there is no sandbox {request.sandbox!r}; there are {AUTO}, {names}")
    sandbox = sandbox_named(request.sandbox)
    lock = lock_of(catalog, ids, agent.name, sandbox.name, getattr(agent, "prompts", None))
    for name in lock.environments:
        needed = Step.JUDGE in request.steps or getattr(agent, "starts_programs", False)
        if needed and not environments.is_built(name):
            listener.prepares(f"building environment {name} (once)")
            environments.build(name)
    return lock


def _check(agent: Agent) -> None:
    """Raises `UsageProblem` when the agent cannot work from here."""
    if (check := getattr(agent, "check", None)) is not None:
        check()


def work(run: Run, steps: tuple[Step, ...], engine: Engine, listener: Listener, calls: int = USUAL_CALLS) -> bool:
    """Do what is not done yet of `steps`; whether all of it could be done.

    Attempts are judged by `engine`. An agent that is asked builds `calls` at a time, in threads of this process, and
    what it has built is judged meanwhile. Raises `UsageProblem` when the agent cannot work from here, `RunFolderError`
    when the folder cannot be written any more.
    """
    with _alone(run.paths):
        orders = [order for order in _orders(run, steps) if _is_to_do(run, order)]
        to_ask = [order for order in orders if _is_to_build(run, order)]
        agent = agent_of(run.request)
        if to_ask:
            _check(agent)
        if not getattr(agent, "asks", False):
            to_ask = []
        listener.begins(run, len(orders))
        asked = {order.attempt for order in to_ask}
        others = [order for order in orders if order.attempt not in asked]
        return _ask_and_judge(run, to_ask, others, engine, calls, listener)


def _ask_and_judge(
    run: Run, to_ask: list[Order], others: list[Order], engine: Engine, calls: int, listener: Listener
) -> bool:
    if not to_ask:
        return _performed(others, engine, listener)
    left: list[Built] = []
    with asking(run, to_ask, calls) as working:
        complete = _performed(others, engine, listener)
        for wave in working.waves(engine.jobs()):
            left += [built for built in wave if isinstance(built.outcome, Exception)]
            complete = _performed(_told(wave, listener), engine, listener) and complete
    for words in _why_left(run, left):
        listener.notes(words)
    return complete and not left


def _told(wave: list[Built], listener: Listener) -> list[Order]:
    """Tell the listener what was built; what is still to be judged of it."""
    to_judge = []
    for built in wave:
        order, outcome = built.order, built.outcome
        if isinstance(outcome, GenerationRecord) and Step.JUDGE in order.steps:
            listener.built(order.attempt, outcome)
            to_judge.append(order)
        elif isinstance(outcome, GenerationRecord):
            listener.ended(Done(order.attempt, note=outcome.failure))
        elif not isinstance(outcome, RunOverBudget):
            listener.broke(order.attempt, outcome)
    return to_judge


def _why_left(run: Run, left: list[Built]) -> Iterator[str]:
    over = [built.outcome for built in left if isinstance(built.outcome, RunOverBudget)]
    if over:
        yield (
            f"stopped: {over[0]}; {len(over)} attempts are left, and what was done is kept: go on with a higher limit, "
            f"projecteval resume {run.folder} --run-max-tokens N (or --run-max-cost, --run-max-seconds)"
        )
    if len(left) > len(over):
        yield (
            f"{len(left) - len(over)} attempts got no answer, which is not counted as the agent's failure: go on with "
            f"projecteval resume {run.folder}"
        )


def _performed(orders: list[Order], engine: Engine, listener: Listener) -> bool:
    complete = True
    for order, outcome in done_by(engine, perform_elsewhere if engine.elsewhere else perform, orders):
        if isinstance(outcome, OSError) and outcome.errno in CANNOT_BE_WRITTEN:
            raise RunFolderError(
                f"{outcome.filename or order.run}: {outcome.strerror}; what was done is kept: make room (or let it be "
                f"written), then go on with `projecteval resume {order.run}`"
            ) from outcome
        if isinstance(outcome, Exception):
            complete = False
            listener.broke(order.attempt, outcome)
        else:
            listener.ended(outcome)
    return complete


def _orders(run: Run, steps: tuple[Step, ...]) -> Iterator[Order]:
    for attempt in run.attempts():
        yield Order(run.folder, attempt, run.request, run.lock.sandbox, steps)


def _is_to_do(run: Run, order: Order) -> bool:
    judge = Step.JUDGE in order.steps and not is_judged(run.paths.of(order.attempt))
    return judge or _is_to_build(run, order)


def _is_to_build(run: Run, order: Order) -> bool:
    return Step.GENERATE in order.steps and not run.paths.of(order.attempt).generation.exists()


@contextmanager
def _alone(paths: RunPaths) -> Iterator[None]:
    with paths.in_use.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunFolderError(f"{paths.folder}: another process works on this run; wait for it") from None
        yield


def folder_for(now: float, agent: str, exists: Callable[[Path], bool] = Path.exists) -> Path:
    """A new folder below ``runs/``, named after time and agent."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    name = "".join(c if c.isalnum() or c in "-." else "-" for c in agent)[:40].strip("-.")
    first = folder = Path("runs") / f"{stamp}-{name}"
    number = 2
    while exists(folder):
        folder, number = first.with_name(f"{first.name}-{number}"), number + 1
    return folder
