"""Both remote ends of WebDriver run the public testcodes, and chromedriver replaces an unresponsive one."""

from __future__ import annotations

import logging
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from evaluator.benchmarks.projecteval_2025.simulator.desktop import WindowsDesktop
from evaluator.benchmarks.projecteval_2025.simulator.website_user import started_driver
from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import WebDriverKind
from simulators.browser.chromium.launch import find_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.setting import Setting

HOME = "http://localhost:8000"

ANSWERS_NOTHING = """#!{python}
import json, os, sys
if "--no-startup-window" not in sys.argv:
    os.execv({real!r}, [{real!r}, *sys.argv[1:]])
said = b""
while part := os.read(3, 65536):
    *messages, said = (said + part).split(b"\\0")
    for message in messages:
        os.write(4, json.dumps({{"id": json.loads(message)["id"], "result": {{}}}}).encode() + b"\\0")
"""
"""A Chromium whose pipe answers every command by an empty result; started by chromedriver, it is the real one."""


@pytest.mark.parametrize("kind", WebDriverKind)
def test_a_kind_serves_the_driver(proxy: SiteProxy, kind: WebDriverKind, tmp_path: Path) -> None:
    (tmp_path / "downloads").mkdir()
    host = WindowsDesktop(tmp_path / "downloads", None)
    with started_driver(Setting(), proxy, host, timedelta(days=3000), kind=kind) as driver:
        driver.get(f"{HOME}/clock")
        assert driver.find_element(By.ID, "now").text.startswith("203")
        driver.copy("copied")
        assert driver.clipboard() == "copied"
        driver.get(f"{HOME}/leaving")
        driver.find_element(By.ID, "link").click()
        assert driver.find_element(By.TAG_NAME, "h1").text == "Arrived link"
        first = driver.current_window_handle
        driver.switch_to.new_window()
        driver.get(f"{HOME}/clock")
        assert driver.find_element(By.ID, "now").text.startswith("203")
        driver.switch_to.window(first)
        driver.execute_script("setTimeout(() => alert('Hello'))")
        driver.settle()
        assert driver.switch_to.alert.text == "Hello"
        driver.switch_to.alert.accept()


def test_chromedriver_replaces_a_protocol_that_answers_unexpectedly(
    proxy: SiteProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    browser = tmp_path / "headless-browser"
    browser.write_text(ANSWERS_NOTHING.format(python=sys.executable, real=str(find_browser())))
    browser.chmod(0o755)
    monkeypatch.setenv("PROJECTEVAL_CHROMIUM", str(browser))
    (tmp_path / "downloads").mkdir()
    with (
        caplog.at_level(logging.WARNING),
        started_driver(Setting(), proxy, WindowsDesktop(tmp_path / "downloads", None)) as driver,
    ):
        driver.get(f"{HOME}/")
        assert driver.find_element(By.ID, "title").text == "Welcome"
    assert "chromedriver is used instead" in caplog.text
