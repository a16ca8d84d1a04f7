"""Quiz nights with a host, guests and a screen, whose pages follow what happens."""

from pathlib import Path

from flask import Flask

from quiz.live import Live
from quiz.pages import pages
from quiz.store import Store


def create_app(path: Path) -> Flask:
    """Return the website with its evenings in the database file `path`."""
    app = Flask(__name__)
    app.extensions["live"] = Live(Store(path))
    app.register_blueprint(pages)
    return app
