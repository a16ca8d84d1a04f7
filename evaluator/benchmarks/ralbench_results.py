"""Scores of one attempt, from its evaluations."""

from __future__ import annotations

from evaluator.benchmarks.ralbench_measures import STATIC
from evaluator.benchmarks.ralbench_scores import (
    Dimension,
    ProjectScores,
    Resources,
    ScoreRule,
    SuiteCounts,
    efficiency_score,
    maintainability_score,
    pass_rate,
    resource_score,
    security_score,
    without_credit,
)
from evaluator.model.evaluation import Evaluation, Measure, Outcome
from evaluator.model.failure import FailureKind
from evaluator.model.result import AttemptResult

FUNCTIONAL, ROBUSTNESS = "functional", "robustness"
NOTHING = Evaluation("none")
PAPER = ScoreRule.PAPER


def rule_of_result(result: AttemptResult) -> ScoreRule:
    """Return the rule that an attempt was evaluated by."""
    rules = {evaluation.settings.get("rule", "") for evaluation in result.evaluations.values()}
    return PAPER if PAPER in rules else ScoreRule.STRICT


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


def counts_of_suite(evaluation: Evaluation, rule: ScoreRule) -> SuiteCounts:
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


def _rate(evaluation: Evaluation, rule: ScoreRule) -> float:
    return pass_rate(counts_of_suite(evaluation, rule), rule)


def _efficiency(evaluation: Evaluation, rule: ScoreRule) -> float | None:
    counts = counts_of_suite(evaluation, rule)
    if rule is PAPER:
        time = _measure(evaluation, "wall_seconds")
        return efficiency_score(time.value, time.reference, counts, rule)
    if _did_not_pass(counts):
        return 0.0
    ratio = _measure(evaluation, "time_ratio").value
    return None if ratio is None else min(1.0, ratio)


def _resources(evaluation: Evaluation, rule: ScoreRule) -> float | None:
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
