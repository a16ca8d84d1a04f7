"""Remote ends of WebDriver for `selenium.webdriver.Remote`: Chromium itself or chromedriver."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from selenium.webdriver.chrome.options import Options
from selenium.webdriver.remote.remote_connection import RemoteConnection

from simulators.errors import InfrastructureError
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting, WebDriverKind
from simulators.webdriver.executor import CommandExecutor

_log = logging.getLogger(__name__)


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
    """Yield a remote end of the kind named in the setting; chromedriver when Chromium's protocol answers unexpectedly.

    Raises `InfrastructureError` when no browser can be started.
    """
    with ExitStack() as closing:
        yield _open(request, closing)


def _open(request: DriverRequest, closing: ExitStack) -> RemoteEnd:
    from simulators.webdriver.chromedriver import open_chromedriver
    from simulators.webdriver.direct import open_direct

    if request.setting.webdriver is WebDriverKind.CHROMEDRIVER:
        return closing.enter_context(open_chromedriver(request))
    try:
        return closing.enter_context(open_direct(request))
    except UnexpectedProtocol as error:
        _log.warning("%s; chromedriver is used instead", error)
        return closing.enter_context(open_chromedriver(request))
