"""Measure reports of large runs in Chromium: seconds to the first paint, and per filter until its result is painted.

    python -m performance.report_in_browser [--repeat 3] [--keep FOLDER]

Two fabricated runs: 79 recorded agents with 20 missions, and 2 agents with 520 attempts each. The bounds are 0.5 s for
the first paint and 0.1 s for a filter. `--keep` writes the pages there, to be looked at.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from evaluator.model.result import Attempt, AttemptResult, GenerationRecord
from evaluator.reports.html import write_report
from evaluator.runs.results.results import Results
from simulators.browser.chromium.launch import own_sandbox_works, program
from tests.support.synthetic_runs import evaluated, failed, in_memory, passed, run_of

CASES = 14
FILTERS = ("q=mission-07", "q=total+12", "outcome=failed", "kind=expectation", "mission=mission-03", "agent=FIRST", "")
PAINTED = """async (hash) => {
  const form = document.getElementById("filters"), given = new URLSearchParams(hash);
  for (const field of form.elements) if (field.name) field.value = given.get(field.name) || "";
  form.scrollIntoView();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const begun = performance.now();
  form.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  }));
  return performance.now() - begun;
}"""
"""Milliseconds from a filter's event to the task after the frame that shows its result, form and table in view."""


def fabricated(folder: Path, agents: Sequence[str], missions: Sequence[str], samples: int) -> Results:
    """Return results of recorded agents; a third of the cases fails, each mission for reasons of its own."""
    draw = random.Random(1)
    run, record = run_of(folder, missions, agent="replay:recorded"), GenerationRecord(True)

    def evaluation(mission: str) -> AttemptResult:
        cases = [
            failed(f"case_{number}", f"expected to see total {number}; the page of {mission} shows {draw.random():.2f}")
            if draw.random() < 0.33
            else passed(f"case_{number}")
            for number in range(CASES)
        ]
        return AttemptResult(Attempt(mission, "level-1", "direct"), record, evaluated(*cases))

    attempts = tuple(
        replace(evaluation(mission), attempt=Attempt(mission, "level-1", "direct", sample, agent))
        for agent in agents
        for mission in missions
        for sample in range(1, samples + 1)
    )
    return replace(in_memory(run, {}), attempts=attempts)


def figures(browser: Browser, report: Path, first_agent: str, repeat: int, width: int) -> Iterator[str]:
    """Yield a line for the first paint and for every filter."""
    context = browser.new_context(offline=True, viewport={"width": width, "height": 900})
    paints = []
    for _ in range(repeat):
        page = context.new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("#attempts tbody tr", state="attached")
        paints.append(_painted_first(page))
        if len(paints) < repeat:
            page.close()
    yield f"  {width} px: first paint {_seconds(paints)}"
    for filters in (each.replace("FIRST", first_agent) for each in FILTERS):
        painted = [page.evaluate(PAINTED, filters) for _ in range(repeat)]
        yield f"  {width} px: filter {filters or 'none'!r} {_seconds(painted)}"
    context.close()


def _painted_first(page: Page) -> float:
    return float(
        page.evaluate(
            """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
              .observe({ type: "paint", buffered: true }))"""
        )
    )


def _seconds(milliseconds: Sequence[float]) -> str:
    return f"{median(milliseconds) / 1000:.3f} s ({min(milliseconds) / 1000:.3f} to {max(milliseconds) / 1000:.3f})"


def _runs(folder: Path) -> Iterator[tuple[str, str, Results]]:
    many = [f"claude-opus-4.5-thinking-high-{number:02}" for number in range(79)]
    missions = [f"mission-{number:02}" for number in range(26)]
    yield "79 agents, 20 missions", many[0], fabricated(folder / "many-agents", many, missions[:20], 1)
    yield "2 agents, 520 attempts each", many[0], fabricated(folder / "many-attempts", many[:2], missions, 20)


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--repeat", type=int, default=3)
    reading.add_argument("--keep", type=Path)
    asked = reading.parse_args()
    print(f"load average at the beginning: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(prefix="projecteval-report-") as temporary, sync_playwright() as playwright:
        folder = (asked.keep or Path(temporary)).resolve()
        executable = program(Path(temporary))
        browser = playwright.chromium.launch(executable_path=executable, chromium_sandbox=own_sandbox_works())
        for title, first_agent, results in _runs(folder):
            report = write_report(results, 1.0)
            print(f"{title}: {report.stat().st_size / 1e6:.1f} MB", flush=True)
            for width in (1280, 400):
                for line in figures(browser, report, first_agent, asked.repeat, width):
                    print(line, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
