"""Rules of simulated use: those of the benchmark `projecteval`; another benchmark may define a subclass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from evaluator.evaluators.interface import EvaluationOptions
from evaluator.evaluators.simulated_use.parameter_values import values_for
from evaluator.evaluators.simulated_use.startup import check_program_starts, check_site_answers
from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import Case, Outcome
from missions.mission import Mission
from missions.testcodes.parameters import ParameterKind
from missions.testcodes.testcode import Testcode
from simulators.runtime.stage import RuntimeSpec, Site

if TYPE_CHECKING:
    from evaluator.evaluators.simulated_use.programs import ProgramPlayer
    from evaluator.evaluators.simulated_use.session import Session
    from evaluator.evaluators.simulated_use.websites import WebsitePlayer


class Rules:
    """Decisions that differ between benchmarks of simulated use."""

    shared_session = False
    """All testcodes of a mission share one session and run in the order of the file."""

    renames_materials = True
    """Material files of a shared folder get the names that the mission's testcodes know, without its prefix."""

    testcode_error = Outcome.ERROR
    """Outcome of a testcode that raised anything but an expectation."""

    def for_run(self, options: EvaluationOptions) -> Rules:
        """Return the rules with what the options of a run decide."""
        return self

    def check_site(self, mission: Mission, site: Site, answers: Mapping[str, str]) -> None:
        """Raise `StartError` when the running `site` does not count as runnable."""
        check_site_answers(mission, site, answers)

    def check_program(self, mission: Mission, spec: RuntimeSpec) -> None:
        """Raise `StartError` when the program does not count as runnable."""
        check_program_starts(mission, spec)

    def values_for(self, testcode: Testcode, answers: Mapping[str, str]) -> Mapping[str, ParameterKind]:
        """Return the arguments of `testcode`. Raises `Unanswered` naming the parameter."""
        return values_for(testcode, answers)

    def visitor(self, simulator: str, player: WebsitePlayer) -> AbstractContextManager[Session]:
        """Open a session of a simulator that is not a built-in one on a website."""
        raise EvaluatorError(f"no simulator {simulator} for websites; a testcode names one that does not exist")

    def program_user(self, simulator: str, player: ProgramPlayer) -> AbstractContextManager[Session]:
        """Open a session of a simulator that is not a built-in one with a program."""
        raise EvaluatorError(f"no simulator {simulator} for programs; a testcode names one that does not exist")

    def pass_despite(self, error: BaseException) -> str:
        """Return why a testcode that raised `error` passes nevertheless; empty when it does not."""
        return ""

    def reviewed(self, testcode: Testcode, case: Case, before: Sequence[Case], answers: Mapping[str, str]) -> Case:
        """Return the case of `testcode` adapted by the rules, given the cases `before` it."""
        return case
