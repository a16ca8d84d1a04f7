"""Evaluator of specification coverage: measures per kind of item, and a list of what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.evaluators.interface import EvaluationOptions, Workbench
from evaluator.evaluators.reference_values import with_reference_values
from evaluator.evaluators.specification_coverage.bounded import bounded_inventory
from evaluator.evaluators.specification_coverage.comparison import compare
from evaluator.evaluators.specification_coverage.model import ApiKind
from evaluator.evaluators.specification_coverage.specification import documented_api
from evaluator.io.atomic import write_json
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.solution import ArtifactKind, Solution
from missions.mission import Mission

DETAILS = "specification-coverage.json"
"""Attachment with the found and missing items by kind."""

DOCUMENT = "specification"


@dataclass(frozen=True)
class SpecificationCoverage:
    """Measures the share of the specification's modules, classes, functions and parameters that a solution has.

    A specification may document names that its own reference lacks; the reference's shares are beside the solution's.
    """

    name: str = "specification_coverage"
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE})

    def unavailable(self) -> str:
        return ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return Evaluation(self.name, log=failure)

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        document = mission.documents.get(DOCUMENT)
        if document is None:
            return Evaluation(self.name, log=f"mission {mission.id} has no document {DOCUMENT}")
        documented = documented_api(document.text, mission.package)
        coverage = compare(documented, bounded_inventory(solution.files))
        write_json(workbench.attachments / DETAILS, coverage.as_json())
        shares = [Measure(f"{kind.value}_coverage", coverage.share(kind)) for kind in ApiKind]
        measures = (Measure("specification_coverage", coverage.share()), *shares)
        return Evaluation(
            self.name,
            measures=with_reference_values(self, measures, solution, workbench),
            log="\n".join(f"not parsed: {path}" for path in coverage.unread),
            attachments=(DETAILS,),
        )
