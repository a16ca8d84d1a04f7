"""Remote end answered by Chromium itself, through its debugging pipe: a browser context in a shared Chromium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from selenium.common.exceptions import TimeoutException, WebDriverException

from simulators.browser.chromium import launch
from simulators.browser.chromium.page_scripts import CLEAR_CLIPBOARD
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.webdriver.chromium import Running, borrowed_chromium
from simulators.webdriver.context import BrowserContext
from simulators.webdriver.executor import CommandExecutor
from simulators.webdriver.pipe import Pipe, ProtocolError
from simulators.webdriver.remote_end import DriverRequest, RemoteEnd, UnexpectedProtocol
from simulators.webdriver.serialization import ELEMENT, node_of
from simulators.webdriver.window import Window

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
