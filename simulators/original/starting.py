"""A Chromium for the testcodes of one mission, started and ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.common.exceptions import SessionNotCreatedException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from urllib3.exceptions import HTTPError

from simulators.browser import chromium
from simulators.browser.gate import Gate
from simulators.browser.processes import end, family, limit_memory
from simulators.errors import SimulatorBroke
from simulators.original.driver import OriginalDriver
from simulators.original.host import Host
from simulators.setting import Setting

START_SECONDS = 60.0
"""Seconds that a browser may take to start, and a page to load."""


@contextmanager
def started_driver(setting: Setting, gate: Gate, folder: Path, host: Host) -> Iterator[OriginalDriver]:
    """A Chromium behind `gate` with a driver of its own; both are gone afterwards."""
    environment = chromium.environment(setting, folder)
    service = Service(str(chromium.find_driver()), env=environment, popen_kw={"preexec_fn": limit_memory})
    try:
        driver = OriginalDriver(_options(setting, gate.address), service, host)
        driver.set_page_load_timeout(START_SECONDS)
        driver.set_script_timeout(START_SECONDS / 2)
        yield driver
    except (SessionNotCreatedException, HTTPError) as error:
        raise SimulatorBroke(f"the browser broke: {str(error)[:500]}") from error
    finally:
        process = getattr(service, "process", None)
        if process is not None:
            end(family(process.pid))
            process.wait()


def _options(setting: Setting, proxy: str) -> Options:
    options = Options()
    options.binary_location = str(chromium.find_browser())
    for flag in chromium.flags(setting, proxy):
        options.add_argument(flag)
    options.add_argument("--remote-debugging-pipe")  # no port that a judged project could find
    if "headless" not in Path(options.binary_location).name:
        options.add_argument("--headless")
    options.add_experimental_option("excludeSwitches", ["enable-automation"])
    options.unhandled_prompt_behavior = "ignore"
    return options
