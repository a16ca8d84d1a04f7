"""What stands in for Selenium's connection to a driver, and the table of the commands that it takes."""

from __future__ import annotations

from typing import Final

from selenium.webdriver.remote.command import Command

from simulators.original.remote_end import cookies, doing, going, looking
from simulators.original.remote_end.browser import Browser
from simulators.original.remote_end.errors import error_of
from simulators.original.remote_end.pipe import Refused
from simulators.original.remote_end.session import Command as Act
from simulators.original.remote_end.session import Given, Session


class Connection:
    """What `selenium.webdriver.Remote` takes for its command executor: answers, or raises Selenium's exceptions."""

    def __init__(self, browser: Browser) -> None:
        self._session = Session(browser)

    def execute(self, command: str, params: Given | None) -> dict[str, object]:
        """W3C WebDriver, section 6: the answer to a command, under ``value``."""
        act = COMMANDS.get(command)
        if act is None:
            raise error_of(f"unknown command: {command} is not offered here")
        if command not in DESPITE_DIALOGS:
            self._session.ready()
        try:
            return {"value": act(self._session, params or {})}
        except Refused as error:
            raise error_of(str(error)) from None

    def listen(self, seconds: float) -> None:
        """Wait until the browser tells of something, at most for `seconds`."""
        self._session.browser.pipe.listen(seconds)

    def close(self) -> None:
        """Selenium ends its connection; the browser is ended by who started it."""


def _new_session(session: Session, given: Given) -> object:
    capabilities = {"browserName": "chrome", "platformName": "linux", "acceptInsecureCerts": False}
    return {"sessionId": "chromium", "capabilities": {**capabilities, "setWindowRect": True}}


def _set_timeouts(session: Session, given: Given) -> None:
    session.page_load = _seconds(given.get("pageLoad"), session.page_load)
    session.script = _seconds(given.get("script"), session.script)
    session.implicit = _seconds(given.get("implicit"), session.implicit)


def _get_timeouts(session: Session, given: Given) -> object:
    kinds = {"pageLoad": session.page_load, "script": session.script, "implicit": session.implicit}
    return {name: int(seconds * 1000) for name, seconds in kinds.items()}


def _seconds(milliseconds: float | None, before: float) -> float:
    return before if milliseconds is None else milliseconds / 1000


def _quit(session: Session, given: Given) -> None:
    """Nothing: the browser is the whole mission's, and ended by who started it."""


def _protocol(session: Session, given: Given) -> object:
    return session.call(given["cmd"], **given["params"])


COMMANDS: Final[dict[str, Act]] = {
    Command.NEW_SESSION: _new_session,
    Command.SET_TIMEOUTS: _set_timeouts,
    Command.GET_TIMEOUTS: _get_timeouts,
    Command.QUIT: _quit,
    "executeCdpCommand": _protocol,
    Command.GET: going.get,
    Command.REFRESH: going.refresh,
    Command.GO_BACK: going.back,
    Command.GO_FORWARD: going.forward,
    Command.GET_CURRENT_URL: going.url,
    Command.GET_TITLE: going.title,
    Command.GET_PAGE_SOURCE: going.source,
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: going.handle,
    Command.W3C_GET_WINDOW_HANDLES: going.handles,
    Command.NEW_WINDOW: going.new_window,
    Command.SWITCH_TO_WINDOW: going.switch_to_window,
    Command.CLOSE: going.close_window,
    Command.SWITCH_TO_FRAME: going.switch_to_frame,
    Command.SWITCH_TO_PARENT_FRAME: going.switch_to_parent,
    Command.GET_WINDOW_RECT: going.rectangle,
    Command.SET_WINDOW_RECT: going.set_rectangle,
    Command.W3C_MAXIMIZE_WINDOW: going.rectangle,
    Command.FULLSCREEN_WINDOW: going.rectangle,
    Command.MINIMIZE_WINDOW: going.rectangle,
    Command.FIND_ELEMENT: looking.find,
    Command.FIND_ELEMENTS: looking.find_all,
    Command.FIND_CHILD_ELEMENT: looking.find_below,
    Command.FIND_CHILD_ELEMENTS: looking.find_all_below,
    Command.FIND_ELEMENT_FROM_SHADOW_ROOT: looking.find_below,
    Command.FIND_ELEMENTS_FROM_SHADOW_ROOT: looking.find_all_below,
    Command.W3C_GET_ACTIVE_ELEMENT: looking.active,
    Command.GET_SHADOW_ROOT: looking.shadow_root,
    Command.GET_ELEMENT_TEXT: looking.text,
    Command.GET_ELEMENT_TAG_NAME: looking.tag_name,
    Command.GET_ELEMENT_ATTRIBUTE: looking.attribute,
    Command.GET_ELEMENT_PROPERTY: looking.property_of,
    Command.GET_ELEMENT_VALUE_OF_CSS_PROPERTY: looking.style,
    Command.IS_ELEMENT_SELECTED: looking.selected,
    Command.IS_ELEMENT_ENABLED: looking.enabled,
    Command.GET_ELEMENT_RECT: looking.element_rectangle,
    Command.GET_ELEMENT_ARIA_ROLE: looking.role,
    Command.GET_ELEMENT_ARIA_LABEL: looking.label,
    Command.CLICK_ELEMENT: doing.click,
    Command.CLEAR_ELEMENT: doing.clear,
    Command.SEND_KEYS_TO_ELEMENT: doing.send_keys,
    Command.W3C_ACTIONS: doing.perform,
    Command.W3C_CLEAR_ACTIONS: doing.release,
    Command.W3C_GET_ALERT_TEXT: doing.alert_text,
    Command.W3C_SET_ALERT_VALUE: doing.answer_prompt,
    Command.W3C_ACCEPT_ALERT: doing.accept,
    Command.W3C_DISMISS_ALERT: doing.dismiss,
    Command.W3C_EXECUTE_SCRIPT: looking.script_answer,
    Command.W3C_EXECUTE_SCRIPT_ASYNC: looking.later_answer,
    Command.GET_ALL_COOKIES: cookies.cookies,
    Command.GET_COOKIE: cookies.cookie,
    Command.ADD_COOKIE: cookies.add_cookie,
    Command.DELETE_COOKIE: cookies.delete_cookie,
    Command.DELETE_ALL_COOKIES: cookies.delete_cookies,
    Command.SCREENSHOT: looking.screenshot,
    Command.ELEMENT_SCREENSHOT: looking.element_screenshot,
    Command.PRINT_PAGE: looking.printed,
}

DESPITE_DIALOGS: Final = frozenset(
    {
        Command.QUIT,
        Command.NEW_SESSION,
        Command.SET_TIMEOUTS,
        Command.GET_TIMEOUTS,
        Command.CLOSE,
        Command.SWITCH_TO_WINDOW,
        Command.W3C_GET_CURRENT_WINDOW_HANDLE,
        Command.W3C_GET_WINDOW_HANDLES,
        Command.W3C_GET_ALERT_TEXT,
        Command.W3C_SET_ALERT_VALUE,
        Command.W3C_ACCEPT_ALERT,
        Command.W3C_DISMISS_ALERT,
    }
)
"""Commands that no open dialog, and no page on its way, holds up."""
