"""Build by prompts: checklist → skeleton → code → parameters → start, as far as they are expected."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from evaluator.agents.answers.parsing import UnreadableAnswer, checklist_in, files_in, parameters_in, start_in
from evaluator.agents.model_errors import OverBudget
from evaluator.model.generation import Generation
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.strategies.dialogue import Dialogue
from evaluator.strategies.inputs import about, files_text, parameters_text
from evaluator.strategies.interface import BuildTask
from missions.errors import SolutionError
from missions.mission import checklist_as_json
from missions.project_files import Files, write_files
from simulators.runtime.stacks import find_start
from simulators.runtime.start import StartError

T = TypeVar("T")


class PromptedBuild:
    """Builds one task by asking for each `expected` artifact (paper, section 3)."""

    def __init__(self, task: BuildTask, dialogue: Dialogue, expected: frozenset[ArtifactKind]) -> None:
        self._task, self._dialogue, self._expected = task, dialogue, expected
        self._about = about(task.mission)
        self._produced = Solution(files={})

    def generation(self) -> Generation:
        """Ask for everything and return the result, also with what was produced until a failure."""
        try:
            solution = self._with_answers(self._code())
        except (UnreadableAnswer, OverBudget, SolutionError) as error:
            last = self._dialogue.steps[-1].name if self._dialogue.steps else "the first step"
            return Generation(self._produced, f"{last}: {error}", tuple(self._dialogue.steps), self._expected)
        return Generation(solution, steps=tuple(self._dialogue.steps), asked=self._expected)

    def _code(self) -> Solution:
        documents = self._task.documents
        checklist = documents["checklist"].text if "checklist" in documents else ""
        skeleton = documents["skeleton"].files if "skeleton" in documents else None
        if ArtifactKind.CHECKLIST in self._expected:
            found = self._ask("checklist", checklist_in)
            self._produced = replace(self._produced, checklist=found)
            checklist = checklist_as_json(found)
        if ArtifactKind.SKELETON in self._expected:
            skeleton = self._ask("skeleton", files_in, checklist=checklist)
            self._produced = replace(self._produced, skeleton=skeleton)
        files = self._ask("code", files_in, **self._shown(checklist, skeleton))
        return replace(self._produced, files=files)

    def _ask_code(self, further: Mapping[str, str]) -> Files:
        """Ask for the code from the given documents, with `further` texts of this build."""
        documents = self._task.documents
        checklist = documents["checklist"].text if "checklist" in documents else ""
        skeleton = documents["skeleton"].files if "skeleton" in documents else None
        shown = self._shown(checklist, skeleton)
        return self._ask("code", files_in, **{**shown, "further": {**self._further(), **further}})

    def _shown(self, checklist: str, skeleton: Files | None) -> dict[str, object]:
        """The finest level only, and the documents of other kinds."""
        return {
            "checklist": checklist if not skeleton else "",
            "skeleton": files_text(skeleton) if skeleton else "",
            "further": self._further(),
        }

    def _further(self) -> dict[str, str]:
        """The documents of other kinds, by name."""
        known = ("prompt", "checklist", "skeleton")
        return {name: each.text for name, each in self._task.documents.items() if name not in known}

    def _with_answers(self, solution: Solution) -> Solution:
        """Ask for parameter values, showing the agent its own code; unreadable values leave testcodes unanswered."""
        code = files_text(solution.files)
        if self._task.mission.parameters():
            try:
                asked = parameters_text(self._task.mission)
                answers = self._ask("parameters", parameters_in, code=code, parameters=asked)
                solution = replace(solution, parameters=answers)
            except UnreadableAnswer:
                pass  # recorded with the step
        return self._with_start(solution, code)

    def _with_start(self, solution: Solution, code: str) -> Solution:
        if ArtifactKind.PARAMETERS not in self._expected:  # what is not started has no parameters either
            return solution
        problem = _start_problem(self._task.mission.stack.value, solution.files)
        if not problem:
            return solution
        try:
            start = self._ask("start", start_in, code=code, problem=problem)
        except UnreadableAnswer:
            return solution
        return replace(solution, start=start)

    def _ask(self, step: str, read: Callable[[str], T], **values: object) -> T:
        prompt = self._task.prompts.text(step, **{**self._about, **values})
        return self._dialogue.step(step, prompt, read)


def _start_problem(stack: str, files: Files) -> str:
    """Return why the stack does not know how to start the project; empty when it does."""
    with tempfile.TemporaryDirectory(prefix="projecteval-start-") as folder:
        write_files(files, Path(folder))
        try:
            find_start(stack, Path(folder), None)
        except StartError as error:
            return error.reason
    return ""
