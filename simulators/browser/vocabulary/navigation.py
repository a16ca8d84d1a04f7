"""Verbs for pages, windows, frames, dialogs, the clipboard and the mission's clock; reading of pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from urllib.parse import urlsplit

from simulators.browser.chromium.proxy import OWN_HOSTS
from simulators.browser.engines.interface import DialogAnswer
from simulators.browser.vocabulary.base import UserBase
from simulators.browser.vocabulary.queries import ElementState, Query, check_selector, folded, folded_lines
from simulators.clocks import move_in
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.matching import one_number_in

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

    @contextmanager
    def stops_project(self) -> Iterator[None]:
        """``with user.stops_project():`` the project's server is killed without notice, and started again at the end of
        the block, in the same folder with the files that are there. Pages stay open."""
        with ExitStack() as stopped:
            with self._step("stops_project"):
                stopped.enter_context(self._settings.stopped())
            try:
                yield
            finally:
                with self._step("starts_project"):
                    stopped.close()

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


class ReadingVerbs(UserBase):
    """Verbs that read; they wait for the element only, not for what it shows."""

    def text(self, element: str, *, beside: str | None = None) -> str:
        """The visible text, white space folded and trimmed line by line; of a box, what it shows."""
        with self._step("text", Query(element, beside)) as step:
            step.seen = text = self._state(Query(element, beside)).text
            return text

    def texts(self, element: str) -> list[str]:
        """The visible text of every visible match, in page order; empty when there is none."""
        with self._step("texts", Query(element)) as step:
            texts = self._texts(Query(element))
            step.seen = repr(texts)
            return texts

    def value(self, element: str, *, beside: str | None = None) -> str:
        """What a box holds (a select box: the value of the chosen option)."""
        with self._step("value", Query(element, beside)) as step:
            step.seen = value = self._value(Query(element, beside))
            return value

    def number(self, element: str, *, beside: str | None = None) -> Decimal:
        """Return the only number in the element's text: ``Total: 1,234.50 €`` is 1234.50.

        Raises `ExpectationFailed` when there is none or several.
        """
        query = Query(element, beside)
        with self._step("number", query) as step:
            number = self._until(lambda: one_number_in(ElementState.read(self._ask_one(query, "facts")).text))
            step.seen = str(number)
            return number

    def attribute(self, element: str, name: str, *, beside: str | None = None) -> str | None:
        """An attribute as the page's source has it; None when the element has none of that name."""
        query = Query(element, beside)
        with self._step("attribute", f"{name} of {query}", query) as step:
            value = self._until(lambda: self._ask_one(query, "attribute", name=name))["value"]
            step.seen = repr(value)
            return None if value is None else str(value)

    def table(self, element: str) -> list[list[str]]:
        """The rows of a table (header rows too), each a list of its cells' texts."""
        with self._step("table", Query(element)) as step:
            rows = self._until(lambda: self._rows(Query(element)))
            step.seen = "\n".join(" | ".join(row) for row in rows)
            return rows

    def count(self, element: str) -> int:
        """How many visible elements match now."""
        with self._step("count", Query(element)) as step:
            count = self._count(Query(element))
            step.seen = str(count)
            return count

    def picture(self, element: str, *, beside: str | None = None) -> bytes:
        """What an element looks like now, as PNG, for ``sees_picture(…, unlike=…)``."""
        query = Query(element, beside)
        with self._step("picture", query) as step:
            self._state(query)
            found = self._picture_of(query)
            step.seen = f"{len(found)} bytes"
            return found

    def _picture_of(self, query: Query) -> bytes:
        return self._engine.picture_of("element", query.request("element"), self._answer_time())

    def is_ticked(self, element: str, *, beside: str | None = None) -> bool:
        """Return True for a ticked check box or radio button."""
        query = Query(element, beside)
        with self._step("is_ticked", query) as step:
            ticked = self._until(lambda: self._ticked(query))
            step.seen = str(ticked)
            return ticked

    def url(self) -> str:
        """The address of the window."""
        with self._step("url") as step:
            step.seen = url = self._engine.address(self._answer_time())
            return url

    def title(self) -> str:
        """The title of the page."""
        with self._step("title") as step:
            step.seen = title = str(self._call("title"))
            return title

    def page_text(self) -> str:
        """The visible text of the whole page (inside a frame: of the frame)."""
        with self._step("page_text") as step:
            step.seen = text = self._page_text()
            return text

    def today(self) -> date:
        """The date of the mission's clock."""
        with self._step("today") as step:
            today = self.clock.today()
            step.seen = today.isoformat()
            return today

    def _texts(self, query: Query) -> list[str]:
        answer = self._ask(query, "texts", observe=True)
        check_selector(answer, query)
        return [folded_lines(str(text)) for text in answer["texts"]]

    def _count(self, query: Query) -> int:
        answer = self._ask(query, "count", observe=True)
        check_selector(answer, query)
        return int(answer["count"])

    def _value(self, query: Query) -> str:
        value = self._until(lambda: ElementState.read(self._ask_one(query, "facts"))).value
        if value is None:
            raise NotFound(f"{query} is not a box that holds a value")
        return value

    def _rows(self, query: Query) -> list[list[str]]:
        answer = self._ask_one(query, "table")
        if answer["rows"] is None:
            raise NotFound(f"{query} is not a table: {ElementState.read(answer).described}")
        return [[folded(str(cell)) for cell in row] for row in answer["rows"]]

    def _ticked(self, query: Query) -> bool:
        answer = self._ask_one(query, "tick", readOnly=True, hiddenToo=True)
        if "problem" in answer and "cannot be ticked" in answer["problem"]:
            raise ExpectationFailed(f"{query}: {answer['problem']}")
        return ElementState.read(answer).checked
