"""Verbs that expect: each waits until the expectation holds, up to the mission's patience."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from urllib.parse import urlsplit

from simulators.browser.engines.frameworks import Framework
from simulators.browser.vocabulary.context import StableCondition
from simulators.browser.vocabulary.navigation import ReadingVerbs
from simulators.browser.vocabulary.queries import ElementState, Query, folded, folded_lines
from simulators.errors import ExpectationFailed, NotFound
from simulators.evidence import MAX_RECORDED, ValueDifference
from simulators.matching import matches, one_number_in


class ExpectationVerbs(ReadingVerbs):
    """Verbs that expect; they raise `ExpectationFailed` with what was seen instead."""

    def sees(
        self,
        element: str,
        *,
        text: str | None = None,
        containing: str | None = None,
        matching: str | None = None,
        beside: str | None = None,
    ) -> None:
        """The element is visible; its text equals `text`, contains `containing`, has a match of `matching`
        (a regular expression, found anywhere)."""
        query = Query(element, beside)
        wishes = _wishes(text, containing, matching)

        def probe() -> str:
            state = ElementState.read(self._ask_one(query, "facts", observe=True))
            seen = state.text
            if state.hides_text:
                raise ExpectationFailed(f"{query}: its text is not rendered so that it could be read")
            if text is not None and folded(seen) != folded(text):
                raise ExpectationFailed(f"{query}: expected {wishes}, it shows {seen[:500]!r}")
            if containing is not None and folded(containing) not in folded(seen):
                raise ExpectationFailed(f"{query}: expected {wishes}, it shows {seen[:500]!r}")
            if matching is not None and not matches(matching, seen):
                raise ExpectationFailed(f"{query}: expected {wishes}, it shows {seen[:500]!r}")
            return seen

        with self._step("sees", f"{query} {wishes}".rstrip(), query) as step:
            step.seen = self._until_held(probe, _hold_of(query, text, containing, matching))

    def does_not_see(self, element: str, *, containing: str | None = None) -> None:
        """No visible element matches (or none whose text contains `containing`)."""
        query = Query(element)
        request = query.request("texts", observe=True)
        hold = (
            StableCondition("same", request, field="count")
            if containing is None
            else StableCondition("lacks", request, containing)
        )

        def probe() -> None:
            found = [seen for seen in self._texts(query) if containing is None or folded(containing) in folded(seen)]
            if found:
                raise ExpectationFailed(
                    f"{query} should not be seen{_with(containing)}, but {len(found)} are: {found[0][:300]!r}"
                )

        with self._step("does_not_see", f"{query}{_with(containing)}", query):
            self._until_held(probe, hold)

    def sees_text(self, text: str) -> None:
        """`text` is somewhere in the visible text of the page (white space folded)."""

        def probe() -> None:
            if folded(text) not in folded(self._page_text()):
                raise ExpectationFailed(f"the text {text!r} is not on the page")

        with self._step("sees_text", text):
            self._until_held(probe, StableCondition("contains", text=text))

    def does_not_see_text(self, text: str) -> None:
        """`text` is nowhere in the visible text of the page."""

        def probe() -> None:
            if folded(text) in folded(self._page_text()):
                raise ExpectationFailed(f"the text {text!r} should not be on the page")

        with self._step("does_not_see_text", text):
            self._until_held(probe, StableCondition("lacks", text=text))

    def sees_value(self, value: str, *, in_: str, beside: str | None = None) -> None:
        """The box holds exactly `value`."""
        query = Query(in_, beside)

        def probe() -> None:
            facts = ElementState.read(self._ask_one(query, "facts"))
            if facts.value is None:
                raise NotFound(f"{query} is not a box that holds a value: {facts.described}")
            if facts.value != value:
                raise ExpectationFailed(f"{query}: expected the value {value!r}, it holds {facts.value[:500]!r}")

        with self._step("sees_value", f"{value!r} in {query}", query):
            self._until_held(probe, StableCondition("same", query.request("facts"), field="value"))

    def sees_number(self, number: Decimal | int | str, *, in_: str, beside: str | None = None) -> None:
        """The element's text has exactly one number and it equals `number`, digit by digit (1.50 = 1.5)."""
        query, wanted = Query(in_, beside), Decimal(str(number).replace(",", ""))

        def probe() -> None:
            seen = ElementState.read(self._ask_one(query, "facts")).text
            if (shown := one_number_in(seen)) != wanted:
                raise ExpectationFailed(f"{query}: expected the number {wanted}, it shows {shown} in {seen[:300]!r}")

        with self._step("sees_number", f"{wanted} in {query}", query):
            self._until_held(probe, StableCondition("same", query.request("facts"), field="text"))

    def sees_count(self, count: int, element: str) -> None:
        """Exactly `count` visible elements match."""
        _check_int(count)
        query = Query(element)

        def probe() -> None:
            if (seen := self._count(query)) != count:
                raise ExpectationFailed(f"expected {count} visible elements that match {query}, there are {seen}")

        with self._step("sees_count", f"{count} × {query}", query):
            self._until_held(probe, StableCondition("same", query.request("count", observe=True), field="count"))

    def sees_table(self, rows: Sequence[Sequence[str]], element: str) -> None:
        """The table's rows are `rows`; the message names the cells that differ, with row, column and both texts."""
        query, wanted = Query(element), [[folded(cell) for cell in row] for row in rows]

        with self._step("sees_table", f"{len(rows)} rows in {query}", query) as step:

            def probe() -> None:
                shown = self._rows(query)
                found = differences(wanted, shown)
                step.differences = tuple(found[:MAX_RECORDED])
                if found or len(wanted) != len(shown):
                    raise ExpectationFailed(f"{query}: {described(wanted, shown)}")

            self._until_held(probe, StableCondition("same", query.request("table"), field="rows"))

    def sees_picture(self, element: str, *, unlike: bytes | None = None, beside: str | None = None) -> None:
        """An image that loaded, or a canvas or SVG on which something is drawn (not one colour); one that looks
        different from the picture `unlike`, which `picture` returned."""
        from simulators.browser.chromium.pictures import is_one_colour  # needs Pillow

        query = Query(element, beside)

        def probe() -> None:
            answer = self._ask_one(query, "picture")
            if "problem" in answer:
                raise ExpectationFailed(f"{query}: {answer['problem']}")
            if not answer["drawn"] and is_one_colour(self._picture_of(query)):
                raise ExpectationFailed(
                    f"{query}: nothing is drawn on {ElementState.read(answer).described}, it has one colour"
                )
            if unlike is not None and self._picture_of(query) == unlike:
                raise ExpectationFailed(f"{query}: it shows exactly the same as the picture seen before")

        with self._step("sees_picture", query):
            self._until_repeated(probe)

    def sees_rendered_by(self, *frameworks: Framework, element: str, beside: str | None = None) -> None:
        """The element was rendered by one of these client frameworks, ``React`` (17 or newer) or ``Vue`` (3): it has
        its place in the tree from which the framework renders the page, and the code that made this tree is the
        framework's. What a script made beside it does not count."""
        query, wanted = Query(element, beside), " or ".join(frameworks)

        def probe() -> None:
            state = ElementState.read(self._ask_one(query, "facts"))
            found = self._engine.framework_of("element", query.request("element"), self._answer_time())
            if found not in frameworks:
                by = f"it was by {found}" if found else "it is in no framework's tree"
                raise ExpectationFailed(f"{query}: expected {state.described} to be rendered by {wanted}, {by}")

        with self._step("sees_rendered_by", f"{query} by {wanted}", query):
            self._until(probe)

    def is_at(self, url: str) -> None:
        """The browser is at this page of the project (path and query compared; a path alone ignores the query)."""
        wanted = urlsplit(self._settings.absolute(url))

        def probe() -> None:
            shown = self._engine.address(self._answer_time())
            parts = urlsplit(shown)
            same_query = not wanted.query or parts.query == wanted.query
            if parts.port != wanted.port or (parts.path or "/") != (wanted.path or "/") or not same_query:
                raise ExpectationFailed(f"expected to be at {url}, the browser is at {shown}")

        with self._step("is_at", url):
            self._until_repeated(probe)

    def sees_status(self, status: int) -> None:
        """The last page load was answered with this HTTP status."""
        _check_int(status)

        def probe() -> None:
            if (seen := self._call("status")) != status:
                raise ExpectationFailed(f"expected the HTTP status {status}, the page was answered with {seen}")

        with self._step("sees_status", status):
            self._until_repeated(probe)

    def is_disabled(self, element: str, *, beside: str | None = None) -> None:
        """The element is visible, and cannot be used."""
        query = Query(element, beside)

        def probe() -> None:
            if not ElementState.read(self._ask_one(query, "facts")).disabled:
                raise ExpectationFailed(f"{query} can be used; it should be disabled")

        with self._step("is_disabled", query):
            self._until_held(probe, StableCondition("same", query.request("facts"), field="disabled"))


def _hold_of(query: Query, text: str | None, containing: str | None, matching: str | None) -> StableCondition:
    request = query.request("facts", observe=True)
    if text is not None or matching is not None:
        return StableCondition("same", request, field="text")
    return (
        StableCondition("same", request, field="count")
        if containing is None
        else StableCondition("contains", request, containing)
    )


def _check_int(number: object) -> None:
    """Raise `TypeError` for a mistake of the testcode's author, which would else look like the project's failure."""
    if not isinstance(number, int):
        raise TypeError(f"{number!r} is not a whole number")


def _wishes(text: str | None, containing: str | None, matching: str | None) -> str:
    wishes = {"the text": text, "a text containing": containing, "a text matching": matching}
    return ", ".join(f"{words} {folded_lines(wish)!r}" for words, wish in wishes.items() if wish is not None)


def _with(containing: str | None) -> str:
    return "" if containing is None else f" with {containing!r}"


Rows = Sequence[Sequence[str]]
MAX_NAMED = 10
"""Maximum number of different cells listed in a message."""

MAX_CELL_CHARS = 200
NOTHING = "nothing"


def differences(wanted: Rows, shown: Rows) -> list[ValueDifference]:
    """Return each different cell by row and column, counted from 1, with both texts; missing cells are "nothing"."""
    found = []
    for row in range(max(len(wanted), len(shown))):
        expected, seen = _row(wanted, row), _row(shown, row)
        for column in range(max(len(expected), len(seen))):
            cell, other = _cell(expected, column), _cell(seen, column)
            if cell != other:
                found.append(ValueDifference(f"row {row + 1}, column {column + 1}", _named(cell), _named(other)))
    return found


def described(expected: Rows, shown: Rows) -> str:
    """Describe other numbers of rows and cells, and the first different cells; empty when the tables are equal."""
    found, sizes = differences(expected, shown), list(_sizes(expected, shown))
    cells = [f"{each.place}: expected {each.expected}, the table shows {each.seen}" for each in found[:MAX_NAMED]]
    if len(found) > MAX_NAMED:
        cells.append(f"… and {len(found) - MAX_NAMED} more")
    if len(found) > 1:
        return f"{'; '.join([*sizes, f'{len(found)} cells differ'])}: " + "\n".join(cells)
    return "; ".join([*sizes, *cells])


def _sizes(wanted: Rows, shown: Rows) -> Iterator[str]:
    if len(wanted) != len(shown):
        yield f"the table has {len(shown)} rows, expected {len(wanted)}"
    for number, (expected, seen) in enumerate(zip(wanted, shown, strict=False), start=1):
        if len(expected) != len(seen):
            yield f"row {number} has {len(seen)} cells, expected {len(expected)}"
            return


def _row(rows: Rows, number: int) -> Sequence[str]:
    return rows[number] if number < len(rows) else ()


def _cell(row: Sequence[str], number: int) -> str | None:
    return row[number] if number < len(row) else None


def _named(cell: str | None) -> str:
    return NOTHING if cell is None else repr(cell[:MAX_CELL_CHARS])
