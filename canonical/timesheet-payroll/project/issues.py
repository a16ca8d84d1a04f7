"""What is wrong with the input: where, and what."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Issue:
    """A problem in a sheet. `row` is the row's number in the sheet, None for the sheet as a whole.

    `code` is a word for warnings, by which they can be sorted and counted; empty for errors.
    """

    sheet: str
    row: int | None
    message: str
    code: str = ""

    def __str__(self) -> str:
        place = self.sheet if self.row is None else f"{self.sheet} row {self.row}"
        return f"{place}: {self.message}"
