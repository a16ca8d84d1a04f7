"""Evaluator of a change: how much of the version before is left, and how much was added and removed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import Files

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
