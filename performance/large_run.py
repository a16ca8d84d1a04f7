"""Measure a run folder of many attempts: time and memory of writing, reporting and comparing it.

    python performance/large_run.py [--attempts 10000] [--missions 1000]

Prints seconds and bytes of `projecteval report` (terminal, JSON and HTML) and `compare` on a run of that many
attempts, of its folder, which is written by the functions for real runs, and of starting a run on a catalog of that
many missions.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from evaluator.benchmarks.projecteval import ProjectEval
from evaluator.io.files import write_json
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.model.generation import Generation, Solution, StepRecord, Usage
from evaluator.runs.folder.records import write_evaluation, write_generation
from evaluator.runs.folder.request import RunRequest, lock_of, write_request
from evaluator.runs.folder.run import Run
from missions.catalog import open_catalog
from missions.mission import Mission
from simulators.evidence import TraceEntry
from simulators.failures import Failure, FailureKind

MISSIONS = Path(__file__).parents[1] / "tests" / "fixtures" / "missions"
PAIRS = 5
"""Pairs of level and mode: three levels, two modes; cascade at the last level is direct."""


def fabricate(folder: Path, attempts: int) -> Run:
    """Write a run of `attempts` attempts (a multiple of 10, at most 10,000); every third has a failed case."""
    request = RunRequest(
        agent="canonical",
        missions=str(MISSIONS),
        input=tuple(ProjectEval.input_sets),
        strategy=tuple(ProjectEval.strategies),
        samples=attempts // (2 * PAIRS),
    )
    catalog = open_catalog(request.missions)
    combinations = ProjectEval().combinations(request.input, request.strategy)
    run = Run(folder, request, lock_of(catalog, catalog.ids(), "projecteval", "canonical", "bubblewrap", combinations))
    missions = {name: catalog.mission(name) for name in catalog.ids()}
    for number, attempt in enumerate(run.attempts()):
        paths = run.paths.of(attempt)
        write_generation(paths, _built(number))
        write_evaluation(paths, _evaluated(missions[attempt.mission], number))
    write_json(run.paths.lock, run.lock)
    write_request(run.paths.request, request)
    return run


def _built(number: int) -> Generation:
    step = StepRecord("code", Usage(calls=1, input_tokens=1000 + number, output_tokens=2000, seconds=3.0))
    files = {"main.py": f"print('Hello from {number}')\n".encode() * 20, "data.txt": b"line\n" * 50}
    return Generation(Solution.of(files, {"Home||Greet||home": "/"}), "", (step,))


def _evaluated(mission: Mission, number: int) -> Evaluation:
    def case(name: str, fails: bool) -> Case:
        steps = tuple(TraceEntry("opens", f"page {at}", seconds=0.1 * at) for at in range(6))
        reason = f"expected to see Hello; the page shows: attempt {number}"
        failure = Failure(FailureKind.EXPECTATION, reason) if fails else None
        return Case(name, ("Home", "Greet"), Outcome.FAILED if fails else Outcome.PASSED, failure, 0.8, steps)

    cases = tuple(case(each.id, (number + at) % 3 == 0) for at, each in enumerate(mission.testcodes))
    return Evaluation("simulated-use", (case(RUNNABLE, False), *cases), log="GET / 200\n" * 40, seconds=2.5)


def many_missions(folder: Path, number: int) -> Path:
    """Write a catalog of `number` missions, copies of one."""
    for each in range(number):
        shutil.copytree(MISSIONS / "hello-console", folder / f"hello-{each:05}")
    return folder


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--attempts", type=int, default=10_000)
    reading.add_argument("--missions", type=int, default=1_000)
    asked = reading.parse_args()
    with tempfile.TemporaryDirectory(prefix="projecteval-large-") as temporary:
        for line in _figures(Path(temporary), asked.attempts, asked.missions):
            print(line, flush=True)


def _figures(folder: Path, attempts: int, missions: int) -> Iterator[str]:
    yield f"load average at the beginning: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    begun = time.perf_counter()
    run = fabricate(folder / "run", attempts)
    yield f"{attempts} attempts written in {time.perf_counter() - begun:.1f} s"
    sizes = [path.stat().st_size for path in run.folder.rglob("*") if path.is_file()]
    yield f"{len(sizes)} files, {sum(sizes) / attempts:.0f} bytes an attempt"
    for extra in ((), ("--json",)):
        yield _called("report", str(run.folder), *extra)
    yield _called("compare", str(run.folder), str(run.folder))
    yield f"report.html {run.paths.report.stat().st_size / 1e6:.1f} MB"
    yield f"results.json {run.paths.results.stat().st_size / 1e6:.1f} MB"
    catalog = many_missions(folder / "catalog", missions)
    out = str(folder / "begun")
    begin = ("run", "--agent", "canonical", "--trust", "--missions", str(catalog), "--out", out, "--steps", "report")
    yield f"{missions} missions: " + _called(*begin)


def _called(*arguments: str) -> str:
    program = str(Path(sys.executable).with_name("projecteval"))
    begun = time.perf_counter()
    done = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begun
    shown = " ".join(word if not Path(word).is_absolute() else Path(word).name for word in arguments)
    return (
        f"{shown}: {seconds:.1f} s ({used.ru_utime + used.ru_stime:.1f} s of processor time), "
        f"{used.ru_maxrss / 1024:.0f} MB, status {done.returncode}"
    )


if __name__ == "__main__":
    main()
