"""Verbs of a user at a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING

from simulators.console.screen import TERM, folded_lines, number_after, plain, sent_by
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound, TestcodeTimeout
from simulators.evidence import TraceEntry, shortened
from simulators.matching import folded, matches
from simulators.runtime.program_user import ProgramUser

if TYPE_CHECKING:
    from simulators.console.terminal import Console

MAX_WAIT_SECONDS = 30.0
"""Seconds after which a program that neither waits for input nor ends counts as hanging. Waiting ends when it
does either, so this is generous: an outcome must not depend on the load of the machine."""


class ConsoleUser(ProgramUser):
    """A person at a terminal (80 × 24).

    Every verb waits until the program waits for input or has ended. *The output* is what was printed since the
    user's last entry. Expectations use the output (control sequences removed, white space folded)
    unless they say `screen`.
    """

    _console: Console | None = None
    _aborted = False

    # at the terminal
    def starts(self, command: str | None = None, arguments: Sequence[str] = ()) -> None:
        """Start the program (default: the project's own start command), then `arguments`. A program that
        this user started before is ended first."""
        from simulators.console.terminal import Console

        with self._verb("starts", self._told(command, arguments)) as step:
            self._end()
            self._console = Console(self._box, self._launch(command, arguments, TERM), self._most_output)
            self._settle(step)

    def enters(self, text: str) -> None:
        """Type `text` and Enter, and wait for the program to ask again or to end."""
        with self._verb("enters", text) as step:
            console = self._asking()
            del console.output[:]
            for line in text.split("\n"):
                if console.has_ended():
                    raise NotFound(f"the program ended before {line!r} was typed{self._printed()}")
                self._type(console, line.encode("utf-8", "replace") + b"\r", step)

    def presses(self, key: str) -> None:
        """Press one key or chord without Enter: ``Ctrl+C``, ``Ctrl+D``, ``Up``, ``Escape``, ``q``."""
        with self._verb("presses", key) as step:
            keys = sent_by(key)
            console = self._asking()
            del console.output[:]
            self._type(console, keys, step)

    # expecting
    def sees(self, text: str | None = None, *, matching: str | None = None) -> None:
        """The output contains `text`, or has a match of the regular expression `matching`: in the output as
        one line, or in its lines (``^`` and ``$`` are at the ends of each), white space folded in both."""
        with self._step("sees", text if text is not None else f"matching {matching}") as step:
            if text is not None:
                wanted = _not_empty(text)
                self._expect(step, lambda: wanted in folded(self._text()), f"{text!r} in the output")
            if matching is not None:
                pattern = matching
                self._expect(step, lambda: self._matches(pattern), f"a match of {matching!r} in the output")

    def does_not_see(self, text: str) -> None:
        """The output does not contain `text`, nor does what the program prints later without being asked."""
        with self._step("does_not_see", text) as step:
            wanted, until = _not_empty(text), self._patience()
            while True:
                if wanted in folded(self._text()):
                    raise ExpectationFailed(f"expected not to see {text!r}{self._printed()}")
                if not self._may_print_more(until):
                    return
                self._started().more_output(until - time.monotonic())
                step.seen = self._text()

    def sees_number(self, number: Decimal | int | str, *, after: str) -> None:
        """The first number behind the text `after` in the output equals `number`, digit by digit."""
        with self._step("sees_number", f"{number} after {after}") as step:
            wanted, label = Decimal(str(number)), _not_empty(after)
            self._expect(
                step,
                lambda: number_after(folded(self._text()), label) == wanted,
                f"the number {number} after {after!r}",
                lambda: f", seen {number_after(folded(self._text()), label)}",
            )

    def output(self) -> str:
        """What was printed since the user's last entry, as plain text."""
        self._drain()
        return self._text()

    def screen(self) -> str:
        """What the terminal shows now, 24 lines of 80 characters, trailing blanks removed."""
        self._drain()
        return self._console.display.text() if self._console else ""

    def sees_on_screen(self, text: str) -> None:
        """The terminal shows `text` now (white space folded)."""
        with self._step("sees_on_screen", text) as step:
            wanted = _not_empty(text)
            self._expect(step, lambda: wanted in folded(self.screen()), f"{text!r} on the screen", self._shown)

    def is_asked(self) -> None:
        """The program runs and waits for input."""
        with self._step("is_asked"):
            if self._started().has_ended():
                raise ExpectationFailed(f"the program does not ask: it has ended {self._how()}{self._printed()}")

    def has_left(self, status: int | None = 0) -> None:
        """The program has ended by itself with this exit status (None: any); 128 + n: by signal n."""
        with self._step("has_left", "" if status is None else f"with status {status}"):
            if not self._started().has_ended():
                raise ExpectationFailed(f"the program has not ended, it waits for input{self._printed()}")
            if status is not None and self.exit_status() != status:
                raise ExpectationFailed(
                    f"expected the program to end with status {status}; it ended {self._how()}{self._printed()}"
                )

    def exit_status(self) -> int | None:
        """The program's exit status, 128 + n after signal n; None while it runs."""
        console = self._started()
        return console.status if console.has_ended() else None

    # files in the program's folder
    def reads(self, name: str) -> str:
        """The text (UTF-8) of a file in the program's folder; `NotFound` when it is missing."""
        with self._verb("reads", name) as step:
            text = self._workspace.read(name).decode("utf-8-sig", "replace")
            step.seen = shortened(text)
        return text

    def abort(self) -> None:
        self._aborted = True
        if (console := self._console) is not None:
            console.kill()

    @contextmanager
    def _step(self, verb: str, what: str = "") -> Iterator[TraceEntry]:
        """Record one expectation, with the output in the trace."""
        with self._verb(verb, what) as step:
            self._drain()
            step.seen = self._text()
            yield step

    def _type(self, console: Console, keys: bytes, step: TraceEntry) -> None:
        from simulators.console.terminal import MAX_LINE_BYTES

        if len(keys) > MAX_LINE_BYTES and console.takes_lines():
            raise NotFound(f"a terminal takes {MAX_LINE_BYTES} bytes in a line; {len(keys)} were to be typed")
        echo, before = console.echo_of(keys), len(console.output)
        console.types(keys, self.deadline.left(at_most=MAX_WAIT_SECONDS))
        try:
            self._settle(step)
        finally:
            console.forget_echo(echo, before)
            step.seen = step.seen.removeprefix(echo.decode("utf-8", "replace").strip()).lstrip("\n")

    def _settle(self, step: TraceEntry) -> None:
        """Wait until the program waits for input or has ended."""
        from simulators.console.terminal import State

        console, begun, limit = self._started(), time.monotonic(), self.deadline.left(at_most=MAX_WAIT_SECONDS)
        try:
            state = console.settle(limit)
            while state is State.UNDECIDED and not self._aborted and limit < MAX_WAIT_SECONDS:
                if self.deadline.passed():  # a deadline may move once, by the load of the machine
                    break
                limit = min(time.monotonic() - begun + self.deadline.left(), MAX_WAIT_SECONDS)
                state = console.settle(max(0.0, begun + limit - time.monotonic()))
        except ExpectationFailed as error:
            raise ExpectationFailed(f"{error}{self._printed()}", error.kind) from None
        if self._aborted:
            raise TestcodeTimeout(f"the program was ended from outside{self._printed()}")
        if state is State.UNDECIDED:
            problem = f"the program neither asked for input nor ended within {round(limit, 1):g} s{self._printed()}"
            raise TestcodeTimeout(problem) if self.deadline.passed() else NotFound(problem)
        known = console.last_observation.is_known()
        step.seen = self._text() + ("" if known else " [assumed to wait for input because it was silent]")

    def _expect(
        self, step: TraceEntry, holds: Callable[[], bool], what: str, but: Callable[[], str] = lambda: ""
    ) -> None:
        """Require `holds` now, or within the user's patience while another thread of the program may still print."""
        until = self._patience()
        while not holds():
            if not self._may_print_more(until):
                raise ExpectationFailed(f"expected {what}{but()}{self._printed()}")
            self._started().more_output(until - time.monotonic())
            step.seen = self._text()

    def _patience(self) -> float:
        """Return when the user's patience with this verb ends, on the monotonic clock."""
        return time.monotonic() + self.deadline.left(at_most=self._setting.patience)

    def _may_print_more(self, until: float) -> bool:
        """Return True while the program may print without further input, at most until `until`."""
        console = self._started()
        return time.monotonic() < until and not console.has_ended() and not console.last_observation.alone

    def _matches(self, pattern: str) -> bool:
        text = self._text()
        return matches(pattern, folded(text), multiline=True) or matches(pattern, folded_lines(text), multiline=True)

    def _asking(self) -> Console:
        console = self._started()
        console.drain()
        if console.has_ended():
            raise NotFound(f"no program reads what is typed: it has ended {self._how()}{self._printed()}")
        return console

    def _started(self) -> Console:
        if self._console is None:
            raise NotFound("no program was started")
        return self._console

    def _drain(self) -> None:
        if self._console is not None:
            self._console.drain()

    def _text(self) -> str:
        return plain(self._console.output) if self._console else ""

    def _printed(self) -> str:
        text = self._text().strip()
        return f"; printed: {shortened(text)}" if text else "; nothing was printed"

    def _shown(self) -> str:
        return f"; the screen shows: {self.screen()}"

    def _how(self) -> str:
        return f"with status {self.exit_status()}{self._why_box_ended()}"

    def _exit_status(self) -> int | None:
        console = self._console
        return console.exit_status if console is not None and console.has_ended() else None

    def _end(self) -> None:
        console, self._console = self._console, None
        if console is not None:
            console.close()


def _not_empty(text: str) -> str:
    wanted = folded(text)
    if not wanted:
        raise InvalidAnswer("the text to look for is empty")
    return wanted
