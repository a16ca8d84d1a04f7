"""Runs that measure one mission: controls, the reference with the other browser engine, mutants, violations.

OUT/<mission>/measurement.json     results, for the overview
OUT/<mission>/<digest>/            runs; the digest is that of mission and reference
    canonical/  engine/  controls-<digest>/  mutants-<number>-<seed>-<digest>/  violations-<digest>/

The digest of controls is that of their programs, the digest of mutants that of the mutation operators, the digest of
violations that of their file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluator.agents.controls import ControlsAgent
from evaluator.agents.references import MutantsAgent
from evaluator.model.errors import EvaluatorError
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.request import RunRequest, request_of
from missions.catalog import Catalog
from missions.reference import Reference
from missions.testcodes.testcode import SimulatorName
from missions.violations import requirements_of

SIMULATED_USE = "simulated-use"
SUITES = ("unit", "acceptance")
"""Suites of library missions that measure correctness; the others measure other qualities."""

PARTS = ("canonical", "engine", "controls", "mutants", "violations")
"""Names of the runs: the reference with the mission's browser engine and with the other one, and changed programs."""

CONTROL_PATIENCE_SECONDS = 1.0
"""Seconds that a simulated user waits in vain: controls answer at once."""


@dataclass(frozen=True)
class MeasurementPlan:
    """What is measured, and where: `mutants` of each mission of `catalog`, which has the name `missions`; the
    rules are those of `benchmark` (empty: the catalog's own)."""

    missions: str
    catalog: Catalog
    out: Path
    mutants: int
    seed: int
    sandbox: str
    parts: frozenset[str] = frozenset(PARTS)
    benchmark: str = ""

    def reference(self, mission_id: str) -> Reference:
        """Return the reference of a mission. Raises `EvaluatorError` without one."""
        reference = self.catalog.reference(mission_id)
        if reference is None:
            raise EvaluatorError(f"mission {mission_id} has no reference solution, so there is nothing to measure with")
        return reference

    def requests(self, mission_id: str, parts: frozenset[str]) -> Mapping[Path, RunRequest]:
        """Return the folders and requests of the runs `parts` of a mission."""
        mission = self.catalog.mission(mission_id)
        folder = self.out / mission_id / self.subject(mission_id)
        found = {folder / "canonical": self._request(mission_id, agent="canonical")}
        if mission.testcodes:  # the controls are programs and websites
            controls = folder / f"controls-{_digest(ControlsAgent())}"
            found[controls] = self._request(mission_id, agent="controls", patience=CONTROL_PATIENCE_SECONDS)
        if any(each.simulator == SimulatorName.BROWSER for each in mission.testcodes):
            other = "selenium" if mission.setting.browser == "playwright" else "playwright"
            found[folder / "engine"] = self._request(mission_id, agent="canonical", browser=other)
        if self.mutants:
            agent = MutantsAgent(f"{self.mutants},{self.seed}")
            mutants = folder / f"mutants-{self.mutants}-{self.seed}-{_digest(agent)}"
            found[mutants] = self._request(mission_id, agent=agent.name, stop_after=1)
        violations = () if mission.stage else requirements_of(mission.source).violations()
        if violations:  # they change the reference of the mission as it began
            digest = hashlib.sha256(repr(violations).encode()).hexdigest()[:12]
            request = self._request(mission_id, agent=f"violations:{len(violations)}", stop_after=1)
            found[folder / f"violations-{digest}"] = request
        return {path: request for path, request in found.items() if path.name.partition("-")[0] in parts}

    def _request(self, mission_id: str, **options: object) -> RunRequest:
        mission = self.catalog.mission(mission_id)
        suites = tuple(name for name in SUITES if mission.suite(name) is not None)
        return request_of(
            missions=self.missions,
            benchmark=self.benchmark,
            select=(mission_id,),
            evaluators=(SIMULATED_USE,) if mission.testcodes else suites,
            steps=(Step.GENERATE, Step.EVALUATE),
            sandbox=self.sandbox,
            **options,
        )

    def subject(self, mission_id: str) -> str:
        """Return a digest of what is measured: mission and reference. Raises `EvaluatorError` without a reference."""
        mission, reference = self.catalog.mission(mission_id), self.reference(mission_id)
        return hashlib.sha256((mission.fingerprint + reference.digest()).encode()).hexdigest()[:12]


def _digest(agent: ControlsAgent | MutantsAgent) -> str:
    """Return a digest of what decides the submissions of `agent`."""
    return hashlib.sha256("".join(agent.fingerprint().values()).encode()).hexdigest()[:12]
