"""Errors of reading a project for its diagrams."""

from __future__ import annotations


class DiagramError(Exception):
    """A folder or source file from which no diagram can be derived; the message names the file and the cause."""
