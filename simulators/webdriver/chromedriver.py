"""Remote end answered by chromedriver: the reference for the direct remote end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.remote_connection import ChromeRemoteConnection
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command

from simulators.browser.chromium import launch
from simulators.browser.chromium.chromedriver import chromedriver, options
from simulators.browser.chromium.page_scripts import CLEAR_CLIPBOARD
from simulators.browser.chromium.temporary_folders import private_folder
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.webdriver.executor import CDP_COMMAND
from simulators.webdriver.remote_end import DriverRequest, RemoteEnd

ENTERS_WINDOW = (Command.NEW_SESSION, Command.SWITCH_TO_WINDOW)


@contextmanager
def open_chromedriver(request: DriverRequest) -> Iterator[RemoteEnd]:
    """Yield a remote end with its own chromedriver and Chromium, ended afterwards. Raises `InfrastructureError`."""
    with private_folder("chromedriver") as home, chromedriver(request.setting, home) as service:
        try:
            service.start()
        except WebDriverException as error:
            message = f"chromedriver does not start: {error.msg}"
            raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
        executor = PreparingExecutor(service.service_url, request)
        made = options(request.setting, request.proxy, home)
        try:
            yield RemoteEnd(executor, service.process.pid, time.sleep, made, executor.prepare)
        finally:
            executor.close()  # type: ignore[no-untyped-call]


class PreparingExecutor(ChromeRemoteConnection):
    """Connection to chromedriver that runs the requested scripts in the pages of every window that is entered."""

    def __init__(self, address: str, request: DriverRequest) -> None:
        super().__init__(address, client_config=ClientConfig(remote_server_addr=address, keep_alive=True))
        self._wanted = request
        self._session = ""
        self._prepared: set[str] = set()

    def execute(self, command: str, params: dict[str, object]) -> dict[str, object]:
        """Execute like Selenium's own executor, and prepare a window that is entered for the first time."""
        answer: dict[str, object] = super().execute(command, params)  # type: ignore[no-untyped-call]
        value = answer.get("value")
        if command == Command.NEW_SESSION and isinstance(value, dict):
            self._session = str(value.get("sessionId", ""))
        if command == Command.SWITCH_TO_WINDOW and answer.get("status") is None and value is None:
            self._prepare_window(str(params["handle"]))
        return answer

    def prepare(self) -> None:
        """Set up downloads, permissions and the first window, once the session has begun."""
        for command, arguments in launch.permissions(self._wanted.downloads):
            self._protocol(command, arguments)
        self._protocol(
            "Runtime.evaluate", {"expression": f"({CLEAR_CLIPBOARD})()", "userGesture": True, "awaitPromise": True}
        )
        self._prepare_window("")

    def _prepare_window(self, handle: str) -> None:
        if handle in self._prepared:
            return
        self._prepared.add(handle)
        for script in self._wanted.init_scripts:
            self._protocol("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def _protocol(self, command: str, arguments: dict[str, object]) -> None:
        super().execute(CDP_COMMAND, {"cmd": command, "params": arguments, "sessionId": self._session})  # type: ignore[no-untyped-call]
