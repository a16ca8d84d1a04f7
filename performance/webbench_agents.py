"""Scripted agents on `calculator` of Web-Bench, 20 tasks: the published figures that each has to get.

    python performance/webbench_agents.py DATA --out FOLDER [--only canonical|nop|late|breaks]

DATA is a local copy of the public repository. `canonical` answers every request with the last state, `late` too, but
without the button of task 3 until the second try of that task; `breaks` loses the button of task 1 in the first try of
task 5. Printed are the metrics, and every test that did not pass in a stage but did in the stage before.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from evaluator.benchmarks.webbench.repository import SOLUTION, Project

AGENT = Path(__file__).parents[1] / "tests/support/growing_agent.py"
PROJECT, PAGE = "calculator", "index.html"
SCRIPTS = {"late": ("task-3", ">1/x<", ">soon<"), "breaks": ("task-5", ">√<", ">root<")}
"""What an agent changes: the task, the text of the last state, the one instead."""

EXPECTED = {"canonical": (100, 100), "nop": (0, 0), "late": (10, 100), "breaks": (20, 100)}
"""pass@1 and pass@2: 2 of 20 tasks are done before task 3, and 4 before task 5."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", choices=tuple(EXPECTED))
    arguments = parser.parse_args()
    project = Project(arguments.data.resolve(), PROJECT)
    wrong = [
        mode
        for mode in EXPECTED
        if arguments.only in (None, mode) and not has_figures(mode, project, arguments.out.resolve() / mode)
    ]
    if wrong:
        sys.exit(f"other figures than expected: {', '.join(wrong)}")


def has_figures(mode: str, project: Project, folder: Path) -> bool:
    """Run an agent unless its run is there, and print its figures; return whether they are the expected ones."""
    run = folder / "run"
    if not (run / "results.json").exists():
        agent = scripted(mode, project, folder / "tools") if mode in SCRIPTS else ("--agent", mode)
        words = ("--missions", f"webbench:{project.repository}", "--select", PROJECT, "--out", str(run))
        done = subprocess.run((Path(sys.executable).with_name("projecteval"), "run", *words, *agent), check=False)
        if done.returncode:
            sys.exit(f"{mode}: the run ended with status {done.returncode}; its messages are above")
    metrics = json.loads((run / "results.json").read_text())["metrics"]
    print(mode, metrics, flush=True)
    for stage, tests in broken(run):
        print(f"  {stage}: {'; '.join(tests)}")
    return (metrics["pass@1"], metrics["pass@2"]) == EXPECTED[mode]


def scripted(mode: str, project: Project, tools: Path) -> tuple[str, ...]:
    """Write what a scripted agent needs into `tools` and return the words of a command line."""
    shutil.rmtree(tools, ignore_errors=True)
    shutil.copytree(project.folder / SOLUTION, tools / "src")
    shutil.copy(AGENT, tools)
    task, old, new = SCRIPTS[mode]
    request = next(each.description.strip() for each in project.tasks if each.id == task)
    (tools / "script.json").write_text(json.dumps({"page": PAGE, mode: (request, old, new)}))
    return "--agent", f"command:python {tools / AGENT.name} {tools}", "--agent-tools", str(tools)


def broken(run: Path) -> list[tuple[str, list[str]]]:
    """Return the stages after which tests do not pass that passed before, with their names."""
    found, before = [], set[str]()
    for path in sorted(run.rglob("stages/*/evaluations/playwright.json")):
        cases = json.loads(path.read_text())["cases"]
        passed = {case["id"] for case in cases if case["outcome"] == "passed"}
        if lost := sorted(before - passed):
            found.append((path.parents[1].name, lost))
        before = passed
    return found


if __name__ == "__main__":
    main()
