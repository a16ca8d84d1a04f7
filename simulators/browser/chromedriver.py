"""chromedriver, and the Chromium that it starts: the same for all who speak Selenium."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from simulators.browser import chromium
from simulators.browser.processes import end, family, limit_memory
from simulators.setting import Setting

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def end_with_parent() -> None:
    """In the child: the kernel ends it when the evaluator is killed (Chromium ends with its pipe, too), and its memory
    is bounded."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    limit_memory()


@contextmanager
def chromedriver(setting: Setting, home: Path) -> Iterator[Service]:
    """What a driver is started with; chromedriver, its browser and all below are gone afterwards.

    They live in the private folder `home` and under one process: ending that is quicker than asking it.
    """
    environment = chromium.environment(setting, home)
    service = Service(str(chromium.find_driver()), env=environment, popen_kw={"preexec_fn": end_with_parent})
    try:
        yield service
    finally:
        process = getattr(service, "process", None)
        if process is not None:
            end(family(process.pid))
            process.wait()


def options(setting: Setting, proxy: str) -> Options:
    """A Chromium that sees `setting` and has no network but `proxy`."""
    made = Options()
    browser = chromium.find_browser()
    made.binary_location = str(browser)
    for flag in chromium.flags(setting, proxy):
        made.add_argument(flag)
    # No port that a judged project could find; and a browser whose driver is killed ends with the pipe.
    made.add_argument("--remote-debugging-pipe")
    if "headless" not in browser.name:
        made.add_argument("--headless")
    made.add_experimental_option("excludeSwitches", ["enable-automation"])
    made.unhandled_prompt_behavior = "ignore"
    return made


def permissions(downloads: Path) -> tuple[tuple[str, dict[str, object]], ...]:
    """Commands of the browser's own protocol: where files are saved, and that pages may use the clipboard."""
    return (
        ("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)}),
        ("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    )
