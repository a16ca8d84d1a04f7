"""Errors in what was typed, and where they are."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A line, counted since the start of the program or of a file, and a column, both from 1."""

    line: int
    column: int


class Problem(Exception):
    """Something is wrong with an input."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def report(self, source: str = "") -> str:
        """Return the line that is shown; `source` is the name of the file, if it is one."""
        where = f" in {source}" if source else ""
        return f"Error{where} at line {self.place.line}, column {self.place.column}: {self.message}"
