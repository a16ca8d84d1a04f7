"""Errors of missions and of solutions in the project's own layout; messages name file, mission and place."""

from __future__ import annotations


class MissionError(Exception):
    """A mission or a catalog cannot be read or is asked for wrongly."""


class SolutionError(Exception):
    """Files or answers of a solution cannot be used."""
