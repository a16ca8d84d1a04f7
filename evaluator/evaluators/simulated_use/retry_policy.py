"""Verdicts that may not be the project's doing, so that they are made anew."""

from __future__ import annotations

import re
import signal
from dataclasses import replace

from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict
from simulators.runtime.sandbox.guest.enter import GONE

LOST = re.compile(
    rf"ended by signal SIGKILL|status (?:{128 + signal.SIGKILL}|{GONE})\b"
    r"|the page crashed|tab crashed|the window (?:or frame )?was closed"
)
"""How reasons say it, of a server, a program, a page; `GONE` is the status when there was no box to go into."""


def was_lost(judgement: Judgement) -> bool:
    """Whether something did not pass because the project's process, its box, or its page in the browser went away.

    The machine may have done that (its out-of-memory killer, for one) or the project itself; nobody can tell. What a
    project prints may pretend it; that gains it no more than killing itself would: one repetition.
    """
    return any(LOST.search(result.reason) for result in judgement.all() if result.verdict is not Verdict.PASSED)


def doubted(judgement: Judgement, why: str) -> Judgement:
    """The judgement with everything that time may have had a part in as a failure of our side."""

    def of(result: TestcodeResult) -> TestcodeResult:
        if result.verdict in (Verdict.PASSED, Verdict.UNANSWERED, Verdict.INFRASTRUCTURE):
            return result
        return replace(
            result, verdict=Verdict.INFRASTRUCTURE, reason=f"{why}; before: {result.verdict}, {result.reason}"
        )

    return replace(
        judgement,
        runnable=of(judgement.runnable),
        testcodes=tuple(of(result) for result in judgement.testcodes),
    )
