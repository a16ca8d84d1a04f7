"""Files with the results."""

import csv
import heapq
import io
import json
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

from depots import Day, Depots
from lines import Problems, Refused
from stays import figures

MOST_WAITING = 100
DEPOTS = ("depot", "in", "out", "missed", "stray", "repeated", "grams", "mean", "median", "p95", "longest", "most", "left")


def write(folder: Path, depots: Depots, problems: Problems) -> None:
    """Write all results into a folder."""
    texts = {
        "depots.csv": table(DEPOTS, of_depots(depots)),
        "days.csv": table(("day", "in", "out", "grams"), of_days(depots)),
        "waiting.csv": table(("parcel", "depot", "since", "minutes"), of_waiting(depots)),
        "problems.csv": table(("line", "text"), problems.first),
        "summary.json": summary(depots, problems),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}") from error


def table(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue()


def of_depots(depots: Depots) -> Iterator[list[object]]:
    """Yield a row for each depot."""
    for name, depot in sorted(depots.depots.items()):
        counts = [depot.came, depot.went, depot.missed, depot.stray, depot.repeated, depot.grams]
        yield [name, *counts, *figures(depot.stays), depot.most, depot.now]


def of_days(depots: Depots) -> Iterator[list[object]]:
    """Yield a row for each day from the first to the last scan."""
    if not depots.scans:
        return
    day, last = date.fromisoformat(depots.first[:10]), date.fromisoformat(depots.last[:10])
    while day <= last:
        counts = depots.days.get(day.isoformat(), Day())
        yield [day.isoformat(), counts.came, counts.went, counts.grams]
        day += timedelta(days=1)


def of_waiting(depots: Depots) -> Iterator[list[object]]:
    """Yield a row for each parcel that is there at the end, the longest waiting first."""
    waiting = heapq.nsmallest(MOST_WAITING, depots.parcels.items(), key=lambda item: (item[1].minute, item[0]))
    for parcel, place in waiting:
        yield [parcel, place.depot, place.since, depots.last_minute - place.minute]


def summary(depots: Depots, problems: Problems) -> str:
    """Return the summary as JSON."""
    found = {
        "scans": depots.scans,
        "problems": problems.count,
        "first": depots.first or None,
        "last": depots.last or None,
        "most": depots.most,
    }
    return json.dumps(found, indent=2) + "\n"
