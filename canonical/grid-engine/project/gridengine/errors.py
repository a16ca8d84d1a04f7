"""Exceptions of the library; errors that cells show are values, see `gridengine.values.CellError`.

GridError (ValueError)
├── AddressError    text that is no address or range, or a place outside the sheet; has `text`
├── FormulaError    text that is no formula; has `text` and `position`
└── LoadError       document that is no sheet; has `place`
"""

from __future__ import annotations


class GridError(ValueError):
    """Base of every exception that the library raises on purpose."""


class AddressError(GridError):
    """Text that names no cell or range of a sheet."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not an address: {text!r}")
        self.text = text


class FormulaError(GridError):
    """Text that is no formula; `position` is the index of the first character that does not fit."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(f"{message} at position {position}: {text!r}")
        self.text = text
        self.position = position


class LoadError(GridError):
    """Document that does not describe a sheet; `place` is an address, a line, or empty for the document itself."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place or 'document'}: {message}")
        self.place = place
