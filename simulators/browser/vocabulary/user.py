"""User of a browser: all verbs, the same for every engine.

The modules describe their verbs: `navigation` (pages, windows, frames, dialogs, clipboard), `posting` (forms sent
again), `actions` (clicking, typing, choosing, files), `reading` and `expectations`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from simulators.browser.chromium.downloads import Download
from simulators.browser.engines.interface import BrowserEngine
from simulators.browser.vocabulary.actions import ActionVerbs
from simulators.browser.vocabulary.base import TestcodeContext
from simulators.browser.vocabulary.expectations import ExpectationVerbs
from simulators.browser.vocabulary.navigation import Dialog
from simulators.browser.vocabulary.posting import Form, PostingVerbs
from simulators.browser.vocabulary.session_settings import SessionSettings

__all__ = ["BrowserUser", "Dialog", "Download", "Form"]

UserOpener = Callable[[ExitStack], tuple[BrowserEngine, SessionSettings]]
"""Opens an engine for another user; the stack closes it."""


class BrowserUser(PostingVerbs, ActionVerbs, ExpectationVerbs):
    """Simulated user of a browser.

    An *element* is a CSS selector, or an XPath that starts with ``//`` or ``xpath=``. A verb that uses
    one element waits up to the mission's patience until exactly one visible element matches and can be
    used; if several match, `beside` selects the one nearest (smallest common ancestor) to the visible text
    `beside` (a row's "Delete" button beside "Milk"). Expectations wait until they are met; otherwise they
    raise `ExpectationFailed` or `NotFound` with what was seen instead. After a verb that may navigate, the next verb
    uses the new page, never the old one.

    `deadline` and `trace` are set for each testcode.
    """

    def __init__(
        self,
        engine: BrowserEngine,
        place: SessionSettings,
        newcomer: UserOpener,
        closing: ExitStack,
        situation: TestcodeContext | None = None,
    ) -> None:
        super().__init__(engine, place, situation)
        self._newcomer = newcomer
        self._closing = closing

    def someone_else(self) -> BrowserUser:
        """Return another user of the site, with separate cookies and storage, in the same trace."""
        with self._step("someone_else"):
            engine, place = self._newcomer(self._closing)
            return BrowserUser(engine, place, self._newcomer, self._closing, self._situation)
