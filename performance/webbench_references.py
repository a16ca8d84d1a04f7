"""References of Web-Bench: a plain ``npx playwright test`` and the evaluator on the same machine, test by test.

    python performance/webbench_references.py DATA --out FOLDER [--select PROJECT,…] [--only plain|ours|table]

DATA is a local copy of the public repository. Each project's last state is served and tested by Playwright in a plain
copy of the repository, without a sandbox, and at the same time by ``projecteval run --agent canonical --strategy
at-once``. Both multiply the limits of time in the project's configuration by the load of the machine. What is in FOLDER
is not measured again. The table has the counts, the tests that differ, the seconds of both, and why a project
has no figures.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from evaluator.benchmarks.webbench.data import WebBenchCatalog
from evaluator.benchmarks.webbench.repository import SOLUTION, Project, find_projects, lay_out
from simulators.browser.chromium.launch import find_browser
from simulators.clocks import load_factor
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.host import EnvironmentNotReady

RUNNER = Path(sys.modules[Project.__module__].__file__ or "").parent / "guest" / "runner.config.mjs"
MAX_SECONDS = 1800


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--select", default="")
    parser.add_argument("--only", choices=("plain", "ours", "table"))
    arguments = parser.parse_args()
    catalog = WebBenchCatalog(arguments.data.resolve())
    projects = find_projects(catalog.folder)
    wanted = arguments.select.split(",") if arguments.select else list(projects)
    unusable = {name: reason for name in wanted if (reason := catalog.mission(name).unusable)}
    for name in wanted:
        if name not in unusable and arguments.only != "table":
            measure_sides(projects[name], arguments.out, arguments.only)
    print_table(wanted, arguments.out, unusable)


def measure_sides(project: Project, out: Path, only: str | None) -> None:
    """Measure both sides at the same time, so that other work of the machine meets both."""
    sides = {"plain": lambda: plain(project), "ours": lambda: ours(project, out)}
    with ThreadPoolExecutor() as pool:
        wanted = [side for side in sides if only in (None, side)]
        try:
            list(pool.map(lambda side: measured(out / side / f"{project.id}.json", sides[side]), wanted))
        except BaseException:  # the pool waits for both sides, also when this one is interrupted
            kill(psutil.Process().children(recursive=True))
            raise


def measured(path: Path, measure: Any) -> None:
    """Store what `measure` returns, with its seconds, unless it is stored."""
    if path.exists():
        return
    began = time.monotonic()
    found = measure()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"seconds": round(time.monotonic() - began, 1), **found}, indent=1))
    print(path, counts(found), found.get("missing", ""), flush=True)


def plain(project: Project) -> dict[str, Any]:
    """Return the tests of the last state by Playwright's own report, without any part of the evaluator."""
    try:
        modules = environments.build(project.packages.environment).root / "node_modules"
    except EnvironmentNotReady as error:
        return {"missing": str(error)[-1500:]}
    with tempfile.TemporaryDirectory(prefix="webbench-plain-", ignore_cleanup_errors=True) as temporary:
        folder = lay_out(project, project.files(SOLUTION), modules, Path(temporary), with_tests=True)
        (folder / RUNNER.name).write_bytes(RUNNER.read_bytes())
        results = Path(temporary) / "results.json"
        variables = {
            **os.environ,
            "EVAL": "true",
            "IS_EVAL_PRODUCTION": "true",
            "EVAL_PROJECT_ROOT": str(folder / SOLUTION),
            "EVAL_PROJECT_PORT": str(free_port()),
            "PROJECTEVAL_BROWSER": str(find_browser()),
            "PROJECTEVAL_OWN_SERVER": "yes",
            "PROJECTEVAL_LOAD": str(load_factor()),
            "PLAYWRIGHT_JSON_OUTPUT_FILE": str(results),
        }
        began, said = time.monotonic(), ""
        for script in ("init", "build"):
            if project.manifest.scripts.get(script):
                said += ran(("npm", "run", script), folder, variables)
        files = [f"test/{name}" for name in project.tests_until("")]
        said += ran(("npx", "playwright", "test", "-c", RUNNER.name, *files), folder, variables)
        if not results.exists():
            return {"missing": said[-1500:]}
        report = json.loads(results.read_text())
        found = {"tests": dict(tests_in(report)), "test_seconds": round(time.monotonic() - began, 1)}
        return found if found["tests"] else {"missing": said[-700:] + str(report.get("errors"))[:800]}


def ran(words: tuple[str, ...], folder: Path, variables: Mapping[str, str]) -> str:
    """Run a program and all that it starts to the end, at most `MAX_SECONDS`; return what it printed."""
    with subprocess.Popen(
        words, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        started: list[psutil.Process] = []
        try:
            return process.communicate(timeout=MAX_SECONDS)[0]
        except subprocess.TimeoutExpired:
            started = psutil.Process(process.pid).children(recursive=True)  # servers have sessions of their own
            return f"it did not end within {MAX_SECONDS} seconds"
        finally:
            process.kill()
            kill(started)


def kill(processes: Sequence[psutil.Process]) -> None:
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def tests_in(report: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield id and status (expected, unexpected, flaky, skipped) of every test of a report by Playwright."""

    def below(suite: Mapping[str, Any], titles: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for spec in suite.get("specs", ()):
            yield " › ".join((*titles, spec["title"])), spec["tests"][0]["status"]
        for each in suite.get("suites", ()):
            yield from below(each, (*titles, each["title"]))

    for suite in report["suites"]:
        yield from below(suite, (Path(suite["title"]).name.removesuffix(".spec.js"),))


def ours(project: Project, out: Path) -> dict[str, Any]:
    """Return the tests of the last state by the evaluator."""
    run = out / "runs" / project.id
    shutil.rmtree(run, ignore_errors=True)
    words = ("--missions", f"webbench:{project.repository}", "--select", project.id, "--agent", "canonical")
    program = (
        str(Path(sys.executable).with_name("projecteval")),
        "run",
        *words,
        "--strategy",
        "at-once",
        "--out",
        str(run),
    )
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    path = next(run.rglob("evaluations/playwright.json"), None)
    if path is None:
        return {"missing": (done.stderr or done.stdout).strip()[-1500:]}
    evaluation = json.loads(path.read_text())
    tests = {each["id"]: "expected" if each["outcome"] == "passed" else each["outcome"] for each in evaluation["cases"]}
    return {"tests": tests, "test_seconds": evaluation["seconds"]}


def counts(found: Mapping[str, Any]) -> str:
    tests = found.get("tests", {})
    return f"{sum(status == 'expected' for status in tests.values())}/{len(tests)}" if tests else "—"


BAR = r"\|"
"""How a cell of Markdown has the sign that ends cells: names of tests contain it."""


def print_table(names: list[str], out: Path, unusable: Mapping[str, str]) -> None:
    """Print a row per project in Markdown: counts, whether every test ended alike, seconds, tests that did not pass."""
    rows = [
        "| project | plain | evaluator | equal | seconds of both | tests that did not pass |",
        "|---|---|---|---|---|---|",
    ]
    equal = 0
    for name in names:
        sides = [load(out / side / f"{name}.json") for side in ("plain", "ours")]
        missing = unusable.get(name) or next((last_line(side["missing"]) for side in sides if "missing" in side), "")
        complete = all(side.get("tests") for side in sides)
        different, both = differences(*(side["tests"] for side in sides)) if complete else ("", "")
        equal += complete and not different
        said = {"yes": complete and not different, "no": complete and bool(different), "not measured": not missing}
        words = next((word for word, applies in said.items() if applies), "—")
        seconds = ", ".join(f"{side['test_seconds']:.0f}" for side in sides) if complete else "—"
        cells = (name, *map(counts, sides), words, seconds, different or both or missing)
        rows.append(f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |")
    print("\n".join(rows))
    print(f"{equal} of {len(names)} equal")


def differences(plain: Mapping[str, str], ours: Mapping[str, str]) -> tuple[str, str]:
    """Return in words which tests passed on one side only, and which on none."""
    passed = [{test for test, status in side.items() if status == "expected"} for side in (plain, ours)]
    only = [("plain only", passed[0] - passed[1]), ("evaluator only", passed[1] - passed[0])]
    both = "; ".join(sorted({*plain, *ours} - passed[0] - passed[1]))
    different = ". ".join(f"Passed {side}: {'; '.join(sorted(tests))}" for side, tests in only if tests)
    return different and ". ".join(filter(None, (different, both and f"Neither: {both}"))), both


def last_line(words: str) -> str:
    return words.strip().splitlines()[-1][:150]


def load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text()) if path.exists() else {}


if __name__ == "__main__":
    main()
