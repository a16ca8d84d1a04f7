"""Simulated user at a browser: one vocabulary, two engines (Playwright, Selenium)."""

from simulators.browser.vocabulary.user import BrowserUser, Dialog, Download, Form

__all__ = ["BrowserUser", "Dialog", "Download", "Form"]
