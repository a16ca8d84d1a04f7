"""What holds for every test."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a job in the background hands that on to all that it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
