"""WebDriver's commands for pages, windows and frames (W3C WebDriver, sections 10 and 11)."""

from __future__ import annotations

from simulators.webdriver import scripts
from simulators.webdriver.driver_session import CommandParameters, DriverSession
from simulators.webdriver.errors import error_of
from simulators.webdriver.serialization import ELEMENT


def get(session: DriverSession, given: CommandParameters) -> None:
    session.frames = []
    session.window.open(given["url"], session.page_load)


def refresh(session: DriverSession, given: CommandParameters) -> None:
    session.frames = []
    session.window.go("Page.reload", {}, session.page_load)


def back(session: DriverSession, given: CommandParameters) -> None:
    _by_history(session, -1)


def forward(session: DriverSession, given: CommandParameters) -> None:
    _by_history(session, 1)


def _by_history(session: DriverSession, steps: int) -> None:
    history = session.call("Page.getNavigationHistory")
    place = history["currentIndex"] + steps
    if 0 <= place < len(history["entries"]):
        session.frames = []
        entry = history["entries"][place]["id"]
        session.window.go("Page.navigateToHistoryEntry", {"entryId": entry}, session.page_load)


def url(session: DriverSession, given: CommandParameters) -> object:
    history = session.call("Page.getNavigationHistory")
    return history["entries"][history["currentIndex"]]["url"]


def title(session: DriverSession, given: CommandParameters) -> object:
    return session.window.ask(scripts.TITLE)


def source(session: DriverSession, given: CommandParameters) -> object:
    return session.ask(scripts.SOURCE)


def handle(session: DriverSession, given: CommandParameters) -> object:
    return session.window.target


def handles(session: DriverSession, given: CommandParameters) -> object:
    return list(session.browser.windows)


def new_window(session: DriverSession, given: CommandParameters) -> object:
    return {"handle": session.browser.new(), "type": given.get("type") or "tab"}


def switch_to_window(session: DriverSession, given: CommandParameters) -> None:
    session.frames = []
    session.browser.switch(given["handle"])


def close_window(session: DriverSession, given: CommandParameters) -> object:
    session.frames = []
    session.browser.close()
    return handles(session, given)


def switch_to_frame(session: DriverSession, given: CommandParameters) -> None:
    asked = given["id"]
    if asked is None:
        session.frames = []
        return
    frame = session.ask(scripts.FRAME, asked) if isinstance(asked, int) else asked
    if not isinstance(frame, dict) or ELEMENT not in frame:
        raise error_of(f"no such frame: {asked!r} is none")
    session.window.document(frame[ELEMENT])
    session.frames.append(frame[ELEMENT])


def switch_to_parent(session: DriverSession, given: CommandParameters) -> None:
    session.frames = session.frames[:-1]


def rectangle(session: DriverSession, given: CommandParameters) -> object:
    bounds = session.call("Browser.getWindowForTarget", targetId=session.window.target)["bounds"]
    return {"x": bounds["left"], "y": bounds["top"], "width": bounds["width"], "height": bounds["height"]}


def set_rectangle(session: DriverSession, given: CommandParameters) -> object:
    names = {"x": "left", "y": "top", "width": "width", "height": "height"}
    bounds = {names[name]: int(given[name]) for name in names if given.get(name) is not None}
    found = session.call("Browser.getWindowForTarget", targetId=session.window.target)
    session.call("Browser.setWindowBounds", windowId=found["windowId"], bounds=bounds)
    return rectangle(session, given)
