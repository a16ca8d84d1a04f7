"""Warnings of a run that every report shows: cases that its figures leave out or could not evaluate, and protections
that the machines of its evaluations did not offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from evaluator.io.terminal import counted
from evaluator.model.evaluation import MissingProtection
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results

MAX_NAMED_CASES = 10

MEANINGS: Mapping[MissingProtection, str] = {
    MissingProtection.BROWSER_SANDBOX: "where Chromium runs with --no-sandbox: the machine was not protected against "
    "attacks of pages on the browser (docs/isolation.md)"
}


def warnings_of(results: Results) -> tuple[str, ...]:
    """Return a sentence for every mission with defects, for cases without a verdict, for every missing protection."""
    return (*_defects(results), *_left_out(results), *_protections(results), *_opinions(results))


def _defects(results: Results) -> Iterator[str]:
    for mission, defects in sorted(results.defects.items()):
        if names := sorted(defects.reasons):
            more = f" and {len(names) - MAX_NAMED_CASES} more" if len(names) > MAX_NAMED_CASES else ""
            yield (
                f"WARNING: {mission}: {counted(len(names), 'case')} not counted for any agent, since the testcode "
                f"raises on the reference solution as well: {', '.join(names[:MAX_NAMED_CASES])}{more}"
            )


def _left_out(results: Results) -> Iterator[str]:
    if results.evaluated and results.unfinished:
        yield (
            f"WARNING: {counted(len(results.unfinished), 'attempt')} not done and in no figure; continue with "
            "`projecteval resume`"
        )
    if results.infrastructure:
        yield (
            f"WARNING: {counted(results.infrastructure, 'case')} could not be evaluated, which is no failure of the "
            "agent but counts as not passed until `projecteval resume` repeats it"
        )


def _protections(results: Results) -> Iterator[str]:
    found = Counter(missing for result in results.attempts for missing in _missing(result))
    for missing in MissingProtection:
        if found[missing]:
            yield f"WARNING: {counted(found[missing], 'attempt')} evaluated on a machine {MEANINGS[missing]}"


def _opinions(results: Results) -> Iterator[str]:
    """Label every evaluator whose evaluations hold a model's opinion."""
    found = Counter(
        (each.evaluator, each.judge)
        for result in results.attempts
        for evaluations in (result.evaluations, *(stage.evaluations for stage in result.stages))
        for each in evaluations.values()
        if each.judge
    )
    for (evaluator, judge), number in sorted(found.items()):
        yield f"NOTE: {evaluator} is the opinion of the model {judge}, in {counted(number, 'evaluation')}"


def _missing(result: AttemptResult) -> set[MissingProtection]:
    return {missing for evaluation in result.evaluations.values() for missing in evaluation.missing_protections}
