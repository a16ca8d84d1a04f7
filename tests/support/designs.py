"""The mission ``ledger`` with a design, and evaluations of damaged copies of its reference."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluator.benchmarks.realbench.benchmark import MEASURES
from evaluator.evaluators.interface import Evaluator
from evaluator.model.evaluation import Evaluation
from evaluator.model.generation import Solution
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from missions.catalog import open_catalog
from missions.formats.folder import load_mission
from missions.project_files import ArtifactKind, Files, read_files
from simulators.runtime.environments import host as environments

DESIGNS = Path(__file__).parents[1] / "fixtures" / "designs"
LEDGER = load_mission(DESIGNS / "ledger")
REFERENCE = read_files(DESIGNS / "ledger" / "canonical" / "project")
ALL = frozenset(
    {
        *("accounts:Account", "accounts:Account.__init__", "accounts:Account.deposit", "accounts:Account.withdraw"),
        *("errors:LedgerError", "money:shown", "report:total"),
        *("report:Report", "report:Report.__init__", "report:Report.add", "report:Report.text"),
    }
)
"""Components of the mission, without the name of its package."""


def evaluated(files: Files, evaluator: Evaluator, folder: Path) -> Evaluation:
    """Return the evaluation of `files` by one evaluator."""
    environments.build(LEDGER.environment)
    run = ResolvedRun.of_references(open_catalog(str(DESIGNS)), LEDGER.benchmark)
    workbench = AttemptWorkbench(run, LEDGER, Subject.in_folder(folder, frozenset({ArtifactKind.CODE})))
    return evaluator.evaluate(Solution.of(files), LEDGER, workbench)


def lost(files: Files, measure: str, folder: Path) -> frozenset[str]:
    """Return the components that do not reach a measure."""
    cases = evaluated(files, MEASURES[measure], folder).cases
    return frozenset(case.id.removeprefix("ledger.") for case in cases if not case.passed)


def replaced(path: str, *changes: tuple[str, str]) -> Files:
    """Return the reference with texts of one file replaced."""
    text = REFERENCE[path].decode()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return {**REFERENCE, path: text.encode()}


def without(path: str) -> Files:
    return {name: content for name, content in REFERENCE.items() if name != path}


def names(module: str, *components: str) -> frozenset[str]:
    return frozenset(f"{module}:{each}" for each in components)


Expected = Mapping[str, frozenset[str]]
