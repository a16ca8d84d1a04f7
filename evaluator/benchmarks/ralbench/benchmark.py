"""RAL-Bench: functional quality, and quality beyond it relative to the reference project (docs/ralbench.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.interface import Benchmark, Summary
from evaluator.benchmarks.ralbench.measures import STATIC, RalCost, RalStatic, RalSuite
from evaluator.benchmarks.ralbench.scores import (
    Dimension,
    ProjectScores,
    Resources,
    SuiteCounts,
    Weights,
    efficiency_score,
    entropy_weights,
    equal_weights,
    leave_one_out,
    maintainability_score,
    mean_score,
    median_and_p95,
    non_functional_score,
    pass_rate,
    rank_stability,
    resource_score,
    security_score,
    variation,
    without_credit,
)
from evaluator.evaluators.interface import Evaluator
from evaluator.model.evaluation import Evaluation, Measure, Outcome
from evaluator.model.options import Rule
from evaluator.model.result import AttemptResult
from evaluator.strategies import DirectCode, Strategy
from evaluator.strategies.guided import GUIDED
from missions.mission import Mission
from simulators.failures import FailureKind

ACCEPTANCE = "acceptance"
"""Suite that measures the function of missions without a functional suite: the project's own libraries."""

INPUT_SETS: Mapping[str, tuple[str, ...]] = {
    "requirement": ("prompt",),
    "specification": ("prompt", "specification"),
}


class RalBench(Benchmark):
    """Libraries built from a requirement: F from the functional suite, NF from five dimensions of quality."""

    name = "ralbench"
    input_sets = INPUT_SETS
    strategies: Mapping[str, Strategy] = {
        "direct": DirectCode(),
        **GUIDED,
    }

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        functional = FUNCTIONAL if mission.suite(FUNCTIONAL) is not None else ACCEPTANCE
        return (
            RalSuite(FUNCTIONAL, functional),
            RalSuite(ROBUSTNESS, ROBUSTNESS),
            RalCost(Dimension.EFFICIENCY),
            RalCost(Dimension.RESOURCES),
            RalStatic(STATIC),
        )

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the scores."""
        return summary_metrics(results)

    def across(self, summaries: Sequence[Summary]) -> Mapping[str, float | None]:
        """Return how well the agents' ranks by NF agree with those by other weightings."""
        return rank_stabilities([summary.metrics for summary in summaries])


FUNCTIONAL, ROBUSTNESS = "functional", "robustness"
NOTHING = Evaluation("none")
PAPER = Rule.PAPER


def rule_of_result(result: AttemptResult) -> Rule:
    """Return the rule that an attempt was evaluated by."""
    rules = {evaluation.settings.get("rule", "") for evaluation in result.evaluations.values()}
    return PAPER if PAPER in rules else Rule.STRICT


def scores_of(result: AttemptResult) -> ProjectScores:
    """Return F and the dimensions of one attempt by the rule that it was evaluated by."""
    rule = rule_of_result(result)
    evaluations = result.evaluations
    static = evaluations.get(STATIC, NOTHING)
    index, calls = _measure(static, "minimum_maintainability"), _measure(static, "risky_calls")
    scores = ProjectScores(
        _rate(evaluations.get(FUNCTIONAL, NOTHING), rule),
        {
            Dimension.MAINTAINABILITY: maintainability_score(index.value, index.reference, rule),
            Dimension.SECURITY: security_score(calls.value, calls.reference, rule),
            Dimension.ROBUSTNESS: _rate(evaluations.get(ROBUSTNESS, NOTHING), rule),
            Dimension.EFFICIENCY: _efficiency(evaluations.get(Dimension.EFFICIENCY, NOTHING), rule),
            Dimension.RESOURCES: _resources(evaluations.get(Dimension.RESOURCES, NOTHING), rule),
        },
    )
    return without_credit(scores, _code(static), rule)


def _code(static: Evaluation) -> int:
    """Return the lines of code of a solution that has the package; 0 without it: then another one was tested."""
    lines, modules = _measure(static, "code_lines").value, _measure(static, "package_modules").value
    return int(lines or 0) if modules else 0


def counts_of_suite(evaluation: Evaluation, rule: Rule) -> SuiteCounts:
    """Return the numbers of tests of a suite; by rule ``paper`` a suite that ran out of time has one, failed test."""
    found = evaluation.counts()
    timeouts = found.get(Outcome.TIMEOUT, 0)
    if rule is PAPER and _ran_out_of_time(evaluation):
        return SuiteCounts(failed=1)
    errors = sum(found.get(each, 0) for each in (Outcome.ERROR, Outcome.NOT_RUNNABLE, Outcome.INFRASTRUCTURE))
    counts = SuiteCounts(
        found.get(Outcome.PASSED, 0),
        found.get(Outcome.FAILED, 0) + timeouts,
        errors,
        found.get(Outcome.SKIPPED, 0),
        is_complete=bool(evaluation.cases),
    )
    return counts if rule is PAPER else _with_missing(counts, evaluation)


def _ran_out_of_time(evaluation: Evaluation) -> bool:
    return any(case.failure is not None and case.failure.kind is FailureKind.TIMEOUT for case in evaluation.cases)


def _with_missing(counts: SuiteCounts, evaluation: Evaluation) -> SuiteCounts:
    """Count tests that the published suite has and that were not collected as errors."""
    known = int(_measure(evaluation, "published_tests").value or 0)
    missing = known - (counts.passed + counts.failed + counts.errors + counts.skipped)
    errors = counts.errors + max(0, missing)
    return SuiteCounts(counts.passed, counts.failed, errors, counts.skipped)


def _rate(evaluation: Evaluation, rule: Rule) -> float:
    return pass_rate(counts_of_suite(evaluation, rule), rule)


def _efficiency(evaluation: Evaluation, rule: Rule) -> float | None:
    counts = counts_of_suite(evaluation, rule)
    if rule is PAPER:
        time = _measure(evaluation, "wall_seconds")
        return efficiency_score(time.value, time.reference, counts, rule)
    if _did_not_pass(counts):
        return 0.0
    ratio = _measure(evaluation, "time_ratio").value
    return None if ratio is None else min(1.0, ratio)


def _resources(evaluation: Evaluation, rule: Rule) -> float | None:
    counts = counts_of_suite(evaluation, rule)
    memory = _measure(evaluation, "mean_memory")
    if rule is PAPER:
        load = _measure(evaluation, "cpu_load")
        used, baseline = Resources(memory.value, load.value), Resources(memory.reference, load.reference)
        return resource_score(used, baseline, counts, rule)
    if _did_not_pass(counts):
        return 0.0
    ratios = [_measure(evaluation, name).value for name in ("memory_ratio", "cpu_ratio")]
    shares = [min(1.0, ratio) for ratio in ratios if ratio is not None]
    return sum(shares) / len(shares) if shares else None


def _did_not_pass(counts: SuiteCounts) -> bool:
    """Return True where not every test passed: work that was skipped costs nothing."""
    return counts.has_failure or bool(counts.skipped) or not counts.passed


def _measure(evaluation: Evaluation, name: str) -> Measure:
    return next((measure for measure in evaluation.measures if measure.name == name), Measure(name, None))


SHORT: Mapping[Dimension, str] = {
    Dimension.MAINTAINABILITY: "M",
    Dimension.SECURITY: "S",
    Dimension.ROBUSTNESS: "Rb",
    Dimension.EFFICIENCY: "E",
    Dimension.RESOURCES: "Ru",
}
"""Published names of the scores."""


def summary_metrics(results: Sequence[AttemptResult]) -> dict[str, float | None]:
    """Return F, the dimensions, NF and NF by other weightings, in percent: means over the attempts.

    With several samples also the variation of F and NF over the samples of a mission.
    """
    if not results:
        return {}
    rule = Rule.PAPER if any(rule_of_result(each) is Rule.PAPER for each in results) else Rule.STRICT
    scores = [scores_of(result) for result in results]
    metrics = {"F": mean_score((each.functional for each in scores), rule)}
    metrics |= {short: mean_score((each.dimensions[name] for each in scores), rule) for name, short in SHORT.items()}
    metrics["NF"] = mean_score((each.non_functional(rule) for each in scores), rule)
    for name, weights in other_weightings().items():
        metrics[f"NF_{name}"] = mean_score((each.non_functional(rule, weights) for each in scores), rule)
    return {**metrics, **_variations(results, scores, rule)}


def other_weightings() -> dict[str, Weights]:
    """Return equal weights and the published ones without one dimension each, by name."""
    without = {f"without_{SHORT[name]}": weights for name, weights in leave_one_out().items()}
    return {"equal": equal_weights(), **without}


Metrics = Mapping[str, float | None]


def rank_stabilities(agents: Sequence[Metrics]) -> dict[str, float | None]:
    """Return Spearman's rank correlation of NF with NF by other weightings, also by entropy over the agents.

    Empty for fewer than two agents with a defined NF; None where all have the same.
    """
    rows = [metrics for metrics in agents if metrics.get("NF") is not None]
    if len(rows) < 2:
        return {}
    published = [metrics["NF"] or 0.0 for metrics in rows]
    dimensions = [{name: _as_share(metrics.get(short)) for name, short in SHORT.items()} for metrics in rows]
    entropy = entropy_weights(dimensions)
    found = {
        f"ranks_NF_{name}": rank_stability(published, [metrics.get(f"NF_{name}") or 0.0 for metrics in rows])
        for name in other_weightings()
    }
    by_entropy = [non_functional_score(row, Rule.STRICT, entropy) or 0.0 for row in dimensions]
    weights = {f"entropy_weight_{short}": entropy[name] for name, short in SHORT.items()}
    return {**found, "ranks_NF_entropy": rank_stability(published, by_entropy), **weights}


def _as_share(percent: float | None) -> float | None:
    return None if percent is None else percent / 100


def _variations(
    results: Sequence[AttemptResult], scores: Sequence[ProjectScores], rule: Rule
) -> dict[str, float | None]:
    """Return median and 95th percentile, over missions, of deviation and coefficient of variation of their samples."""
    found: dict[str, float | None] = {}
    for name, values in (
        ("F", [each.functional for each in scores]),
        ("NF", [each.non_functional(rule) for each in scores]),
    ):
        groups = _by_mission(results, values)
        if not any(len(group) > 1 for group in groups):
            continue
        variations = [variation([100 * value for value in group]) for group in groups if group]
        found |= _spread(f"{name}_std", [each.deviation for each in variations])
        found |= _spread(f"{name}_cv", [each.coefficient for each in variations if each.coefficient is not None])
    return found


def _by_mission(results: Sequence[AttemptResult], values: Sequence[float | None]) -> list[list[float]]:
    groups: dict[tuple[str, str, str, str], list[float]] = {}
    for result, value in zip(results, values, strict=True):
        attempt = result.attempt
        group = groups.setdefault((attempt.mission, attempt.input_set, attempt.strategy, attempt.recorded), [])
        if value is not None:
            group.append(value)
    return list(groups.values())


def _spread(name: str, values: Sequence[float]) -> dict[str, float | None]:
    middle, high = median_and_p95(values) if values else (None, None)
    return {f"{name}_median": middle, f"{name}_p95": high}
