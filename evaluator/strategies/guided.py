"""Strategies of the RAL-Bench paper for models: self-repair (S1), environment-repair (S2), contract-first (S3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from evaluator.agents.answers.json_values import the_one
from evaluator.agents.answers.parsing import UnreadableAnswer, files_in
from evaluator.agents.interface import Agent, ConversationalAgent
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.stage_checks import (
    OWN_TESTS,
    REQUIREMENTS,
    InstallableRequirements,
    OwnTests,
    installed_packages,
    requirement_lines,
)
from evaluator.model.errors import UsageError
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, Strategy, files_text
from evaluator.strategies.project import CODE, further, shown_level
from evaluator.strategies.prompts import Templates
from missions.mission import Mission
from missions.project_files import ArtifactKind, Artifacts

MAX_SHOWN_CHARS = 12_000
"""Characters of the tests' output that the repair is shown."""

DESIGN, ENVIRONMENT = frozenset({ArtifactKind.DESIGN}), frozenset({ArtifactKind.ENVIRONMENT})
Read = Callable[[str, frozenset[ArtifactKind]], Artifacts]


class Guided(Strategy):
    """A strategy that asks a model for something before or after the code, by prompts."""

    def check(self, agent: Agent) -> None:
        if not isinstance(agent, ConversationalAgent):
            raise UsageError(
                f"--strategy {self.name} leads models by prompts; {agent.name} builds by itself: use --strategy direct"
            )


@dataclass(frozen=True)
class SelfRepair(Guided):
    """S1: plan, code, own tests, one repair when they fail, and a second execution that is only recorded."""

    name: str = "self-repair"
    evaluates_stages: ClassVar[bool] = True
    templates: ClassVar[Templates] = Templates(("plan", "code", "own_tests", "self_repair"))

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (OwnTests(),)

    def stages(self, task: BuildTask) -> Stages:
        planned = yield Stage("plan", task.prompt("plan", further=further(task)), DESIGN, read=_text_file("plan.md"))
        built = yield _code(task, {"plan": _text(planned, "plan.md")})
        code, tests = files_text(built.artifacts[ArtifactKind.CODE]), frozenset({OWN_TESTS})
        prompt = task.prompt("own_tests", code=code)
        tested = yield Stage("own_tests", prompt, frozenset({ArtifactKind.UNIT_TESTS}), evaluate=tests)
        evaluation = tested.evaluations[OWN_TESTS]
        if evaluation.passed == evaluation.total:
            return
        prompt = task.prompt(
            "self_repair",
            code=code,
            tests=files_text(tested.artifacts[ArtifactKind.UNIT_TESTS]),
            ended=evaluation.cases[0].reason,
            output=evaluation.log[-MAX_SHOWN_CHARS:],
        )
        yield Stage("self_repair", prompt, CODE, evaluate=tests)


@dataclass(frozen=True)
class EnvironmentRepair(Guided):
    """S2: requirements first, asked once more where they cannot be installed; the code may import nothing else."""

    name: str = "environment-repair"
    evaluates_stages: ClassVar[bool] = True
    templates: ClassVar[Templates] = Templates(("requirements", "code"))

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (InstallableRequirements(),)

    def stages(self, task: BuildTask) -> Stages:
        result = yield _requirements(task, "")
        if problem := _problem(result):
            result = yield _requirements(task, problem)
        refused = {case.id for case in result.evaluations[REQUIREMENTS].cases if not case.passed}
        usable = [line for line in requirement_lines(result.artifacts) if line not in refused]
        rule = "The code imports Python's standard library and these packages, nothing else: "
        extra = [
            line for line in usable if canonicalize_name(Requirement(line).name) not in installed_packages(task.mission)
        ]
        yield _code(task, {"environment": rule + (", ".join(usable) or "none")}, _with_requirements(extra))


@dataclass(frozen=True)
class ContractFirst(Guided):
    """S3: a contract of the public interface, then the code."""

    name: str = "contract-first"
    templates: ClassVar[Templates] = Templates(("contract", "code"))

    def stages(self, task: BuildTask) -> Stages:
        prompt = task.prompt("contract", further=further(task))
        agreed = yield Stage("contract", prompt, DESIGN, read=_contract)
        yield _code(task, {"contract": _text(agreed, "contract.json")})


GUIDED: Mapping[str, Strategy] = {each.name: each for each in (SelfRepair(), EnvironmentRepair(), ContractFirst())}
"""The three strategies by name."""


def _code(task: BuildTask, more: Mapping[str, str], read: Read | None = None) -> Stage:
    """Return the stage that asks for the code from the given documents, with `more` texts of the strategy."""
    skeleton = shown_level(task, "skeleton")
    levels = {"checklist": "" if skeleton else shown_level(task, "checklist"), "skeleton": skeleton}
    prompt = task.prompt("code", **levels, further={**further(task), **more})
    return Stage("code", prompt, CODE) if read is None else Stage("code", prompt, CODE, read=read)


def _requirements(task: BuildTask, problem: str) -> Stage:
    prompt = task.prompt("requirements", further=further(task), problem=problem)
    return Stage("requirements", prompt, ENVIRONMENT, evaluate=frozenset({REQUIREMENTS}), read=_requirements_file)


def _problem(result: StageResult) -> str:
    return "; ".join(case.reason for case in result.evaluations[REQUIREMENTS].cases if not case.passed)


def _with_requirements(lines: Sequence[str]) -> Read:
    """Return the reader of code that needs packages: they are declared where the agent did not."""

    def read(answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
        files = dict(files_in(answer))
        if lines:
            files.setdefault("requirements.txt", ("\n".join(lines) + "\n").encode())
        return {ArtifactKind.CODE: files}

    return read


def _text_file(name: str) -> Read:
    """Return the reader of an answer in prose. It raises `UnreadableAnswer` for an empty one."""

    def read(answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
        if not answer.strip():
            raise UnreadableAnswer("the answer is empty")
        return {kind: {name: answer.strip().encode("utf-8", "replace")} for kind in kinds}

    return read


def _text(result: StageResult, name: str) -> str:
    return result.artifacts[ArtifactKind.DESIGN][name].decode()


def _requirements_file(answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
    """Read a JSON list of requirements. Raises `UnreadableAnswer`."""
    lines = the_one(answer, _lines)
    return {ArtifactKind.ENVIRONMENT: {"requirements.txt": "".join(f"{line}\n" for line in lines).encode()}}


def _lines(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(each, str) for each in value):
        raise UnreadableAnswer("a list of requirements was expected")
    return tuple(" ".join(each.split()) for each in value if each.strip())


def _contract(answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
    """Read a JSON object, laid out. Raises `UnreadableAnswer`."""
    return {ArtifactKind.DESIGN: {"contract.json": the_one(answer, _laid_out).encode("utf-8", "replace")}}


def _laid_out(value: object) -> str:
    if not isinstance(value, dict) or not value:
        raise UnreadableAnswer("an object of modules was expected")
    return json.dumps(value, indent=1, ensure_ascii=False)
