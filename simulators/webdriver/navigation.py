"""WebDriver's commands for pages, windows and frames (W3C WebDriver, sections 10 and 11)."""

from __future__ import annotations

from simulators.webdriver import scripts
from simulators.webdriver.errors import error_of
from simulators.webdriver.session import Given, Session
from simulators.webdriver.values import ELEMENT


def get(session: Session, given: Given) -> None:
    session.frames = []
    session.window.open(given["url"], session.page_load)


def refresh(session: Session, given: Given) -> None:
    session.frames = []
    session.window.go("Page.reload", {}, session.page_load)


def back(session: Session, given: Given) -> None:
    _by_history(session, -1)


def forward(session: Session, given: Given) -> None:
    _by_history(session, 1)


def _by_history(session: Session, steps: int) -> None:
    history = session.call("Page.getNavigationHistory")
    place = history["currentIndex"] + steps
    if 0 <= place < len(history["entries"]):
        session.frames = []
        entry = history["entries"][place]["id"]
        session.window.go("Page.navigateToHistoryEntry", {"entryId": entry}, session.page_load)


def url(session: Session, given: Given) -> object:
    history = session.call("Page.getNavigationHistory")
    return history["entries"][history["currentIndex"]]["url"]


def title(session: Session, given: Given) -> object:
    return session.window.ask(scripts.TITLE)


def source(session: Session, given: Given) -> object:
    return session.ask(scripts.SOURCE)


def handle(session: Session, given: Given) -> object:
    return session.window.target


def handles(session: Session, given: Given) -> object:
    return list(session.browser.windows)


def new_window(session: Session, given: Given) -> object:
    return {"handle": session.browser.new(), "type": given.get("type") or "tab"}


def switch_to_window(session: Session, given: Given) -> None:
    session.frames = []
    session.browser.switch(given["handle"])


def close_window(session: Session, given: Given) -> object:
    session.frames = []
    session.browser.close()
    return handles(session, given)


def switch_to_frame(session: Session, given: Given) -> None:
    asked = given["id"]
    if asked is None:
        session.frames = []
        return
    frame = session.ask(scripts.FRAME, asked) if isinstance(asked, int) else asked
    if not isinstance(frame, dict) or ELEMENT not in frame:
        raise error_of(f"no such frame: {asked!r} is none")
    session.window.document(frame[ELEMENT])
    session.frames.append(frame[ELEMENT])


def switch_to_parent(session: Session, given: Given) -> None:
    session.frames = session.frames[:-1]


def rectangle(session: Session, given: Given) -> object:
    bounds = session.call("Browser.getWindowForTarget", targetId=session.window.target)["bounds"]
    return {"x": bounds["left"], "y": bounds["top"], "width": bounds["width"], "height": bounds["height"]}


def set_rectangle(session: Session, given: Given) -> object:
    names = {"x": "left", "y": "top", "width": "width", "height": "height"}
    bounds = {names[name]: int(given[name]) for name in names if given.get(name) is not None}
    found = session.call("Browser.getWindowForTarget", targetId=session.window.target)
    session.call("Browser.setWindowBounds", windowId=found["windowId"], bounds=bounds)
    return rectangle(session, given)
