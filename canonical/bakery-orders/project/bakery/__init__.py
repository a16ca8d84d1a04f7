"""Service for the orders of a bakery: products, orders, and what is to be baked on a day."""

from pathlib import Path

from flask import Flask

from bakery import addresses, store
from bakery.problems import MAX_BODY_BYTES


def create_app(database: Path) -> Flask:
    """Return the service with its orders in `database`."""
    app = Flask(__name__)
    app.config["DATABASE"] = database
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.json.sort_keys = False
    store.create(database)
    addresses.add_to(app)
    return app
