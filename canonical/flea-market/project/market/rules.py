"""Rules of the trade: what each member may do with an item, and what follows from it."""

from flask import abort
from sqlalchemy import func, select

from market import database, money
from market.models import Item, Member, Offer, State, Watch

MOST_RESERVATIONS = 3
GONE = "This item is no longer available."


class Refused(Exception):
    """What was asked for is against the rules; the message says why, `number` is the item's, `typed` is kept."""

    def __init__(self, message: str, item: Item, typed: str = "") -> None:
        super().__init__(message)
        self.number, self.typed = item.id, typed


def must_be_seller(item: Item, member: Member) -> None:
    """Answer 403 unless `member` sells the item."""
    if item.seller_id != member.id:
        abort(403)


def must_be_other(item: Item, member: Member) -> None:
    """Answer 403 when `member` sells the item."""
    if item.seller_id == member.id:
        abort(403)


def close_offers(item: Item) -> None:
    """Decline all open offers."""
    for offer in item.open_offers:
        offer.is_open = False


def reserve(item: Item, member: Member) -> None:
    """Reserve an available item at its price."""
    must_be_other(item, member)
    _must_be_available(item)
    if _reservations(member) >= MOST_RESERVATIONS:
        raise Refused("You have three reservations already.", item)
    _reserve_for(item, member, item.price)


def release(item: Item, member: Member) -> None:
    """End a reservation; both the buyer and the seller may."""
    if item.state is not State.RESERVED or member.id not in (item.seller_id, item.buyer_id):
        abort(403)
    item.state, item.buyer, item.agreed = State.AVAILABLE, None, None


def finish(item: Item, member: Member) -> None:
    """End the sale of a reserved item."""
    must_be_seller(item, member)
    if item.state is not State.RESERVED:
        abort(403)
    item.state = State.SOLD


def withdraw(item: Item, member: Member) -> None:
    """Take an available item off the market for good."""
    must_be_seller(item, member)
    if item.state is not State.AVAILABLE:
        abort(403)
    item.state = State.WITHDRAWN
    close_offers(item)


def make_offer(item: Item, member: Member, text: str) -> None:
    """Offer an amount below the price; it takes the place of the member's open offer."""
    must_be_other(item, member)
    _must_be_available(item)
    cents, lowest, highest = money.as_cents(text), money.lowest_offer(item.price), item.price - 1
    if cents is None or not lowest <= cents <= highest:
        raise Refused(f"Offer from {money.as_text(lowest)} to {money.as_text(highest)}.", item, text)
    if (before := item.offer_of(member)) is not None:
        item.offers.remove(before)
        database.session().delete(before)
    item.offers.append(Offer(member=member, cents=cents, is_open=True))


def accept(offer: Offer, member: Member) -> None:
    """Reserve the item for the member who made the offer."""
    _must_be_open(offer, member)
    if _reservations(offer.member) >= MOST_RESERVATIONS:
        raise Refused(f"{offer.member.name} has three reservations already.", offer.item)
    _reserve_for(offer.item, offer.member, offer.cents)


def decline(offer: Offer, member: Member) -> None:
    """Decline one offer."""
    _must_be_open(offer, member)
    offer.is_open = False


def watch(item: Item, member: Member) -> None:
    """Watch an item from now on."""
    must_be_other(item, member)
    if not item.is_watched_by(member):
        item.watches.append(Watch(member_id=member.id))


def stop_watching(item: Item, member: Member) -> None:
    """Do not watch an item any more."""
    must_be_other(item, member)
    for each in [each for each in item.watches if each.member_id == member.id]:
        item.watches.remove(each)
        database.session().delete(each)


def _reserve_for(item: Item, member: Member, cents: int) -> None:
    item.state, item.buyer, item.agreed = State.RESERVED, member, cents
    close_offers(item)


def _must_be_available(item: Item) -> None:
    if item.state is not State.AVAILABLE:
        raise Refused(GONE, item)


def _must_be_open(offer: Offer, member: Member) -> None:
    must_be_seller(offer.item, member)
    if not offer.is_open:
        abort(403)


def _reservations(member: Member) -> int:
    query = select(func.count()).where(Item.buyer_id == member.id, Item.state == State.RESERVED)
    return database.session().scalar(query) or 0
