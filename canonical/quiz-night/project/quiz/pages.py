"""Addresses of the website: pages, what they follow, and what they send."""

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from quiz import views
from quiz.evening import Evening, Refusal
from quiz.live import Live
from quiz.store import Role

pages = Blueprint("pages", __name__)

COOKIE = "quiz_browser"
COOKIE_SECONDS = 60 * 60 * 24 * 365


def live() -> Live:
    """Return the evenings of this website."""
    return current_app.extensions["live"]


def found(role: Role, code: str) -> Evening:
    """Return an evening by one of its codes; answer 404 where there is none."""
    return live().store.find(role, code) or abort(404)


def events(host: str, key: str, view: Callable[[], object]) -> Response:
    """Answer with what a page shows, now and whenever it changes."""
    headers = {"Cache-Control": "no-store"}
    return Response(live().follow(host, key, view), mimetype="text/event-stream", headers=headers)


def text_of(sent: dict[str, Any], name: str) -> str:
    """Return a text that a page sent; empty when it did not."""
    return str(sent.get(name, ""))


@pages.errorhandler(Refusal)
def refused(refusal: Refusal) -> tuple[Response, int]:
    """Answer with the reason."""
    return jsonify(reason=str(refusal)), 409


@pages.get("/")
def first() -> str:
    """Show the box for a new evening."""
    return render_template("first.html", refusal="")


@pages.post("/")
def create() -> str | AnyResponse:
    """Create an evening and lead to its host page."""
    name = request.form.get("name", "").strip()
    if not name:
        return render_template("first.html", refusal="Please give the evening a name.")
    return redirect(url_for("pages.host", code=live().store.create(name).host))


@pages.get("/host/<code>")
def host(code: str) -> str:
    """Show the host page."""
    return render_template("host.html", evening=found("host", code))


@pages.get("/host/<code>/live")
def follow_as_host(code: str) -> Response:
    """Send what the host sees."""
    evenings = live()
    found("host", code)
    return events(code, "", lambda: views.of_host(found_now(evenings, code), lambda key: evenings.is_here(code, key)))


def found_now(evenings: Live, code: str) -> Evening:
    """Return the present state of an evening that exists."""
    evening = evenings.store.find("host", code)
    assert evening is not None
    return evening


@pages.post("/host/<code>/<action>")
def lead(code: str, action: str) -> Response:
    """Do what the host wants."""
    found("host", code)
    sent = request.get_json()
    with live().changing(code) as evening:
        match action:
            case "ask":
                evening.ask(text_of(sent, "text"), text_of(sent, "right"), [str(answer) for answer in sent["wrong"]])
            case "close":
                evening.close(sent["number"])
            case "take-back":
                evening.take_back(sent["number"])
            case "remove":
                evening.remove(text_of(sent, "key"))
            case "end":
                evening.end()
            case _:
                abort(404)
    return jsonify(done=True)


@pages.get("/play/<code>")
def play(code: str) -> Response:
    """Show the page of the guests; a browser gets a key by which it is known."""
    answer = Response(render_template("play.html", evening=found("play", code)))
    key = request.cookies.get(COOKIE) or secrets.token_urlsafe(12)
    answer.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return answer


@pages.get("/play/<code>/live")
def follow_as_guest(code: str) -> Response:
    """Send what a guest sees."""
    evenings, key = live(), request.cookies.get(COOKIE, "")
    host_code = found("play", code).host
    return events(host_code, key, lambda: views.of_guest(found_now(evenings, host_code), key))


@pages.post("/play/<code>/join")
def join(code: str) -> Response:
    """Let a browser in."""
    with live().changing(found("play", code).host) as evening:
        evening.join(request.cookies.get(COOKIE) or abort(400), text_of(request.get_json(), "name"))
    return jsonify(done=True)


@pages.post("/play/<code>/choose")
def choose(code: str) -> Response:
    """Note the answer of a guest."""
    sent = request.get_json()
    with live().changing(found("play", code).host) as evening:
        evening.choose(sent["number"], request.cookies.get(COOKIE, ""), text_of(sent, "answer"))
    return jsonify(done=True)


@pages.get("/screen/<code>")
def screen(code: str) -> str:
    """Show the screen."""
    return render_template("screen.html", evening=found("screen", code))


@pages.get("/screen/<code>/live")
def follow_as_screen(code: str) -> Response:
    """Send what the screen shows."""
    evenings, host_code = live(), found("screen", code).host
    return events(host_code, "", lambda: views.of_screen(found_now(evenings, host_code)))
