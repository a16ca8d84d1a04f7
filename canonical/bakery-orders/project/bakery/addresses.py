"""Addresses of the service."""

import json
import time
from sqlite3 import Connection
from typing import Any

from flask import Flask, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException

from bakery import checks, orders, store
from bakery.problems import BY_STATUS, Problem, invalid

KEPT_SECONDS = 24 * 60 * 60
"""Seconds for which the answer to a key is kept."""


def add_to(app: Flask) -> None:
    """Give the application its addresses."""
    app.add_url_rule("/api/products/<code>", view_func=show_product, methods=["GET"])
    app.add_url_rule("/api/products/<code>", view_func=put_product, methods=["PUT"])
    app.add_url_rule("/api/orders", view_func=list_orders, methods=["GET"])
    app.add_url_rule("/api/orders", view_func=place_order, methods=["POST"])
    app.add_url_rule("/api/orders/<int:number>", view_func=show_order, methods=["GET"])
    app.add_url_rule("/api/orders/<int:number>", view_func=change_order, methods=["PATCH"])
    app.add_url_rule("/api/days/<day>", view_func=show_day, methods=["GET"])
    app.register_error_handler(Problem, refused)
    app.register_error_handler(HTTPException, not_served)


def refused(problem: Problem) -> tuple[Response, int]:
    """Answer a refusal."""
    return jsonify(problem.body()), problem.status


def not_served(error: HTTPException) -> Response:
    """Answer what the framework refuses in the form of all refusals, with the headers that belong to it."""
    status = error.code or 500
    code, message = BY_STATUS.get(status, ("failed", "The service failed."))
    answer = jsonify(Problem(status, code, message).body())
    answer.status_code = status
    if "Allow" in (headers := dict(error.get_headers())):
        answer.headers["Allow"] = headers["Allow"]
    return answer


def opened(changes: bool = False):
    """Open the database of the service."""
    return store.opened(current_app.config["DATABASE"], changes)


def sent() -> Any:
    """Return the JSON value that was sent."""
    content = request.get_data()
    if request.mimetype != "application/json":
        raise Problem(415, "not_supported", "Send application/json.")
    return checks.parsed(content)


def show_product(code: str) -> Response:
    """Deliver a product."""
    with opened() as database:
        row = database.execute("SELECT * FROM products WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise Problem(404, "not_found", "There is no such product.")
    return jsonify(dict(row))


def put_product(code: str) -> tuple[Response, int]:
    """Make or change a product."""
    if not checks.CODE.fullmatch(code):
        raise Problem(404, "not_found", "A product has a code of 2 to 8 small letters and digits.")
    asked = checks.product(sent())
    with opened(changes=True) as database:
        was_known = orders.is_known(database, code)
        database.execute(
            "INSERT INTO products VALUES (:code, :name, :cents, :daily) ON CONFLICT (code) "
            "DO UPDATE SET name = :name, cents = :cents, daily = :daily",
            {"code": code, **asked},
        )
    return jsonify({"code": code, **{name: asked[name] for name in checks.PRODUCT}}), 200 if was_known else 201


def place_order() -> Response:
    """Enter an order, once for each key."""
    content = sent()
    key = request.headers.get("Idempotency-Key", "")
    if not checks.KEY.fullmatch(key):
        raise Problem(400, "key_missing", "Send an Idempotency-Key of 1 to 64 characters.")
    same = json.dumps(content, sort_keys=True)
    with opened(changes=True) as database:
        database.execute("DELETE FROM answers WHERE at <= ?", (time.time() - KEPT_SECONDS,))
        given = database.execute("SELECT * FROM answers WHERE key = ?", (key,)).fetchone()
        if given is not None and given["content"] != same:
            raise Problem(422, "key_reused", "This key belongs to another order.")
        if given is not None:
            return placed(given["answer"], given["etag"], again=True)
        number = orders.place(database, checks.order(content, lambda code: orders.is_known(database, code)))
        row = orders.find(database, number)
        answer, etag = json.dumps(orders.shown(database, row)), orders.etag(row)
        database.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (key, same, answer, etag, time.time()))
    return placed(answer, etag)


def placed(answer: str, etag: str, again: bool = False) -> Response:
    """Return the answer to a new order, or the same one once more."""
    response = Response(answer, 201, mimetype="application/json")
    response.headers["Location"] = f"/api/orders/{json.loads(answer)['number']}"
    response.headers["ETag"] = etag
    if again:
        response.headers["Idempotent-Replay"] = "true"
    return response


def answered(database: Connection, number: int) -> Response:
    """Return the answer with an order and its ETag."""
    row = orders.find(database, number)
    response = jsonify(orders.shown(database, row))
    response.headers["ETag"] = orders.etag(row)
    return response


def show_order(number: int) -> Response:
    """Deliver an order, unless the program has it as it is."""
    with opened() as database:
        response = answered(database, number)
    if response.headers["ETag"] in named_tags("If-None-Match"):
        return Response(status=304, headers={"ETag": response.headers["ETag"]})
    return response


def named_tags(header: str) -> list[str]:
    """Return the ETags that a header names."""
    return [tag.strip() for tag in request.headers.get(header, "").split(",")]


def change_order(number: int) -> Response:
    """Change an order that nobody changed meanwhile."""
    with opened() as database:
        orders.find(database, number)
    content = sent()
    if "If-Match" not in request.headers:
        raise Problem(428, "precondition_required", "Send the ETag of the order as If-Match.")
    with opened(changes=True) as database:
        row = orders.find(database, number)
        if orders.etag(row) not in named_tags("If-Match"):
            raise Problem(412, "changed_meanwhile", "The order was changed meanwhile.")
        orders.require_open(row)
        orders.change(database, number, checks.change(content, lambda code: orders.is_known(database, code)))
        return answered(database, number)


def list_orders() -> Response:
    """Deliver a page of orders."""
    wanted = {name: request.args[name] for name in ("day", "customer", "state") if name in request.args}
    wrong: dict[str, str] = {}
    if "day" in wanted and checks.read_day(wanted["day"]) is None:
        wrong["day"] = "must be a day such as 2025-03-20"
    if "state" in wanted and wanted["state"] not in checks.STATES:
        wrong["state"] = f"must be one of {', '.join(checks.STATES)}"
    limit, before, after = 0, None, request.args.get("after")
    try:
        limit = checks.page_size(request.args.get("limit"))
    except ValueError as error:
        wrong["limit"] = str(error)
    if after is not None:
        if after.isascii() and after.isdigit() and len(after) < 16:
            before = int(after)
        else:
            wrong["after"] = "must be what a list gave as next"
    if wrong:
        raise invalid(wrong)
    with opened() as database:
        rows = orders.listed(database, wanted, before, limit)
        shown = [orders.shown(database, row) for row in rows[:limit]]
    return jsonify({"orders": shown, "next": str(shown[-1]["number"]) if len(rows) > limit else None})


def show_day(day: str) -> Response:
    """Deliver what is to be baked on a day."""
    if checks.read_day(day) is None:
        raise Problem(404, "not_found", "There is no such day.")
    with opened() as database:
        return jsonify({"day": day, "products": orders.baked(database, day)})
