"""Cleanup at any end of a verb."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def cleaned_up(engine: str = "") -> Iterator[None]:
    """End all processes and remove all temporary folders that begin inside.

    Entered before other imports: the workers of the engine ``local`` import what they need at the same time.
    """
    from multiprocessing import resource_tracker

    from simulators.runtime.processes.cleanup_guard import cleanup_guard

    resource_tracker.ensure_running()  # before the guard: it ends by itself, and later than the guard
    with cleanup_guard(), ExitStack() as stack:
        if engine == "local":
            from evaluator.engines.forked_workers import workers_begin

            stack.enter_context(workers_begin("evaluator.runs.execution.attempt"))
        yield
