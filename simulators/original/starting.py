"""A Chromium for the testcodes of one mission, started and ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.common.exceptions import SessionNotCreatedException
from urllib3.exceptions import HTTPError

from simulators.browser.chromedriver import chromedriver, options
from simulators.browser.gate import Gate
from simulators.errors import SimulatorBroke
from simulators.original.driver import OriginalDriver
from simulators.original.host import Host
from simulators.setting import Setting

START_SECONDS = 60.0
"""Seconds that a browser may take to start, and a page to load."""


@contextmanager
def started_driver(setting: Setting, gate: Gate, folder: Path, host: Host) -> Iterator[OriginalDriver]:
    """A Chromium behind `gate` with a driver of its own; both are gone afterwards."""
    with chromedriver(setting, folder) as service:
        try:
            driver = OriginalDriver(options(setting, gate.address), service, host)
            driver.set_page_load_timeout(START_SECONDS)
            driver.set_script_timeout(START_SECONDS / 2)
            yield driver
        except (SessionNotCreatedException, HTTPError) as error:
            raise SimulatorBroke(f"the browser broke: {str(error)[:500]}") from error
