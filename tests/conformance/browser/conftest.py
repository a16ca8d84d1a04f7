from __future__ import annotations

import pytest

from simulators.browser.chromium.proxy import SiteProxy

pytest.register_assert_rewrite("simulators.browser.conformance")

from simulators.browser.conformance.fixtures import *  # noqa: E402, F403


@pytest.fixture(scope="session")
def gate(proxy: SiteProxy) -> SiteProxy:
    """The same proxy by the name that tests of the public benchmark use."""
    return proxy
