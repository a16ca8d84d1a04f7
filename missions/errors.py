"""What can be wrong with a mission. Messages name file, mission, testcode and parameter."""

from __future__ import annotations


class MissionError(Exception):
    """A mission, or a catalog of them, is malformed; the message says where and what to write."""
