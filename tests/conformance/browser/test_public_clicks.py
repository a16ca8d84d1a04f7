"""Clicks of the public benchmark's user: at the position of a mouse click, with the errors of Selenium."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By

from evaluator.benchmarks.projecteval_2025.simulator.website_user import PublicWebsiteUser, open_public_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.setting import Setting

SAYS = "onclick=\"document.title += '|' + this.id + ' ' + event.isTrusted\""


@pytest.fixture(scope="module")
def user(gate: SiteProxy) -> Iterator[PublicWebsiteUser]:
    with open_public_browser(Setting(), gate, None) as user:
        yield user


def _shown(user: PublicWebsiteUser, body: str) -> None:
    user.driver.get("data:text/html," + quote(f"<title>t</title>{body}"))


@pytest.mark.parametrize(
    ("body", "clicked"),
    [
        (f"<button id=a {SAYS}>A</button>", "a true"),
        (f"<div style='height:3000px'></div><button id=a {SAYS}>far below</button>", "a true"),
        (
            f"<style>* {{scroll-behavior: smooth}}</style><div style='height:3000px'></div><a id=a {SAYS}>A</a>",
            "a true",
        ),
        (f"<a id=a {SAYS}><b><i>deep</i></b></a>", "a true"),
        (f"<label id=l>tick <input id=a type=checkbox {SAYS}></label>", "a true"),
        (f"<p style='width:60px'>some text <a id=a {SAYS}>that goes on over several lines</a></p>", "a true"),
        (f"<button id=a {SAYS} style='opacity:0'>A</button>", "a true"),
        ("<button id=a disabled>A</button>", ""),
    ],
)
def test_what_is_there_is_pressed(user: PublicWebsiteUser, body: str, clicked: str) -> None:
    _shown(user, body)
    user.driver.find_element(By.ID, "a").click()
    assert user.driver.title.partition("|")[2] == clicked


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("<button id=a>A</button><div style='position:fixed;inset:0'></div>", ElementClickInterceptedException),
        ("<button id=a style='display:none'>A</button>", ElementNotInteractableException),
        ("<button id=a style='visibility:hidden'>A</button>", ElementNotInteractableException),
        ("<button id=a style='width:0;height:0;padding:0;border:0'></button>", ElementNotInteractableException),
    ],
)
def test_what_cannot_be_pressed_fails_as_in_selenium(
    user: PublicWebsiteUser, body: str, error: type[Exception]
) -> None:
    _shown(user, body)
    with pytest.raises(error):
        user.driver.find_element(By.ID, "a").click()


def test_what_is_gone_is_stale(user: PublicWebsiteUser) -> None:
    _shown(user, "<button id=a>A</button>")
    button = user.driver.find_element(By.ID, "a")
    user.driver.execute_script("document.getElementById('a').remove()")
    with pytest.raises(StaleElementReferenceException):
        button.click()


def test_options_and_elements_in_frames(user: PublicWebsiteUser) -> None:
    frame = "<iframe srcdoc='<button id=b onclick=parent.document.title=1>B</button>'></iframe>"
    _shown(user, f"<select id=s><option id=one>1<option id=two>2</select>{frame}")
    user.driver.find_element(By.ID, "two").click()
    assert user.driver.find_element(By.ID, "s").get_property("value") == "2"
    user.driver.switch_to.frame(0)
    user.driver.find_element(By.ID, "b").click()
    assert user.driver.title == "1"
    user.driver.switch_to.default_content()
