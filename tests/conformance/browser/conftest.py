from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.setting import BrowserName, Setting
from tests.support.conformance_site import serve

SETTING = Setting(patience=2.5)
ENGINES: tuple[BrowserName, ...] = ("playwright", "selenium")

OpenEngine = Callable[[Setting, SiteProxy], AbstractContextManager[Browser]]


@pytest.fixture(scope="session")
def proxy() -> Iterator[SiteProxy]:
    """Connection to the site of the suite."""
    with serve() as connect, SiteProxy(connect) as proxy:
        yield proxy


@pytest.fixture(params=ENGINES, scope="session")
def engine(request: pytest.FixtureRequest) -> BrowserName:
    name: BrowserName = request.param
    return name


@pytest.fixture(scope="session")
def open_engine() -> OpenEngine:
    """Function that opens a browser of a setting's engine."""
    return open_browser


@pytest.fixture(scope="session")
def browser(engine: BrowserName, open_engine: OpenEngine, proxy: SiteProxy) -> Iterator[Browser]:
    with open_engine(replace(SETTING, browser=engine), proxy) as browser:
        yield browser


@pytest.fixture(scope="session")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("material")
    (folder / "letter.txt").write_text("Dear judge", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def shared(browser: Browser, material: Path) -> Iterator[BrowserUser]:
    """User shared by the tests of a module that do not depend on earlier ones."""
    with browser.session(material=material) as user:
        yield user


@pytest.fixture
def impatient(shared: BrowserUser) -> Iterator[None]:
    """Shorten the shared user's patience, for expectations that are never met."""
    patience, shared.patience = shared.patience, 0.1
    yield
    shared.patience = patience


@pytest.fixture
def user(browser: Browser, material: Path) -> Iterator[BrowserUser]:
    """A user at a fresh browser."""
    with browser.session(material=material) as user:
        yield user


@pytest.fixture(scope="session")
def gate(proxy: SiteProxy) -> SiteProxy:
    """The same proxy by the name that tests of the public benchmark use."""
    return proxy
