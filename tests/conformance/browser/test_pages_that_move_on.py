"""Texts whose pixels are read while the page is replaced by another one.

With Playwright: chromedriver itself gives up where another page takes the place of the one that it asks.
"""

from __future__ import annotations

from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import open_browser
from simulators.setting import Setting
from tests.support.conformance_site import ConformanceSite, serve


def test_a_text_on_a_picture_of_pages_that_follow_each_other() -> None:
    with (
        serve(ConformanceSite) as connect,
        SiteProxy(connect) as proxy,
        open_browser(Setting(browser="playwright"), proxy) as browser,
        browser.session() as user,
    ):
        for _ in range(4):
            user.opens("/moving-on?4")
            user.sees_text("Hello there")
