"""Lines of the file, one at a time."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

HEADING = "time;depot;parcel;event;grams;remark"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)
REST = re.compile(r"([A-Z]{3});([A-Z0-9]{1,12});(?:(in);([0-9]{1,5})|(out);([0-9]{0,5}));", re.ASCII)
LENGTH_OF_TIME = 16
HEAVIEST = 31500
MOST_PROBLEMS = 1000
LENGTH_OF_TEXT = 60
START = datetime(1, 1, 1)

Take = Callable[[str, int, str, str, bool, int], None]
"""What is done with a scan: time as text and in minutes, depot, parcel, whether it comes in, grams."""


class Refused(Exception):
    """The file cannot be evaluated."""


@dataclass
class Problems:
    """Lines that are not understood: how many, and the first ones with their numbers."""

    count: int = 0
    first: list[tuple[int, str]] = field(default_factory=list)

    def add(self, number: int, line: str) -> None:
        """Note a line."""
        self.count += 1
        if len(self.first) < MOST_PROBLEMS:
            self.first.append((number, line[:LENGTH_OF_TEXT]))


def read(path: Path, take: Take) -> Problems:
    """Give all scans of a file to `take`, and return the lines that are none."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="\n") as file:
            if next(file, "").rstrip("\r\n") != HEADING:
                raise Refused(f"{path} does not begin with {HEADING}")
            return follow(enumerate((line.rstrip("\r\n") for line in file), 2), take)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from error


def follow(lines: "enumerate[str]", take: Take) -> Problems:
    """Give the scans among numbered lines to `take`, and return the others."""
    problems = Problems()
    last_text, last = "", -1
    for number, line in lines:
        text = line[:LENGTH_OF_TIME]
        minute = last if text == last_text else minute_of(text)
        found = REST.match(line, LENGTH_OF_TIME + 1) if line[LENGTH_OF_TIME : LENGTH_OF_TIME + 1] == ";" else None
        if found is None or minute is None or minute < last or not is_weight(found[4] or found[6]):
            if line.strip():
                problems.add(number, line)
            continue
        last_text, last = text, minute
        take(text, minute, found[1], found[2], found[3] is not None, int(found[4] or 0))
    return problems


def minute_of(text: str) -> int | None:
    """Return a time in minutes; None for one that there is not."""
    if not TIME.fullmatch(text):
        return None
    try:
        since = datetime.fromisoformat(text) - START
    except ValueError:
        return None
    return since.days * 1440 + since.seconds // 60


def is_weight(text: str | None) -> bool:
    """Return True for a weight that a parcel may have, or for none."""
    return not text or 1 <= int(text) <= HEAVIEST
