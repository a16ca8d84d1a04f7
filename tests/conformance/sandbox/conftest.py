from __future__ import annotations

import pytest

pytest.register_assert_rewrite("simulators.runtime.sandbox.conformance")

from simulators.runtime.sandbox.conformance.fixtures import *  # noqa: E402, F403
