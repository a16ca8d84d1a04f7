"""Orders: placing, changing, listing; pieces of a product that are left on a day."""

from sqlite3 import Connection, Row
from typing import Any

from bakery.problems import Problem

MAX_NUMBER = 2**63 - 1

ORDERED = """
SELECT lines.code, SUM(lines.pieces) AS pieces FROM lines JOIN orders USING (number)
WHERE orders.day = ? AND orders.state != 'cancelled' GROUP BY lines.code ORDER BY lines.code
"""


def is_known(database: Connection, code: str) -> bool:
    """Return True for the code of a product."""
    return database.execute("SELECT 1 FROM products WHERE code = ?", (code,)).fetchone() is not None


def place(database: Connection, asked: dict[str, Any]) -> int:
    """Store a new order and return its number."""
    values = asked["customer"], asked["day"], asked["note"]
    number = database.execute("INSERT INTO orders (customer, day, note) VALUES (?, ?, ?)", values).lastrowid
    _put_lines(database, number, asked["lines"])
    _check_left(database, number, {})
    return number


def require_open(row: Row) -> None:
    """Refuse to change an order that was collected or cancelled."""
    if row["state"] != "open":
        raise Problem(409, "not_open", "The order was collected or cancelled.")


def change(database: Connection, number: int, asked: dict[str, Any]) -> None:
    """Change the fields of an open order that are named."""
    before = find(database, number)
    had = {row["code"]: row["pieces"] for row in _lines(database, number)}
    for name in ("customer", "day", "note", "state"):
        if name in asked:
            database.execute(f"UPDATE orders SET {name} = ? WHERE number = ?", (asked[name], number))
    if "lines" in asked:
        _put_lines(database, number, asked["lines"])
    database.execute("UPDATE orders SET version = version + 1 WHERE number = ?", (number,))
    _check_left(database, number, had if find(database, number)["day"] == before["day"] else {})


def _put_lines(database: Connection, number: int, lines: list[dict[str, Any]]) -> None:
    """Replace the lines of an order; what was in it keeps its price."""
    agreed = {row["code"]: row["cents"] for row in _lines(database, number)}
    database.execute("DELETE FROM lines WHERE number = ?", (number,))
    for index, line in enumerate(lines):
        code = line["code"]
        cents = agreed.get(code) or _price(database, code)
        database.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (number, index, code, line["pieces"], cents))


def _price(database: Connection, code: str) -> int:
    return database.execute("SELECT cents FROM products WHERE code = ?", (code,)).fetchone()["cents"]


def _check_left(database: Connection, number: int, had: dict[str, int]) -> None:
    """Refuse an order that asks for more than is baked; what it `had` on this day it keeps."""
    order = find(database, number)
    if order["state"] == "cancelled":
        return
    ordered = {row["code"]: row["pieces"] for row in database.execute(ORDERED, (order["day"],))}
    for line in _lines(database, number):
        daily = database.execute("SELECT daily FROM products WHERE code = ?", (line["code"],)).fetchone()["daily"]
        if line["pieces"] > had.get(line["code"], 0) and ordered[line["code"]] > daily:
            raise Problem(409, "sold_out", f"There is not enough left of {line['code']} on {order['day']}.")


def find(database: Connection, number: int) -> Row:
    """Return an order. Raises `Problem` when there is none with this number."""
    row = None
    if number <= MAX_NUMBER:
        row = database.execute("SELECT * FROM orders WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise Problem(404, "not_found", "There is no such order.")
    return row


def _lines(database: Connection, number: int) -> list[Row]:
    return database.execute("SELECT * FROM lines WHERE number = ? ORDER BY place", (number,)).fetchall()


def shown(database: Connection, row: Row) -> dict[str, Any]:
    """Return an order as programs see it."""
    lines = [{name: line[name] for name in ("code", "pieces", "cents")} for line in _lines(database, row["number"])]
    total = sum(line["pieces"] * line["cents"] for line in lines)
    head = {name: row[name] for name in ("number", "customer", "day", "note", "state")}
    return {**head, "lines": lines, "total": total}


def etag(row: Row) -> str:
    """Return a text that is another one after each change of the order."""
    return f'"{row["number"]}-{row["version"]}"'


def listed(database: Connection, wanted: dict[str, str], before: int | None, limit: int) -> list[Row]:
    """Return the newest orders with these values, at most `limit` and one more; only those numbered lower than `before`."""
    conditions = ["1", *(f"{name} = ?" for name in wanted)]
    values: list[object] = [*wanted.values()]
    if before is not None:
        conditions.append("number < ?")
        values.append(before)
    query = f"SELECT * FROM orders WHERE {' AND '.join(conditions)} ORDER BY number DESC LIMIT ?"
    return database.execute(query, (*values, limit + 1)).fetchall()


def baked(database: Connection, day: str) -> list[dict[str, Any]]:
    """Return what is ordered for a day, and how much is left."""
    found = []
    for row in database.execute(ORDERED, (day,)).fetchall():
        daily = database.execute("SELECT daily FROM products WHERE code = ?", (row["code"],)).fetchone()["daily"]
        found.append({"code": row["code"], "pieces": row["pieces"], "left": max(0, daily - row["pieces"])})
    return found
