"""The poll station: tenants of a house decide small things by vote."""

import secrets
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware.sessions import SessionMiddleware

from agora import accounts, database, pages, polls


def create_app(data: Path) -> FastAPI:
    """Return the application that keeps its database and its secret in the folder `data`."""
    data.mkdir(exist_ok=True)
    app = FastAPI(openapi_url=None)
    app.state.database = data / "polls.sqlite3"
    database.create(app.state.database)
    app.add_middleware(SessionMiddleware, secret_key=_secret(data / "secret"))
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    for router in (accounts.router, polls.router):
        app.include_router(router)
    pages.handle_errors(app)
    return app


def _secret(path: Path) -> str:
    """Return the key that signs sessions; it is created once, so that sessions outlive a restart."""
    if not path.exists():
        path.write_text(secrets.token_hex(32))
    return path.read_text()
