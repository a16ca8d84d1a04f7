"""Evaluators of maintainability and security: static measures of the solution beside those of the reference."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench, with_reference_values
from evaluator.evaluators.static_analysis import StaticAnalysis, analyze
from evaluator.io.files import write_json
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from evaluator.model.options import Rule
from missions.mission import Mission

DETAILS = "static-analysis.json"
"""Attachment with the metrics of every file, the risky calls and the findings (`StaticAnalysis`)."""
FILES = {Rule.PAPER: "package", Rule.STRICT: "executable"}
"""Files that are measured by each rule: those of the package as published, or all that it may execute."""

SEVERITIES = ("HIGH", "MEDIUM", "LOW")


@dataclass(frozen=True)
class StaticMeasures(Evaluator):
    """Measures maintainability and risky calls of Python code; with `bandit` also the number of its findings.

    `packages` names the package that is measured, by mission id; other missions are measured as a whole. Rule
    ``strict`` measures whatever the package may execute, rule ``paper`` its folder.
    """

    name: str = "static_analysis"
    packages: Mapping[str, str] | None = None
    bandit: bool = True

    def unavailable(self) -> str:
        missing = self.bandit and importlib.util.find_spec("bandit") is None
        return "static analysis needs the extra: pip install 'projecteval[static-analysis]'" if missing else ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"bandit": "yes" if self.bandit else "no", "files": FILES[options.rule]}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        package, strict = (self.packages or {}).get(mission.id, ""), workbench.options.rule == Rule.STRICT
        analysis = analyze(solution.files, package, bandit=self.bandit, executable=strict)
        write_json(workbench.attachments / DETAILS, analysis)
        return Evaluation(
            self.name,
            measures=with_reference_values(self, _measures(analysis), solution, workbench),
            log="\n".join(analysis.problems),
            settings=self.settings(workbench.options),
            attachments=(DETAILS,),
        )


def _measures(analysis: StaticAnalysis) -> list[Measure]:
    quality, security = analysis.maintainability, analysis.security
    measures = [
        Measure("minimum_maintainability", quality.minimum if quality else None),
        Measure("max_complexity", float(quality.max_complexity) if quality else None, higher_is_better=False),
        Measure("code_lines", float(quality.lines) if quality else None, "lines", higher_is_better=False),
        Measure("risky_calls", float(len(security.calls)) if security else None, higher_is_better=False),
    ]
    if analysis.findings is not None:
        severities = [finding.severity for finding in analysis.findings]
        counts = {severity: float(severities.count(severity)) for severity in SEVERITIES}
        measures += [Measure(f"bandit_{name.lower()}", counts[name], higher_is_better=False) for name in SEVERITIES]
    return measures
