"""Conformance suite of browser engines: what every verb must do, as pytest tests that any engine can run.

A test package of an engine needs two modules. `conftest.py` loads the fixtures and names the engines:

    import pytest
    pytest.register_assert_rewrite("simulators.browser.conformance")
    from simulators.browser.conformance.fixtures import *

    @pytest.fixture(scope="session", params=["my-engine"])
    def engine(request): return request.param

    @pytest.fixture(scope="session")
    def open_engine(): return open_my_browser     # (Setting, SiteProxy) -> context manager of a Browser

and `test_engine.py` imports the tests: ``from simulators.browser.conformance.navigation import *``, likewise `actions`,
`observation`, `evidence`, `posting`, `settings`, `hostile_pages` and `leftovers`. The package needs pytest.
"""
