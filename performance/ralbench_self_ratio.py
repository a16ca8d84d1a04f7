"""Efficiency and resource scores of references against themselves, repeated: both should be 1.

    python performance/ralbench_self_ratio.py [MISSION ...] [--missions libraries] [--repetitions 10]

Each repetition measures the performance and the resource suite as the benchmark does (rule ``strict``): five pairs of
executions, solution and reference alternately. Exits with 1 where an uncapped ratio differs from 1 by more than
``--tolerance`` (default 0.05).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluator.evaluators.resources import SuiteCost, cpu_ratio, memory_ratio, time_ratio
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from missions.catalog import Catalog, open_catalog, select
from simulators.runtime.environments import host as environments


def measured(catalog: Catalog, mission_id: str) -> tuple[float, float]:
    """Return the uncapped E and Ru of one repetition."""
    mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
    if reference is None:
        raise SystemExit(f"{mission_id} has no reference; run: projecteval missions fetch-references")
    environments.build(mission.environment)
    with tempfile.TemporaryDirectory() as folder:
        run = ResolvedRun.of_references(catalog, mission.benchmark)
        workbench = AttemptWorkbench(run, mission, Subject.in_folder(Path(folder)))
        found = {}
        for name in ("performance", "resource"):
            suite = mission.suite(name)
            if suite is None:
                raise SystemExit(f"{mission_id} has no {name} suite")
            found[name] = SuiteCost(name).measured(suite, reference.files, reference.files, workbench)
    efficiency = time_ratio(found["performance"])
    ratios = [memory_ratio(found["resource"]), cpu_ratio(found["resource"])]
    known = [ratio for ratio in ratios if ratio is not None]
    if efficiency is None or not known:
        raise SystemExit(f"{mission_id}: nothing was measured; the reference does not pass its suites here")
    return efficiency, sum(known) / len(known)


def repeated(catalog: Catalog, mission_id: str, repetitions: int) -> Iterator[tuple[float, float]]:
    """Yield and print the ratios of each repetition."""
    for number in range(1, repetitions + 1):
        efficiency, resources = measured(catalog, mission_id)
        print(f"{mission_id:<16} {number:>3}  E {efficiency:.4f}  Ru {resources:.4f}", flush=True)
        yield efficiency, resources


def main() -> int:
    """Measure and report; return the exit status."""
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("ids", nargs="*", metavar="MISSION", help="ids (default: all)")
    reading.add_argument("--missions", default="libraries", help="catalog (default libraries)")
    reading.add_argument("--repetitions", type=int, default=10, help="repetitions per mission (default 10)")
    reading.add_argument("--tolerance", type=float, default=0.05, help="largest difference from 1 (default 0.05)")
    asked = reading.parse_args()
    catalog = open_catalog(asked.missions)
    ids = select(catalog, asked.ids)
    ratios = [pair for each in ids for pair in repeated(catalog, each, asked.repetitions)]
    values = [value for pair in ratios for value in pair]
    worst = max(values, key=lambda value: abs(value - 1))
    outside = sum(abs(value - 1) > asked.tolerance for value in values)
    print(f"{len(values)} ratios, farthest from 1: {worst:.4f}, outside of 1 ± {asked.tolerance:g}: {outside}")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
