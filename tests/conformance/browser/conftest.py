from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.setting import BrowserName, Setting
from tests.conformance.browser.site import serve

SETTING = Setting(patience=2.5)
ENGINES: tuple[BrowserName, ...] = ("playwright", "selenium")


@pytest.fixture(scope="session")
def gate() -> Iterator[SiteProxy]:
    with serve() as connect, SiteProxy(connect) as gate:
        yield gate


@pytest.fixture(params=ENGINES, scope="session")
def engine(request: pytest.FixtureRequest) -> BrowserName:
    name: BrowserName = request.param
    return name


@pytest.fixture(scope="session")
def browser(engine: BrowserName, gate: SiteProxy) -> Iterator[Browser]:
    with open_browser(replace(SETTING, browser=engine), gate) as browser:
        yield browser


@pytest.fixture(scope="session")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("material")
    (folder / "letter.txt").write_text("Dear judge", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def shared(browser: Browser, material: Path) -> Iterator[BrowserUser]:
    """A user whom the tests of a module share: those that do not care about what others did before."""
    with browser.session(material=material) as user:
        yield user


@pytest.fixture
def hasty(shared: BrowserUser) -> Iterator[None]:
    """Makes the shared user impatient, for what never comes."""
    patience, shared.patience = shared.patience, 0.1
    yield
    shared.patience = patience


@pytest.fixture
def user(browser: Browser, material: Path) -> Iterator[BrowserUser]:
    """A user at a fresh browser."""
    with browser.session(material=material) as user:
        yield user
