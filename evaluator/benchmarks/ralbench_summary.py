"""Figures of a run: scores in percent, other weightings of NF, and how much repetitions vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.ralbench_results import rule_of_result, scores_of
from evaluator.benchmarks.ralbench_scores import (
    Dimension,
    ProjectScores,
    ScoreRule,
    Weights,
    entropy_weights,
    equal_weights,
    leave_one_out,
    mean_score,
    median_and_p95,
    non_functional_score,
    rank_stability,
    variation,
)
from evaluator.model.result import AttemptResult

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
    rule = ScoreRule.PAPER if any(rule_of_result(each) is ScoreRule.PAPER for each in results) else ScoreRule.STRICT
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
    by_entropy = [non_functional_score(row, ScoreRule.STRICT, entropy) or 0.0 for row in dimensions]
    weights = {f"entropy_weight_{short}": entropy[name] for name, short in SHORT.items()}
    return {**found, "ranks_NF_entropy": rank_stability(published, by_entropy), **weights}


def _as_share(percent: float | None) -> float | None:
    return None if percent is None else percent / 100


def _variations(
    results: Sequence[AttemptResult], scores: Sequence[ProjectScores], rule: ScoreRule
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
