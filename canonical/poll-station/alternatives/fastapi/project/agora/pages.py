"""Answers: pages made from templates, and those for errors."""

from pathlib import Path
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader
from starlette.exceptions import HTTPException

loader = FileSystemLoader(Path(__file__).parent / "templates")
templates = Jinja2Templates(env=Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True))

TITLES = {403: "Not allowed", 404: "Not found"}


class LoginNeeded(Exception):
    """The page needs an account."""


def page(request: Request, template: str, status: int = 200, **values: object) -> HTMLResponse:
    """Return the page of a template, with the message that was left for it."""
    values |= {"tenant": getattr(request.state, "tenant", None), "message": request.session.pop("message", "")}
    return templates.TemplateResponse(request, template, values, status)


def redirect(address: str) -> RedirectResponse:
    """Return an answer after which the browser opens `address` with GET."""
    return RedirectResponse(address, 303)


def handle_errors(app: FastAPI) -> None:
    """Give errors pages of the site, and lead to the login where an account is needed."""

    @app.exception_handler(LoginNeeded)
    def lead_to_login(request: Request, error: LoginNeeded) -> Response:
        wanted = request.url.path if request.method == "GET" else "/"
        return redirect(f"/login/?{urlencode({'next': wanted})}")

    @app.exception_handler(HTTPException)
    def show(request: Request, error: HTTPException) -> Response:
        title = TITLES.get(error.status_code, "This cannot be answered")
        return page(request, "error.html", error.status_code, title=title)
