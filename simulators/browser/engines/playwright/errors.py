"""Translation of Playwright's exceptions, by type, into those of the engine interface and failure kinds."""

from __future__ import annotations

import re

from playwright.async_api import Error

from simulators.browser.engines.isolated_world import protocol_failure

PROTOCOL_ERROR = re.compile(r"^(?:[\w.]+: )?Protocol error \([\w.]+\): ")
"""Prefix of Playwright's messages for commands that the browser refused."""


def is_protocol_error(error: Error) -> bool:
    """Return True when the browser itself refused a command of its protocol."""
    return PROTOCOL_ERROR.match(str(error)) is not None


def refused_command(error: Error) -> Exception:
    """Return the engine's exception for a protocol command that the browser refused."""
    return protocol_failure(PROTOCOL_ERROR.sub("", reason_of(error)))


def reason_of(error: Error) -> str:
    """Return Playwright's message without its call log."""
    return str(error).split("\nCall log")[0].removeprefix("Page.").strip()
