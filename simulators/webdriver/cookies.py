"""WebDriver's commands for cookies (W3C WebDriver, section 14)."""

from __future__ import annotations

from simulators.webdriver import navigation
from simulators.webdriver.driver_session import CommandParameters, DriverSession
from simulators.webdriver.errors import error_of


def cookies(session: DriverSession, given: CommandParameters) -> object:
    return [_cookie(one) for one in session.call("Network.getCookies")["cookies"]]


def cookie(session: DriverSession, given: CommandParameters) -> object:
    for one in session.call("Network.getCookies")["cookies"]:
        if one["name"] == given["name"]:
            return _cookie(one)
    raise error_of(f"no such cookie: none is called {given['name']!r}")


def add_cookie(session: DriverSession, given: CommandParameters) -> None:
    cookie = {"expires" if name == "expiry" else name: part for name, part in given["cookie"].items()}
    if "domain" not in cookie:
        cookie["url"] = navigation.url(session, given)
    session.call("Network.setCookie", **cookie)


def delete_cookie(session: DriverSession, given: CommandParameters) -> None:
    session.call("Network.deleteCookies", name=given["name"], url=navigation.url(session, given))


def delete_cookies(session: DriverSession, given: CommandParameters) -> None:
    for one in session.call("Network.getCookies")["cookies"]:
        session.call("Network.deleteCookies", name=one["name"], domain=one["domain"], path=one["path"])


def _cookie(found: CommandParameters) -> CommandParameters:
    """Return a cookie of the browser under WebDriver's names."""
    cookie = {name: found[name] for name in ("name", "value", "domain", "path", "secure", "httpOnly")}
    cookie["sameSite"] = found.get("sameSite", "Lax")
    return cookie if found.get("session") else {**cookie, "expiry": int(found["expires"])}
