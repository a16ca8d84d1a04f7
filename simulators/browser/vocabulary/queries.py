"""Queries for elements: requests to the JavaScript library, and the interpretation of its answers;
keys and values that are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from simulators.errors import InvalidAnswer, NotFound

_BLANKS = re.compile(r"\s+")


class InvalidSelector(NotFound):
    """The selector is malformed, so that waiting cannot help."""


@dataclass(frozen=True)
class Query:
    """Element named by a testcode: by selector or text, and optionally by a visible text beside it."""

    element: str = ""
    beside: str | None = None
    text: str | None = None

    def __str__(self) -> str:
        name = f"the text {self.text!r}" if self.text is not None else repr(self.element)
        return name if self.beside is None else f"{name} beside {self.beside!r}"

    def request(self, want: str, **more: object) -> dict[str, object]:
        """Return the JSON argument of the scripts. Raises `InvalidAnswer` for an empty selector."""
        asked: dict[str, object] = {"want": want, **more}
        if self.text is not None:
            asked["text"] = self.text
        else:
            asked["selector"] = read_selector(self.element)
        if self.beside is not None:
            asked["beside"] = self.beside
        return asked


def read_selector(element: str) -> dict[str, object]:
    """Return ``{"xpath": bool, "expression": str}`` for a CSS selector or XPath. Raises `InvalidAnswer`."""
    expression = element.strip()
    if expression.startswith("css="):
        return {"xpath": False, "expression": expression.removeprefix("css=").strip()}
    xpath = expression.startswith(("xpath=", "//", "(//", "./", "/", "(/"))
    expression = expression.removeprefix("xpath=").strip()
    if not expression:
        raise InvalidAnswer("an element was named by an empty selector")
    return {"xpath": xpath, "expression": expression}


@dataclass(frozen=True)
class ElementState:
    """State of one element; `described` is its tag with id and class.

    `hides_text` is True when it contains text of which nothing is readable as rendered.
    """

    tag: str
    type: str
    text: str
    value: str | None
    checked: bool
    disabled: bool
    described: str
    hides_text: bool

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> ElementState:
        known = answer["facts"]
        return cls(
            tag=str(known["tag"]),
            type=str(known["type"]),
            text=folded_lines(str(known["text"])),
            value=None if known["value"] is None else str(known["value"]),
            checked=bool(known["checked"]),
            disabled=bool(known["disabled"]),
            described=str(known["described"]),
            hides_text=bool(known["hidesText"]),
        )


def check_selector(answer: Mapping[str, Any], query: Query) -> None:
    """Raise `InvalidSelector` when `query` is not a selector, `InvalidAnswer` when it names the whole page."""
    if "invalid" in answer:
        raise InvalidSelector(f"{query} is not a selector that a browser understands: {answer['invalid'][:300]}")
    if answer["whole"]:
        raise InvalidAnswer(f"{query} names the whole page, not an element of it")


def check_one(answer: Mapping[str, Any], query: Query) -> None:
    """Raise `NotFound` unless exactly one visible element was found."""
    check_selector(answer, query)
    count, matched = answer["count"], answer["matched"]
    if count == 1:
        return
    if count > 1:
        examples = ", ".join(answer.get("examples", ()))
        raise NotFound(f"{count} visible elements match {query}, so it is not clear which is meant: {examples}")
    if query.beside is not None and answer["visible"]:
        if not answer["anchors"]:
            raise NotFound(f"the text {query.beside!r} is not visible, beside which {query.element!r} was looked for")
        raise NotFound(f"{answer['visible']} visible elements match {query.element!r}, none beside {query.beside!r}")
    hidden = f" ({matched} hidden)" if matched else ""
    raise NotFound(f"no visible element matches {query}{hidden}")


def folded(text: str) -> str:
    """Return the text trimmed and with white space folded to single blanks."""
    return _BLANKS.sub(" ", text).strip()


def folded_lines(text: str) -> str:
    """Return the text with each line trimmed and folded, without empty lines."""
    return "\n".join(line for line in map(folded, text.splitlines()) if line)


MODIFIERS = ("Control", "Shift", "Alt", "Meta")
NAMED = frozenset(
    {
        *MODIFIERS,
        *(f"F{number}" for number in range(1, 13)),
        *("Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"),
    }
)
OTHER_NAMES = {
    "esc": "Escape",
    "return": "Enter",
    "ctrl": "Control",
    "cmd": "Meta",
    "del": "Delete",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    " ": "Space",
}
_BY_LOWER = {name.lower(): name for name in NAMED} | OTHER_NAMES


def read_chord(text: str) -> tuple[str, ...]:
    """``Control+Shift+A`` as its keys, modifiers first. Raises `NotFound` for a key that no keyboard has."""
    if len(text) == 1:
        return (_BY_LOWER.get(text, text),)
    *modifiers, last = [*text[:-1].split("+"), text[-1]] if text.endswith("++") else text.split("+")
    keys = [_read_key(key, text) for key in modifiers if key] + [_read_key(last, text)]
    if any(key not in MODIFIERS for key in keys[:-1]):
        raise NotFound(f"{text!r} cannot be pressed: only {', '.join(MODIFIERS)} are held with another key")
    return tuple(keys)


def _read_key(key: str, text: str) -> str:
    if len(key) == 1 and key.isprintable():
        return _BY_LOWER.get(key, key)
    named = _BY_LOWER.get(key.strip().lower())
    if named is None:
        raise NotFound(f"{text!r} cannot be pressed: no key is called {key!r}")
    return named


DateOrTime = date | time | datetime


def box_value(moment: DateOrTime, kind: str) -> str | None:
    """Return the value of an ``<input type=kind>`` for `moment`; None when it cannot represent it."""
    day = moment.date() if isinstance(moment, datetime) else moment if isinstance(moment, date) else None
    clock = moment.time() if isinstance(moment, datetime) else moment if isinstance(moment, time) else None
    if kind == "time":
        return None if clock is None else clock_text(clock)
    if day is None:
        return None
    if kind == "date":
        return day.isoformat()
    if kind == "datetime-local":
        return f"{day.isoformat()}T{clock_text(clock or time())}"
    if kind == "month":
        return f"{day.year:04}-{day.month:02}"
    if kind == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    return None


def typed(moment: DateOrTime) -> str:
    """Return `moment` as ISO 8601 for a text box, with a blank between date and time."""
    if isinstance(moment, datetime):
        return f"{moment.date().isoformat()} {clock_text(moment.time())}"
    return clock_text(moment) if isinstance(moment, time) else moment.isoformat()


def clock_text(clock: time) -> str:
    """Return ``14:30``, with seconds and milliseconds only if they are not zero."""
    precision = "milliseconds" if clock.microsecond else "seconds" if clock.second else "minutes"
    return clock.replace(tzinfo=None).isoformat(precision)
