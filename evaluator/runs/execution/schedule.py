"""Execution of the missing steps of a run."""

from __future__ import annotations

import errno
import fcntl
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain

from evaluator.agents.models.errors import RunOverBudget, RunRefused, RunStopped
from evaluator.engines import Engine
from evaluator.engines.scheduling import Later, done_by
from evaluator.evaluators.interface import Evaluator
from evaluator.model.errors import RunFolderError, RunNotWritable, UsageError
from evaluator.model.result import Attempt, GenerationRecord
from evaluator.runs.execution.attempt import AttemptRunner, Done, Order, evaluators_of, is_current, options_of, perform
from evaluator.runs.execution.attempt_order import longest_first
from evaluator.runs.execution.consent import resume_command
from evaluator.runs.execution.generation import Built, Generating, generating
from evaluator.runs.execution.progress import Listener
from evaluator.runs.execution.reference import is_needed as is_reference_needed
from evaluator.runs.execution.remote_worker import perform_elsewhere
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import read_result, set_aside_unreadable
from evaluator.runs.folder.request import Step
from evaluator.runs.folder.run import Run

CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors that the next attempt would meet as well: the run stops."""


def work(run: Run, steps: tuple[Step, ...], engine: Engine, listener: Listener, calls: int) -> bool:
    """Execute the missing parts of `steps`; return True when all could be completed.

    Attempts are evaluated by `engine`. An agent behind a service builds `calls` at a time, in threads of this process,
    and its solutions are evaluated meanwhile. Raises `UsageError` when the agent cannot work from here or is refused by
    its service, `RunNotWritable` when the folder cannot be written any more.
    """
    with _alone(run.paths):
        _set_aside_unreadable(run, steps, listener)
        runner = AttemptRunner.open(run.request, run.lock.benchmark)
        evaluators = _evaluators(run, runner)
        orders = [order for order in _orders(run, steps) if _is_to_do(order, evaluators[order.attempt.mission], runner)]
        to_build = [order for order in orders if _is_to_build(order)]
        if to_build:
            runner.agent.check()
        to_ask = to_build if runner.agent.waits_for_services else []
        asked = {order.attempt for order in to_ask}
        others = _in_turn(run, [order for order in orders if order.attempt not in asked], runner)
        listener.begins(run, len(orders))
        if not to_ask:
            return _performed(others, engine, listener)
        left: list[Built] = []
        with generating(run, runner, list(_in_turn(run, to_ask, runner)), calls, listener) as working:
            complete = _performed(chain(others, _to_evaluate(working, left, listener)), engine, listener)
        _say_why_left(run, left, listener)
        return complete and not left


def _set_aside_unreadable(run: Run, steps: tuple[Step, ...], listener: Listener) -> None:
    """Set aside records that cannot be read, so that `steps` make them again."""
    for attempt in run.attempts():
        redone = Step.GENERATE in steps, Step.EVALUATE in steps
        for error in set_aside_unreadable(run.paths.of(attempt), *redone):
            listener.notes(f"{error}; it was renamed, and its step is done again")
    for mission in run.lock.missions:
        for error in set_aside_unreadable(run.paths.reference(mission), False, Step.EVALUATE in steps):
            listener.notes(f"{error}; it was renamed, and the reference is evaluated again")


def _in_turn(run: Run, orders: list[Order], runner: AttemptRunner) -> Iterator[Order]:
    def seconds(attempt: Attempt) -> float | None:
        return read_result(attempt, run.paths.of(attempt)).seconds or None

    return longest_first(orders, seconds, runner.catalog)


def _to_evaluate(working: Generating, left: list[Built], listener: Listener) -> Iterator[Order | Later]:
    """Yield solutions to evaluate as they are built; report all others to the listener, and keep in `left` what
    was not built."""
    for built in working.built():
        if not isinstance(built, Built):
            yield built
            continue
        order, outcome = built.order, built.outcome
        if isinstance(outcome, GenerationRecord) and Step.EVALUATE in order.steps:
            yield order
        elif isinstance(outcome, GenerationRecord):
            listener.ended(Done(order.attempt, note=outcome.failure))
        else:
            _check_writable(order, outcome)
            left.append(built)
            if not isinstance(outcome, RunStopped):
                listener.broke(order.attempt, outcome)


def _say_why_left(run: Run, left: list[Built], listener: Listener) -> None:
    """Raises `UsageError` when the service refuses the run."""
    stopped = [built.outcome for built in left if isinstance(built.outcome, RunStopped)]
    on = resume_command(run)
    if stopped:
        why, remain = stopped[0], f"{len(stopped)} attempts are left, and what was done is kept"
        if isinstance(why, RunRefused):
            raise UsageError(f"{why}. Nothing is counted as the agent's failure; {remain}: then continue with {on}")
        if isinstance(why, RunOverBudget):
            on = f"with a higher limit, {on} --run-max-tokens N (or --run-max-cost, --run-max-seconds)"
        else:
            on = f"when it has, {on}"
        listener.notes(f"stopped: {why}; {remain}: go on {on}")
    on = resume_command(run)
    if others := len(left) - len(stopped):
        listener.notes(
            f"{others} attempts got no answer, which is not counted as the agent's failure: continue with {on}"
        )


def _performed(orders: Iterable[Order | Later], engine: Engine, listener: Listener) -> bool:
    complete = True
    for order, outcome in done_by(engine, perform_elsewhere if engine.elsewhere else perform, orders):
        if isinstance(outcome, Exception):
            _check_writable(order, outcome)
            complete = False
            listener.broke(order.attempt, outcome)
        else:
            listener.ended(outcome)
    return complete


def _check_writable(order: Order, outcome: Exception) -> None:
    """Raises `RunNotWritable` when `outcome` says that the folder is not."""
    if isinstance(outcome, OSError) and outcome.errno in CANNOT_BE_WRITTEN:
        raise RunNotWritable(
            f"{outcome.filename or order.run}: {outcome.strerror}; what was done is kept: make room (or let it be "
            f"written), then continue with `projecteval resume {order.run}`"
        ) from outcome


def _orders(run: Run, steps: tuple[Step, ...]) -> Iterator[Order]:
    for attempt in run.attempts():
        yield Order(run.folder, attempt, run.request, run.lock.benchmark, run.lock.sandbox, steps)


def _evaluators(run: Run, runner: AttemptRunner) -> Mapping[str, Sequence[Evaluator]]:
    """Return the evaluators of every mission, which is loaded once however many attempts there are."""
    return {
        mission: evaluators_of(runner.benchmark, runner.catalog.mission(mission), run.request)
        for mission in run.lock.missions
    }


def _is_to_do(order: Order, evaluators: Sequence[Evaluator], runner: AttemptRunner) -> bool:
    if _is_to_build(order):
        return True
    if Step.EVALUATE not in order.steps:
        return False
    options, reference = options_of(order.request), RunPaths(order.run).reference(order.attempt.mission)
    if any(not is_current(order.paths, each, options) for each in evaluators):
        return True
    is_waited_for = is_reference_needed(order.paths, reference, evaluators)
    return is_waited_for and runner.catalog.reference(order.attempt.mission) is not None


def _is_to_build(order: Order) -> bool:
    return Step.GENERATE in order.steps and not order.paths.generation.exists()


@contextmanager
def _alone(paths: RunPaths) -> Iterator[None]:
    with paths.in_use.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunFolderError(f"{paths.folder}: another process works on this run; wait for it") from None
        yield
