"""Configuration of all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("usual", derandomize=True)  # `pytest --hypothesis-profile default` looks for other examples
settings.load_profile("usual")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited by the children of a background job
    signal.signal(signal.SIGINT, signal.default_int_handler)
