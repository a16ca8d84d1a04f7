"""Where and how a command works on a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

USUAL_CALLS = 8
"""Attempts at a time that an agent behind an API builds, when nothing else is asked for."""


@dataclass(frozen=True)
class Way:
    """How the work is done, and its results are shown: nothing of it changes them."""

    engine: str = "local"
    jobs: int | None = None
    calls: int = USUAL_CALLS
    as_json: bool = False


@contextmanager
def place_to_work(engine: str = "") -> Iterator[None]:
    """Nothing of what begins inside is left. Entered before much is imported: the workers of the engine ``local``
    import what they need at the same time."""
    from multiprocessing import resource_tracker

    from simulators.runtime.processes.cleanup_guard import cleanup_guard

    resource_tracker.ensure_running()  # before the guard: it ends by itself, and later than the guard
    with cleanup_guard(), ExitStack() as stack:
        if engine == "local":
            from evaluator.engines.forked_workers import workers_begin

            stack.enter_context(workers_begin("evaluator.runs.execution.attempt"))
        yield
