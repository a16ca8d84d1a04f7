"""The table of items: search, filters, order and pages, all of them in the address."""

from dataclasses import dataclass
from decimal import Decimal

from django.core.paginator import Page, Paginator
from django.db.models import DecimalField, F, Q, Sum
from django.db.models.functions import Lower
from django.http import QueryDict

from stock.forms import SearchForm
from stock.models import Item, ItemQuerySet

ROWS = 20
SORTED_BY = {
    "part_number": F("part_number"),
    "name": Lower("name"),
    "quantity": F("quantity"),
    "price": F("price"),
}
COLUMNS = [
    ("part_number", "Part number"),
    ("name", "Name"),
    (None, "Category"),
    (None, "Location"),
    ("quantity", "Quantity"),
    (None, "Minimum"),
    ("price", "Price"),
]


@dataclass(frozen=True)
class Heading:
    """The heading of a column; `address` sorts by it, and is empty if it cannot be sorted by."""

    text: str
    address: str


class Listing:
    """The items that an address asks for."""

    def __init__(self, query: QueryDict) -> None:
        self.query = query
        self.form = SearchForm(query or None)
        self.sort = query.get("sort", "part_number")
        if self.sort.lstrip("-") not in SORTED_BY:
            self.sort = "part_number"

    def items(self) -> ItemQuerySet:
        """Return all items found, in their order."""
        expression = SORTED_BY[self.sort.lstrip("-")]
        first = expression.desc() if self.sort.startswith("-") else expression.asc()
        return self._found().order_by(first, "part_number")

    def page(self) -> Page:
        """Return the page of items that is asked for."""
        return Paginator(self.items(), ROWS).get_page(self.query.get("page"))

    def value(self) -> Decimal:
        """Return the sum of quantity times price of all items found."""
        worth = Sum(F("quantity") * F("price"), output_field=DecimalField(max_digits=15, decimal_places=2))
        return self._found().aggregate(value=worth)["value"] or Decimal(0)

    def headings(self) -> list[Heading]:
        """Return the headings of the table with the addresses that sort by them."""
        return [Heading(text, self._sorted_by(column) if column else "") for column, text in COLUMNS]

    def address_of_page(self, number: int) -> str:
        """Return the query that leads to another page of the same items."""
        return self._changed(page=str(number))

    def export_address(self) -> str:
        """Return the query that asks for the same items on all pages."""
        return self._changed(page="")

    def _found(self) -> ItemQuerySet:
        items = Item.objects.all()
        if not self.form.is_valid():
            return items
        asked = self.form.cleaned_data
        for word in asked["search"].split():
            items = items.filter(Q(part_number__icontains=word) | Q(name__icontains=word))
        if asked["category"]:
            items = items.filter(category=asked["category"])
        return items.low() if asked["low"] else items

    def _sorted_by(self, column: str) -> str:
        return self._changed(page="", sort=f"-{column}" if self.sort == column else column)

    def _changed(self, **values: str) -> str:
        query = self.query.copy()
        for name, value in values.items():
            query[name] = value
        return "?" + query.urlencode()
