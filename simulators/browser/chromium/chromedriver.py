"""chromedriver and the options of the Chromium that it starts, the same for every use of Selenium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.processes import BrowserMemory, begin_bounded
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.setting import Setting


@contextmanager
def chromedriver(setting: Setting, home: Path) -> Iterator[Service]:
    """Yield a service for starting a driver; afterwards chromedriver, its browser and their children have ended.

    Their files are in the private folder `home`; killing their common process is faster than a shutdown request.
    """
    environment = chromium.environment(setting, home)
    service = Service(str(chromium.find_driver()), env=environment, popen_kw={"preexec_fn": begin_bounded})
    try:
        yield service
    finally:
        process = getattr(service, "process", None)
        if process is not None:
            kill_and_wait(process_tree(process.pid))
            process.wait()


def options(setting: Setting, proxy: str, home: Path, memory: BrowserMemory | None = None) -> Options:
    """Return the options of a Chromium with `setting` and its files in `home` whose only network is `proxy`, counted by
    `memory`."""
    made = Options()
    made.binary_location = str(chromium.program(home, memory=memory))
    for flag in chromium.piped_flags(setting, proxy):
        made.add_argument(flag)
    made.add_experimental_option("excludeSwitches", ["enable-automation"])
    made.unhandled_prompt_behavior = "ignore"
    return made
