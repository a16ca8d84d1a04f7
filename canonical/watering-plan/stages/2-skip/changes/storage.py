"""The file of plants."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from plant import ROOMS, Entry, Plant, Refused

KEYS = {"name": str, "room": str, "millilitres": int, "every": int, "last": str}


SKIPPED = "skipped"
"""Key of the days that a plant was skipped; only those that were have it."""


class Damaged(Exception):
    """The file exists, and cannot be understood."""


class Storage:
    """Reads and writes the plants in `file`."""

    def __init__(self, file: Path) -> None:
        """Remember the file; nothing is read yet."""
        self._file = file

    def read(self) -> list[Plant]:
        """Return the plants; none without a file. Raises `Damaged`."""
        if not self._file.exists():
            return []
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise Damaged from error
        if not isinstance(content, list):
            raise Damaged
        plants: list[Plant] = []
        for each in content:
            plants.append(_plant(each, plants))
        return plants

    def write(self, plants: Sequence[Plant]) -> None:
        """Replace the file's content as a whole, so that it is never half of one."""
        content = [_as_json(plant) for plant in plants]
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(self._file)


def _plant(value: Any, others: Sequence[Plant]) -> Plant:
    """Return the plant of one entry; what the form would refuse is damage here."""
    if not isinstance(value, dict) or set(value) - {SKIPPED} != set(KEYS):
        raise Damaged
    skipped = value.get(SKIPPED, 0)
    if type(skipped) is not int or skipped < (SKIPPED in value):
        raise Damaged
    for key, kind in KEYS.items():
        if type(value[key]) is not kind:
            raise Damaged
    if value["room"] not in ROOMS:
        raise Damaged
    entry = Entry(value["name"], value["room"], str(value["millilitres"]), str(value["every"]), value["last"])
    try:
        return replace(entry.plant(others, date.today()), skipped=skipped)
    except Refused as error:
        raise Damaged from error


def _as_json(plant: Plant) -> dict[str, Any]:
    """Return a plant as the file has it."""
    skipped = {SKIPPED: plant.skipped} if plant.skipped else {}
    return {
        "name": plant.name,
        "room": plant.room,
        "millilitres": plant.millilitres,
        "every": plant.every,
        "last": plant.last.isoformat(),
        **skipped,
    }
