"""Baselines: the reference's evaluation is cached unless the machine may have decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.pytest_suite import PytestSuite
from evaluator.evaluators.pytest_suite.without_reference import declared_tests
from evaluator.model.evaluation import Case, Evaluation, Outcome, defects_of
from evaluator.model.generation import ArtifactKind, Solution
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from missions.catalog import Catalog, open_catalog
from missions.mission import Mission
from missions.reference import Reference
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from tests.support.suites import LIBRARIES

MISSION = "timesheet-payroll"


@dataclass
class Counting(Evaluator):
    """Evaluator whose single case has a given outcome; counts how often it evaluates."""

    outcome: Outcome
    name: str = "counting"
    needs: frozenset[ArtifactKind] = frozenset()
    evaluated: list[str] = field(default_factory=list)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"outcome": self.outcome.value}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        self.evaluated.append(mission.id)
        passed = self.outcome is Outcome.PASSED
        failure = None if passed else Failure(FailureKind.EXPECTATION, "as the test says")
        return Evaluation(self.name, (Case("one", (), self.outcome, failure),))


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AttemptWorkbench:
    monkeypatch.setattr(environments, "home", lambda: tmp_path / "home")
    catalog = open_catalog("catalog")
    run = ResolvedRun.of_references(catalog, "projecteval", "none")
    return AttemptWorkbench(run, catalog.mission(MISSION), Subject.in_folder(tmp_path))


@pytest.mark.parametrize(
    ("outcome", "times"),
    [(Outcome.PASSED, 1), (Outcome.FAILED, 1), (Outcome.TIMEOUT, 2), (Outcome.INFRASTRUCTURE, 2)],
)
def test_a_baseline_that_the_machine_may_have_decided_is_evaluated_again(
    outcome: Outcome, times: int, workbench: AttemptWorkbench
) -> None:
    evaluator = Counting(outcome)
    first, second = workbench.baseline(evaluator), workbench.baseline(evaluator)
    assert first is not None
    assert second is not None
    assert first.cases == second.cases
    assert len(evaluator.evaluated) == times


@dataclass
class Raising(Counting):
    """Evaluator whose testcode raises in the first `times` evaluations."""

    times: int = 1

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        self.evaluated.append(mission.id)
        if len(self.evaluated) > self.times:
            return Evaluation(self.name, (Case("one", (), Outcome.PASSED),))
        failure = Failure(FailureKind.TESTCODE_ERROR, "the testcode raised IndexError")
        return Evaluation(self.name, (Case("one", (), Outcome.ERROR, failure),))


def test_a_testcode_that_raises_once_only_is_no_defect(workbench: AttemptWorkbench) -> None:
    """The machine may be the cause, and a defect would count for no agent."""
    evaluator = Raising(Outcome.ERROR)
    found = workbench.baseline(evaluator)
    assert found is not None
    assert found.passed == 1
    assert workbench.known_baseline(evaluator) == found


def test_a_testcode_that_raises_twice_is_a_defect(workbench: AttemptWorkbench) -> None:
    evaluator = Raising(Outcome.ERROR, times=2)
    found = workbench.baseline(evaluator)
    assert found is not None
    assert list(defects_of(found).reasons) == ["one"]
    assert workbench.baseline(evaluator) == found
    assert len(evaluator.evaluated) == 2


@dataclass(frozen=True)
class OtherReferences(Catalog):
    """Catalog whose references have one more file than those of `original`."""

    original: Catalog
    name: str = "other"
    benchmark: str = "projecteval"

    def ids(self) -> tuple[str, ...]:
        return self.original.ids()

    def mission(self, mission_id: str) -> Mission:
        return self.original.mission(mission_id)

    def reference(self, mission_id: str) -> Reference | None:
        found = self.original.reference(mission_id)
        return found and replace(found, files={**found.files, "more.py": b""})


def _with_catalog(workbench: AttemptWorkbench, catalog: Catalog) -> AttemptWorkbench:
    return replace(workbench, run=replace(workbench.run, catalog=catalog))


def test_the_baseline_of_another_reference_is_not_used(workbench: AttemptWorkbench) -> None:
    evaluator = Counting(Outcome.PASSED)
    workbench.baseline(evaluator)
    _with_catalog(workbench, OtherReferences(workbench.run.catalog)).baseline(evaluator)
    assert len(evaluator.evaluated) == 2


@dataclass(frozen=True)
class StoredSuite(PytestSuite):
    """Suite whose execution has this result."""

    result: tuple[Case, ...] = ()

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return Evaluation(self.name, self.result)


def test_a_project_that_was_not_built_has_the_cases_of_the_reference(workbench: AttemptWorkbench) -> None:
    catalog = open_catalog(str(LIBRARIES))
    mission = catalog.mission("greetings")
    library, suite = replace(_with_catalog(workbench, catalog), mission=mission), mission.suites[0].name
    reference = tuple(Case(name, (), Outcome.PASSED) for name in ("tests/a.py::one", "tests/a.py::two"))

    found = StoredSuite(suite, result=reference).not_built(mission, "no answer", library)

    assert [case.id for case in found.cases] == [case.id for case in reference]
    assert found.counts() == {Outcome.NOT_RUNNABLE: 2}


@dataclass(frozen=True)
class WithoutReferences(OtherReferences):
    """The same catalog without references."""

    def reference(self, mission_id: str) -> Reference | None:
        return None


def test_a_project_that_was_not_built_has_the_tests_of_the_files_without_a_reference(
    workbench: AttemptWorkbench,
) -> None:
    catalog = open_catalog(str(LIBRARIES))
    mission = catalog.mission("greetings")
    library = replace(_with_catalog(workbench, WithoutReferences(catalog)), mission=mission)

    found = PytestSuite(mission.suites[0].name).not_built(mission, "no answer", library)

    assert {case.id for case in found.cases} >= {"tests/test_greet.py::test_it_greets"}
    assert found.counts() == {Outcome.NOT_RUNNABLE: len(declared_tests(mission.suites[0]))}


def test_a_reference_that_could_not_be_evaluated_leaves_the_attempt_to_be_done(workbench: AttemptWorkbench) -> None:
    """Its cases are not known, so that the attempt must not count with another number of cases."""
    catalog = open_catalog(str(LIBRARIES))
    mission = catalog.mission("greetings")
    library, suite = replace(_with_catalog(workbench, catalog), mission=mission), mission.suites[0].name
    lost = Case(suite, (), Outcome.INFRASTRUCTURE, Failure(FailureKind.SANDBOX, "no space"))

    found = StoredSuite(suite, name="unknown", result=(lost,)).not_built(mission, "no answer", library)

    assert found.has_infrastructure_failure()
    assert "the reference could not be evaluated: no space" in found.cases[0].reason
