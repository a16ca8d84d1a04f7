"""Measure the public benchmark's canonical solutions and a reference workload in the same session.

    python performance/public.py [DATA] [--jobs N] [--sandbox NAME] [--rounds N]

DATA is the folder of the three JSON files (default: ``$PROJECTEVAL_PUBLIC/data`` or ``../shared/projecteval/data``).
Each round runs the reference (`reference_workload`: Selenium, chromedriver, runserver) and ProjectEval, and prints wall
time, the processor time of the whole machine meanwhile (so it should be idle otherwise), and the ratios. The bound is
an eighth of the reference's wall time; ``--rounds 0`` omits the reference.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

ROOT = Path(__file__).parents[1]
DEFAULT = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval")) / "data"
BOUND = 8.0


@dataclass(frozen=True)
class Spent:
    """Wall time and processor time of the whole machine, in seconds."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall:.1f} s ({self.processor:.1f} s of processor time)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--sandbox", default="auto")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"{asked.data}: no such folder; name the public benchmark's data or set PROJECTEVAL_PUBLIC")
    with tempfile.TemporaryDirectory() as folder:
        pairs = [_pair(asked, Path(folder) / str(number)) for number in range(asked.rounds)]
        if pairs:
            _print_ratios(pairs)
        else:
            _print_missions(_ours(asked, Path(folder) / "run")[0], Path(folder) / "run")


def _pair(asked: argparse.Namespace, run: Path) -> tuple[Spent, Spent]:
    load = os.getloadavg()[0]
    _, reference = _run([sys.executable, str(ROOT / "performance" / "reference_workload.py"), str(asked.data)])
    found, ours = _ours(asked, run)
    ratio = reference.wall / ours.wall
    print(
        f"reference {reference}, ours {ours}: 1/{ratio:.1f}; {found['passed']} passed; load before {load:.1f}",
        flush=True,
    )
    return reference, ours


def _print_ratios(pairs: Sequence[tuple[Spent, Spent]]) -> None:
    wall = median(reference.wall / ours.wall for reference, ours in pairs)
    processor = median(reference.processor / ours.processor for reference, ours in pairs)
    verdict = "within the bound" if wall >= BOUND else "MISSES the bound"
    print(f"median of {len(pairs)}: 1/{wall:.1f} of the reference's wall time, 1/{processor:.1f} of its processor time")
    print(f"{verdict} of 1/{BOUND:.0f}")


def _ours(asked: argparse.Namespace, run: Path) -> tuple[dict[str, object], Spent]:
    output, spent = _run(
        [
            *(str(Path(sys.executable).with_name("projecteval")), "run", "--agent", "canonical", "--json"),
            *("--missions", f"projecteval:{asked.data}", "--trust", "--steps", "generate,evaluate"),
            *("--evaluators", "simulated-use", "--jobs", asked.jobs, "--sandbox", asked.sandbox, "--out", str(run)),
        ]
    )
    return json.loads(output), spent


def _run(command: Sequence[str]) -> tuple[str, Spent]:
    """Run a command to its end. Exits with its error output when it fails."""
    busy, begun = _busy(), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    spent = Spent(time.monotonic() - begun, _busy() - busy)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout, spent


def _busy() -> float:
    """Return the busy seconds of all processors together since the machine was started."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)


def _print_missions(found: dict[str, object], run: Path) -> None:
    print(f"{found['passed']} of {found['total']} passed in {found['seconds']} s; load now {os.getloadavg()[0]:.1f}")
    for path in sorted(run.glob("attempts/*/*/*/evaluations/simulated-use.json"), key=lambda path: int(path.parts[-5])):
        evaluation = json.loads(path.read_text())
        testcodes = sum(case["seconds"] for case in evaluation["cases"])
        print(f"  {path.parts[-5]:>3}: {evaluation['seconds']:5.1f} s, of it testcodes {testcodes:5.1f} s")
        for case in evaluation["cases"]:
            if case["failure"]:
                print(f"       {case['id']}: {case['outcome']}: {case['failure']['message']}")


if __name__ == "__main__":
    main()
