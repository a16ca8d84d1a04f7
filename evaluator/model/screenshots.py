"""Choice of the screenshots that a run keeps."""

from __future__ import annotations

from enum import StrEnum


class Screenshots(StrEnum):
    """Steps of which a screenshot is kept; more of them make an evaluation slower."""

    LAST = "last"
    """The last view of each case that did not pass, and each window that a desktop program opened at its start."""
    FAILURES = "failures"
    """Every step of each case that did not pass."""
    ALL = "all"
    """Every step of every case, actions before and after."""
