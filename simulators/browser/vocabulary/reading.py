"""Verbs that read what a page shows now."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from simulators.browser.vocabulary.base import UserBase
from simulators.browser.vocabulary.queries import ElementState, Query, check_selector, folded, folded_lines
from simulators.errors import ExpectationFailed, NotFound
from simulators.numbers import one_number_in


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
