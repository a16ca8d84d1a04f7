"""Pages about a member's own items, purchases and watched items."""

from flask import Blueprint, render_template
from sqlalchemy import func, select

from market import database
from market.accounts import needs_account
from market.models import Item, Member, Offer, State, Watch

pages = Blueprint("own", __name__)


@pages.get("/mine/")
@needs_account
def items(member: Member) -> str:
    """List everything that the member has put up."""
    own = list(database.session().scalars(select(Item).where(Item.seller == member).order_by(Item.id.desc())))
    earned = sum(item.last_price for item in own if item.state is State.SOLD)
    return render_template("mine.html", items=own, earned=earned)


@pages.get("/purchases/")
@needs_account
def purchases(member: Member) -> str:
    """List what is reserved for or sold to the member, and the latest offer for each other item."""
    bought = select(Item).where(Item.buyer == member).order_by(Item.id.desc())
    latest = select(func.max(Offer.id)).where(Offer.member == member).group_by(Offer.item_id)
    offers = select(Offer).join(Item).where(Offer.id.in_(latest), Item.buyer_id.is_distinct_from(member.id))
    return render_template(
        "purchases.html",
        items=list(database.session().scalars(bought)),
        offers=list(database.session().scalars(offers.order_by(Offer.id.desc()))),
    )


@pages.get("/watched/")
@needs_account
def watched(member: Member) -> str:
    """List the items that the member watches, the one watched last first."""
    query = select(Item).join(Watch).where(Watch.member_id == member.id).order_by(Watch.id.desc())
    return render_template("watched.html", items=list(database.session().scalars(query)))
