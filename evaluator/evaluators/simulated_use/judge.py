"""One solution, every testcode of its mission, a verdict for each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.evaluators.simulated_use.outcomes import kind_of, reason_of, verdict_of
from evaluator.evaluators.simulated_use.parameter_values import vacuous_answer, values_for
from evaluator.evaluators.simulated_use.players import Player, Session, open_player
from evaluator.evaluators.simulated_use.retry_policy import doubted, was_lost
from evaluator.evaluators.simulated_use.sessions import Sessions, error_of
from evaluator.evaluators.simulated_use.suspension import Pulse
from evaluator.model.verdicts import RUNNABLE, Judgement, TestcodeResult, Verdict
from missions.formats.projecteval_2025.source import EndedByExit
from missions.mission import Mission
from missions.testcodes.parameters import Unanswered
from missions.testcodes.testcode import Testcode
from simulators.deadline import Deadline
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.requirements.layers import with_requirements
from simulators.runtime.stage import RuntimeSpec
from simulators.runtime.start import StartError
from simulators.trace import Trace, shortened

MOST_TRIES = 3
"""How often an attempt is judged when our own side breaks, before that is reported."""


def judge(mission: Mission, production: RuntimeSpec, answers: Mapping[str, str], pictures: Path) -> Judgement:
    """Every verdict of one attempt. `pictures` is a folder for what the user saw last.

    A failure of our own side (a browser that died) repeats the whole attempt, at most `MOST_TRIES` times. So does,
    once, a project that was killed or whose page crashed: the machine may have done that, which cannot be told from a
    project that does it to itself or goes over a limit. Lost again, it is the project's failure. What did not pass
    while this process was stopped, or its machine asleep, is a failure of our side.
    """
    begun = time.monotonic()
    tries = losses = 0
    while tries < MOST_TRIES:
        tries += 1
        with Pulse() as pulse:
            on_time = replace(production, clock=None)  # the mission's clock starts anew each time
            judgement = _judge_once(mission, on_time, dict(answers), pictures)
        if stopped := pulse.trouble():
            judgement = doubted(judgement, stopped, FailureKind.SUSPENDED)
        else:
            losses += was_lost(judgement)
        if not judgement.has_infrastructure_failure() and (losses > 1 or not was_lost(judgement)):
            break
    if losses == 1 and was_lost(judgement):
        why = "it went away once, and no try was left to see whether it does so by itself"
        judgement = doubted(judgement, why, FailureKind.INTERNAL)
    return replace(judgement, seconds=round(time.monotonic() - begun, 3), tries=tries)


def not_runnable(
    mission: Mission, reason: str, output: str = "", kind: FailureKind = FailureKind.NOT_STARTED
) -> Judgement:
    """The judgement of a project that did not start: no testcode was tried."""
    return _none_tried(mission, Verdict.NOT_RUNNABLE, reason, output, kind)


def _none_tried(mission: Mission, verdict: Verdict, reason: str, output: str, kind: FailureKind) -> Judgement:
    return Judgement(
        mission=mission.id,
        runnable=replace(_runnable(verdict, reason), kind=kind),
        testcodes=tuple(_result(testcode, verdict, reason, kind) for testcode in mission.testcodes),
        output=shortened(output, 20_000),
    )


def _judge_once(mission: Mission, production: RuntimeSpec, answers: dict[str, str], pictures: Path) -> Judgement:
    try:
        with open_player(mission, with_requirements(production), answers) as player:
            results = tuple(_Performance(mission, player, answers, pictures).results())
            output = player.output()
    except StartError as error:
        return not_runnable(mission, error.reason, error.output, error.kind)
    except (InfrastructureError, OSError) as error:
        kind = error.kind if isinstance(error, InfrastructureError) else FailureKind.INTERNAL
        return _none_tried(mission, Verdict.INFRASTRUCTURE, f"{type(error).__name__}: {error}", "", kind)
    return Judgement(mission.id, _runnable(Verdict.PASSED), results, output=shortened(output, 20_000))


def _runnable(verdict: Verdict, reason: str = "") -> TestcodeResult:
    return TestcodeResult(RUNNABLE, "", "", verdict, reason)


def _result(
    testcode: Testcode, verdict: Verdict, reason: str = "", kind: FailureKind | None = None, follows_from: str = ""
) -> TestcodeResult:
    return TestcodeResult(testcode.id, testcode.page, testcode.function, verdict, reason, follows_from, kind=kind)


@dataclass
class _Performance:
    """The testcodes of one attempt, in the order of the file, on one stage."""

    mission: Mission
    player: Player
    answers: dict[str, str]
    pictures: Path

    def results(self) -> Iterator[TestcodeResult]:
        done: dict[str, TestcodeResult] = {}
        with ExitStack() as everything:
            sessions = Sessions(self.mission, self.player, everything)
            for testcode in self.mission.testcodes:
                result = self._untried(testcode, done) or self._play(testcode, sessions)
                done[testcode.id] = self._by_public_rule(testcode, result, list(done.values()))
                sessions.close_after(testcode)
                yield done[testcode.id]

    def _untried(self, testcode: Testcode, done: Mapping[str, TestcodeResult]) -> TestcodeResult | None:
        try:
            values_for(testcode, self.answers)
        except Unanswered as error:
            return _result(testcode, Verdict.UNANSWERED, str(error), FailureKind.INVALID_ANSWER)
        for required in testcode.requires:
            if done[required].verdict is not Verdict.PASSED:
                cause = done[required].follows_from or required
                reason = f"it needs {required}, which did not pass"
                return _result(testcode, Verdict.BLOCKED, reason, FailureKind.BLOCKED, cause)
        return None

    def _by_public_rule(
        self, testcode: Testcode, result: TestcodeResult, before: list[TestcodeResult]
    ) -> TestcodeResult:
        """What one shared session and lenient answers mean for a verdict; nothing for missions of our own."""
        if not self.mission.one_session:
            return result
        if result.verdict is Verdict.PASSED:
            return replace(result, lenient=result.lenient or vacuous_answer(testcode, self.answers))
        if before and before[-1].verdict is not Verdict.PASSED and not getattr(testcode.run, "opens_a_page", True):
            return replace(result, follows_from=before[-1].follows_from or before[-1].id)
        return result

    def _play(self, testcode: Testcode, sessions: Sessions) -> TestcodeResult:
        trace, begun = Trace(), time.monotonic()
        try:
            session = sessions.of(testcode)
        except (InfrastructureError, OSError) as error:
            kind = error.kind if isinstance(error, InfrastructureError) else FailureKind.INTERNAL
            return _result(testcode, Verdict.INFRASTRUCTURE, reason_of(error), kind)
        deadline = Deadline.after(self.mission.limits.testcode)
        session.begin(deadline, trace)
        raised = error_of(lambda: testcode.run(session.actor, **values_for(testcode, self.answers)), session, deadline)
        result = _result(testcode, Verdict.PASSED)
        if isinstance(raised, EndedByExit):
            result = replace(result, lenient=str(raised))
        elif raised is not None:
            result = self._not_passed(testcode, raised, deadline, session)
        if result.verdict in (Verdict.TIMEOUT, Verdict.INFRASTRUCTURE):
            sessions.drop(testcode)
        return replace(result, trace=tuple(trace.steps), seconds=round(time.monotonic() - begun, 3))

    def _not_passed(
        self, testcode: Testcode, error: BaseException, deadline: Deadline, session: Session
    ) -> TestcodeResult:
        kind, reason = kind_of(error, deadline), reason_of(error)
        verdict = verdict_of(kind)
        if verdict is Verdict.TIMEOUT:
            reason = f"the testcode did not end within {deadline.limit:g} seconds"
        if trouble := self.player.trouble():
            verdict, kind, reason = Verdict.FAILED, trouble.kind, f"{reason}; {trouble.message}"
        picture = session.picture()
        if picture is None:
            return _result(testcode, verdict, reason, kind)
        name = f"{_file_name(testcode.id)}.png"
        (self.pictures / name).write_bytes(picture)
        return replace(_result(testcode, verdict, reason, kind), picture=name)


def _file_name(testcode_id: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in testcode_id)[:100]
