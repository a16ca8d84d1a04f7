"""Results that the machine may have caused instead of the project, which are evaluated once more."""

from __future__ import annotations

from dataclasses import replace

from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict
from simulators.failures import MAY_BE_THE_MACHINE, FailureKind


def was_lost(judgement: Judgement) -> bool:
    """Return True when something did not pass because the project's process, its sandbox or its page was lost.

    The machine may have done that (its out-of-memory killer, for one) or the project itself; the two cannot be told
    apart. The failure kind decides, which comes from exit statuses and the browser, never from what was printed.
    """
    return any(result.kind in MAY_BE_THE_MACHINE for result in judgement.all() if result.verdict is not Verdict.PASSED)


def doubted(judgement: Judgement, why: str, kind: FailureKind) -> Judgement:
    """Return the judgement with everything that did not pass, answers apart, as an infrastructure failure of `kind`."""

    def of(result: TestcodeResult) -> TestcodeResult:
        if result.verdict in (Verdict.PASSED, Verdict.UNANSWERED, Verdict.INFRASTRUCTURE):
            return result
        reason = f"{why}; before: {result.verdict}, {result.reason}"
        return replace(result, verdict=Verdict.INFRASTRUCTURE, reason=reason, kind=kind)

    return replace(
        judgement,
        runnable=of(judgement.runnable),
        testcodes=tuple(of(result) for result in judgement.testcodes),
    )
