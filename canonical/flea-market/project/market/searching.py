"""Search of the market: words, category, highest price, order, page."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from market import money
from market.models import CATEGORIES, Item, State

PAGE = 10
NO_PRICE = "Give a price, such as 12.50."

ORDERS = {
    "newest": ("Newest first", (Item.id.desc(),)),
    "cheapest": ("Cheapest first", (Item.price, Item.id.desc())),
    "dearest": ("Most expensive first", (Item.price.desc(), Item.id.desc())),
}
"""Orders by their value in the form: label and columns."""


@dataclass(frozen=True)
class Search:
    """What was typed into the form of the market."""

    words: str = ""
    category: str = ""
    highest: str = ""
    order: str = "newest"
    page: int = 1

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> "Search":
        """Return the search with these fields of the address; unknown choices are ignored."""
        page = fields.get("page", "1")
        return cls(
            words=fields.get("words", ""),
            category=fields["category"] if fields.get("category") in CATEGORIES else "",
            highest=fields.get("highest", "").strip(),
            order=fields["order"] if fields.get("order") in ORDERS else "newest",
            page=max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
        )

    @property
    def problem(self) -> str:
        """What is wrong with the form; empty when nothing is."""
        return NO_PRICE if self.highest and money.as_cents(self.highest) is None else ""

    def address(self, page: int) -> str:
        """Return the query of an address for another page of the same search."""
        fields = {"words": self.words, "category": self.category, "highest": self.highest, "order": self.order}
        return urlencode({**fields, "page": page})

    def query(self) -> Select[tuple[Item]]:
        """Return the query for all items found, without order and pages."""
        found = select(Item).where(Item.state.in_((State.AVAILABLE, State.RESERVED)))
        for word in self.words.casefold().split():
            found = found.where(func.instr(Item.words, word) > 0)
        if self.category:
            found = found.where(Item.category == self.category)
        if self.highest and not self.problem:
            found = found.where(Item.price <= money.as_cents(self.highest))
        return found


@dataclass(frozen=True)
class Found:
    """One page of the items found, and the number of all of them."""

    items: list[Item]
    total: int
    pages: int


def find(session: Session, search: Search) -> Found:
    """Return the page of `search`."""
    query = search.query()
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    _, columns = ORDERS[search.order]
    page = query.order_by(*columns).offset((search.page - 1) * PAGE).limit(PAGE)
    return Found(list(session.scalars(page)), total, -(-total // PAGE))
