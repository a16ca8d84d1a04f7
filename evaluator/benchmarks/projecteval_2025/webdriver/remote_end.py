"""Remote ends of WebDriver for `selenium.webdriver.Remote`: Chromium itself or chromedriver."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.remote_connection import ChromeRemoteConnection
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection

from evaluator.benchmarks.projecteval_2025.webdriver.chromium import Running, borrowed_chromium
from evaluator.benchmarks.projecteval_2025.webdriver.executor import CDP_COMMAND, CommandExecutor
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import Pipe, ProtocolError
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import ELEMENT, node_of
from evaluator.benchmarks.projecteval_2025.webdriver.session import BrowserContext
from evaluator.benchmarks.projecteval_2025.webdriver.window import Window
from simulators.browser.chromium import launch
from simulators.browser.chromium.browser_files import private_folder
from simulators.browser.chromium.chromedriver import chromedriver, options
from simulators.browser.chromium.launch import CLEAR_CLIPBOARD
from simulators.browser.chromium.processes import limited_memory
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

_log = logging.getLogger(__name__)


class WebDriverKind(StrEnum):
    """Component that answers the WebDriver commands of the public testcodes."""

    DIRECT = "direct"
    """Chromium itself, through its debugging pipe; falls back to chromedriver."""
    CHROMEDRIVER = "chromedriver"
    """chromedriver, the reference; slower."""


@dataclass(frozen=True)
class DriverRequest:
    """Setting of the browser, the address of its proxy, its download folder, and scripts to run before a page's own.

    `worker` holds the browsers that later requests reuse.
    """

    setting: Setting
    proxy: str
    downloads: Path
    init_scripts: tuple[str, ...] = ()
    worker: WorkerContext | None = None
    kind: WebDriverKind = WebDriverKind.DIRECT


@dataclass(frozen=True)
class RemoteEnd:
    """Command executor and options for `selenium.webdriver.Remote`; `pid` is the process to kill.

    `listen` waits for an event of the browser, at most for the given seconds. `prepare` must be called with the
    executor's new session before the first page is opened.
    """

    executor: CommandExecutor | RemoteConnection
    pid: int
    listen: Callable[[float], None]
    options: Options = field(default_factory=Options)
    prepare: Callable[[], None] = lambda: None


class UnexpectedProtocol(InfrastructureError):
    """Chromium's DevTools protocol does not answer as this version of the direct remote end expects."""


@contextmanager
def open_remote_end(request: DriverRequest) -> Iterator[RemoteEnd]:
    """Yield a remote end of the requested kind; chromedriver when Chromium's protocol answers unexpectedly.

    Raises `InfrastructureError` when no browser can be started.
    """
    with ExitStack() as closing:
        yield _open(request, closing)


def _open(request: DriverRequest, closing: ExitStack) -> RemoteEnd:
    if request.kind is WebDriverKind.CHROMEDRIVER:
        return closing.enter_context(open_chromedriver(request))
    try:
        return closing.enter_context(open_direct(request))
    except UnexpectedProtocol as error:
        _log.warning("%s; chromedriver is used instead", error)
        return closing.enter_context(open_chromedriver(request))


END_SECONDS = 5.0
"""Seconds that a context may take to close; a browser that takes longer is killed."""


@contextmanager
def open_direct(request: DriverRequest) -> Iterator[RemoteEnd]:
    """Yield a remote end with its own browser context, closed afterwards.

    Raises `UnexpectedProtocol` when Chromium runs but does not answer as expected, `InfrastructureError` when it does
    not run.
    """
    with borrowed_chromium(request.setting, request.worker) as running:
        try:
            context = _new_context(running.pipe, request)
            browser = BrowserContext(running.pipe, context, partial(_prepare, scripts=request.init_scripts))
            _check_protocol(browser.current)
        except TimeoutException as error:
            raise InfrastructureError(f"Chromium does not start: {error.msg}", FailureKind.BROWSER_LOST) from error
        except (WebDriverException, ProtocolError, KeyError, ValueError) as error:
            if running.process.poll() is not None:
                raise InfrastructureError("Chromium ended while it started", FailureKind.BROWSER_LOST) from error
            raise UnexpectedProtocol(f"Chromium's protocol answers unexpectedly: {error}") from error
        executor = CommandExecutor(browser)
        yield RemoteEnd(executor, running.process.pid, executor.listen)
        _leave(running, context)


def _new_context(pipe: Pipe, request: DriverRequest) -> str:
    """Return the id of a new context: no cookies, no storage, no network but the proxy."""
    network = {"proxyServer": request.proxy, "proxyBypassList": "<-loopback>"}
    context = str(pipe.call("Target.createBrowserContext", network)["browserContextId"])
    for command, arguments in launch.permissions(request.downloads):
        pipe.call(command, {**arguments, "browserContextId": context})
    return context


def _prepare(window: Window, scripts: Sequence[str]) -> None:
    window.prepare("Page.enable", {})
    for script in scripts:
        window.prepare("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def _check_protocol(window: Window) -> None:
    """Empty the clipboard, and ask for an element. Raises `KeyError` or `ValueError` for answers of another form."""
    window.ask(CLEAR_CLIPBOARD, testcodes=True)  # waits for the promise
    answer = window.ask("() => ({ root: document.documentElement })")
    if not isinstance(answer, dict):
        raise ValueError(f"an object is answered by {answer!r}")
    node_of(answer["root"][ELEMENT])


def _leave(running: Running, context: str) -> None:
    """Close the context with everything in it; if that fails, end the browser."""
    try:
        running.pipe.call("Target.disposeBrowserContext", {"browserContextId": context}, END_SECONDS)
        running.pipe.forget()
    except (WebDriverException, ProtocolError):
        kill_and_wait(process_tree(running.process.pid))


@contextmanager
def open_chromedriver(request: DriverRequest) -> Iterator[RemoteEnd]:
    """Yield a remote end with its own chromedriver and Chromium, ended afterwards. Raises `InfrastructureError`."""
    with (
        private_folder("chromedriver") as home,
        limited_memory(home) as memory,
        chromedriver(request.setting, home) as service,
    ):
        try:
            service.start()
        except WebDriverException as error:
            message = f"chromedriver does not start: {error.msg}"
            raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
        executor = PreparingExecutor(service.service_url, request)
        memory.watch(service.process.pid)
        made = options(request.setting, request.proxy, home, memory)
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
