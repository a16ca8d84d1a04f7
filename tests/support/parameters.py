"""Parameters of tests, some of which are tried by `make proofs` only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pytest
from _pytest.mark import ParameterSet


class Entry(Protocol):
    """Named data of a test; a `slow` one takes seconds, and another of its kind is tried in the usual run."""

    @property
    def name(self) -> str: ...

    @property
    def slow(self) -> bool: ...


def in_proofs(*values: object) -> ParameterSet:
    """Return parameters that are tried by `make proofs` only."""
    return pytest.param(*values, marks=pytest.mark.slow)


def named(entries: Sequence[Entry]) -> list[ParameterSet]:
    """Return the parameters of a test of all `entries`."""
    return [pytest.param(each, id=each.name, marks=[pytest.mark.slow] if each.slow else []) for each in entries]
