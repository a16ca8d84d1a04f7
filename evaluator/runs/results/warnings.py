"""Warnings of a run: protections that the machines of its evaluations did not offer. Every report shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from evaluator.io.text import counted
from evaluator.model.evaluation import MissingProtection
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results

MEANINGS: Mapping[MissingProtection, str] = {
    MissingProtection.BROWSER_SANDBOX: "where Chromium runs with --no-sandbox: the machine was not protected against "
    "attacks of pages on the browser (docs/isolation.md)"
}


def warnings_of(results: Results) -> tuple[str, ...]:
    """Return a sentence for every missing protection, with the number of attempts."""
    found = Counter(missing for result in results.attempts for missing in _missing(result))
    return tuple(
        f"WARNING: {counted(found[missing], 'attempt')} evaluated on a machine {MEANINGS[missing]}"
        for missing in MissingProtection
        if found[missing]
    )


def _missing(result: AttemptResult) -> set[MissingProtection]:
    return {missing for evaluation in result.evaluations.values() for missing in evaluation.missing_protections}
