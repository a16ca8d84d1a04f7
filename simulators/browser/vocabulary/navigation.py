"""Verbs for pages, windows, frames, dialogs, the clipboard and the mission's clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from simulators.browser.chromium.proxy import OWN_HOSTS
from simulators.browser.engines.interface import DialogAnswer
from simulators.browser.vocabulary.base import UserBase
from simulators.browser.vocabulary.queries import Query
from simulators.clocks import move_in
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound

ERROR_PAGE = "chrome-error:"


@dataclass
class Dialog:
    """An alert, confirm or prompt that was answered: filled when the ``with`` block ends."""

    message: str = ""
    kind: str = ""


class NavigationVerbs(UserBase):
    """Pages, dialogs, windows, frames, the clipboard, the clock."""

    def opens(self, url: str) -> None:
        """Open a page: a URL of the project or a path on it (``/about/``). Waits until it is loaded."""
        with self._step("opens", url) as step:
            self._engine.goto(self._own(url), self._times())
            self._activity.forget()
            step.seen = self._address()
            if str(self._call("url")).startswith(ERROR_PAGE):
                raise ExpectationFailed(f"{url} could not be loaded: no answer, a broken one, or redirects without end")

    def reloads(self) -> None:
        """Load this page again."""
        with self._step("reloads"):
            self._engine.reload(self._times())
            self._activity.forget()

    def goes_back(self) -> None:
        """Go back to the page before."""
        with self._step("goes_back") as step:
            self._engine.back(self._times())
            self._activity.forget()
            step.seen = self._address()

    @contextmanager
    def answers_dialog(self, *, accept: bool = True, typing: str | None = None) -> Iterator[Dialog]:
        """``with user.answers_dialog(accept=False) as dialog: user.clicks(delete)``: the one dialog that
        opens inside is answered so; `dialog.message` is known afterwards. No dialog: `NotFound`."""
        dialog = Dialog()

        def decide(kind: str, message: str) -> DialogAnswer:
            if dialog.kind or kind == "beforeunload":
                return self._dismiss(kind, message)
            dialog.kind, dialog.message = kind, message
            return DialogAnswer(accept, typing)

        def probe() -> None:
            self._call("now")  # an engine may notice a dialog only during a call
            if not dialog.kind:
                raise NotFound("no dialog opened")

        before, self._engine.decide = self._engine.decide, decide
        try:
            yield dialog
            how = "accepts" if accept else "dismisses"
            with self._step("answers_dialog", how if typing is None else f"{how}, typing {typing!r}") as step:
                if not dialog.kind:
                    self._until(probe)
                step.seen = f"{dialog.kind} {dialog.message!r}"
            self._settle_dialog()
        finally:
            self._engine.decide = before

    def goes_to_new_window(self) -> None:
        """Wait for the window or tab that an action opened, and work there."""

        def probe() -> None:
            if not self._engine.next_window(self._answer_time()):
                raise NotFound("no new window opened")

        with self._step("goes_to_new_window") as step:
            self._until(probe)
            self._settle()
            step.seen = self._address()

    def closes_window(self) -> None:
        """Close this window and go back to the one it was opened from."""
        with self._step("closes_window"):
            if not self._engine.close_window(self._answer_time()):
                raise NotFound("this is the only window")
            self._activity.forget()

    @contextmanager
    def inside(self, frame: str) -> Iterator[None]:
        """``with user.inside(frame):`` the verbs work inside that frame."""
        query = Query(frame)

        def probe() -> None:
            answer = self._ask_one(query, "facts")
            if answer["facts"]["tag"] not in ("iframe", "frame"):
                raise NotFound(f"{query} is not a frame: {answer['facts']['described']}")

        with self._step("inside", query):
            self._until(probe)
            self._engine.enter_frame("element", query.request("element"), self._answer_time())
            self._decided_at = None
            self._activity.forget()
            self._until(self._check_parsed)
        try:
            yield
        finally:
            with self._explained("inside"):
                self._engine.leave_frame(self._answer_time())
                self._decided_at = None
            self._activity.forget()

    def _check_parsed(self) -> None:
        if self._call("state") == "loading":
            raise NotFound("the frame is still loading")

    def moves_clock(self, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0) -> None:
        """Move the mission's clock forward: for the project, for `today`, and for the scripts of all pages, open
        ones and later ones. A day has 24 hours. Nothing waits: timers of pages, and processes that sleep, go on
        as before; cookies and cached files expire in the browser by the real time. The next testcode begins at
        the mission's time again."""
        with self._step("moves_clock") as step:
            move_in(step, self.clock, days=days, hours=hours, minutes=minutes, seconds=seconds)
            self._follow_clock()

    def copies(self, text: str) -> None:
        """Put `text` on the clipboard."""
        with self._step("copies", text):
            self._call("copy", text)

    def clipboard(self) -> str:
        """The text on the clipboard."""
        with self._step("clipboard") as step:
            step.seen = text = str(self._call("paste"))
            return text

    def _own(self, url: str) -> str:
        """Return `url` as an absolute URL. Raises `InvalidAnswer` when it does not lead to the project."""
        absolute = self._settings.absolute(url.strip())
        try:
            parts, site = urlsplit(absolute), urlsplit(self._settings.site)
            own = parts.scheme in ("http", "https") and parts.hostname in OWN_HOSTS and parts.port == site.port
        except ValueError as error:
            raise InvalidAnswer(f"{url!r} is not a URL: {error}") from error
        if not own:
            raise InvalidAnswer(f"{url!r} does not lead to the project, {self._settings.site}")
        return absolute

    def _settle_dialog(self) -> None:
        """Wait for a page that the page may open after the answered dialog."""
        with self._explained("answers_dialog"):
            self._settle()
