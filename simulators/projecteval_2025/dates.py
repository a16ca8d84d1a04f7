"""Values of date and time inputs for dates typed year first."""

from __future__ import annotations

import re

SHAPES = {
    "date": ("{0:04d}-{1:02d}-{2:02d}", 3),
    "month": ("{0:04d}-{1:02d}", 2),
    "datetime-local": ("{0:04d}-{1:02d}-{2:02d}T{3:02d}:{4:02d}", 5),
    "time": ("{0:02d}:{1:02d}", 2),
}
"""Input type → format of its value, and the number of fields in it."""


def date_input_value(kind: str, typed: str) -> str | None:
    """Return the value for an input of type `kind`, or None when `typed` is not a date typed year first.

    ``2023-10-31-09-47`` in a ``datetime-local`` input is ``2023-10-31T09:47``.
    """
    if kind not in SHAPES or not re.fullmatch(r"[\d\s:/.\-T]+", typed.strip()):
        return None
    form, needed = SHAPES[kind]
    numbers = [int(number) for number in re.findall(r"\d+", typed)]
    if kind == "datetime-local" and len(numbers) == 3:
        numbers += [0, 0]
    if len(numbers) < needed or (kind != "time" and numbers[0] < 1000):
        return None
    value = form.format(*numbers[:needed])
    return value if _is_possible(kind, numbers) else None


def _is_possible(kind: str, numbers: list[int]) -> bool:
    from datetime import datetime

    if kind == "time":
        return numbers[0] < 24 and numbers[1] < 60
    year, month, day, hour, minute = (*numbers, *(1, 1, 1, 0, 0)[len(numbers) :])[:5]
    try:
        datetime(year, month, day, hour, minute)
    except ValueError:
        return False
    return True
