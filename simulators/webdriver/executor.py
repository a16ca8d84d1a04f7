"""Command executor for Selenium without chromedriver, and the table of its commands."""

from __future__ import annotations

from typing import Final

from selenium.webdriver.remote.command import Command

from simulators.webdriver import cookies, interaction, navigation, queries
from simulators.webdriver.context import BrowserContext
from simulators.webdriver.driver_session import Command as Act
from simulators.webdriver.driver_session import CommandParameters, DriverSession
from simulators.webdriver.errors import error_of
from simulators.webdriver.pipe import ProtocolError


class CommandExecutor:
    """Command executor for `selenium.webdriver.Remote`: answers, or raises Selenium's exceptions."""

    def __init__(self, browser: BrowserContext) -> None:
        self._session = DriverSession(browser)

    def execute(self, command: str, params: CommandParameters | None) -> dict[str, object]:
        """Return the answer to a command under ``value`` (W3C WebDriver, section 6)."""
        act = COMMANDS.get(command)
        if act is None:
            raise error_of(f"unknown command: {command} is not offered here")
        if command not in DESPITE_DIALOGS:
            self._session.ready()
        try:
            return {"value": act(self._session, params or {})}
        except ProtocolError as error:
            raise error_of(str(error)) from None

    def listen(self, seconds: float) -> None:
        """Wait for the next message of the browser, at most `seconds`."""
        self._session.browser.pipe.listen(seconds)

    def close(self) -> None:
        """Do nothing: the component that started the browser ends it."""


def _new_session(session: DriverSession, given: CommandParameters) -> object:
    capabilities = {"browserName": "chrome", "platformName": "linux", "acceptInsecureCerts": False}
    return {"sessionId": "chromium", "capabilities": {**capabilities, "setWindowRect": True}}


def _set_timeouts(session: DriverSession, given: CommandParameters) -> None:
    session.page_load = _seconds(given.get("pageLoad"), session.page_load)
    session.script = _seconds(given.get("script"), session.script)
    session.implicit = _seconds(given.get("implicit"), session.implicit)


def _get_timeouts(session: DriverSession, given: CommandParameters) -> object:
    kinds = {"pageLoad": session.page_load, "script": session.script, "implicit": session.implicit}
    return {name: int(seconds * 1000) for name, seconds in kinds.items()}


def _seconds(milliseconds: float | None, before: float) -> float:
    return before if milliseconds is None else milliseconds / 1000


def _quit(session: DriverSession, given: CommandParameters) -> None:
    """Do nothing: the component that started the browser ends it."""


def _protocol(session: DriverSession, given: CommandParameters) -> object:
    return session.call(given["cmd"], **given["params"])


CDP_COMMAND: Final = "executeCdpCommand"
"""Selenium's name for a command of Chromium's own protocol."""

COMMANDS: Final[dict[str, Act]] = {
    Command.NEW_SESSION: _new_session,
    Command.SET_TIMEOUTS: _set_timeouts,
    Command.GET_TIMEOUTS: _get_timeouts,
    Command.QUIT: _quit,
    CDP_COMMAND: _protocol,
    Command.GET: navigation.get,
    Command.REFRESH: navigation.refresh,
    Command.GO_BACK: navigation.back,
    Command.GO_FORWARD: navigation.forward,
    Command.GET_CURRENT_URL: navigation.url,
    Command.GET_TITLE: navigation.title,
    Command.GET_PAGE_SOURCE: navigation.source,
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: navigation.handle,
    Command.W3C_GET_WINDOW_HANDLES: navigation.handles,
    Command.NEW_WINDOW: navigation.new_window,
    Command.SWITCH_TO_WINDOW: navigation.switch_to_window,
    Command.CLOSE: navigation.close_window,
    Command.SWITCH_TO_FRAME: navigation.switch_to_frame,
    Command.SWITCH_TO_PARENT_FRAME: navigation.switch_to_parent,
    Command.GET_WINDOW_RECT: navigation.rectangle,
    Command.SET_WINDOW_RECT: navigation.set_rectangle,
    Command.W3C_MAXIMIZE_WINDOW: navigation.rectangle,
    Command.FULLSCREEN_WINDOW: navigation.rectangle,
    Command.MINIMIZE_WINDOW: navigation.rectangle,
    Command.FIND_ELEMENT: queries.find,
    Command.FIND_ELEMENTS: queries.find_all,
    Command.FIND_CHILD_ELEMENT: queries.find_below,
    Command.FIND_CHILD_ELEMENTS: queries.find_all_below,
    Command.FIND_ELEMENT_FROM_SHADOW_ROOT: queries.find_below,
    Command.FIND_ELEMENTS_FROM_SHADOW_ROOT: queries.find_all_below,
    Command.W3C_GET_ACTIVE_ELEMENT: queries.active,
    Command.GET_SHADOW_ROOT: queries.shadow_root,
    Command.GET_ELEMENT_TEXT: queries.text,
    Command.GET_ELEMENT_TAG_NAME: queries.tag_name,
    Command.GET_ELEMENT_ATTRIBUTE: queries.attribute,
    Command.GET_ELEMENT_PROPERTY: queries.property_of,
    Command.GET_ELEMENT_VALUE_OF_CSS_PROPERTY: queries.style,
    Command.IS_ELEMENT_SELECTED: queries.selected,
    Command.IS_ELEMENT_ENABLED: queries.enabled,
    Command.GET_ELEMENT_RECT: queries.element_rectangle,
    Command.GET_ELEMENT_ARIA_ROLE: queries.role,
    Command.GET_ELEMENT_ARIA_LABEL: queries.label,
    Command.CLICK_ELEMENT: interaction.click,
    Command.CLEAR_ELEMENT: interaction.clear,
    Command.SEND_KEYS_TO_ELEMENT: interaction.send_keys,
    Command.W3C_ACTIONS: interaction.perform,
    Command.W3C_CLEAR_ACTIONS: interaction.release,
    Command.W3C_GET_ALERT_TEXT: interaction.alert_text,
    Command.W3C_SET_ALERT_VALUE: interaction.answer_prompt,
    Command.W3C_ACCEPT_ALERT: interaction.accept,
    Command.W3C_DISMISS_ALERT: interaction.dismiss,
    Command.W3C_EXECUTE_SCRIPT: queries.script_answer,
    Command.W3C_EXECUTE_SCRIPT_ASYNC: queries.later_answer,
    Command.GET_ALL_COOKIES: cookies.cookies,
    Command.GET_COOKIE: cookies.cookie,
    Command.ADD_COOKIE: cookies.add_cookie,
    Command.DELETE_COOKIE: cookies.delete_cookie,
    Command.DELETE_ALL_COOKIES: cookies.delete_cookies,
    Command.SCREENSHOT: queries.screenshot,
    Command.ELEMENT_SCREENSHOT: queries.element_screenshot,
    Command.PRINT_PAGE: queries.printed,
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
"""Commands that do not wait for a loading page and work while a dialog is open."""
