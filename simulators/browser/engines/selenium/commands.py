"""Commands to a Selenium driver, with time limits, answers to dialogs, and translated exceptions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from selenium.common.exceptions import (
    NoAlertPresentException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError, ReadTimeoutError

from simulators.browser.engines.interface import (
    MAX_DIALOGS,
    MAX_MESSAGE_CHARS,
    DialogAnswer,
    DialogHandler,
    LimitExceeded,
    NoAnswer,
    PageChanged,
)
from simulators.browser.engines.selenium.errors import translated
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree

T = TypeVar("T")


class Commands:
    """Runs actions of a driver one at a time; `pid` is chromedriver's process."""

    def __init__(self, driver: Chrome, pid: int) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self._driver = driver
        assert isinstance(driver.command_executor, RemoteConnection)
        self._connection = driver.command_executor
        self._pid = pid
        self._ended = ""

    def run(self, action: Callable[[], T], timeout: float, again: bool = True) -> T:
        """Return the result of `action`, repeated when a dialog prevented it (not `again`: None then)."""
        for _ in range(MAX_DIALOGS):
            self.check_alive()
            self._connection.client_config.timeout = timeout + 0.5
            try:
                return action()
            except UnexpectedAlertPresentException:
                self._answer()
                if not again:
                    return None  # type: ignore[return-value]  # an input, which gives nothing
            except (WebDriverException, HTTPError, OSError) as error:
                raise self._translated(error, timeout) from error
        self.end_browser(f"the page opened more than {MAX_DIALOGS} dialogs")
        raise LimitExceeded(self._ended)

    def protocol(self, method: str, parameters: Mapping[str, object], timeout: float) -> Mapping[str, Any]:
        """Return the answer to a command of Chromium's own protocol."""
        answer: Mapping[str, Any] | None = self.run(
            lambda: self._driver.execute_cdp_cmd(method, dict(parameters)), timeout
        )
        if answer is None:
            raise PageChanged("a dialog opened before the browser answered")
        return answer

    def check_alive(self) -> None:
        """Raise `LimitExceeded` when the browser was ended because of what its page did."""
        if self._ended:
            raise LimitExceeded(self._ended)

    def end_browser(self, reason: str) -> None:
        """End a browser that its page has made unusable."""
        self._ended = reason
        kill_and_wait(process_tree(self._pid))

    def _translated(self, error: Exception, timeout: float) -> Exception:
        if self._ended:
            return LimitExceeded(self._ended)
        if isinstance(error, ReadTimeoutError):  # chromedriver is stuck with the page
            self.end_browser(f"the page did not answer within {timeout:.3g} seconds")
            return NoAnswer(self._ended)
        return translated(error, timeout)

    def _answer(self) -> None:
        alert = self._driver.switch_to.alert
        with suppress(NoAlertPresentException, UnexpectedAlertPresentException):
            answer = self.decide(self._kind_of_dialog(), alert.text[:MAX_MESSAGE_CHARS])
            if not answer.accept:
                alert.dismiss()
                return
            if answer.typing is not None:
                with suppress(WebDriverException):  # an alert takes no text
                    alert.send_keys(answer.typing)
            alert.accept()

    def _kind_of_dialog(self) -> str:
        kind = "alert"
        for entry in self._driver.get_log("performance"):  # type: ignore[no-untyped-call]
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Page.javascriptDialogOpening":
                kind = message["params"]["type"]
        return kind
