"""What the script of an item's page asks for, in JSON."""

from flask import Blueprint
from werkzeug.wrappers import Response

from market import database
from market.models import Item, State

pages = Blueprint("api", __name__, url_prefix="/api")


@pages.get("/items/<int:number>")
def item(number: int) -> dict[str, object] | tuple[dict[str, str], int] | Response:
    """Describe an item that is not withdrawn."""
    found = database.session().get(Item, number)
    if found is None or found.state is State.WITHDRAWN:
        return {"error": "There is no such item."}, 404
    return {
        "id": found.id,
        "title": found.title,
        "category": found.category,
        "price_cents": found.price,
        "seller": found.seller.name,
        "state": found.state.value,
        "watching": len(found.watches),
        "revision": found.revision,
    }
