"""Verbs of a user of batch programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.evidence import MAX_RECORDED, TraceEntry, ValueDifference, shortened
from simulators.files import documents
from simulators.files.comparing import MAX_NAMED, computed, coordinate, differences, same, shown
from simulators.files.documents import Table
from simulators.files.running import ProgramResult, ProgramRun
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.sandbox import Launch
from simulators.runtime.workspace import material_path

KILL_PROGRAM = Path(__file__).with_name("kill_program.py")


class FilesUser(ProgramUser):
    """A person who puts files in place, starts a program, and opens its results."""

    _run: ProgramRun | None = None
    _aborted = False
    _last: ProgramResult | None = None

    # putting files in place
    def writes_table(self, name: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> None:
        """Write a spreadsheet (.xlsx) with these sheets, row by row; a .csv takes exactly one."""
        with self._verb("writes_table", name):
            self._workspace.write(name, documents.write_tables(name, sheets))

    def writes_lines(self, name: str, lines: Iterable[str]) -> None:
        """Put a text file (UTF-8) with these lines into the folder, one after the other: for files of any size."""
        with self._verb("writes_lines", name):
            self._workspace.write_parts(name, (f"{line}\n".encode() for line in lines))

    # running
    def runs(
        self,
        command: str | None = None,
        arguments: Sequence[str] = (),
        *,
        status: int | None = 0,
        memory: int = 0,
        cpu: int = 0,
    ) -> ProgramResult:
        """Start the program (default: the project's own start command) with `arguments` and wait until it
        has ended; `status` is the exit status expected (None: any; it then fails nothing). `memory` (MiB of
        data) and `cpu` (seconds of processor time) are limits of each of its processes; 0: those of the sandbox."""
        with self._verb("runs", self._told(command, arguments)) as step:
            outcome = self._outcome(self._launch(command, arguments, wrap=lambda argv: _limited(argv, memory, cpu)))
            step.seen = f"status {outcome.status}\n{outcome.printed()}"
            if status is not None and outcome.status != status:
                raise ExpectationFailed(
                    f"expected exit status {status}, seen {outcome.status}{self._why_box_ended()}{_printed(outcome)}"
                )
        return outcome

    def kills(self, command: str | None = None, arguments: Sequence[str] = (), *, after: int) -> bool:
        """Start the program, which has to be a Python file, and kill it right after so many changes in its folder:
        files or folders created, written, renamed or removed. Return True when it was killed, and False when it ended
        before. The same number kills it at the same place again."""
        with self._verb("kills", f"{self._told(command, arguments)} after {after}") as step:
            outcome = self._outcome(self._launch(command, arguments, wrap=lambda argv: _killed(argv, after)))
            killed = self._run is not None and self._box.was_killed(self._run.exit_status or 0)
            self._run = None  # the kill explains no later failure
            step.seen = "killed" if killed else f"it ended before: status {outcome.status}\n{outcome.printed()}"
        return killed

    def sees_output(self, text: str) -> None:
        """The last run printed `text` on standard output or standard error (white space folded)."""
        with self._verb("sees_output", text):
            outcome = self._ran()
            if not _contains(outcome.stdout, text) and not _contains(outcome.stderr, text):
                raise ExpectationFailed(f"expected {text!r} in the output{_printed(outcome)}")

    def does_not_see_output(self, text: str) -> None:
        """The last run printed `text` neither on standard output nor on standard error (white space folded)."""
        with self._verb("does_not_see_output", text):
            outcome = self._ran()
            if _contains(outcome.stdout, text) or _contains(outcome.stderr, text):
                raise ExpectationFailed(f"expected not to see {text!r}{_printed(outcome)}")

    # files
    def has(self, name: str) -> None:
        """The file is there and not empty."""
        with self._verb("has", name):
            size = self._workspace.size(name)
            if size is None:
                raise NotFound(f"{name} is not there; {self._workspace.what_is_there()}")
            if size == 0:
                raise ExpectationFailed(f"{name} is empty")

    def has_not(self, name: str) -> None:
        """Nothing has this name."""
        with self._verb("has_not", name):
            if self._workspace.exists(name):
                raise ExpectationFailed(f"expected no {name}, but it is there")

    def files(self) -> list[str]:
        """The files in the folder, sorted, relative names; Python's bytecode (``__pycache__``) left out."""
        with self._verb("files") as step:
            names = self._workspace.files()
            step.seen = ", ".join(names)
        return names

    def text(self, name: str) -> str:
        """The text of a file (UTF-8, a byte order mark dropped)."""
        with self._verb("text", name) as step:
            text = self._text(name)
            step.seen = shortened(text)
        return text

    def sees_in(self, name: str, text: str) -> None:
        """A text file contains `text` (white space folded)."""
        with self._verb("sees_in", f"{name}: {text}"):
            content = self._text(name)
            if not _contains(content, text):
                raise ExpectationFailed(f"expected {text!r} in {name}; it holds: {shortened(content)}")

    # tables
    def sheets(self, name: str) -> list[str]:
        """The names of a workbook's sheets, in their order."""
        with self._verb("sheets", name) as step:
            content = self._workspace.read(name, documents.MAX_TABLE_BYTES)
            names = documents.read_sheets(content, name, self._calls, self.deadline.left())
            step.seen = ", ".join(names)
        return names

    def table(self, name: str, sheet: str | None = None) -> Table:
        """A sheet of an .xlsx file (default: the first) with its stored values, or a .csv file (text)."""
        with self._verb("table", _place(name, sheet)) as step:
            table = self._table(name, sheet)
            for row, values in enumerate(table.rows):
                for column, value in enumerate(values):
                    computed(value, f"{name}, {table.name}!{coordinate(row, column)}")
            step.seen = shortened("\n".join(str(row) for row in table.rows[:50]))
        return table

    def cell(self, name: str, cell: str, sheet: str | None = None) -> object:
        """Return the value of one cell, ``B3``; for a formula the stored one. Raises `ExpectationFailed`."""
        with self._verb("cell", _place(name, sheet, cell)) as step:
            table = self._table(name, sheet)
            value = computed(table.at(*_row_and_column(cell)), f"{name}, {table.name}!{cell}")
            step.seen = shown(value)
        return value

    def sees_table(
        self,
        rows: Sequence[Sequence[object]] | None = None,
        *,
        in_: str,
        sheet: str | None = None,
        like: str | None = None,
        within: Decimal | float = 0,
    ) -> None:
        """The table equals `rows`, or the material file `like`: values and types (12 and 12.0 are one number,
        12 and "12" are not). `within` is the largest difference allowed between numbers. The message names
        the cells that differ (sheet!B3: expected, seen). The cells of a .csv file have no types: a text that
        reads as the expected number, date or time equals it."""
        with self._verb("sees_table", _place(in_, sheet)) as step:
            expected = rows if rows is not None else self._material_table(like, sheet).rows
            differing = differences(expected, self._table(in_, sheet), within)
            if differing:
                step.differences = tuple(differing[:MAX_RECORDED])
                more = f"\n… and {len(differing) - MAX_NAMED} more" if len(differing) > MAX_NAMED else ""
                named = "\n".join(f"{d.place}: expected {d.expected}, seen {d.seen}" for d in differing[:MAX_NAMED])
                count = "1 cell differs" if len(differing) == 1 else f"{len(differing)} cells differ"
                raise ExpectationFailed(f"{in_}: {count}: {named}{more}")

    def sees_cell(
        self, value: object, cell: str, *, in_: str, sheet: str | None = None, within: Decimal | float = 0
    ) -> None:
        """One cell equals `value`; see `sees_table`."""
        with self._verb("sees_cell", f"{_place(in_, sheet, cell)}: {value}") as step:
            table = self._table(in_, sheet)
            seen = table.at(*_row_and_column(cell))
            if not same(value, seen, within, table.is_text):
                step.differences = (ValueDifference(f"{table.name}!{cell}", shown(value), shown(seen)),)
                raise ExpectationFailed(f"{in_}, {table.name}!{cell}: expected {shown(value)}, seen {shown(seen)}")

    # pictures
    def sees_picture(
        self,
        name: str,
        *,
        like: str | None = None,
        at_least: float = 0.9,
        size: tuple[int, int] | None = None,
    ) -> None:
        """A picture that opens and is not of one colour; as similar to the material picture `like` as
        `at_least` (0 … 1, see `simulators.files.documents.similarity`); of exactly `size` (width, height)
        pixels."""
        from simulators.files import documents

        with self._verb("sees_picture", name) as step:
            seen = self._workspace.read(name, documents.MAX_PICTURE_BYTES)
            picture = documents.read_picture(seen, name, self._calls, self.deadline.left())
            step.seen = f"{picture.width} × {picture.height} pixels"
            if picture.plain:
                raise ExpectationFailed(f"{name} shows nothing: all of its pixels have one colour")
            if size is not None and (picture.width, picture.height) != size:
                raise ExpectationFailed(f"{name}: expected {size[0]} × {size[1]} pixels, seen {step.seen}")
            if like is not None:
                content = material_path(self._materials, like).read_bytes()
                alike = documents.similarity(seen, content, name, like, self._calls, self.deadline.left())
                step.seen += f", similarity {alike:.3f}"
                if alike < at_least:
                    self._records_difference(step, (seen, name), (content, like))
                    raise ExpectationFailed(
                        f"{name} is not like {like}: similarity {alike:.3f}, at least {at_least:g} expected"
                    )

    def colors(self, name: str, *, within: tuple[int, int, int, int] | None = None) -> dict[tuple[int, int, int], int]:
        """Return the number of pixels of each colour in a picture, or in its area `within`: left, top, right and
        bottom in pixels, the last two excluded, as far as the picture reaches."""
        from simulators.files.documents import MAX_PICTURE_BYTES, count_colors

        with self._verb("colors", name if within is None else f"{name} within {within}") as step:
            content = self._workspace.read(name, MAX_PICTURE_BYTES)
            colors = count_colors(content, name, self._calls, self.deadline.left(), within)
            step.seen = f"{len(colors)} colours"
        return colors

    def abort(self) -> None:
        self._aborted = True
        self._end()

    def _exit_status(self) -> int | None:
        return None if self._run is None else self._run.exit_status

    def _end(self) -> None:
        if self._run is not None:
            self._run.call_off()

    def _outcome(self, launch: Launch) -> ProgramResult:
        self._last = None
        self._run = ProgramRun(self._box, launch, self._most_output)
        if self._aborted:  # by another thread, before there was a program
            self._run.call_off()
        self._last = outcome = self._run.outcome(self.deadline)
        return outcome

    def _ran(self) -> ProgramResult:
        if self._last is None:
            raise NotFound("no program has run to its end")
        return self._last

    def _text(self, name: str) -> str:
        try:
            return self._workspace.read(name).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ExpectationFailed(f"{name} is not text (UTF-8): {error}") from error

    def _records_difference(self, step: TraceEntry, seen: tuple[bytes, str], expected: tuple[bytes, str]) -> None:
        """Give the observer both pictures (content, name) as small PNGs."""
        from simulators.files.documents import preview

        previews = [preview(content, name, self._calls, self.deadline.left()) for content, name in (expected, seen)]
        self.trace.observer.compares(step, *previews)

    def _table(self, name: str, sheet: str | None) -> Table:
        content = self._workspace.read(name, documents.MAX_TABLE_BYTES)
        return documents.read_table(content, name, sheet, self._calls, self.deadline.left())

    def _material_table(self, like: str | None, sheet: str | None) -> Table:
        content = material_path(self._materials, like or "").read_bytes()
        return documents.read_table(content, like or "", sheet, self._calls, self.deadline.left())


def _limited(argv: tuple[str, ...], memory: int, cpu: int) -> tuple[str, ...]:
    """Return the command line that runs `argv` with these limits of its data (MiB) and processor time (seconds)."""
    limits = [f"ulimit -d {memory << 10}"] * bool(memory) + [f"ulimit -t {cpu}"] * bool(cpu)
    return ("sh", "-c", " && ".join([*limits, 'exec "$@"']), "sh", *argv) if limits else argv


def _killed(argv: tuple[str, ...], after: int) -> tuple[str, ...]:
    """Return the command line that runs `argv` and kills it. Raises `InvalidAnswer` unless it is a Python file."""
    if argv[0] != "python" or not argv[1].endswith(".py"):
        raise InvalidAnswer(f"{' '.join(argv)!r} is not of the form 'python FILE.py'; only such a program is killed")
    return ("python", "-c", KILL_PROGRAM.read_text(encoding="utf-8"), str(after), *argv[1:])


def _contains(content: str, text: str) -> bool:
    wanted = " ".join(text.split())
    if not wanted:
        raise InvalidAnswer("the text to look for is empty")
    return wanted in " ".join(content.split())


def _printed(outcome: ProgramResult) -> str:
    text = shortened(outcome.printed())
    return f"; printed: {text}" if text else "; nothing was printed"


def _place(name: str, sheet: str | None, cell: str = "") -> str:
    return " ".join(part for part in (name, sheet, cell) if part)


def _row_and_column(cell: str) -> tuple[int, int]:
    found = re.fullmatch(r"([A-Za-z]{1,3})([1-9]\d{0,6})", cell)
    if found is None:
        raise InvalidAnswer(f"{cell!r} is not a cell; a cell is named like B3")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1
