"""How long the public benchmark's canonical answers take, and where the time goes.

    python performance/public.py [DATA] [--jobs N] [--sandbox NAME]

DATA is the folder of the three JSON files (default: ``$PROJECTEVAL_PUBLIC/data`` or ``../shared/projecteval/data``).
The original, repaired so that it runs on Linux, takes about 180 s on two processors; the bound is an eighth.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
DEFAULT = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval")) / "data"
ORIGINAL = 180.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--sandbox", default="auto")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"{asked.data}: the public benchmark's data is not there; name its folder or set PROJECTEVAL_PUBLIC")
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        begun = time.monotonic()
        done = subprocess.run(
            [
                *(str(Path(sys.executable).with_name("projecteval")), "run", "--agent", "canonical", "--json"),
                *("--missions", f"projecteval:{asked.data}", "--steps", "generate,evaluate"),
                *("--jobs", asked.jobs, "--sandbox", asked.sandbox, "--out", str(run)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        wall = time.monotonic() - begun
        if done.returncode:
            sys.exit(done.stderr)
        _report(json.loads(done.stdout), run, wall)


def _report(found: dict[str, object], run: Path, wall: float) -> None:
    print(f"{found['passed']} of {found['total']} passed in {wall:.1f} s: 1/{ORIGINAL / wall:.1f} of {ORIGINAL:.0f} s")
    print(f"load now {os.getloadavg()[0]:.1f}")
    for path in sorted(run.glob("attempts/*/*/*/evaluations/simulated-use.json"), key=lambda path: int(path.parts[-5])):
        evaluation = json.loads(path.read_text())
        testcodes = sum(case["seconds"] for case in evaluation["cases"])
        print(f"  {path.parts[-5]:>3}: {evaluation['seconds']:5.1f} s, of it testcodes {testcodes:5.1f} s")
        for result in evaluation["cases"]:
            if result["failure"]:
                print(f"       {result['id']}: {result['outcome']}: {result['failure']['message']}")


if __name__ == "__main__":
    main()
