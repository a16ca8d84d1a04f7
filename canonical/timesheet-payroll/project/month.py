"""A month of a year."""

import argparse
import re
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, order=True)
class Month:
    """A calendar month, ordered by time."""

    year: int
    number: int

    @classmethod
    def parse(cls, text: str) -> "Month":
        """`2025-02` as a month. Raises `argparse.ArgumentTypeError`, which argparse shows to the user."""
        if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", text) or text.startswith("0000"):
            raise argparse.ArgumentTypeError(f"{text!r} is not a month: write it like 2025-02")
        return cls(int(text[:4]), int(text[5:]))

    def __contains__(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.number)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"
