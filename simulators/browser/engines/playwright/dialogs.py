"""Dialogs of a Playwright context: each is answered, and a page that opens too many is closed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.async_api import Dialog, Error

from simulators.browser.engines.interface import MAX_DIALOGS, MAX_MESSAGE_CHARS, DialogAnswer, DialogHandler


class DialogResponder:
    """Answers dialogs with the result of `decide`; after too many in one call, it calls `give_up` and leaves the
    dialog open."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self.flooded = ""
        """Reason for which the current call was given up."""
        self._give_up = give_up
        self._count = 0

    def begin_call(self) -> None:
        self._count = 0

    async def answer(self, dialog: Dialog) -> None:
        self._count += 1
        message = dialog.message[:MAX_MESSAGE_CHARS]
        if self._count > MAX_DIALOGS:
            self.flooded = f"the page opened more than {MAX_DIALOGS} dialogs, the last: {message[:100]!r}"
            self._give_up()
            return  # left open, so that the page is blocked until it is closed
        answer = self.decide(dialog.type, message)
        with suppress(Error):  # the page was closed with its dialog
            if not answer.accept:
                await dialog.dismiss()
            elif answer.typing is None or dialog.type != "prompt":
                await dialog.accept()
            else:
                await dialog.accept(answer.typing)
