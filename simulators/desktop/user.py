"""Verbs of a user of desktop programs."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from simulators.desktop.base import DesktopBase
from simulators.desktop.layout import Layout, number_after
from simulators.desktop.program import DesktopProgram
from simulators.errors import ExpectationFailed, NotFound
from simulators.evidence import shortened

CLEAR = 3
"""Clicks that select the content of a box."""


class DesktopUser(DesktopBase):
    """A person at a screen of 1280 × 960 pixels (96 per inch) with mouse and keyboard.

    Only what is on the screen counts: text is read from its picture (Tesseract), and a label is clicked where it is
    seen. Windows have no title bars; the keyboard is at the window on top. Before and after every action the user waits
    until the program rests and the screen does not change. Upper and lower case, and letters of the same shape, are
    equal; digits are compared one by one. `beside` restricts a verb to the row of another text.
    """

    # the program
    def starts(self, command: str | None = None, arguments: Sequence[str] = ()) -> None:
        """Start the program (default: the project's own start command), then `arguments`, and wait until it shows a
        window or has ended. A program that this user started before is ended first."""
        with self._verb("starts", self._told(command, arguments)) as step:
            step.window = True
            self._end()
            self._running = DesktopProgram(self._box, self._launch(command, arguments))
            self._wait_for_window()
            self._settle_after_input()
            step.seen = self._layout().text

    def closes_window(self) -> None:
        """Close the window on top, as with its close button."""
        with self._action("closes_window"):
            window = self._hands.top_window()
            if window is None:
                raise NotFound("there is no window to close")
            self._hands.closes(window)

    def is_running(self) -> None:
        """The program shows a window and has not ended."""
        with self._verb("is_running"):
            self._settle()
            if self._started().exit_status is not None or self._hands.top_window() is None:
                raise ExpectationFailed(f"expected the program to run{self._shown()}{self._printed()}")

    def has_left(self, status: int | None = 0) -> None:
        """The program ends by itself with this exit status (None: any); 128 + n: by signal n."""
        with self._verb("has_left", "" if status is None else f"with status {status}"):
            self._wait_until(lambda: self._started().exit_status is not None, "the program to end")
            if status is not None and self.exit_status() != status:
                raise ExpectationFailed(f"expected the program to end with status {status}; it ended{self._how()}")

    def exit_status(self) -> int | None:
        """The program's exit status, 128 + n after signal n; None while it runs."""
        status = self._started().exit_status
        return status if status is None or status >= 0 else 128 - status

    # mouse and keyboard
    def clicks(self, text: str, *, beside: str | None = None) -> None:
        """Click where `text` is: a button, a row of a list, a tick box. Of several places the ones in the window on top
        come first, and those of which it is all that is written; one place has to be left."""
        with self._action("clicks", text if beside is None else f"{text} beside {beside}"):
            self._hands.clicks(*self._place(text, beside).box.center)

    def double_clicks(self, text: str, *, beside: str | None = None) -> None:
        """Click twice where `text` is, as `clicks` does once."""
        with self._action("double_clicks", text if beside is None else f"{text} beside {beside}"):
            self._hands.clicks(*self._place(text, beside).box.center, 2)

    def types(self, text: str, *, into: str | None = None) -> None:
        """Type `text` into the box to the right of the label `into`, or else below it, in place of what is there;
        without a label where the keyboard is. `NotFound` when the box does not show that anything was typed."""
        with self._action("types", text if into is None else f"{text} into {into}"):
            if into is None:
                self._hands.types(text)
                return
            field = self._field(into)
            self._hands.clicks(field.x, field.y, CLEAR)
            self._settle_after_input()
            self._hands.presses("Delete")
            self._settle_after_input()
            empty = self._display.film.frame().pixels
            self._hands.types(text)
            self._settle_after_input()
            if text.strip() and not field.differs(empty, self._display.film.frame().pixels):
                problem = (
                    f"the text {text!r} did not arrive in the box of {into!r}, which cannot be changed or refuses it"
                )
                raise NotFound(f"{problem}{self._shown()}")

    def presses(self, key: str) -> None:
        """Press one key or chord: ``Enter``, ``Ctrl+S``, ``Down``, ``Escape``."""
        with self._action("presses", key):
            self._hands.presses(key)

    def chooses(self, option: str, *, out_of: str) -> None:
        """Open the list in the box to the right of the label `out_of`, or else below it, and choose `option`."""
        with self._action("chooses", f"{option} out of {out_of}"):
            field = self._field(out_of)
            self._hands.clicks(field.x, field.y)
            self._settle_after_input()
            if self._hands.popup() is None:
                self._hands.presses("Down")
                self._settle_after_input()
            if (opened := self._hands.popup()) is None:
                raise NotFound(f"no list opens beside or below {out_of!r}{self._shown()}")
            self._hands.clicks(*self._place(option, window=opened).box.center)

    # expecting
    def sees(self, text: str, *, beside: str | None = None) -> None:
        """`text` is on the screen, white space folded; with `beside` in the row of that text."""
        with self._expectation("sees", text, beside):
            what = f"{text!r} on the screen" + ("" if beside is None else f" beside {beside!r}")
            self._expect(lambda layout: layout.shows(text, beside), what)

    def sees_in_order(self, texts: Sequence[str]) -> None:
        """Each of the texts is in a row, one below the other in this order; other rows may be between them."""
        with self._expectation("sees_in_order", ", ".join(texts), None):
            self._expect(lambda layout: layout.shows_in_order(texts), f"{', '.join(map(repr, texts))} in this order")

    def does_not_see(self, text: str, *, beside: str | None = None) -> None:
        """`text` is not on the screen, or not in a row of `beside`, as soon as the program rests."""
        with self._expectation("does_not_see", text, beside):
            self._wait_until(
                lambda: not self._reads(lambda layout: layout.shows(text, beside), self._display.film.frame()),
                f"not to see {text!r}",
            )

    def sees_number(self, number: Decimal | int | str, *, after: str, beside: str | None = None) -> None:
        """The first number behind the text `after` in a row (the one of `beside`) equals `number`, digit by digit."""
        with self._expectation("sees_number", f"{number} after {after}", beside):
            wanted = Decimal(str(number))

            def holds(layout: Layout) -> bool:
                rows = layout.rows if beside is None else layout.beside(beside)
                return any(number_after(row.text, after) == wanted for row in rows)

            self._expect(holds, f"the number {number} after {after!r}")

    def sees_picture(self, *, unlike: bytes) -> None:
        """The screen looks different from `unlike`, which `picture` returned."""
        with self._verb("sees_picture"):
            self._wait_until(lambda: self._display.film.frame().png() != unlike, "the screen to look different")

    def picture(self) -> bytes:
        """Return what the screen shows now, as PNG."""
        with self._action("picture"):
            return self._display.film.frame().png()

    def screen(self) -> str:
        """Return the text on the screen, a line for each row."""
        with self._verb("screen") as step:
            self._settle()
            step.seen = text = self._layout().text
        return text

    # files in the program's folder
    def reads(self, name: str) -> str:
        """The text (UTF-8) of a file in the program's folder; `NotFound` when it is missing."""
        with self._verb("reads", name) as step:
            text = self._workspace.read(name).decode("utf-8-sig", "replace")
            step.seen = shortened(text)
        return text
