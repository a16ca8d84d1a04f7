"""Evaluator of a design: its diagrams and file tree can be read, and agree with the reference's and with its code."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluator.diagrams.mermaid import Agreement, DrawnDesign, agreement_of, design_of_code, paths_in_tree, read_design
from evaluator.diagrams.model import DiagramError
from evaluator.diagrams.reading import read_project
from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files, write_files
from simulators.failures import Failure, FailureKind

CASES = ("class_diagram", "sequence_diagram", "file_tree")
COMPARED = ("modules", "classes", "methods", "relations")


@dataclass(frozen=True)
class DesignMeasures(Evaluator):
    """Three cases: class diagram, sequence diagram and file tree are there and can be read.

    Measures are precision, recall and F1 of modules, classes, methods and relations, against the reference's design and
    (names with ``code_``) against the design derived from its code, in Python. `endings` are those of source files.
    """

    name: str = "design"
    endings: tuple[str, ...] = (".py",)
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.DESIGN})

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, {}, workbench, failure)

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, solution.artifacts[ArtifactKind.DESIGN], workbench, "")

    def _evaluation(self, mission: Mission, files: Files, workbench: Workbench, failure: str) -> Evaluation:
        reference, own = workbench.reference(), _named(files, self.endings)
        problems = dict(zip(CASES, _problems(own), strict=True))
        cases = tuple(_case(name, failure or problem) for name, problem in problems.items())
        measures: list[Measure] = []
        if reference is not None:
            expected = _named(reference.artifacts.get(ArtifactKind.DESIGN, {}), self.endings)
            measures += _measures("", own, expected)
        if reference is not None and ".py" in self.endings:
            measures += _measures("code_", own, _of_code(reference.files))
        return Evaluation(self.name, cases, tuple(measures), "\n".join(own.design.problems))


@dataclass(frozen=True)
class _Named:
    """What a design names: its diagrams, and the source files of its tree without endings."""

    design: DrawnDesign
    modules: frozenset[str]
    has_tree: bool = True

    def items(self) -> Mapping[str, frozenset[object]]:
        own = self.design
        found = (self.modules, own.classes, own.methods, own.relations)
        return dict(zip(COMPARED, map(partial(frozenset[object]), found), strict=True))


def _named(files: Files, endings: tuple[str, ...]) -> _Named:
    texts = [content.decode("utf-8", "replace") for _, content in sorted(files.items())]
    paths = [path for text in texts for path in paths_in_tree(text)]
    return _Named(read_design(texts), _modules(paths, endings), bool(paths))


def _modules(paths: list[str], endings: tuple[str, ...]) -> frozenset[str]:
    return frozenset(path.lower() for path in paths if path.endswith(endings) and "test" not in path)


def _of_code(files: Files) -> _Named:
    with tempfile.TemporaryDirectory(prefix="projecteval-design-") as folder:
        write_files(files, Path(folder))
        try:
            design = design_of_code(read_project(Path(folder)))
        except DiagramError:
            design = DrawnDesign()
    return _Named(design, _modules(list(files), (".py",)))


def _problems(own: _Named) -> tuple[str, str, str]:
    design = own.design
    unread = f"{len(design.problems)} lines cannot be read: {design.problems[0]}" if design.problems else ""
    return (
        unread if design.has_classes else "there is no classDiagram",
        unread if design.has_sequence else "there is no sequenceDiagram",
        "" if own.has_tree else "there is no file tree drawn with branches",
    )


def _case(name: str, problem: str) -> Case:
    if not problem:
        return Case(name, ("design",), Outcome.PASSED)
    return Case(name, ("design",), Outcome.FAILED, Failure(FailureKind.EXPECTATION, problem))


def _measures(prefix: str, own: _Named, expected: _Named) -> list[Measure]:
    there = expected.items()
    found: dict[str, Agreement] = {name: agreement_of(each, there[name]) for name, each in own.items().items()}
    return [
        Measure(f"{prefix}{name}_{metric}", value)
        for name, each in found.items()
        for metric, value in (("precision", each.precision), ("recall", each.recall), ("f1", each.f1))
    ]
