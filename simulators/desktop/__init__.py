"""Simulated user of desktop programs, at a screen with mouse and keyboard."""

from simulators.desktop.user import DesktopUser

__all__ = ["DesktopUser"]
