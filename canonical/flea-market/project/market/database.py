"""The SQLite file, and one session of it for each request."""

from pathlib import Path

from flask import Flask, g, request
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.orm import Session

from market.models import Base


def connect(app: Flask, path: Path) -> None:
    """Create the tables if they are missing, and give every request a session.

    A request that changes something holds SQLite's write lock from its first statement on, so that what it checks is
    still true when it writes. Everything is written at its end, unless it fails.
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 20})
    event.listen(engine, "connect", _leave_transactions_to_sqlalchemy)
    event.listen(engine, "begin", _begin)
    Base.metadata.create_all(engine)
    engines = {False: engine, True: engine.execution_options(writes=True)}

    @app.before_request
    def open_session() -> None:
        g.db = Session(engines[request.method == "POST"])

    @app.teardown_request
    def close_session(error: BaseException | None) -> None:
        if (session := g.pop("db", None)) is not None:
            session.close()

    @app.after_request
    def write(response):
        if response.status_code < 400:
            g.db.commit()
        return response


def session() -> Session:
    """Return the session of the current request."""
    return g.db


def _leave_transactions_to_sqlalchemy(connection, record) -> None:
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
