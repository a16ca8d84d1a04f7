"""What is fixed: time, place, language, window; and a browser that looks like any other."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser
from simulators.setting import BrowserName, Setting
from tests.conformance.browser.conftest import OpenEngine

ELSEWHERE = Setting(
    time=datetime(2031, 7, 4, 20, 30, tzinfo=UTC),
    timezone="Asia/Tokyo",
    locale="de-DE",
    viewport=(900, 600),
    patience=2.5,
)


def test_the_setting_reaches_the_page(engine: BrowserName, open_engine: OpenEngine, proxy: SiteProxy) -> None:
    with open_engine(replace(ELSEWHERE, browser=engine), proxy) as browser, browser.session() as user:
        user.opens("/clock")
        assert user.text("#now").startswith("2031-07-04T20:3")
        assert user.today() == date(2031, 7, 5)
        assert user.text("#zone") == "Asia/Tokyo"
        assert user.text("#language") == "de-DE"
        assert user.text("#size") == "900x600"
        assert user.text("#is") == "true"
        assert user.text("#cookie") == "true"
        user.opens("/headers")
        assert "Accept-Language: de-DE" in user.text("#headers")


def test_the_real_clock(engine: BrowserName, open_engine: OpenEngine, proxy: SiteProxy) -> None:
    with open_engine(Setting(time=None, browser=engine), proxy) as browser, browser.session() as user:
        user.opens("/clock")
        assert user.text("#now").startswith(f"{datetime.now(UTC):%Y-%m-%d}")


def test_a_script_sees_no_judge(browser: Browser) -> None:
    with browser.session() as user:
        user.opens("/clock")
        user.sees("#robot", text="false")
        user.opens("/headers")
        assert "eadless" not in user.text("#headers")


def test_a_raw_driver(browser: Browser) -> None:
    with browser.raw_driver() as driver:
        driver.get("http://localhost:8000/clock")
        assert "2025-03-14T09:30" <= driver.find_element("id", "now").text < "2025-03-14T11"


def test_a_raw_page(browser: Browser) -> None:
    with browser.raw_page() as page:
        page.goto("http://localhost:8000/clock")
        assert "2025-03-14T09:30" <= page.inner_text("#now") < "2025-03-14T11"


def test_a_picture_of_the_window(browser: Browser) -> None:
    with browser.session() as user:
        user.opens("/")
        picture = user.screenshot()
    assert picture is not None
    assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["PROJECTEVAL_CHROMIUM", "PROJECTEVAL_CHROMEDRIVER"])
def test_a_browser_that_is_not_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulators.browser.chromium.launch import NoBrowser, find_browser, find_driver

    monkeypatch.setenv(name, "/nowhere/browser")
    with pytest.raises(NoBrowser, match=f"{name} names '/nowhere/browser'"):
        find_browser() if name.endswith("CHROMIUM") else find_driver()
