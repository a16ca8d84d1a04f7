"""Things that are lent, and those that have come back."""

from pathlib import Path

from flask import Flask, g

from lending.pages import pages
from lending.things import Things


def create_app(path: Path) -> Flask:
    """Return the site with its things in the database file `path`."""
    app = Flask(__name__)
    Things(path).prepare()
    app.register_blueprint(pages)

    @app.before_request
    def open_things() -> None:
        g.things = Things(path)

    return app
