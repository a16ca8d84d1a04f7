"""From the question to the solution: checklist → skeleton → code → parameters → start."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from evaluator.agents import Generation, Task
from evaluator.agents.model_errors import OverBudget
from evaluator.model.errors import SolutionError
from evaluator.model.solution import Files, Solution, write_files
from evaluator.strategies.answer_parsing import Unreadable, checklist_in, files_in, parameters_in, start_in
from evaluator.strategies.inputs import about, checklist_text, files_text, masked, parameters_text
from evaluator.strategies.inquiry import Inquiry
from evaluator.strategies.prompts import Prompts
from missions.mission import Checklist, Level, Mode
from simulators.runtime.stacks import find_start
from simulators.runtime.start import StartError

T = TypeVar("T")


class Building:
    """Builds one task by asking (paper, section 3: levels; cascade is level by level)."""

    def __init__(self, task: Task, inquiry: Inquiry, prompts: Prompts) -> None:
        self._task, self._inquiry, self._prompts = task, inquiry, prompts
        self._about = about(task.mission)
        self._product = Solution(files={})

    def generation(self) -> Generation:
        """What came of it; with what was produced on the way also when it failed."""
        try:
            solution = self._with_answers(self._code())
        except (Unreadable, OverBudget, SolutionError) as error:
            last = self._inquiry.steps[-1].name if self._inquiry.steps else "the first step"
            return Generation(self._product, f"{last}: {error}", tuple(self._inquiry.steps))
        return Generation(solution, steps=tuple(self._inquiry.steps))

    def _code(self) -> Solution:
        task, level = self._task, self._task.attempt.level
        checklist = task.mission.checklist if level is Level.CHECKLIST else None
        skeleton = masked(task.canonical, task.mission) if level is Level.SKELETON else None
        if task.attempt.mode is Mode.CASCADE and level is not Level.SKELETON:
            if checklist is None:
                checklist = self._ask("checklist", checklist_in)
                self._product = replace(self._product, checklist=checklist)
            skeleton = self._ask("skeleton", files_in, checklist=checklist_text(checklist))
            self._product = replace(self._product, skeleton=skeleton)
        files = self._ask("code", files_in, **_told(checklist, skeleton))
        return replace(self._product, files=files)

    def _with_answers(self, solution: Solution) -> Solution:
        """The agent sees its own code. Values that cannot be read leave testcodes unanswered, and say so."""
        code = files_text(solution.files)
        if self._task.mission.parameters():
            try:
                asked = parameters_text(self._task.mission)
                answers = self._ask("parameters", parameters_in, code=code, parameters=asked)
                solution = replace(solution, parameters=answers)
            except Unreadable:
                pass  # recorded with the step
        return self._with_start(solution, code)

    def _with_start(self, solution: Solution, code: str) -> Solution:
        problem = _start_problem(self._task.mission.stack.value, solution.files)
        if not problem:
            return solution
        try:
            start = self._ask("start", start_in, code=code, problem=problem)
        except Unreadable:
            return solution
        return replace(solution, start=start)

    def _ask(self, step: str, read: Callable[[str], T], **values: object) -> T:
        prompt = self._prompts.text(step, **{**self._about, **values})
        return self._inquiry.step(step, prompt, read)


def _told(checklist: Checklist | None, skeleton: Files | None) -> dict[str, str]:
    return {
        "checklist": checklist_text(checklist) if checklist and not skeleton else "",
        "skeleton": files_text(skeleton) if skeleton else "",
    }


def _start_problem(stack: str, files: Files) -> str:
    """Why the stack does not know how to start the project; empty when it does."""
    with tempfile.TemporaryDirectory(prefix="projecteval-start-") as folder:
        write_files(files, Path(folder))
        try:
            find_start(stack, Path(folder), None)
        except StartError as error:
            return error.reason
    return ""
