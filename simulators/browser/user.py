"""The user at a browser: all its verbs, the same for every engine.

What a verb means is written where it stands: `going` (pages, windows, frames, dialogs, clipboard),
`posting` (a form sent again), `acting` (clicking, typing, choosing, files), `reading` and `expecting`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from simulators.browser.acting import Acting
from simulators.browser.downloads import Download
from simulators.browser.engine import Engine
from simulators.browser.expecting import Expecting
from simulators.browser.going import Dialog
from simulators.browser.person import Situation
from simulators.browser.place import Place
from simulators.browser.posting import Form, Posting

__all__ = ["BrowserUser", "Dialog", "Download", "Form"]

Newcomer = Callable[[ExitStack], tuple[Engine, Place]]
"""Opens a browser of its own for another person; the stack closes it."""


class BrowserUser(Posting, Acting, Expecting):
    """A person at a browser.

    An *element* is a CSS selector, or an XPath that starts with ``//`` or ``xpath=``. A verb that uses
    one element waits up to the mission's patience until exactly one visible element matches and can be
    used; if several match, `beside` picks the one nearest (smallest common ancestor) to the visible text
    `beside` (a row's "Delete" button beside "Milk"). Expectations wait until they hold. What is not met
    raises `Unmet` or `NotThere` with what was seen instead. After a verb that may navigate, the next verb
    sees the new page, never the old one.

    `deadline` and `trace` are set for each testcode.
    """

    def __init__(
        self,
        engine: Engine,
        place: Place,
        newcomer: Newcomer,
        closing: ExitStack,
        situation: Situation | None = None,
    ) -> None:
        super().__init__(engine, place, situation)
        self._newcomer = newcomer
        self._closing = closing

    def someone_else(self) -> BrowserUser:
        """Another person with a browser of their own (no shared cookies), on the same site and trace."""
        with self._step("someone_else"):
            engine, place = self._newcomer(self._closing)
            return BrowserUser(engine, place, self._newcomer, self._closing, self._situation)
