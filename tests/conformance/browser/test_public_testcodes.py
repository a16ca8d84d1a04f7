"""The public benchmark's user at a website, where it differs from Selenium alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.common.exceptions import NoSuchElementException, WebDriverException
from selenium.webdriver.common.by import By

from evaluator.benchmarks.projecteval_2025.simulator.desktop import selenium_find_minimum_ancestor
from evaluator.benchmarks.projecteval_2025.simulator.website_user import PublicWebsiteUser, open_public_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.setting import Setting


@pytest.fixture
def user(gate: SiteProxy) -> Iterator[PublicWebsiteUser]:
    with open_public_browser(Setting(), gate, None) as user:
        yield user


def test_who_opens_no_page_is_at_home(user: PublicWebsiteUser) -> None:
    with pytest.raises(WebDriverException):
        user.driver.get("/form")
    assert user.driver.find_element(By.ID, "title").text == "Welcome"
    assert user.driver.current_url == "http://localhost:8000/"


def test_the_nearest_that_contains_an_element_may_be_the_one_given(user: PublicWebsiteUser) -> None:
    user.driver.get("http://localhost:8000/rows")
    row = user.driver.find_element(By.TAG_NAME, "li")
    assert selenium_find_minimum_ancestor(user.driver, row, By.TAG_NAME, "button") == row
    milk = user.driver.find_element(By.TAG_NAME, "span")
    assert selenium_find_minimum_ancestor(user.driver, milk, By.TAG_NAME, "button") == row
    with pytest.raises(NoSuchElementException):
        selenium_find_minimum_ancestor(user.driver, milk, By.TAG_NAME, "table")
