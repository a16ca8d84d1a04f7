"""Checks of what programs send. All wrong fields are reported, each once."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from bakery.problems import Problem, invalid

CODE = re.compile(r"[a-z0-9]{2,8}", re.ASCII)
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
KEY = re.compile(r"[!-~]{1,64}")
STATES = ("open", "collected", "cancelled")
MAX_DAYS_AHEAD = 60
MAX_LINES = 20
MAX_PAGE = 100

Check = Callable[[Any], str]
"""Returns what is wrong with a value; an empty text where nothing is."""


def parsed(content: bytes) -> Any:
    """Return the JSON value of a body."""
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Problem(400, "not_json", "The body is not JSON.") from error


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def text(least: int, most: int) -> Check:
    """Return the check of a text with so many characters; blanks at its ends do not count."""
    def check(value: Any) -> str:
        if not isinstance(value, str):
            return "must be a text"
        return "" if least <= len(value.strip()) <= most else f"must have {least} to {most} characters"

    return check


def number(least: int, most: int) -> Check:
    """Return the check of a whole number."""
    def check(value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, int):
            return "must be a whole number"
        return "" if least <= value <= most else f"must be from {least} to {most}"

    return check


def one_of(*allowed: str) -> Check:
    """Return the check of a value that is one of a few."""
    return lambda value: "" if value in allowed else f"must be one of {', '.join(allowed)}"


def read_day(value: Any) -> date | None:
    """Return the day that a text names; None for anything else."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) and DAY.fullmatch(value) else None
    except ValueError:
        return None


def coming_day(value: Any) -> str:
    """Say what is wrong with the day of an order."""
    day, today = read_day(value), date.today()
    if day is None:
        return "must be a day such as 2025-03-20"
    within = today < day <= today + timedelta(days=MAX_DAYS_AHEAD)
    return "" if within else f"must be from tomorrow to {MAX_DAYS_AHEAD} days from today"


PRODUCT = {"name": text(1, 40), "cents": number(1, 100_000), "daily": number(0, 1000)}
ORDER = {"customer": text(1, 60), "day": coming_day, "note": text(0, 200)}
LINE = {"code": lambda value: "" if isinstance(value, str) else "must be a text", "pieces": number(1, 200)}
CHANGE = {**ORDER, "state": one_of(*STATES)}


def product(value: Any) -> dict[str, Any]:
    """Return the fields of a product."""
    return _checked(value, PRODUCT, required=PRODUCT)


def order(value: Any, known: Callable[[str], bool]) -> dict[str, Any]:
    """Return the fields of a new order; `known` says whether there is a product."""
    return {"note": "", **_checked(value, ORDER, required=("customer", "day"), lines=True, known=known)}


def change(value: Any, known: Callable[[str], bool]) -> dict[str, Any]:
    """Return the fields of an order that are to be changed."""
    return _checked(value, CHANGE, lines="lines" in value if isinstance(value, dict) else False, known=known)


def _checked(
    value: Any, checks: dict[str, Check], required=(), lines: bool = False, known: Callable[[str], bool] = bool
) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise invalid({})
    allowed = {*checks, "lines"} if lines else {*checks}
    wrong = {name: "is missing" for name in required if name not in value}
    wrong |= {name: "is not known" for name in value if name not in allowed}
    wrong |= {name: problem for name in checks if name in value and (problem := checks[name](value[name]))}
    if lines:
        wrong |= _wrong_lines(value.get("lines"), known)
    if wrong:
        raise invalid(wrong)
    return {name: each.strip() if isinstance(each, str) else each for name, each in value.items()}


def _wrong_lines(lines: Any, known: Callable[[str], bool]) -> dict[str, str]:
    if not isinstance(lines, list) or not 1 <= len(lines) <= MAX_LINES:
        return {"lines": f"must be a list of 1 to {MAX_LINES} lines"}
    wrong, seen = {}, set()
    for index, line in enumerate(lines):
        place = f"lines[{index}]"
        if not isinstance(line, dict):
            wrong[place] = "must be an object"
            continue
        wrong |= {f"{place}.{name}": "is not known" for name in line if name not in LINE}
        for name, check in LINE.items():
            if problem := check(line[name]) if name in line else "is missing":
                wrong[f"{place}.{name}"] = problem
        code = line.get("code")
        if isinstance(code, str):
            if not known(code):
                wrong[f"{place}.code"] = "is no product"
            elif code in seen:
                wrong[f"{place}.code"] = "is in the order already"
            seen.add(code)
    return wrong


def page_size(value: str | None) -> int:
    """Return the number of orders on a page. Raises `ValueError` for one that cannot be."""
    if value is None:
        return MAX_PAGE // 5
    if not re.fullmatch(r"\d{1,3}", value, re.ASCII) or not 1 <= int(value) <= MAX_PAGE:
        raise ValueError(f"must be from 1 to {MAX_PAGE}")
    return int(value)
