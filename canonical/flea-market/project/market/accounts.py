"""Accounts: registering, logging in and out, and pages that need an account."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, redirect, render_template, request, session, url_for
from sqlalchemy import select
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from market import database
from market.models import Member

SHORTEST_PASSWORD = 8

pages = Blueprint("accounts", __name__)


def current_member() -> Member | None:
    """Return the member who is logged in."""
    return database.session().get(Member, session["member"]) if "member" in session else None


def needs_account(view: Callable[..., object]) -> Callable[..., object]:
    """Lead visitors to the login, and from there to the page that they wanted."""

    @wraps(view)
    def checked(**values: object) -> object:
        if (member := current_member()) is not None:
            return view(member=member, **values)
        wanted = request.full_path if request.method == "GET" else url_for("listing.market")
        return redirect(url_for("accounts.login", next=wanted))

    return checked


@pages.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"member": current_member()}


@pages.route("/register/", methods=["GET", "POST"])
def register() -> str | Response:
    """Create an account and log in."""
    name, password = request.form.get("name", "").strip(), request.form.get("password", "")
    problem = _problem(name, password) if request.method == "POST" else ""
    if request.method == "GET" or problem:
        return render_template("register.html", name=name, problem=problem)
    member = Member(name=name, key=name.casefold(), password=generate_password_hash(password))
    database.session().add(member)
    database.session().flush()
    return _enter(member, url_for("listing.market"))


def _problem(name: str, password: str) -> str:
    if not name:
        return "Give your name."
    if _named(name):
        return "This name is taken."
    if len(password) < SHORTEST_PASSWORD:
        return f"The password needs at least {SHORTEST_PASSWORD} characters."
    return ""


def _named(name: str) -> Member | None:
    return database.session().scalar(select(Member).where(Member.key == name.casefold()))


@pages.route("/login/", methods=["GET", "POST"])
def login() -> str | Response:
    """Log in, and go on to the page that was wanted."""
    name, wanted = request.form.get("name", "").strip(), request.values.get("next", "")
    if request.method == "GET":
        return render_template("login.html", name="", next=wanted, problem="")
    member = _named(name)
    if member is None or not check_password_hash(member.password, request.form.get("password", "")):
        return render_template("login.html", name=name, next=wanted, problem="Name or password is wrong.")
    return _enter(member, wanted if _is_own(wanted) else url_for("listing.market"))


def _is_own(address: str) -> bool:
    """Return True for an address of this site: a path, not one that browsers read as another host."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))


def _enter(member: Member, address: str) -> Response:
    session.clear()
    session["member"] = member.id
    return redirect(address)


@pages.post("/logout/")
def logout() -> Response:
    """Log out."""
    session.clear()
    return redirect(url_for("listing.market"))
