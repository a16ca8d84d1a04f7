"""Builds by prompts with further steps: a plan and own tests, requirements, a contract."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from evaluator.agents.answers.json_values import the_one
from evaluator.agents.answers.parsing import UnreadableAnswer, files_in
from evaluator.model.errors import EvaluatorError
from evaluator.model.generation import StepRecord
from evaluator.model.solution import Solution
from evaluator.strategies.inputs import files_text
from evaluator.strategies.prompted_build import PromptedBuild
from evaluator.strategies.trial import TrialResult, run_once
from missions.project_files import Files
from simulators.runtime.environments.host import pinned
from simulators.runtime.requirements import wheels

TESTS = "_agent_tests"
"""Folder of the agent's own tests while they are executed; never part of the solution."""
RUN_TESTS = ("python", "-m", "unittest", "discover", "-v", "-s", TESTS)
TEST_SECONDS = 180.0
LAST_CHARACTERS = 12_000
"""Characters of the tests' output that the repair is shown."""


class SelfRepairBuild(PromptedBuild):
    """S1: plan, code, own tests, one repair when they fail, and a second execution that is only recorded."""

    def _code(self) -> Solution:
        plan = self._ask("plan", text_in, further=self._further())
        files = self._ask_code({"plan": plan})
        self._produced = replace(self._produced, files=files)
        tests = self._ask("own_tests", files_in, code=files_text(files))
        solution = replace(self._produced, tests=tests)
        first = self._tested(files, tests, "tests-before-repair")
        if first.status == 0:
            return solution
        files = self._ask(
            "self_repair",
            files_in,
            code=files_text(files),
            tests=files_text(tests),
            ended=_ended(first),
            output=first.output[-LAST_CHARACTERS:],
        )
        self._tested(files, tests, "tests-after-repair")
        return replace(solution, files=files)

    def _tested(self, files: Files, tests: Files, name: str) -> TrialResult:
        """Execute the agent's tests and record the outcome as a step."""
        trial = self._task.trial
        if trial is None:
            raise EvaluatorError("self-repair needs a sandbox to execute tests in; none was given")
        together = {**files, **{f"{TESTS}/{path}": content for path, content in tests.items()}}
        result = run_once(trial, together, RUN_TESTS, TEST_SECONDS, self._task.workplace / f"{name}.json")
        self._dialogue.steps.append(StepRecord(name, failure="" if result.status == 0 else _ended(result)))
        return result


class EnvironmentRepairBuild(PromptedBuild):
    """S2: requirements first, asked once more where they cannot be installed; the code may import nothing else."""

    def _code(self) -> Solution:
        lines, problem = self._requirements("")
        if problem:
            lines, problem = self._requirements(problem)
        usable = tuple(line for line in lines if not problem_of_requirement(line, self._installed()))
        rule = "The code imports Python's standard library and these packages, nothing else: " + (
            ", ".join(usable) or "none"
        )
        files = dict(self._ask_code({"environment": rule}))
        extra = [line for line in usable if canonicalize_name(Requirement(line).name) not in self._installed()]
        if extra and "requirements.txt" not in files:
            files["requirements.txt"] = ("\n".join(extra) + "\n").encode()
        return replace(self._produced, files=files)

    def _requirements(self, problem: str) -> tuple[tuple[str, ...], str]:
        """Return the agent's requirements and what is wrong with them; empty when all can be had."""
        lines = self._ask("requirements", lines_in, further=self._further(), problem=problem)
        found = [words for line in lines if (words := problem_of_requirement(line, self._available()))]
        if found:
            step = self._dialogue.steps[-1]
            self._dialogue.steps[-1] = replace(step, failure="; ".join(found))
        return lines, "; ".join(found)

    def _installed(self) -> frozenset[str]:
        return frozenset(canonicalize_name(each.partition("==")[0]) for each in pinned(self._task.mission.environment))

    def _available(self) -> frozenset[str]:
        mission = self._task.mission
        extra = wheels.packages() if mission.extra_packages else ()
        return self._installed().union(canonicalize_name(each.partition("==")[0]) for each in extra)


class ContractFirstBuild(PromptedBuild):
    """S3: a contract of the public interface, then the code."""

    def _code(self) -> Solution:
        contract = self._ask("contract", contract_in, further=self._further())
        return replace(self._produced, files=self._ask_code({"contract": contract}))


def problem_of_requirement(line: str, available: frozenset[str]) -> str:
    """Return why a requirement cannot be installed; empty when it can."""
    try:
        requirement = Requirement(line)
    except InvalidRequirement as error:
        return f"{line!r} is not a requirement: {error}"
    return "" if canonicalize_name(requirement.name) in available else f"{requirement.name} is not available"


def text_in(answer: str) -> str:
    """Return an answer in prose. Raises `UnreadableAnswer` for an empty one."""
    if not answer.strip():
        raise UnreadableAnswer("the answer is empty")
    return answer.strip()


def lines_in(answer: str) -> tuple[str, ...]:
    """Return a JSON list of texts. Raises `UnreadableAnswer`."""
    return the_one(answer, _lines)


def _lines(found: object) -> tuple[str, ...]:
    if not isinstance(found, Sequence) or isinstance(found, str) or not all(isinstance(each, str) for each in found):
        raise UnreadableAnswer("a list of requirements was expected")
    return tuple(each.strip() for each in found if each.strip())


def contract_in(answer: str) -> str:
    """Return a JSON object as text, laid out. Raises `UnreadableAnswer`."""
    return the_one(answer, _contract)


def _contract(found: object) -> str:
    if not isinstance(found, dict) or not found:
        raise UnreadableAnswer("an object of modules was expected")
    return json.dumps(found, indent=1, ensure_ascii=False)


def _ended(result: TrialResult) -> str:
    return "until their time was used up" if result.status is None else f"with exit status {result.status}"
