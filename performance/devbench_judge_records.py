"""Compute the win rates of DevBench's published judge records again, and compare them with the published ones.

    python performance/devbench_judge_records.py COPY

COPY is a copy of DevBench's repository; its folder ``llm_judge/output`` has the records.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from evaluator.evaluators.pairwise import JudgedPair, Preference, win_rate

CHOICES = {"A": Preference.FIRST, "B": Preference.SECOND, "C": Preference.TIE, "D": Preference.TIE}
MAX_FIELD_CHARS = 10_000_000


def verdicts_in(path: Path) -> Iterator[tuple[str, JudgedPair]]:
    """Yield the readable verdicts of a file of records, with the criterion of each."""
    judge = path.stem.removeprefix("record_").rpartition("_")[0]
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            subject, first, second = row["cmp_index"].split(";")
            if found := re.search(r"Choice: ([ABCD])", row[judge] or ""):
                criterion = subject.rpartition("-")[2]
                yield criterion, JudgedPair(subject, first, second, CHOICES[found[1]])


def published(path: Path) -> dict[tuple[str, str, str], float]:
    """Return the published win rates by criterion, candidate and other."""
    with path.open(encoding="utf-8", newline="") as lines:
        criterion_key, value = next(csv.reader(lines))
        lines.seek(0)
        rows = list(csv.DictReader(lines))
    return {(*row[criterion_key].split(";"),): float(row[value]) for row in rows}


def compare(folder: Path) -> tuple[int, int]:
    """Return how many published win rates of one folder of records are equal to the computed ones, and their number."""
    (records,) = folder.glob("record_*.tsv")
    found = list(verdicts_in(records))
    equal = every = 0
    rates = {"with": attrgetter("with_ties"), "without": attrgetter("without_ties")}
    for name, rate_of in rates.items():
        path = folder / f"win_rate_{name}_tie.csv"
        for (criterion, candidate, other), value in published(path).items() if path.exists() else ():
            own = win_rate([each for key, each in found if key == criterion], candidate, other)
            every += 1
            equal += abs((rate_of(own) or 0.0) - value) < 1e-9
    return equal, every


def main() -> None:
    csv.field_size_limit(MAX_FIELD_CHARS)
    for folder in sorted((Path(sys.argv[1]) / "llm_judge" / "output").iterdir()):
        if folder.is_dir():
            equal, every = compare(folder)
            print(f"{folder.name}: {equal} of {every} published win rates are equal")


if __name__ == "__main__":
    main()
