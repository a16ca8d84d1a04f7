"""Members, their items, and the offers for them. Amounts are in cents."""

from enum import StrEnum

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

CATEGORIES = ("Books", "Clothes", "Furniture", "Kitchen", "Toys", "Other")
LONGEST_TITLE = 60


class Base(DeclarativeBase):
    """Base of all tables."""


class State(StrEnum):
    """How an item stands."""

    AVAILABLE = "available"
    RESERVED = "reserved"
    SOLD = "sold"
    WITHDRAWN = "withdrawn"


class Member(Base):
    """An account; `key` is the name without the difference of capital and small letters."""

    __tablename__ = "member"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)
    password: Mapped[str]


class Item(Base):
    """Something for sale. `buyer` and `agreed` are those of a reserved or sold item.

    `words` holds title and description for the search, `photo` the name of a file, and `revision` counts the changes,
    so that an open page notices them.
    """

    __tablename__ = "item"
    id: Mapped[int] = mapped_column(primary_key=True)
    seller_id: Mapped[int] = mapped_column(ForeignKey("member.id"))
    title: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    description: Mapped[str]
    words: Mapped[str]
    category: Mapped[str]
    price: Mapped[int]
    photo: Mapped[str | None]
    state: Mapped[State] = mapped_column(default=State.AVAILABLE)
    buyer_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    agreed: Mapped[int | None]
    revision: Mapped[int] = mapped_column(default=0)

    seller: Mapped[Member] = relationship(foreign_keys=seller_id)
    buyer: Mapped[Member | None] = relationship(foreign_keys=buyer_id)
    offers: Mapped[list["Offer"]] = relationship(back_populates="item")
    watches: Mapped[list["Watch"]] = relationship(back_populates="item")

    @property
    def last_price(self) -> int:
        """The price agreed on, where there is one."""
        return self.price if self.agreed is None else self.agreed

    @property
    def open_offers(self) -> list["Offer"]:
        """The offers to be answered, the highest first, the earlier first among equal ones."""
        return sorted((offer for offer in self.offers if offer.is_open), key=lambda offer: (-offer.cents, offer.id))

    def is_watched_by(self, member: Member | None) -> bool:
        """Return True if `member` watches this item."""
        return member is not None and any(watch.member_id == member.id for watch in self.watches)

    def offer_of(self, member: Member | None) -> "Offer | None":
        """Return the open offer of `member`."""
        return next((offer for offer in self.open_offers if member and offer.member_id == member.id), None)


class Offer(Base):
    """An amount that a member would pay. It is open until it is answered or the item is gone."""

    __tablename__ = "offer"
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"))
    cents: Mapped[int]
    is_open: Mapped[bool] = mapped_column(default=True)

    item: Mapped[Item] = relationship(back_populates="offers")
    member: Mapped[Member] = relationship()


class Watch(Base):
    """A member watches an item."""

    __tablename__ = "watch"
    __table_args__ = (UniqueConstraint("item_id", "member_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"))

    item: Mapped[Item] = relationship(back_populates="watches")
