"""Accounts: registering, logging in and out, and the tenant of a request."""

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from agora.database import Database, transaction
from agora.pages import LoginNeeded, page, redirect

SHORTEST_PASSWORD = 8

router = APIRouter()
Text = Annotated[str, Form()]


@dataclass(frozen=True)
class Tenant:
    """User with an account."""

    id: int
    name: str


def current_tenant(request: Request, db: Database) -> Tenant | None:
    """Return the tenant who is logged in."""
    row = db.execute("SELECT id, name FROM tenant WHERE id = ?", [request.session.get("tenant")]).fetchone()
    request.state.tenant = None if row is None else Tenant(row["id"], row["name"])
    return request.state.tenant


Visitor = Annotated[Tenant | None, Depends(current_tenant)]


def must_be_tenant(tenant: Visitor) -> Tenant:
    """Return the tenant who is logged in. Raises `LoginNeeded`."""
    if tenant is None:
        raise LoginNeeded
    return tenant


LoggedIn = Annotated[Tenant, Depends(must_be_tenant)]


@router.get("/register/")
def registration(request: Request, visitor: Visitor) -> Response:
    """Show the form for a new account."""
    return page(request, "register.html", name="")


@router.post("/register/")
def register(request: Request, db: Database, visitor: Visitor, name: Text = "", password: Text = "") -> Response:
    """Create an account and log in."""
    name = name.strip()
    problem = _problem(name, password)
    if not problem:
        try:
            with transaction(db):
                row = (name, name.casefold(), hashed(password, secrets.token_bytes(16)))
                tenant = db.execute("INSERT INTO tenant (name, key, password) VALUES (?, ?, ?)", row).lastrowid
        except sqlite3.IntegrityError:
            problem = "This name is taken."
        else:
            return _enter(request, tenant, "/")
    return page(request, "register.html", name=name, problem=problem)


def _problem(name: str, password: str) -> str:
    if not name:
        return "Give your name."
    return "" if len(password) >= SHORTEST_PASSWORD else "The password needs at least 8 characters."


@router.get("/login/")
def login_form(request: Request, visitor: Visitor, next: str = "/") -> Response:
    """Show the form by which one logs in."""
    return page(request, "login.html", name="", next=next)


@router.post("/login/")
def login(
    request: Request, db: Database, visitor: Visitor, name: Text = "", password: Text = "", next: Text = "/"
) -> Response:
    """Log in, and lead to the page that was wanted."""
    row = db.execute("SELECT id, password FROM tenant WHERE key = ?", [name.strip().casefold()]).fetchone()
    if row is None or not fits(password, row["password"]):
        return page(request, "login.html", name=name, next=next, problem="Name or password is wrong.")
    return _enter(request, row["id"], next if _is_own(next) else "/")


@router.post("/logout/")
def logout(request: Request) -> Response:
    """Log out."""
    request.session.clear()
    return redirect("/")


def hashed(password: str, salt: bytes) -> str:
    """Return salt and hash of a password, as they are stored."""
    return f"{salt.hex()}${hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1).hex()}"


def fits(password: str, stored: str) -> bool:
    """Return True if `password` is the one of which salt and hash are stored."""
    salt, _, _ = stored.partition("$")
    return secrets.compare_digest(hashed(password, bytes.fromhex(salt)), stored)


def _enter(request: Request, tenant: int | None, address: str) -> Response:
    request.session.clear()
    request.session["tenant"] = tenant
    return redirect(address)


def _is_own(address: str) -> bool:
    """Return True for a path of this site, not one that browsers read as another host."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))
