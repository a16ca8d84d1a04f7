"""Measure the efficiency of two jobs: (seconds with one) / (2 × seconds with two).

    python performance/jobs.py [--samples 4] [--rounds 1] [--missions CATALOG] [--select ID,ID]

Runs `projecteval run --agent canonical --steps generate,evaluate` with one job and with two, in turn, and prints
the best of each with the machine's load: under other load the figure means little.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MISSIONS = Path(__file__).parents[1] / "tests" / "fixtures" / "missions"


def seconds(jobs: int, missions: str, select: str, samples: int) -> float:
    """Return the duration of one run. Raises `CalledProcessError` when it could not be completed."""
    program = str(Path(sys.executable).with_name("projecteval"))
    with tempfile.TemporaryDirectory(prefix="projecteval-jobs-") as folder:
        command = [program, "run", "--agent", "canonical", "--trust", "--missions", missions, "--samples", str(samples)]
        command += ["--select", select] if select else []
        command += ["--steps", "generate,evaluate", "--jobs", str(jobs), "--out", f"{folder}/run"]
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - begun


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--samples", type=int, default=4)
    reading.add_argument("--rounds", type=int, default=1)
    reading.add_argument("--missions", default=str(MISSIONS))
    reading.add_argument("--select", default="")
    asked = reading.parse_args()
    took: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(asked.rounds):
        for jobs, found in took.items():
            before = os.getloadavg()[0]
            found.append(seconds(jobs, asked.missions, asked.select, asked.samples))
            print(f"{jobs} jobs: {found[-1]:.1f} s (load before: {before:.1f})", flush=True)
    one, two = min(took[1]), min(took[2])
    print(f"{one:.1f} s with one job, {two:.1f} s with two: efficiency {one / (2 * two):.2f}")


if __name__ == "__main__":
    main()
