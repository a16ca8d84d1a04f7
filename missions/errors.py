"""Errors of missions and of solutions in the folder layout; messages name file, mission and place."""

from __future__ import annotations


class MissionError(Exception):
    """A mission or a catalog is unknown or cannot be read."""


class SolutionError(Exception):
    """Files or parameter values of a solution are invalid."""
