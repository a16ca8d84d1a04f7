"""Interface of benchmarks: rules for building and measuring the missions of a catalog; benchmarks by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from types import MappingProxyType

from evaluator.evaluators.interface import Evaluator
from evaluator.model.errors import UsageError
from evaluator.model.result import Attempt, AttemptResult
from evaluator.strategies.interface import Strategy
from missions.mission import Mission
from missions.names import hint


@dataclass(frozen=True)
class Summary:
    """Figures of a set of attempts. `metrics` are the benchmark's published ones; None where undefined.

    `passed` and `total` count cases, `runnable` counts attempts whose project started; `similarity` is in percent.
    """

    passed: int
    total: int
    runnable: int
    similarity: Mapping[str, float | None] = field(default_factory=dict)
    metrics: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def pass_rate(self) -> float | None:
        return self.passed / self.total if self.total else None


class Benchmark(ABC):
    """Rules for building and measuring missions: input sets, strategies, evaluators, summary."""

    name: str
    input_sets: Mapping[str, tuple[str, ...]]
    """Names of the documents of each input set; the first input set is the default."""
    strategies: Mapping[str, Strategy]
    """Strategies by name; the first is the default."""
    options: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Values of each option that only this benchmark has (``--benchmark-options``), the default first."""

    @abstractmethod
    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        """Return the evaluators of `mission`, in the order in which they run."""

    def stage_evaluators(self, mission: Mission, stage: str) -> Sequence[Evaluator]:
        """Return the evaluators that a strategy may name for `stage`; by default those of the final solution."""
        return self.evaluators(mission)

    def attempt_evaluators(self, mission: Mission, attempt: Attempt) -> Sequence[Evaluator]:
        """Return the evaluators of one attempt; by default all. An input set may ask for some products only."""
        return self.evaluators(mission)

    def summarize(self, results: Sequence[AttemptResult]) -> Summary:
        """Return the figures of `results`: counts of all cases, and the benchmark's metrics."""
        return Summary(
            passed=sum(result.passed for result in results),
            total=sum(result.total for result in results),
            runnable=sum(map(self.is_runnable, results)),
            metrics=self.metrics(results),
        )

    def chosen_options(self, assignments: Sequence[str]) -> dict[str, str]:
        """Return the value of each own option; `assignments` are ``NAME=VALUE``. Raises `UsageError` for others."""
        chosen = {name: values[0] for name, values in self.options.items()}
        for name, _, value in (each.partition("=") for each in assignments):
            if value not in self.options.get(name, ()):
                known = "; ".join(f"{name}={'|'.join(values)}" for name, values in self.options.items()) or "none"
                raise UsageError(f"--benchmark-options {name}={value}: options of {self.name} are: {known}")
            chosen[name] = value
        return chosen

    def is_runnable(self, result: AttemptResult) -> bool:
        """Return True for an attempt that counts as runnable: by default one with a case that passed."""
        return result.passed > 0

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the benchmark's own figures of `results`; undefined values stay None."""
        return {}

    def across(self, summaries: Sequence[Summary]) -> Mapping[str, float | None]:
        """Return figures over the summaries of several agents, for a comparison; none unless the benchmark has some."""
        return {}

    def remarks(self, results: Sequence[AttemptResult]) -> Sequence[str]:
        """Return sentences about a run that only this benchmark has; reports show them."""
        return ()

    def combinations(self, input_sets: Sequence[str], strategies: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of input set and strategy that are built when these are requested (empty: the default)."""
        chosen = input_sets or tuple(self.input_sets)[:1]
        return tuple(
            (input_set, strategy) for input_set in chosen for strategy in strategies or tuple(self.strategies)[:1]
        )

    def labels(self, attempt: Attempt) -> Mapping[str, object]:
        """Return the benchmark's own names for what distinguishes attempts, for tables and ``--json``."""
        return {"input": attempt.input_set, "strategy": attempt.strategy}


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
