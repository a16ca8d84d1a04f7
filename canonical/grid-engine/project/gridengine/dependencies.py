"""Graph of which cells read which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gridengine.address import Address, Range

Addresses = set[Address]


class DependencyGraph:
    """Cells with formulas and the ranges that they read.

    Ranges of one cell are found by that cell; larger ones are kept by column, so that an area costs one entry per
    column, not one per cell.
    """

    def __init__(self) -> None:
        """Create an empty graph."""
        self._reads: dict[Address, tuple[Range, ...]] = {}
        self._readers: dict[Address, Addresses] = {}
        self._area_readers: dict[int, dict[tuple[Range, Address], None]] = {}

    def connect(self, reader: Address, ranges: Iterable[Range]) -> None:
        """State what a cell reads, in place of what it read before; nothing takes it out of the graph."""
        for area in self._reads.pop(reader, ()):
            self._forget(reader, area)
        found = tuple(dict.fromkeys(ranges))
        if found:
            self._reads[reader] = found
        for area in found:
            self._remember(reader, area)

    def reads(self, reader: Address) -> tuple[Range, ...]:
        """Return the ranges that a cell reads, in the order given, each once."""
        return self._reads.get(reader, ())

    def readers(self, address: Address) -> Addresses:
        """Return the cells that read a cell directly."""
        found = set(self._readers.get(address, ()))
        for area, reader in self._area_readers.get(address.column, ()):
            if address in area:
                found.add(reader)
        return found

    def affected(self, changed: Iterable[Address]) -> Addresses:
        """Return the cells that read any of the changed ones, directly or through others (cells read in a circle
        included)."""
        found: Addresses = set()
        waiting = list(changed)
        while waiting:
            for reader in self.readers(waiting.pop()):
                if reader not in found:
                    found.add(reader)
                    waiting.append(reader)
        return found

    def order(self, cells: Addresses) -> tuple[list[Address], Addresses]:
        """Return some cells in an order in which each follows those it reads, and the ones for which there is none.

        The latter are the cells in a cycle or behind one. Cells that may come at the same time come by rows and
        columns.
        """
        readers = {cell: self.readers(cell) & cells for cell in cells}
        missing = dict.fromkeys(cells, 0)
        for reader in (each for found in readers.values() for each in found):
            missing[reader] += 1
        ready = sorted(cell for cell in cells if missing[cell] == 0)
        ordered: list[Address] = []
        for cell in _growing(ready):
            ordered.append(cell)
            for reader in sorted(readers[cell]):
                missing[reader] -= 1
                if missing[reader] == 0:
                    ready.append(reader)
        return ordered, cells - set(ordered)

    def reads_any(self, reader: Address, cells: Iterable[Address]) -> bool:
        """Return True where a cell reads one of some cells directly."""
        ranges = self.reads(reader)
        return any(cell in area for cell in cells for area in ranges)

    def _remember(self, reader: Address, area: Range) -> None:
        if area.size == 1:
            self._readers.setdefault(area.first, set()).add(reader)
            return
        for column in _columns(area):
            self._area_readers.setdefault(column, {})[area, reader] = None

    def _forget(self, reader: Address, area: Range) -> None:
        if area.size == 1:
            self._readers[area.first].discard(reader)
            return
        for column in _columns(area):
            del self._area_readers[column][area, reader]


def _columns(area: Range) -> range:
    return range(area.first.column, area.last.column + 1)


def _growing(items: list[Address]) -> Iterator[Address]:
    """Return the items of a list that grows meanwhile."""
    index = 0
    while index < len(items):
        yield items[index]
        index += 1
