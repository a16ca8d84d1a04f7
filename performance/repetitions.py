"""Repeated evaluation of recorded runs: every outcome and every reason must be the same in each round.

    python performance/repetitions.py [RECORDED …] [--data DATA] [--rounds 10] [--jobs N] [--select ID,ID]

Every second round runs with all processors kept busy by other processes. RECORDED are folders of recorded runs
(default: both of ``$PROJECTEVAL_PUBLIC`` or ``../shared/projecteval``). Prints each difference to the first round;
exit status 1 when there is one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PUBLIC = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval"))

Verdicts = Mapping[str, tuple[str, str]]
"""Outcome and reason of each case, by recorded run, mission and case."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recorded", nargs="*", type=Path, default=[PUBLIC / "recorded", PUBLIC / "recorded-2"])
    parser.add_argument("--data", type=Path, default=PUBLIC / "data")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--select", default="")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.support.processor_load import busy_processors

    first: Verdicts = {}
    differing = 0
    for number in range(options.rounds):
        begun = time.monotonic()
        with busy_processors() if number % 2 else contextlib.nullcontext():
            verdicts = _round(options)
        first = first or verdicts
        changed = [key for key in sorted(first.keys() | verdicts.keys()) if first.get(key) != verdicts.get(key)]
        differing += len(changed)
        passed = sum(outcome == "passed" for outcome, _ in verdicts.values())
        load = "loaded" if number % 2 else "as it is"
        print(
            f"round {number + 1} ({load}, load average {os.getloadavg()[0]:.1f}): {len(verdicts)} verdicts, "
            f"{passed} passed, {len(changed)} differ, {time.monotonic() - begun:.0f} s",
            flush=True,
        )
        for key in changed:
            print(f"  {key}:\n    first: {first.get(key)}\n    now:   {verdicts.get(key)}", flush=True)
    print(f"{differing} differences in {options.rounds} rounds")
    return 1 if differing else 0


def _round(options: argparse.Namespace) -> Verdicts:
    """Evaluate all recorded runs once. Exits with the error output when a run fails."""
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="projecteval-repetitions-") as temporary:
        for recorded in options.recorded:
            run = Path(temporary) / recorded.name
            command = [
                *(str(Path(sys.executable).with_name("projecteval")), "run", "--agent", f"replay:{recorded}"),
                *("--missions", f"projecteval:{options.data}", "--trust", "--steps", "generate,evaluate", "--json"),
                *("--evaluators", "simulated-use", "--jobs", options.jobs, "--out", str(run)),
                *(("--select", options.select) if options.select else ()),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
            if done.returncode:
                sys.exit(done.stderr)
            found.update(_verdicts(run))
    return found


def _verdicts(run: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    for path in sorted(run.glob("attempts/*/*/*/evaluations/simulated-use.json")):
        evaluation = json.loads(path.read_text(encoding="utf-8"))
        attempt = "/".join(path.parts[-5:-2])
        for case in evaluation["cases"]:
            yield f"{attempt}/{case['id']}", (case["outcome"], (case["failure"] or {}).get("message", ""))


if __name__ == "__main__":
    sys.exit(main())
