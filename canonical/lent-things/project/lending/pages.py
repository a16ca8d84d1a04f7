"""Pages of the site."""

from datetime import date

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from lending.things import Thing

pages = Blueprint("pages", __name__)
MISSING = "Please say what you lend, and to whom."
NO_DAY = "This is not a day."


def typed() -> tuple[str, str, str]:
    """Return what was typed: thing, friend and day."""
    thing, friend, day = (request.form.get(name, "").strip() for name in ("thing", "friend", "day"))
    return thing, friend, day


def problem(thing: str, friend: str, day: str) -> str:
    """Return why this cannot be noted; an empty text when it can."""
    if not thing or not friend:
        return MISSING
    try:
        date.fromisoformat(day or "2000-01-01")
    except ValueError:
        return NO_DAY
    return ""


def found(number: int) -> Thing:
    """Return a thing, or answer with 404."""
    thing: Thing | None = g.things.one(number)
    if thing is None:
        abort(404)
    return thing


@pages.get("/")
def out() -> str:
    """Show what is out."""
    return render_template("out.html", things=g.things.listed(is_back=False))


@pages.post("/")
def note() -> str | Response:
    """Note what is lent."""
    values = typed()
    if message := problem(*values):
        return render_template("out.html", things=g.things.listed(is_back=False), message=message, typed=values)
    g.things.add(*values)
    return redirect("/")


@pages.get("/back")
def back() -> str:
    """Show what has come back."""
    return render_template("back.html", things=g.things.listed(is_back=True))


@pages.post("/things/<int:number>/back")
def comes_back(number: int) -> Response:
    """Note that a thing is back."""
    g.things.set_back(found(number).id, True)
    return redirect("/")


@pages.post("/things/<int:number>/again")
def goes_again(number: int) -> Response:
    """Note that a thing is out after all."""
    g.things.set_back(found(number).id, False)
    return redirect("/back")


@pages.get("/things/<int:number>")
def show(number: int) -> str:
    """Show a thing to be corrected."""
    thing = found(number)
    return render_template("correct.html", typed=(thing.thing, thing.friend, thing.day))


@pages.post("/things/<int:number>")
def correct(number: int) -> str | Response:
    """Correct a thing."""
    values = typed()
    if message := problem(*values):
        return render_template("correct.html", message=message, typed=values)
    g.things.correct(found(number).id, *values)
    return redirect("/")
