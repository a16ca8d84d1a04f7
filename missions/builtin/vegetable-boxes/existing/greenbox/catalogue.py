"""Products with their prices, and what is in the boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from greenbox.days import parse_day
from greenbox.errors import Refused
from greenbox.money import parse_amount
from greenbox.tables import Row, read_table

BOX, EXTRA = "box", "extra"
PRODUCT_COLUMNS = ("code", "name", "kind")
PRICE_COLUMNS = ("code", "from", "price")
CONTENT_COLUMNS = ("from", "size", "item", "amount", "unit")


@dataclass(frozen=True)
class Product:
    """A box or an extra. Boxes are listed in the order of the file, which is that of their sizes."""

    code: str
    name: str
    kind: str
    order: int

    @property
    def is_box(self) -> bool:
        """Return True for a box."""
        return self.kind == BOX


@dataclass(frozen=True)
class Price:
    """Price of a product, from a day on."""

    start: date
    cents: int


@dataclass(frozen=True)
class Item:
    """What lies in a box: so much of a vegetable."""

    name: str
    amount: Decimal
    unit: str


@dataclass(frozen=True)
class Catalogue:
    """Products by code, prices and contents by code, both sorted by the day from which they hold."""

    products: Mapping[str, Product]
    prices: Mapping[str, tuple[Price, ...]]
    contents: Mapping[str, Mapping[date, tuple[Item, ...]]]

    def product(self, code: str) -> Product:
        """Return a product. Raises `Refused`."""
        found = self.products.get(code.strip().upper())
        if found is None:
            raise Refused(f"there is no product {code!r}; there are {', '.join(self.products)}")
        return found

    def box(self, code: str) -> Product:
        """Return a box. Raises `Refused`."""
        found = self.product(code)
        if not found.is_box:
            raise Refused(f"{found.name} is not a box; boxes are {', '.join(each.code for each in self.boxes())}")
        return found

    def extra(self, code: str) -> Product:
        """Return an extra. Raises `Refused`."""
        found = self.product(code)
        if found.is_box:
            raise Refused(f"{found.name} is a box, and no extra")
        return found

    def boxes(self) -> list[Product]:
        """Return the boxes in the order of their sizes."""
        return sorted((each for each in self.products.values() if each.is_box), key=lambda each: each.order)

    def extras(self) -> list[Product]:
        """Return the extras in the order of the file."""
        return sorted((each for each in self.products.values() if not each.is_box), key=lambda each: each.order)

    def price(self, code: str, day: date) -> int:
        """Return the price of a product on a day: the last one that began by then. Raises `Refused`."""
        begun = [price for price in self.prices.get(code, ()) if price.start <= day]
        if not begun:
            raise Refused(f"{self.products[code].name} has no price on {day}")
        return begun[-1].cents

    def items(self, size: str, day: date) -> tuple[Item, ...]:
        """Return what is in a box on a day: the last list that began by then, nothing without one."""
        lists = self.contents.get(size, {})
        begun = [start for start in lists if start <= day]
        return lists[max(begun)] if begun else ()


def read_catalogue(folder: Path) -> Catalogue:
    """Return the products, prices and contents of the folder ``data``. Raises `Damaged`."""
    products: dict[str, Product] = {}
    for row in read_table(folder / "products.csv", PRODUCT_COLUMNS):
        product = _product(row, len(products))
        if product.code in products:
            row.refuse(f"{product.code} is there already")
        products[product.code] = product
    return Catalogue(products, _prices(folder, products), _contents(folder, products))


def _product(row: Row, order: int) -> Product:
    kind = row.filled("kind").lower()
    if kind not in (BOX, EXTRA):
        row.refuse(f"kind is {kind!r} and has to be {BOX} or {EXTRA}")
    return Product(row.filled("code").upper(), row.filled("name"), kind, order)


def _prices(folder: Path, products: Mapping[str, Product]) -> dict[str, tuple[Price, ...]]:
    found: dict[str, dict[date, Price]] = {}
    for row in read_table(folder / "prices.csv", PRICE_COLUMNS):
        code = _known(row, "code", products)
        try:
            price = Price(parse_day(row["from"]), parse_amount(row["price"]))
        except Refused as error:
            row.refuse(error)
        found.setdefault(code, {})[price.start] = price
    return {code: tuple(prices[start] for start in sorted(prices)) for code, prices in found.items()}


def _contents(folder: Path, products: Mapping[str, Product]) -> dict[str, dict[date, tuple[Item, ...]]]:
    found: dict[str, dict[date, tuple[Item, ...]]] = {}
    for row in read_table(folder / "contents.csv", CONTENT_COLUMNS):
        size = _known(row, "size", products)
        try:
            start = parse_day(row["from"])
            item = Item(row.filled("item"), _amount(row["amount"]), row.filled("unit"))
        except Refused as error:
            row.refuse(error)
        lists = found.setdefault(size, {})
        lists[start] = (*lists.get(start, ()), item)
    return found


def _known(row: Row, column: str, products: Mapping[str, Product]) -> str:
    code = row.filled(column).upper()
    if code not in products:
        row.refuse(f"there is no product {code}")
    return code


def _amount(text: str) -> Decimal:
    try:
        found = Decimal(text.strip())
    except InvalidOperation:
        raise Refused(f"{text!r} is not a number") from None
    if not found.is_finite() or found <= 0:
        raise Refused(f"{text!r} is not more than 0")
    return found


def show_quantity(amount: Decimal) -> str:
    """Return an amount of a vegetable without needless zeros: ``12.5``, ``40``."""
    return f"{amount.normalize():f}"
