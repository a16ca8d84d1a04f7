"""Simulated user at a terminal."""

from simulators.console.user import ConsoleUser

__all__ = ["ConsoleUser"]
