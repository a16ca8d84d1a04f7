"""Sheets for the drivers: the stops of a route in their order."""

from __future__ import annotations

from datetime import date

from greenbox.crates import crates_out
from greenbox.days import ONE_DAY
from greenbox.deliveries import Delivery, deliveries_on, show_extras
from greenbox.errors import Refused
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.members import key_of
from greenbox.rounds import Route


def print_sheet(farm: Farm, day: date, code: str) -> None:
    """Print the stops of a route on a day, with the crates that can be collected. Raises `Refused` for a day without
    this route."""
    route = farm.rounds.route(code)
    if all(each.route != route for each in farm.rounds.on(day)):
        raise Refused(f"route {route.code} is not driven on {day}")
    stops = [each for each in deliveries_on(farm, day) if each.round.route == route]
    print(f"{farm.settings.name}: {_heading(route, day)}")
    crates = crates_out(farm, day - ONE_DAY)
    print_rows([_stop(farm, each, crates.get(key_of(each.member.name), 0)) for each in stops])


def _heading(route: Route, day: date) -> str:
    van = f", {route.van}" if route.van else ""
    return f"{route.name}, {day}{van}"


def _stop(farm: Farm, delivery: Delivery, crates: int) -> tuple[object, ...]:
    extras = show_extras(farm, delivery.extras)
    return delivery.place.stop, delivery.member.name, delivery.size, extras, f"{crates} crates"
