"""Measure the cost of isolation: the same missions without a sandbox and in one, in turn, as a ratio with its spread.

    python performance/sandbox.py [--missions CATALOG] [--select ID,ID] [--rounds 5] [--sandbox bubblewrap] [--jobs 1]

Each round runs the canonical solutions both ways, in an order that is reversed from round to round, so that a slowdown
of the machine affects both. The first round is a warm-up and is not counted. The bound is 1.05.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

BOUND = 1.05


@dataclass(frozen=True)
class Took:
    """Result of one run: wall time in seconds, testcases passed."""

    wall: float
    passed: int


def took(sandbox: str, asked: argparse.Namespace) -> Took:
    """Run the canonical solutions once."""
    program = str(Path(sys.executable).with_name("projecteval"))
    with tempfile.TemporaryDirectory(prefix="projecteval-sandbox-") as folder:
        command = [program, "run", "--agent", "canonical", "--trust", "--json", "--missions", asked.missions]
        command += ["--sandbox", sandbox, "--jobs", str(asked.jobs), "--steps", "generate,evaluate"]
        command += ["--out", f"{folder}/run", *(["--select", asked.select] if asked.select else [])]
        begun = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wall = time.perf_counter() - begun
    if done.returncode:
        sys.exit(f"sandbox {sandbox}: {done.stderr}")
    return Took(wall, json.loads(done.stdout)["passed"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missions", default="catalog")
    parser.add_argument("--select", default="")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sandbox", default="bubblewrap")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ratios = []
    for number in range(asked.rounds + 1):
        ways = ("none", asked.sandbox) if number % 2 else (asked.sandbox, "none")
        load = os.getloadavg()[0]
        found = {way: took(way, asked) for way in ways}
        bare, boxed = found["none"], found[asked.sandbox]
        if bare.passed != boxed.passed:
            sys.exit(f"{bare.passed} passed without a sandbox, {boxed.passed} in {asked.sandbox}: not the same work")
        counted = "" if number else ", not counted"
        print(
            f"none {bare.wall:.2f} s, {asked.sandbox} {boxed.wall:.2f} s, ratio {boxed.wall / bare.wall:.3f}; "
            f"load before {load:.1f}{counted}",
            flush=True,
        )
        if number:
            ratios.append(boxed.wall / bare.wall)
    if ratios:
        middle = statistics.median(ratios)
        spread = f"{min(ratios):.3f} to {max(ratios):.3f} in {len(ratios)} rounds"
        print(f"ratio {middle:.3f} (median; {spread}); bound {BOUND}: {'kept' if middle <= BOUND else 'NOT KEPT'}")


if __name__ == "__main__":
    main()
