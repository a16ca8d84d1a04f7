"""Sheets: cells with inputs, formulas and values that are always up to date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gridengine.address import Address, Range, parse_address, parse_range
from gridengine.dependencies import Addresses, DependencyGraph
from gridengine.evaluator import evaluate
from gridengine.nodes import Node, ranges_of, shifted, to_formula
from gridengine.parser import is_formula, parse_formula
from gridengine.values import CYCLE, CellError, Value, parse_input, to_text


@dataclass(frozen=True)
class _Content:
    """Input of a cell: its text, and the syntax tree of a formula."""

    text: str
    formula: Node | None = None


class Sheet:
    """Grid of cells. Addresses are texts like ``B3``, ranges like ``A1:B3``; wrong ones raise `AddressError`.

    After every change the affected cells, and only those, are evaluated again; `evaluations` counts that.
    """

    def __init__(self) -> None:
        """Create an empty sheet."""
        self.evaluations = 0
        self._contents: dict[Address, _Content] = {}
        self._values: dict[Address, Value] = {}
        self._graph = DependencyGraph()
        self._cyclic: Addresses = set()

    def __len__(self) -> int:
        """Return the number of cells that are not empty."""
        return len(self._contents)

    def set(self, address: str, text: str) -> None:
        """Enter a text into a cell: a formula (``=…``), or a value as `parse_input` reads it; an empty text clears it.

        Raises `FormulaError`, `AddressError`; the sheet is then unchanged.
        """
        self.set_many({address: text})

    def set_many(self, texts: Mapping[str, str]) -> None:
        """Enter texts into several cells and evaluate once. All or none: an error leaves the sheet unchanged."""
        self._enter({parse_address(address): _content(text) for address, text in texts.items()})

    def clear(self, area: str) -> None:
        """Empty all cells of a range."""
        inside = parse_range(area)
        self._enter({address: _content("") for address in self._contents if address in inside})

    def copy(self, area: str, target: str) -> None:
        """Copy a range to the place whose top left cell is `target`; references in formulas move along (see `shifted`).

        Empty cells are copied too; source and target may overlap. Raises `AddressError` where the target does not
        fit into the sheet; the sheet is then unchanged.
        """
        source, corner = parse_range(area), parse_address(target)
        columns, rows = corner.column - source.first.column, corner.row - source.first.row
        source.last.moved(columns, rows)
        changes = {address.moved(columns, rows): _content("") for address in source}
        for address, content in self._contents.items():
            if address in source:
                changes[address.moved(columns, rows)] = _copied(content, columns, rows)
        self._enter(changes)

    def text(self, address: str) -> str:
        """Return what was entered into a cell; formulas in canonical form, an empty text for an empty cell."""
        content = self._contents.get(parse_address(address))
        return content.text if content else ""

    def value(self, address: str) -> Value:
        """Return the value of a cell."""
        return self.value_at(parse_address(address))

    def display(self, address: str) -> str:
        """Return the value of a cell as it is shown, see `to_text`."""
        return to_text(self.value(address))

    def has_formula(self, address: str) -> bool:
        """Return True for a cell with a formula."""
        content = self._contents.get(parse_address(address))
        return content is not None and content.formula is not None

    def cells(self) -> list[str]:
        """Return the addresses of the cells that are not empty, by rows and columns."""
        return [str(address) for address in sorted(self._contents)]

    def used_range(self) -> str:
        """Return the smallest range with all cells that are not empty, an empty text for an empty sheet."""
        if not self._contents:
            return ""
        columns = [address.column for address in self._contents]
        rows = [address.row for address in self._contents]
        return str(Range(Address(min(columns), min(rows)), Address(max(columns), max(rows))))

    def precedents(self, address: str) -> list[str]:
        """Return the cells and ranges that the formula of a cell reads, in the order of the formula, each once."""
        return [_shown(area) for area in self._graph.reads(parse_address(address))]

    def dependents(self, address: str, indirect: bool = False) -> list[str]:
        """Return the cells whose formulas read a cell directly, or also through others; by rows and columns."""
        start = parse_address(address)
        found = self._graph.affected([start]) if indirect else self._graph.readers(start)
        return [str(each) for each in sorted(found)]

    def errors(self) -> dict[str, str]:
        """Return the cells that show an error, by rows and columns: address → code."""
        found = {address: value for address, value in self._values.items() if isinstance(value, CellError)}
        return {str(address): found[address].code for address in sorted(found)}

    def recalculate(self) -> None:
        """Evaluate every formula; the values are the same as before."""
        self._evaluate({address for address, content in self._contents.items() if content.formula})

    def value_at(self, address: Address) -> Value:
        """Return the value of a cell by its parsed address."""
        return self._values.get(address)

    def filled_in(self, area: Range) -> Iterator[Value]:
        """Return the values in a range that are not empty, row by row."""
        if area.size <= len(self._values):
            values = (self._values.get(address) for address in area)
        else:
            values = (self._values[address] for address in sorted(each for each in self._values if each in area))
        return (value for value in values if value is not None)

    def _enter(self, changes: Mapping[Address, _Content]) -> None:
        """Replace contents, then evaluate what they affect. Nothing here fails for changes that could be parsed."""
        for address, content in changes.items():
            self._graph.connect(address, ranges_of(content.formula) if content.formula else ())
            self._values.pop(address, None)
            self._contents.pop(address, None)
            if content.text:
                self._contents[address] = content
                if content.formula is None:
                    self._values[address] = parse_input(content.text)
        formulas = {address for address, content in changes.items() if content.formula}
        self._cyclic -= changes.keys()
        self._evaluate(formulas | self._graph.affected(changes))

    def _evaluate(self, cells: Addresses) -> None:
        ordered, circular = self._graph.order(cells)
        self._cyclic -= cells
        self._cyclic |= circular
        for address in circular:
            self._values[address] = CYCLE
        for address in ordered:
            self._values[address] = self._evaluated(address)
        self.evaluations += len(cells)

    def _evaluated(self, address: Address) -> Value:
        """Return the value of a formula; whatever reads a cell in or behind a cycle is behind it too."""
        formula = self._contents[address].formula
        assert formula is not None
        if self._cyclic and self._graph.reads_any(address, self._cyclic):
            self._cyclic.add(address)
            return CYCLE
        value = evaluate(formula, self)
        return 0.0 if value is None else value


def _content(text: str) -> _Content:
    if not is_formula(text):
        return _Content(text)
    formula = parse_formula(text)
    return _Content(to_formula(formula), formula)


def _copied(content: _Content, columns: int, rows: int) -> _Content:
    if content.formula is None:
        return content
    formula = shifted(content.formula, columns, rows)
    return _Content(to_formula(formula), formula)


def _shown(area: Range) -> str:
    return str(area.first) if area.size == 1 else str(area)
