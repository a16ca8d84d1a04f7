"""Agents that are asked build in threads of this process; what is built is handed on as soon as it is there."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from evaluator.agents import Agent, Task, Usage
from evaluator.agents.budget import Budget
from evaluator.agents.model_errors import ModelError, RunStopped
from evaluator.agents.registry import agent_of, limits_of_run
from evaluator.engines.scheduling import Later
from evaluator.io.atomic import read_json
from evaluator.runs.execution.attempt import Order, generate, task_of
from evaluator.runs.execution.progress import Listener
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import GenerationRecord, read_generation
from evaluator.runs.folder.request import Step
from evaluator.runs.folder.run import Run
from evaluator.strategies.inquiry import Written


@dataclass(frozen=True)
class Built:
    """One attempt that was asked for: what came of it, or why there was no answer."""

    order: Order
    outcome: GenerationRecord | Exception


class Asking:
    """A run's agent and budget, and the attempts that are being built."""

    def __init__(self, agent: Agent, orders: Sequence[Order], calls: int, listener: Listener) -> None:
        self._agent, self._listener = agent, listener
        self._pool = ThreadPoolExecutor(calls, thread_name_prefix="asking")
        self._lock = threading.Lock()
        self._built: deque[Built] = deque()
        self._left, self._later = len(orders), Later()
        self._stopped: RunStopped | None = None
        tasks = [(order, task_of(order)) for order in orders]  # missions are loaded by one thread only
        for order, task in tasks:
            self._pool.submit(self._build, order, task).add_done_callback(self._teller(order))

    def built(self) -> Iterator[Built | Later]:
        """Every attempt as soon as it was built or left; never blocks, but says when the next one is there."""
        while self._left:
            yield self._next()

    def close(self) -> None:
        """End what is under way; what was answered is in the transcripts."""
        self._pool.shutdown(wait=False, cancel_futures=True)  # nothing new begins
        if (close := getattr(self._agent, "close", None)) is not None:
            close()
        self._pool.shutdown(wait=True)

    def _teller(self, order: Order) -> Callable[[Future[GenerationRecord]], None]:
        return lambda done: self._put(_built(order, done))

    def _put(self, built: Built) -> None:
        try:
            if isinstance(built.outcome, GenerationRecord) and Step.JUDGE in built.order.steps:
                self._listener.built(built.order.attempt, built.outcome)  # at once: judging may have no room for it yet
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

    def _build(self, order: Order, task: Task) -> GenerationRecord:
        if self._stopped is not None:
            raise self._stopped
        try:
            return generate(order, self._agent, task)
        except RunStopped as error:
            self._stopped = error
            raise


@contextmanager
def asking(run: Run, orders: Sequence[Order], calls: int, listener: Listener) -> Iterator[Asking]:
    """Build `orders`, up to `calls` at a time; the listener is told what is built, and what is waited for."""
    budget = Budget(limits_of_run(run.request), used_so_far(run))
    working = Asking(agent_of(run.request, budget, listener.notes), orders, calls, listener)
    try:
        yield working
    finally:
        working.close()


def used_so_far(run: Run) -> Iterator[Usage]:
    """What every question of the run cost that was answered, whether its attempt came to an end or not."""
    for attempt in run.attempts():
        paths = run.paths.of(attempt)
        record = read_generation(paths)
        yield from _in_transcript(paths) if record is None else (step.usage for step in record.steps)


def _in_transcript(paths: AttemptPaths) -> Iterator[Usage]:
    for path in sorted(paths.transcript.glob("[0-9][0-9]*-*.json")):
        yield read_json(path, Written).reply.usage


def _built(order: Order, done: Future[GenerationRecord]) -> Built:
    if done.cancelled():
        return Built(order, ModelError("not asked any more"))
    error = done.exception()
    if error is None:
        return Built(order, done.result())
    return Built(order, error if isinstance(error, Exception) else RuntimeError(str(error)))
