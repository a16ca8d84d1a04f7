"""Simulated user at a browser: one vocabulary, two engines (Playwright, Selenium)."""

from simulators.browser.vocabulary.session import BrowserUser, Dialog, Download, Form

__all__ = ["BrowserUser", "Dialog", "Download", "Form"]
