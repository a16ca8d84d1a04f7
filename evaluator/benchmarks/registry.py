"""Benchmarks by name, found by entry points."""

from __future__ import annotations

from importlib.metadata import entry_points

from evaluator.benchmarks.interface import Benchmark
from evaluator.model.errors import UsageError
from missions.names import hint

GROUP = "projecteval.benchmarks"


def benchmark_names() -> tuple[str, ...]:
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def benchmark_named(name: str) -> Benchmark:
    """Return the benchmark `name`. Raises `UsageError` for an unknown one or one that cannot be loaded."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            benchmark: Benchmark = entry.load()()
        except Exception as error:  # a plug-in may raise anything while it is imported
            raise UsageError(f"benchmark {name!r} ({entry.value}) cannot be loaded: {error}") from error
        return benchmark
    raise UsageError(f"there is no benchmark {name!r}; {hint(name, benchmark_names())}")
