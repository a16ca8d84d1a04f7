"""Exceptions of the library.

TableError (ValueError)
├── WidthError     text or table that cannot be fitted into a width; has `needed` and `available`
├── RowError       row with the wrong number of cells; has `expected` and `found`
└── OptionError    unknown alignment, style or column option
"""

from __future__ import annotations


class TableError(ValueError):
    """Base of every exception that the library raises on purpose."""


class WidthError(TableError):
    """Content that needs more terminal cells than there are."""

    def __init__(self, needed: int, available: int) -> None:
        super().__init__(f"needs a width of {needed}, but only {available} is available")
        self.needed = needed
        self.available = available


class RowError(TableError):
    """Row with more or fewer cells than the table has columns."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(f"expected {expected} cells, found {found}")
        self.expected = expected
        self.found = found


class OptionError(TableError):
    """Option with a value that does not exist."""
