"""Public ProjectEval data set, by the rules of the original: one session per mission, lenient answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType

from evaluator.benchmarks.projecteval import ProjectEval
from evaluator.benchmarks.projecteval_2025.source import (
    PUBLIC_USER,
    EndedByExit,
    PublishedValue,
    SourceTestcode,
    left_out_key,
)
from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.evaluators.similarity.evaluator import Similarity
from evaluator.evaluators.simulated_use.evaluator import SimulatedUse
from evaluator.evaluators.simulated_use.players import ProgramPlayer, ProgramSession, WebsitePlayer, WebsiteSession
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.sessions import Session
from evaluator.model.evaluation import Case, Outcome
from evaluator.model.result import AttemptResult
from missions.mission import Mission
from missions.parameter_values import key_of
from missions.testcodes.parameters import ParameterKind, Unanswered
from missions.testcodes.testcode import Testcode
from simulators.runtime.entry_points import find_start
from simulators.runtime.start_project import RuntimeSpec, Site, open_project


@dataclass(frozen=True)
class PublicRules(Rules):
    """Rules of the original evaluation; `webdriver` is the remote end that its testcodes use (`WebDriverKind`)."""

    webdriver: str = "direct"
    shared_session = True
    testcode_error = Outcome.FAILED
    renames_materials = False  # testcodes name the files in the folder that all missions share

    def for_run(self, options: EvaluationOptions) -> PublicRules:
        return replace(self, webdriver=options.benchmark.get("webdriver", self.webdriver))

    def check_site(self, mission: Mission, site: Site, answers: Mapping[str, str]) -> None:
        """Accept any page that answers."""

    def check_program(self, mission: Mission, spec: RuntimeSpec) -> None:
        """Accept any program that could be started; the testcodes themselves run it."""
        find_start(spec.stack, spec.project, spec.start)

    def values_for(self, testcode: Testcode, answers: Mapping[str, str]) -> Mapping[str, ParameterKind]:
        """Return all values given for the testcode's function, including those that are not its parameters."""
        if not testcode.parameters and left_out_key(testcode) in answers:
            raise Unanswered("the answers leave its function out")
        asked = super().values_for(testcode, answers)
        if testcode.simulator != PUBLIC_USER:
            return asked
        prefix = key_of(testcode.page, testcode.function, "")
        answered = {
            key.removeprefix(prefix): PublishedValue.parse(value)
            for key, value in answers.items()
            if key.startswith(prefix)
        }
        return {**answered, **asked}

    @contextmanager
    def visitor(self, simulator: str, player: WebsitePlayer) -> Iterator[Session]:
        from evaluator.benchmarks.projecteval_2025.simulator.website_user import open_public_browser
        from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import WebDriverKind

        mission, setting = player.mission, player.spec.setting
        offset, worker = player.clock.offset, player.spec.worker
        kind = WebDriverKind(self.webdriver)
        with open_public_browser(setting, player.proxy, mission.material, offset, worker, kind) as user:
            yield WebsiteSession(user, user.abort, user.driver.camera, player.log, player.clock)

    @contextmanager
    def program_user(self, simulator: str, player: ProgramPlayer) -> Iterator[Session]:
        from evaluator.benchmarks.projecteval_2025.simulator.program_user import PublicProgramUser

        spec = player.spec
        with open_project(spec) as project:
            user = PublicProgramUser(project.box, project.folder, project.program, spec.setting, spec.clock or 0.0)
            with closing(user):
                user.puts_materials(player.mission.material, player.mission.material_prefix)
                yield ProgramSession(user, user.close)

    def pass_despite(self, error: BaseException) -> str:
        """Return a note for a program's `sys.exit`, which the original runs in the testcode's thread: a pass."""
        return str(error) if isinstance(error, EndedByExit) else ""

    def reviewed(self, testcode: Testcode, case: Case, before: Sequence[Case], answers: Mapping[str, str]) -> Case:
        """Note lenient passes, and name the earlier case that a failure in the shared session follows from."""
        if case.passed:
            return replace(case, note=case.note or invalid_by_own_rule(testcode, answers))
        starts_on_its_own = not isinstance(testcode.run, SourceTestcode) or testcode.run.opens_a_page
        if case.failure and before and not before[-1].passed and not starts_on_its_own:
            cause = before[-1].caused_by or before[-1].id
            return replace(case, failure=replace(case.failure, caused_by=cause))
        return case


def invalid_by_own_rule(testcode: Testcode, answers: Mapping[str, str]) -> str:
    """Return why the rules of `projecteval` would refuse the values of `testcode`; empty when they would not."""
    for parameter in testcode.parameters:
        try:
            ParameterKind.parse(answers.get(parameter.key, ""))
        except Unanswered as error:
            return f"parameter {parameter.name}: {error}"
    return ""


class ProjectEval2025(ProjectEval):
    """Data set and rules of the ACL 2025 Findings paper."""

    name = "projecteval-2025"
    options = MappingProxyType({"webdriver": ("direct", "chromedriver")})

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (SimulatedUse(PublicRules()), Similarity())

    def remarks(self, results: Sequence[AttemptResult]) -> Sequence[str]:
        """Return the passes that the rule ``strict`` would refuse, in a sentence."""
        names = [f"{result.attempt.label} {case.id}" for result in results for case in result.cases if case.note]
        passes = "pass" if len(names) == 1 else "passes"
        return [f"{len(names)} {passes} that the strict rule would refuse: {'; '.join(names)}"] if names else []
