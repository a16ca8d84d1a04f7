"""Completion: each designed component exists in the source with its signature. Nothing is executed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.evaluators.components.design import (
    Component,
    Conformance,
    Design,
    conformance,
    design_in_files,
    design_of,
)
from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.evaluators.side_by_side import DESIGN_DIFFS, FileDiff, line_diff
from evaluator.io.files import write_json
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from simulators.failures import Failure, FailureKind

MISSING, EXTRA, CHANGED = "missing_elements", "extra_elements", "changed_elements"


@dataclass(frozen=True)
class ComponentCompletion(Evaluator):
    """A case per component: it exists where it was designed, and takes the designed parameters.

    Parameters are compared by name, kind and whether they are required; types and default values are part of the
    design's conformance, whose missing, extra and changed elements are counted and shown side by side.
    """

    name: str = "completion"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        design = design_of(mission, workbench.reference())
        built, problems = design_in_files(solution.files)
        there = {component.id: component for component in built.components}
        cases = tuple(_case(component, there) for component in design.components)
        write_json(workbench.attachments / DESIGN_DIFFS, _diffs(design, built))
        return Evaluation(
            self.name,
            cases,
            _measures(conformance(design, built)),
            "\n".join(problems),
            attachments=(DESIGN_DIFFS,),
        )

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return not_built(self.name, design_of(mission, workbench.reference()).components, failure)


def _case(component: Component, there: Mapping[str, Component]) -> Case:
    found = there.get(component.id)
    if found is None or found.kind is not component.kind:
        return case_of(component, f"{component.kind} {component.name} is not defined in {component.module}")
    if component.parameters() != found.parameters():
        return case_of(
            component, f"{component.name} is defined as {found.signature}, designed as {component.signature}"
        )
    return case_of(component)


def case_of(component: Component, problem: str = "", kind: FailureKind = FailureKind.NOT_FOUND) -> Case:
    """Return the case of a component, which passes where there is no problem."""
    failure = Failure(kind, problem) if problem else None
    outcome = Outcome.FAILED if problem else Outcome.PASSED
    return Case(component.id, (component.module, component.kind), outcome, failure)


def not_built(name: str, components: tuple[Component, ...], failure: str) -> Evaluation:
    """Return the evaluation of an attempt without a solution: the same cases, none of which ran."""
    reason = Failure(FailureKind.NOT_BUILT, failure)
    cases = (Case(each.id, (each.module, each.kind), Outcome.NOT_RUNNABLE, reason) for each in components)
    return Evaluation(name, tuple(cases), log=failure)


def _measures(found: Conformance) -> tuple[Measure, ...]:
    numbers = {MISSING: found.missing, EXTRA: found.extra, CHANGED: found.changed}
    return tuple(Measure(name, float(len(each)), "elements", higher_is_better=False) for name, each in numbers.items())


def _diffs(design: Design, built: Design) -> tuple[FileDiff, ...]:
    """Return the modules whose elements differ, design on the left."""
    modules = sorted({*design.elements, *built.elements})
    return tuple(
        line_diff("design", module, module, "\n".join(design.lines(module)), "\n".join(built.lines(module)))
        for module in modules
        if design.lines(module) != built.lines(module)
    )
