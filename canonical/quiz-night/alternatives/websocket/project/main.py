"""Quiz nights over WebSockets: every page sends commands and receives what it shows through one socket."""

import secrets
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Annotated, Any

from fastapi import Cookie, FastAPI, Form, HTTPException, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from nights import Journal, Night, Refused

HERE = Path(__file__).parent
COMMANDS = {"host": {"ask", "close", "take_back", "remove", "end"}, "play": {"join", "choose"}, "screen": set()}

app = FastAPI()
journal = Journal(HERE / "journal.jsonl")
sockets: dict[WebSocket, tuple[Night, str, str]] = {}
"""Open pages: their evening, role, and the key of the browser."""


def night_of(role: str, code: str) -> Night | None:
    """Return the evening whose page of this role has this code."""
    return next((night for night in journal.nights if night.codes.get(role) == code), None)


def here(night: Night) -> set[str]:
    """Return the keys of the browsers that have the page of the guests open."""
    return {key for of, role, key in sockets.values() if of is night and role == "play"}


async def show(night: Night) -> None:
    """Send all pages of an evening what they show."""
    for socket, (of, role, key) in list(sockets.items()):
        if of is night:
            try:
                await socket.send_json(night.state(role, key, here(night)))
            except (RuntimeError, WebSocketDisconnect):
                sockets.pop(socket, None)


@app.get("/", response_class=HTMLResponse)
def first(problem: str = "") -> str:
    """Show the first page."""
    said = f'<p class="problem">{escape(problem)}</p>' if problem else ""
    return (HERE / "first.html").read_text("utf-8").replace("<!-- problem -->", said)


@app.post("/")
def create(title: Annotated[str, Form()] = "") -> Response:
    """Create an evening."""
    if not title.strip():
        return HTMLResponse(first("The evening needs a name."))
    codes = {role: secrets.token_hex(10) for role in COMMANDS}
    journal.note("begin", title=title.strip(), codes=codes)
    return RedirectResponse(f"/host?code={codes['host']}", 303)


@app.get("/{role}", response_class=HTMLResponse)
def page(role: str, code: str = "", browser: Annotated[str, Cookie()] = "") -> Response:
    """Show one of the three pages."""
    if role == "page.js":
        return Response((HERE / "page.js").read_text("utf-8"), media_type="text/javascript")
    night = night_of(role, code)
    if night is None:
        raise HTTPException(404)
    text = (HERE / f"{role}.html").read_text("utf-8").replace("<!-- title -->", escape(night.title))
    for other in ("play", "screen") if role == "host" else ():
        text = text.replace(f"<!-- {other} -->", f"/{other}?code={night.codes[other]}")
    answer = HTMLResponse(text)
    answer.set_cookie("browser", browser or secrets.token_hex(10), max_age=10**7, httponly=True)
    return answer


@app.websocket("/socket/{role}")
async def follow(socket: WebSocket, role: str, code: str, browser: Annotated[str, Cookie()] = "") -> None:
    """Serve one page until it is closed."""
    await socket.accept()
    night = night_of(role, code)
    if night is None:
        await socket.close()
        return
    sockets[socket] = (night, role, browser)
    try:
        await show(night)
        while True:
            command = await socket.receive_json()
            for answer in carry_out(night, role, browser, command):
                await socket.send_json(answer)
            await show(night)
    except WebSocketDisconnect:
        pass
    finally:
        sockets.pop(socket, None)
        await show(night)


def carry_out(night: Night, role: str, browser: str, command: dict[str, Any]) -> Iterator[dict[str, object]]:
    """Carry out a command of a page and yield the answer to it."""
    name, values = str(command.pop("do")), dict(command)
    if name not in COMMANDS[role]:
        return
    if role == "play":
        values["key"] = browser
    try:
        getattr(night, name)(**values)
    except Refused as refused:
        yield {"done": name, "problem": str(refused)}
        return
    journal.write(night, name, values)
    yield {"done": name, "problem": ""}
