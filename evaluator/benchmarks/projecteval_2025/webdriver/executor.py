"""Command executor for Selenium without chromedriver, and the table of its commands."""

from __future__ import annotations

from typing import Final

from selenium.webdriver.remote.command import Command

from evaluator.benchmarks.projecteval_2025.webdriver import elements, navigation
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import ProtocolError, error_of
from evaluator.benchmarks.projecteval_2025.webdriver.session import BrowserContext, CommandParameters, DriverSession
from evaluator.benchmarks.projecteval_2025.webdriver.session import Command as Act


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


def _new_session(session: DriverSession, parameters: CommandParameters) -> object:
    capabilities = {"browserName": "chrome", "platformName": "linux", "acceptInsecureCerts": False}
    return {"sessionId": "chromium", "capabilities": {**capabilities, "setWindowRect": True}}


def _set_timeouts(session: DriverSession, parameters: CommandParameters) -> None:
    session.page_load = _seconds(parameters.get("pageLoad"), session.page_load)
    session.script = _seconds(parameters.get("script"), session.script)
    session.implicit = _seconds(parameters.get("implicit"), session.implicit)


def _get_timeouts(session: DriverSession, parameters: CommandParameters) -> object:
    kinds = {"pageLoad": session.page_load, "script": session.script, "implicit": session.implicit}
    return {name: int(seconds * 1000) for name, seconds in kinds.items()}


def _seconds(milliseconds: float | None, before: float) -> float:
    return before if milliseconds is None else milliseconds / 1000


def _quit(session: DriverSession, parameters: CommandParameters) -> None:
    """Do nothing: the component that started the browser ends it."""


def _protocol(session: DriverSession, parameters: CommandParameters) -> object:
    return session.call(parameters["cmd"], **parameters["params"])


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
    Command.FIND_ELEMENT: elements.find,
    Command.FIND_ELEMENTS: elements.find_all,
    Command.FIND_CHILD_ELEMENT: elements.find_below,
    Command.FIND_CHILD_ELEMENTS: elements.find_all_below,
    Command.FIND_ELEMENT_FROM_SHADOW_ROOT: elements.find_below,
    Command.FIND_ELEMENTS_FROM_SHADOW_ROOT: elements.find_all_below,
    Command.W3C_GET_ACTIVE_ELEMENT: elements.active,
    Command.GET_SHADOW_ROOT: elements.shadow_root,
    Command.GET_ELEMENT_TEXT: elements.text,
    Command.GET_ELEMENT_TAG_NAME: elements.tag_name,
    Command.GET_ELEMENT_ATTRIBUTE: elements.attribute,
    Command.GET_ELEMENT_PROPERTY: elements.property_of,
    Command.GET_ELEMENT_VALUE_OF_CSS_PROPERTY: elements.style,
    Command.IS_ELEMENT_SELECTED: elements.selected,
    Command.IS_ELEMENT_ENABLED: elements.enabled,
    Command.GET_ELEMENT_RECT: elements.element_rectangle,
    Command.GET_ELEMENT_ARIA_ROLE: elements.role,
    Command.GET_ELEMENT_ARIA_LABEL: elements.label,
    Command.CLICK_ELEMENT: elements.click,
    Command.CLEAR_ELEMENT: elements.clear,
    Command.SEND_KEYS_TO_ELEMENT: elements.send_keys,
    Command.W3C_ACTIONS: elements.perform,
    Command.W3C_CLEAR_ACTIONS: elements.release,
    Command.W3C_GET_ALERT_TEXT: elements.alert_text,
    Command.W3C_SET_ALERT_VALUE: elements.answer_prompt,
    Command.W3C_ACCEPT_ALERT: elements.accept,
    Command.W3C_DISMISS_ALERT: elements.dismiss,
    Command.W3C_EXECUTE_SCRIPT: elements.script_answer,
    Command.W3C_EXECUTE_SCRIPT_ASYNC: elements.async_script_answer,
    Command.GET_ALL_COOKIES: navigation.cookies,
    Command.GET_COOKIE: navigation.cookie,
    Command.ADD_COOKIE: navigation.add_cookie,
    Command.DELETE_COOKIE: navigation.delete_cookie,
    Command.DELETE_ALL_COOKIES: navigation.delete_cookies,
    Command.SCREENSHOT: elements.screenshot,
    Command.ELEMENT_SCREENSHOT: elements.element_screenshot,
    Command.PRINT_PAGE: elements.printed,
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
