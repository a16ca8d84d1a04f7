"""WebDriver commands that find and read elements and the page (W3C WebDriver, sections 12, 13 and 17)."""

from __future__ import annotations

import time
from typing import Final

from simulators.webdriver import scripts
from simulators.webdriver.driver_session import Command, CommandParameters, DriverSession
from simulators.webdriver.errors import error_of
from simulators.webdriver.serialization import ELEMENT, node_of

POLL_SECONDS: Final = 0.05
"""Seconds between two searches for an element that a testcode waits for."""


def find(session: DriverSession, given: CommandParameters) -> object:
    return _first(session, given)


def find_all(session: DriverSession, given: CommandParameters) -> object:
    return _several(session, given)


def find_below(session: DriverSession, given: CommandParameters) -> object:
    return _first(session, given, {ELEMENT: given.get("id") or given.get("shadowId")})


def find_all_below(session: DriverSession, given: CommandParameters) -> object:
    return _several(session, given, {ELEMENT: given.get("id") or given.get("shadowId")})


def _first(session: DriverSession, given: CommandParameters, *root: object) -> object:
    element = _found(session, given, False, *root)
    if element is None and session.window.dialog is None:
        sought = f'{{"method":"{given["using"]}","selector":"{given["value"]}"}}'
        raise error_of(f"no such element: Unable to locate element: {sought}")
    return element


def _several(session: DriverSession, given: CommandParameters, *root: object) -> object:
    return _found(session, given, True, *root) or []


def _found(session: DriverSession, given: CommandParameters, several: bool, *root: object) -> object:
    end = time.monotonic() + session.implicit
    while True:
        found = session.ask(scripts.FIND, given["using"], given["value"], several, *root)
        if found or time.monotonic() >= end:
            return found
        session.browser.pipe.listen(POLL_SECONDS)


def active(session: DriverSession, given: CommandParameters) -> object:
    return session.ask(scripts.ACTIVE)


def _telling(script: str, *names: str) -> Command:
    """Return the command that calls `script` with an element and those of its parameters that have the `names`."""
    return lambda session, given: session.of_element(script, given, *(given[name] for name in names))


shadow_root = _telling(scripts.SHADOW_ROOT)
text = _telling(scripts.TEXT)
tag_name = _telling(scripts.TAG_NAME)
attribute = _telling(scripts.ATTRIBUTE, "name")
style = _telling(scripts.STYLE, "propertyName")
selected = _telling(scripts.SELECTED)
enabled = _telling(scripts.ENABLED)
element_rectangle = _telling(scripts.RECTANGLE)


def property_of(session: DriverSession, given: CommandParameters) -> object:
    return session.ask(scripts.PROPERTY, {ELEMENT: given["id"]}, given["name"], testcodes=True)


def role(session: DriverSession, given: CommandParameters) -> object:
    return _accessible(session, given, "role")


def label(session: DriverSession, given: CommandParameters) -> object:
    return _accessible(session, given, "name")


def _accessible(session: DriverSession, given: CommandParameters, what: str) -> object:
    node = node_of(given["id"])
    nodes = session.call("Accessibility.getPartialAXTree", backendNodeId=node, fetchRelatives=False)["nodes"]
    return nodes[0].get(what, {}).get("value", "") if nodes else ""


def script_answer(session: DriverSession, given: CommandParameters) -> object:
    return session.ask(f"function () {{ {given['script']}\n}}", *given["args"], testcodes=True)


def later_answer(session: DriverSession, given: CommandParameters) -> object:
    called = f"(function () {{ {given['script']}\n}}).apply(null, [...given, done])"
    return session.ask(f"(...given) => new Promise((done) => {{ {called}; }})", *given["args"], testcodes=True)


def screenshot(session: DriverSession, given: CommandParameters) -> object:
    return session.call("Page.captureScreenshot", format="png").get("data", "")


def element_screenshot(session: DriverSession, given: CommandParameters) -> object:
    session.of_element("(element) => element.scrollIntoView({ block: 'nearest', behavior: 'instant' })", given)
    box = element_rectangle(session, given)
    assert isinstance(box, dict)
    return session.call("Page.captureScreenshot", format="png", clip={**box, "scale": 1}).get("data", "")


def printed(session: DriverSession, given: CommandParameters) -> object:
    return session.call("Page.printToPDF").get("data", "")
