"""Addresses of cells, references in formulas, and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering

from gridengine.errors import AddressError

COLUMNS = 702
"""Columns of a sheet: A to ZZ."""

ROWS = 100_000
"""Rows of a sheet: 1 to 100,000."""

_ADDRESS = re.compile(r"(\$?)([A-Za-z]{1,2})(\$?)([1-9][0-9]{0,5})", re.ASCII)


@total_ordering
@dataclass(frozen=True)
class Address:
    """Cell by column and row, both counted from 1. Ordered by rows, then columns.

    Raises `AddressError` for a place outside the sheet.
    """

    column: int
    row: int

    def __post_init__(self) -> None:
        if not (1 <= self.column <= COLUMNS and 1 <= self.row <= ROWS):
            raise AddressError(f"column {self.column}, row {self.row}")

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Address):
            return NotImplemented
        return (self.row, self.column) < (other.row, other.column)

    def moved(self, columns: int, rows: int) -> Address:
        """Return the address so many columns and rows further. Raises `AddressError` outside the sheet."""
        return Address(self.column + columns, self.row + rows)


@dataclass(frozen=True)
class Reference:
    """Address in a formula; a fixed part (``$A$1``) stays when the formula is copied."""

    address: Address
    column_fixed: bool = False
    row_fixed: bool = False

    def __str__(self) -> str:
        column = f"{'$' * self.column_fixed}{column_name(self.address.column)}"
        return f"{column}{'$' * self.row_fixed}{self.address.row}"

    def shifted(self, columns: int, rows: int) -> Reference:
        """Return the reference after copying its formula by so many columns and rows. Raises `AddressError`."""
        moved = self.address.moved(0 if self.column_fixed else columns, 0 if self.row_fixed else rows)
        return Reference(moved, self.column_fixed, self.row_fixed)


@dataclass(frozen=True)
class Range:
    """Rectangle of cells from its top left to its bottom right corner, both inside."""

    first: Address
    last: Address

    @classmethod
    def between(cls, one: Address, other: Address) -> Range:
        """Return the rectangle with two opposite corners, in any order."""
        columns = sorted((one.column, other.column))
        rows = sorted((one.row, other.row))
        return cls(Address(columns[0], rows[0]), Address(columns[1], rows[1]))

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.last.column - self.first.column + 1

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.last.row - self.first.row + 1

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.columns * self.rows

    def __contains__(self, address: object) -> bool:
        return (
            isinstance(address, Address)
            and self.first.column <= address.column <= self.last.column
            and self.first.row <= address.row <= self.last.row
        )

    def __iter__(self) -> Iterator[Address]:
        """Return the addresses row by row."""
        for row in range(self.first.row, self.last.row + 1):
            for column in range(self.first.column, self.last.column + 1):
                yield Address(column, row)

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


def column_name(number: int) -> str:
    """Return the letters of a column: 1 is A, 26 is Z, 27 is AA, 702 is ZZ."""
    high, low = divmod(number - 1, 26)
    return (chr(64 + high) if high else "") + chr(65 + low)


def column_number(name: str) -> int:
    """Return the number of a column by its letters, in any case. Raises `AddressError` for other texts."""
    if not re.fullmatch(r"[A-Za-z]{1,2}", name):
        raise AddressError(name)
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


def parse_reference(text: str) -> Reference:
    """Return the reference of a text like ``B3`` or ``$B$3``, letters in any case. Raises `AddressError`."""
    match = _ADDRESS.fullmatch(text)
    if match is None or int(match[4]) > ROWS:
        raise AddressError(text)
    return Reference(Address(column_number(match[2]), int(match[4])), bool(match[1]), bool(match[3]))


def parse_address(text: str) -> Address:
    """Return the address of a text like ``B3``, without dollar signs. Raises `AddressError`."""
    reference = parse_reference(text)
    if reference.column_fixed or reference.row_fixed:
        raise AddressError(text)
    return reference.address


def parse_range(text: str) -> Range:
    """Return the range of a text like ``A1:B3`` (corners in any order) or ``A1``. Raises `AddressError`."""
    first, colon, last = text.partition(":")
    try:
        return Range.between(parse_address(first), parse_address(last if colon else first))
    except AddressError as error:
        raise AddressError(text) from error
