"""WebDriver's commands for pages, windows, frames and cookies (W3C WebDriver, sections 10, 11 and 14)."""

from __future__ import annotations

from evaluator.benchmarks.projecteval_2025.webdriver import scripts
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import error_of
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import ELEMENT
from evaluator.benchmarks.projecteval_2025.webdriver.session import CommandParameters, DriverSession


def get(session: DriverSession, parameters: CommandParameters) -> None:
    session.frames = []
    session.window.open(parameters["url"], session.page_load)


def refresh(session: DriverSession, parameters: CommandParameters) -> None:
    session.frames = []
    session.window.go("Page.reload", {}, session.page_load)


def back(session: DriverSession, parameters: CommandParameters) -> None:
    _by_history(session, -1)


def forward(session: DriverSession, parameters: CommandParameters) -> None:
    _by_history(session, 1)


def _by_history(session: DriverSession, steps: int) -> None:
    history = session.call("Page.getNavigationHistory")
    place = history["currentIndex"] + steps
    if 0 <= place < len(history["entries"]):
        session.frames = []
        entry = history["entries"][place]["id"]
        session.window.go("Page.navigateToHistoryEntry", {"entryId": entry}, session.page_load)


def url(session: DriverSession, parameters: CommandParameters) -> object:
    history = session.call("Page.getNavigationHistory")
    return history["entries"][history["currentIndex"]]["url"]


def title(session: DriverSession, parameters: CommandParameters) -> object:
    return session.window.ask(scripts.TITLE)


def source(session: DriverSession, parameters: CommandParameters) -> object:
    return session.ask(scripts.SOURCE)


def handle(session: DriverSession, parameters: CommandParameters) -> object:
    return session.window.target


def handles(session: DriverSession, parameters: CommandParameters) -> object:
    return list(session.browser.windows)


def new_window(session: DriverSession, parameters: CommandParameters) -> object:
    return {"handle": session.browser.new(), "type": parameters.get("type") or "tab"}


def switch_to_window(session: DriverSession, parameters: CommandParameters) -> None:
    session.frames = []
    session.browser.switch(parameters["handle"])


def close_window(session: DriverSession, parameters: CommandParameters) -> object:
    session.frames = []
    session.browser.close()
    return handles(session, parameters)


def switch_to_frame(session: DriverSession, parameters: CommandParameters) -> None:
    asked = parameters["id"]
    if asked is None:
        session.frames = []
        return
    frame = session.ask(scripts.FRAME, asked) if isinstance(asked, int) else asked
    if not isinstance(frame, dict) or ELEMENT not in frame:
        raise error_of(f"no such frame: {asked!r} is none")
    session.window.document(frame[ELEMENT])
    session.frames.append(frame[ELEMENT])


def switch_to_parent(session: DriverSession, parameters: CommandParameters) -> None:
    session.frames = session.frames[:-1]


def rectangle(session: DriverSession, parameters: CommandParameters) -> object:
    bounds = session.call("Browser.getWindowForTarget", targetId=session.window.target)["bounds"]
    return {"x": bounds["left"], "y": bounds["top"], "width": bounds["width"], "height": bounds["height"]}


def set_rectangle(session: DriverSession, parameters: CommandParameters) -> object:
    names = {"x": "left", "y": "top", "width": "width", "height": "height"}
    bounds = {names[name]: int(parameters[name]) for name in names if parameters.get(name) is not None}
    found = session.call("Browser.getWindowForTarget", targetId=session.window.target)
    session.call("Browser.setWindowBounds", windowId=found["windowId"], bounds=bounds)
    return rectangle(session, parameters)


def cookies(session: DriverSession, parameters: CommandParameters) -> object:
    return [_cookie(one) for one in session.call("Network.getCookies")["cookies"]]


def cookie(session: DriverSession, parameters: CommandParameters) -> object:
    for one in session.call("Network.getCookies")["cookies"]:
        if one["name"] == parameters["name"]:
            return _cookie(one)
    raise error_of(f"no such cookie: none is called {parameters['name']!r}")


def add_cookie(session: DriverSession, parameters: CommandParameters) -> None:
    cookie = {"expires" if name == "expiry" else name: part for name, part in parameters["cookie"].items()}
    if "domain" not in cookie:
        cookie["url"] = url(session, parameters)
    session.call("Network.setCookie", **cookie)


def delete_cookie(session: DriverSession, parameters: CommandParameters) -> None:
    session.call("Network.deleteCookies", name=parameters["name"], url=url(session, parameters))


def delete_cookies(session: DriverSession, parameters: CommandParameters) -> None:
    for one in session.call("Network.getCookies")["cookies"]:
        session.call("Network.deleteCookies", name=one["name"], domain=one["domain"], path=one["path"])


def _cookie(found: CommandParameters) -> CommandParameters:
    """Return a cookie of the browser under WebDriver's names."""
    cookie = {name: found[name] for name in ("name", "value", "domain", "path", "secure", "httpOnly")}
    cookie["sameSite"] = found.get("sameSite", "Lax")
    return cookie if found.get("session") else {**cookie, "expiry": int(found["expires"])}
