"""Conformance suite of sandboxes: what every provider must do and keep away, as pytest tests that any provider can run.

A test package of a provider needs two modules. `conftest.py` loads the fixtures and names the providers:

    import pytest
    pytest.register_assert_rewrite("simulators.runtime.sandbox.conformance")
    from simulators.runtime.sandbox.conformance.fixtures import *

    @pytest.fixture(params=[MySandbox()])
    def sandbox(request): return request.param

and `test_sandbox.py` imports the tests: ``from simulators.runtime.sandbox.conformance.behaviour import *``, likewise
`isolation`, `limits`, `usage`, `leftovers` and `failure_kinds`. The package needs pytest.
"""
