"""The buttons on an item's page."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from market import database, rules
from market.accounts import needs_account
from market.listing import found_item
from market.models import Item, Member, Offer

ACTIONS: dict[str, Callable[[Item, Member], None]] = {
    "reserve": rules.reserve,
    "release": rules.release,
    "sold": rules.finish,
    "withdraw": rules.withdraw,
    "watch": rules.watch,
    "stop-watching": rules.stop_watching,
}
ANSWERS: dict[str, Callable[[Offer, Member], None]] = {"accept": rules.accept, "decline": rules.decline}

pages = Blueprint("trading", __name__)


@pages.post("/items/<int:number>/<any(reserve, release, sold, withdraw, watch, 'stop-watching'):action>/")
@needs_account
def act(number: int, action: str, member: Member) -> Response:
    """Do what a button says with an item."""
    item = found_item(number)
    ACTIONS[action](item, member)
    return _back_to(item)


@pages.post("/items/<int:number>/offer/")
@needs_account
def offer(number: int, member: Member) -> Response:
    """Offer an amount for an item."""
    item = found_item(number)
    rules.make_offer(item, member, request.form.get("amount", ""))
    return _back_to(item)


@pages.post("/offers/<int:number>/<any(accept, decline):answer>/")
@needs_account
def answer_offer(number: int, answer: str, member: Member) -> Response:
    """Accept or decline an offer."""
    found = database.session().get(Offer, number) or abort(404)
    ANSWERS[answer](found, member)
    return _back_to(found.item)


def _back_to(item: Item) -> Response:
    item.revision += 1
    return redirect(url_for("listing.item_page", number=item.id))
