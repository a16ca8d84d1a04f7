"""Small Python projects, written to a folder for the diagram tests."""

from pathlib import Path

SHOP = {
    "shop/__init__.py": '''"""A shop."""

from shop.basket import Basket
from shop.pricing import total

__all__ = ["Basket", "total"]
''',
    "shop/basket.py": '''"""Baskets of items."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from .items import Item

if TYPE_CHECKING:
    from shop.pricing import Price

LIMIT = 12
_hidden = 1


class State(Enum):
    """State of a basket."""

    OPEN = 1


class Basket:
    """Items that a customer
    wants to buy.

    More text.
    """

    def __init__(self, owner: str, state: State) -> None:
        self.owner = owner
        self._items: dict[str, Item] = {}
        self.state = state

    @property
    def size(self) -> int:
        """Number of items."""
        return len(self._items)

    def add(self, item: Item, *, count: int = 1) -> None:
        """Add an item."""

    def priced(self) -> Price:
        """Return the price."""

    def _check(self) -> bool:
        return True


class _Secret:
    pass
''',
    "shop/items.py": '''"""Items."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """Thing to sell."""

    name: str
    cents: int = 0


class Gift(Item):
    """Item without a price."""
''',
    "shop/pricing.py": '''"""Prices."""

import shop.basket


class Price:
    """Amount."""


def total(basket: shop.basket.Basket, rates: dict[str, float] = {}) -> Price:
    """Return the sum of a basket."""


def _half(value: int) -> int:
    return value // 2
''',
}


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write `files` below `folder` and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
