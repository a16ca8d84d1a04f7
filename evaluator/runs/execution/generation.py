"""Generation in threads of this process, for agents that wait for services; results are yielded as they arrive."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from evaluator.agents.interface import Agent
from evaluator.agents.models.errors import ModelError, RunStopped
from evaluator.agents.settings import Budget
from evaluator.engines.scheduling import Later
from evaluator.model.generation import Usage
from evaluator.model.result import GenerationRecord
from evaluator.runs.execution.agents import agent_of, limits_of_run
from evaluator.runs.execution.attempt import AttemptRunner, Order
from evaluator.runs.execution.progress import Listener
from evaluator.runs.folder.records import read_generation
from evaluator.runs.folder.request import Step
from evaluator.runs.folder.run import Run
from evaluator.runs.folder.stages import StageStore


@dataclass(frozen=True)
class Built:
    """Result of generating one attempt, or why there is none."""

    order: Order
    outcome: GenerationRecord | Exception


class Generating:
    """Attempts of a run that are being generated, `calls` at a time."""

    def __init__(
        self,
        runner: AttemptRunner,
        agent: Agent,
        budget: Budget,
        orders: Sequence[Order],
        calls: int,
        listener: Listener,
    ) -> None:
        self._agent, self._runner, self._budget, self._listener = agent, runner, budget, listener
        self._pool = ThreadPoolExecutor(calls, thread_name_prefix="generation")
        self._lock = threading.Lock()
        self._built: deque[Built] = deque()
        self._left, self._later = len(orders), Later()
        self._stopped: RunStopped | None = None
        for order in orders:
            runner.catalog.mission(order.attempt.mission)  # missions are loaded by one thread only
        for order in orders:
            self._pool.submit(self._build, order).add_done_callback(self._reporter(order))

    def built(self) -> Iterator[Built | Later]:
        """Yield every attempt as soon as it was built or left; yields a `Later` instead of blocking."""
        while self._left:
            yield self._next()

    def close(self) -> None:
        """End requests in progress; answers are in the transcripts."""
        self._pool.shutdown(wait=False, cancel_futures=True)  # nothing new begins
        self._agent.close()
        self._pool.shutdown(wait=True)

    def _reporter(self, order: Order) -> Callable[[Future[GenerationRecord]], None]:
        return lambda done: self._put(_built(order, done))

    def _put(self, built: Built) -> None:
        try:
            if isinstance(built.outcome, GenerationRecord) and Step.EVALUATE in built.order.steps:
                self._listener.built(built.order.attempt, built.outcome)  # at once: its evaluation may have to wait
        finally:
            with self._lock:
                self._built.append(built)
                if not self._later.done():
                    self._later.set_result(None)

    def _next(self) -> Built | Later:
        with self._lock:
            if self._built:
                self._left -= 1
                return self._built.popleft()
            if self._later.done():
                self._later = Later()
            return self._later

    def _build(self, order: Order) -> GenerationRecord:
        if self._stopped is not None:
            raise self._stopped
        try:
            return self._runner.generate(order, self._agent, self._budget)
        except RunStopped as error:
            self._stopped = error
            raise


@contextmanager
def generating(
    run: Run, runner: AttemptRunner, orders: Sequence[Order], calls: int, listener: Listener
) -> Iterator[Generating]:
    """Generate `orders`, up to `calls` at a time, with the agent and the budget of the whole run."""
    budget = Budget(limits_of_run(run.request), used_so_far(run))
    working = Generating(runner, agent_of(run.request, budget, listener.notes), budget, orders, calls, listener)
    try:
        yield working
    finally:
        working.close()


def used_so_far(run: Run) -> Iterator[Usage]:
    """Yield the cost of every answered question of the run, also of attempts that did not end."""
    for attempt in run.attempts():
        paths = run.paths.of(attempt)
        record = read_generation(paths)
        yield from StageStore(paths).unfinished_usage() if record is None else (step.usage for step in record.steps)


def _built(order: Order, done: Future[GenerationRecord]) -> Built:
    if done.cancelled():
        return Built(order, ModelError("cancelled before it was asked"))
    error = done.exception()
    if error is None:
        return Built(order, done.result())
    return Built(order, error if isinstance(error, Exception) else RuntimeError(str(error)))
