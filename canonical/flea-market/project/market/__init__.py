"""The flea market: members sell each other what they no longer need."""

import secrets
from pathlib import Path

from flask import Flask, render_template

from market import accounts, api, database, listing, money, own_pages, photos, trading


def create_app(data: Path) -> Flask:
    """Return the application that keeps its database, photos and secret in the folder `data`."""
    data.mkdir(exist_ok=True)
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=_secret(data / "secret"),
        SESSION_COOKIE_SAMESITE="Lax",  # browsers then send no cookie with forms of other sites
        MAX_CONTENT_LENGTH=photos.LARGEST_UPLOAD,
        PHOTOS=data / "photos",
    )
    (data / "photos").mkdir(exist_ok=True)
    database.connect(app, data / "market.sqlite3")
    app.jinja_env.filters["euros"] = money.as_text
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for blueprint in (accounts.pages, listing.pages, trading.pages, own_pages.pages, api.pages):
        app.register_blueprint(blueprint)
    for status in (403, 404):
        app.register_error_handler(status, _error_page)
    return app


def _secret(path: Path) -> str:
    """Return the key that signs sessions; it is created once, so that sessions outlive a restart."""
    if not path.exists():
        path.write_text(secrets.token_hex(32))
    return path.read_text()


def _error_page(error: Exception) -> tuple[str, int]:
    status = getattr(error, "code", 500)
    return render_template("error.html", status=status), status
