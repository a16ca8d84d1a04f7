"""Evaluators of stages: an agent's own tests, its requirements, and how much of the version before a change leaves."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import ArtifactKind, Artifacts, Files
from simulators.failures import Failure, FailureKind
from simulators.runtime import wheels
from simulators.runtime.environments.host import pinned
from simulators.runtime.sandbox import BoxLimits

OWN_TESTS, REQUIREMENTS = "own-tests", "requirements"

TESTS_FOLDER = "_agent_tests"
"""Folder of the agent's own tests while they are executed; never part of the solution."""
RUN_TESTS = ("python", "-m", "unittest", "discover", "-v", "-s", TESTS_FOLDER)
TEST_SECONDS = 180.0


@dataclass(frozen=True)
class OwnTests(Evaluator):
    """Executes the agent's unit tests on its own project: one case, with their output as the log."""

    name: str = OWN_TESTS
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE, ArtifactKind.UNIT_TESTS})

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return Evaluation(self.name, (_case(self.name, failure or "nothing was built"),))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        tests = solution.artifacts[ArtifactKind.UNIT_TESTS]
        together = {**solution.files, **{f"{TESTS_FOLDER}/{path}": content for path, content in tests.items()}}
        begun = time.monotonic()
        workbench.takes(TEST_SECONDS)
        with workbench.box(together, limits=BoxLimits()) as box:
            completed = box.run(RUN_TESTS, TEST_SECONDS)
        status = completed.status
        ended = "until their time was used up" if status is None else f"with exit status {status}"
        case = _case(self.name, "" if status == 0 else ended, is_late=status is None)
        return Evaluation(self.name, (case,), log=completed.output, seconds=round(time.monotonic() - begun, 3))


@dataclass(frozen=True)
class InstallableRequirements(Evaluator):
    """Checks each line of a ``requirements.txt``: its package is installed, or allowed as an extra one."""

    name: str = REQUIREMENTS
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.ENVIRONMENT})

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        available = available_packages(mission)
        lines = requirement_lines(solution.artifacts)
        return Evaluation(self.name, tuple(_case(line, problem_of_requirement(line, available)) for line in lines))


def _case(name: str, problem: str, is_late: bool = False) -> Case:
    if not problem:
        return Case(name, (), Outcome.PASSED)
    kind = FailureKind.TIMEOUT if is_late else FailureKind.EXPECTATION
    return Case(name, (), Outcome.TIMEOUT if is_late else Outcome.FAILED, Failure(kind, problem))


def requirement_lines(artifacts: Artifacts) -> tuple[str, ...]:
    """Return the lines of the ``requirements.txt`` of the artifact `ENVIRONMENT`, each once."""
    text = artifacts.get(ArtifactKind.ENVIRONMENT, {}).get("requirements.txt", b"").decode("utf-8", "replace")
    return tuple(dict.fromkeys(line for line in text.splitlines() if line.strip()))


def problem_of_requirement(line: str, available: frozenset[str]) -> str:
    """Return why a requirement cannot be installed; empty when it can."""
    try:
        requirement = Requirement(line)
    except InvalidRequirement as error:
        return f"{line!r} is not a requirement: {error}"
    return "" if canonicalize_name(requirement.name) in available else f"{requirement.name} is not available"


def installed_packages(mission: Mission) -> frozenset[str]:
    """Return the packages of the mission's environment, by their canonical names."""
    return frozenset(canonicalize_name(each.partition("==")[0]) for each in pinned(mission.environment))


def available_packages(mission: Mission) -> frozenset[str]:
    """Return the packages that are installed, and those that a solution may add."""
    extra = wheels.packages() if mission.extra_packages else ()
    return installed_packages(mission).union(canonicalize_name(each.partition("==")[0]) for each in extra)


CHANGE = "change"


@dataclass(frozen=True)
class ChangeSize(Evaluator):
    """Compares the lines of every text file with those of the version before, wherever they stand in the file.

    It has no cases; a mission as it began has no version before, and no measures.
    """

    name: str = CHANGE

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        before = workbench.version_before() if mission.before is not None else None
        return Evaluation(self.name, measures=() if before is None else change_measures(before.files, solution.files))


def change_measures(before: Files, after: Files) -> tuple[Measure, ...]:
    """Return the number of lines added and removed, of files changed, and the percentage of lines that survived."""
    then, now = _lines(before), _lines(after)
    kept = sum(sum((then[name] & now[name]).values()) for name in then.keys() & now.keys())
    old, new = (sum(sum(lines.values()) for lines in each.values()) for each in (then, now))
    files = sum(before.get(name) != after.get(name) for name in before.keys() | after.keys())
    return (
        Measure("lines added", new - kept, "lines", higher_is_better=False),
        Measure("lines removed", old - kept, "lines", higher_is_better=False),
        Measure("files changed", files, "files", higher_is_better=False),
        Measure("work that survived", 100 * kept / old if old else None, "%"),
    )


def _lines(files: Files) -> dict[str, Counter[str]]:
    """Return the lines of each text file, without empty ones and blanks at their ends."""
    found = {}
    for name, content in files.items():
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            continue
        found[name] = Counter(line.strip() for line in text.splitlines() if line.strip())
    return found
