"""The history of an output folder: a line for each run, and the results of earlier ones."""

import csv
from pathlib import Path

from analysis import Analysis

HISTORY = "history.csv"
HEADING = ("run", "lines", "words", "different words")
RESULTS = ("report.xlsx", "report.md")
Run = tuple[int, ...]


def begin_run(folder: Path) -> list[Run]:
    """Put the results that are there away, and return the runs until now."""
    runs = read_runs(folder)
    there = [folder / name for name in RESULTS if (folder / name).exists()]
    if there:
        earlier = folder / "earlier" / str(len(runs))
        earlier.mkdir(parents=True, exist_ok=True)
        for path in there:
            path.replace(earlier / path.name)
    return runs


def end_run(folder: Path, runs: list[Run], analysis: Analysis) -> None:
    """Write the history with one more run."""
    total = analysis.total
    rows = [HEADING, *runs, (len(runs) + 1, total.lines, total.words, total.different)]
    with (folder / HISTORY).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def read_runs(folder: Path) -> list[Run]:
    """Return the runs of a folder; without a history, the report that is there is the first one."""
    if (folder / HISTORY).exists():
        with (folder / HISTORY).open(encoding="utf-8", newline="") as file:
            return [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]
    if (folder / "report.md").exists():
        return [(1, *total_of((folder / "report.md").read_text(encoding="utf-8")))]
    return []


def total_of(report: str) -> Run:
    """Return lines, words and different words of all texts, from a report in Markdown."""
    rows = [line.strip("| ").split(" | ") for line in report.splitlines() if line.startswith("| Total | ")]
    return tuple(map(int, rows[-1][1:]))
