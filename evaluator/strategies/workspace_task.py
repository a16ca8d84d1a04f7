"""A task as files, for programs that build: what they are given, and what they are to leave."""

from __future__ import annotations

import json
from pathlib import Path

from evaluator.agents import Task
from evaluator.model.attempt import Attempt
from evaluator.model.solution import write_files
from evaluator.strategies.inputs import about, checklist_text, masked
from evaluator.strategies.prompts import Prompts
from missions.mission import Level, Mission, Mode

PROJECT, PARAMETERS, START, REPORT = "project", "parameters.json", "start.json", "report.json"
CHECKLIST, SKELETON = "checklist.json", "skeleton"

LEAVE = {
    f"{PROJECT}/": "the project, every file of it",
    PARAMETERS: 'the answers to PARAMETERS.json, one JSON object: {"name": "value"}',
    START: 'only when it is started otherwise than said above: {"prepare": [["…"]], "program": ["python", "main.py"]}, '
    "commands as lists of words, run in the project's folder without a shell",
}
ON_THE_WAY = {
    CHECKLIST: 'first: the checklist of the project, [{"page": "…", "function": [{"function": "…", "description": '
    '"…"}]}]',
    f"{SKELETON}/": "before the project: its skeleton, every file with imports, classes, signatures and a description "
    "of what each body will do, without the bodies",
}


def is_level_by_level(attempt: Attempt) -> bool:
    return attempt.mode is Mode.CASCADE and attempt.level is not Level.SKELETON


def write_assignment(task: Task, prompts: Prompts, folder: Path) -> None:
    """PROMPT.md, PARAMETERS.json, and by level CHECKLIST.json and SKELETON/, in an empty `folder`."""
    mission, level = task.mission, task.attempt.level
    leave = to_leave(task.attempt)
    if level is Level.CHECKLIST:
        _write(folder / "CHECKLIST.json", checklist_text(mission.checklist))
    if level is Level.SKELETON:
        write_files(masked(task.canonical, mission), folder / "SKELETON")
    _write(folder / "PARAMETERS.json", json.dumps(_parameters(mission), indent=1, ensure_ascii=False))
    told = {"checklist": level is Level.CHECKLIST, "skeleton": level is Level.SKELETON, "leave": leave}
    _write(folder / "PROMPT.md", prompts.text("command", **about(mission), **told))
    (folder / PROJECT).mkdir()


def to_leave(attempt: Attempt) -> dict[str, str]:
    """What a program is to leave, and what each of it is; in cascade, what is produced on the way comes first."""
    if not is_level_by_level(attempt):
        return LEAVE
    on_the_way = dict(ON_THE_WAY)
    if attempt.level is not Level.PROMPT:
        del on_the_way[CHECKLIST]
    return on_the_way | LEAVE


def _parameters(mission: Mission) -> dict[str, object]:
    return {
        "mission": mission.id,
        "answer_in": PARAMETERS,
        "parameters": [
            {"name": parameter.key, "description": parameter.description, "form": parameter.kind.asks_for}
            for parameter in mission.parameters()
        ],
    }


def _write(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")
