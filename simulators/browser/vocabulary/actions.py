"""Verbs that act on a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from simulators.browser.chromium.browser_files import Download
from simulators.browser.engines.interface import Point
from simulators.browser.vocabulary.base import UserBase
from simulators.browser.vocabulary.navigation import ERROR_PAGE, NavigationVerbs
from simulators.browser.vocabulary.queries import DateOrTime, ElementState, Query, box_value, read_chord, typed
from simulators.errors import ExpectationFailed, InfrastructureError, NotFound
from simulators.runtime.workspace import material_path

TYPED_TYPES = ("", "text", "search", "email", "url", "tel", "password", "number")


class ActionVerbs(UserBase):
    """Clicking, typing, choosing, and files."""

    def clicks(self, element: str, *, beside: str | None = None) -> None:
        """Click the element when it is visible, enabled, at rest and not covered."""
        query = Query(element, beside)
        with self._step("clicks", query) as step:
            step.seen = self._click(query)

    def double_clicks(self, element: str, *, beside: str | None = None) -> None:
        """Click the element twice, as `clicks` does once."""
        query = Query(element, beside)
        with self._step("double_clicks", query) as step:
            step.seen = self._click(query, count=2)

    def clicks_text(self, text: str) -> None:
        """Click the one visible link, button or other element whose own text is `text`."""
        query = Query(text=text)
        with self._step("clicks_text", text, query) as step:
            step.seen = self._click(query)

    def hovers(self, element: str, *, beside: str | None = None) -> None:
        """Move the mouse over the element and leave it there."""
        query = Query(element, beside)
        with self._step("hovers", query) as step:
            answer = self._usable(query, "point")
            step.seen = ElementState.read(answer).text
            self._engine.hover(_point(answer), self._answer_time())

    def drags(
        self,
        element: str,
        *,
        to: str,
        beside: str | None = None,
        to_beside: str | None = None,
        across: float = 0.5,
        part: float = 0.5,
    ) -> None:
        """Drag the element with the mouse, in small steps, and drop it on the element `to` (`to_beside` selects one of
        several): at `across` of its width, from 0 (left edge) to 1 (right edge), and at `part` of its height, from 0
        (upper edge) to 1 (lower edge). Both have to fit into the window together."""
        query, target = Query(element, beside), Query(to, to_beside)
        with self._step("drags", f"{query} to {target}", query):
            self._usable(target, "point")  # scrolled into view first, then the element
            start = _point(self._usable(query, "point"))
            self._engine.drag(start, self._place_in(target, across, part), self._answer_time())
            self._settle()

    def types(self, text: str, *, into: str, beside: str | None = None) -> None:
        """Replace the content of a box by `text`, key by key as a user would."""
        query = Query(into, beside)
        with self._step("types", f"{text!r} into {query}", query):
            self._type(query, text, replace=True)

    def adds(self, text: str, *, to: str, beside: str | None = None) -> None:
        """Type `text` after the present content of a box."""
        query = Query(to, beside)
        with self._step("adds", f"{text!r} to {query}", query):
            self._type(query, text, replace=False)

    def presses(self, key: str, *, on: str | None = None, beside: str | None = None) -> None:
        """Press a key or chord: ``Enter``, ``Escape``, ``Control+A``; `on` gets the focus first (`beside` selects one
        of several)."""
        target = None if on is None else Query(on, beside)
        with self._step("presses", key if target is None else f"{key} on {target}", target):
            chord = read_chord(key)
            if target is not None:
                self._usable(target, "focusOnly")
            self._engine.press(chord, self._answer_time())
            self._settle()

    def chooses(self, option: str, *, out_of: str, beside: str | None = None) -> None:
        """Choose an option of a select box by its visible label (or, if no label fits, by its value)."""
        query = Query(out_of, beside)
        with self._step("chooses", f"{option!r} out of {query}", query):
            self._usable(query, "choose", option=option)
            self._settle()

    def ticks(self, element: str, *, beside: str | None = None) -> None:
        """Make sure that a tick box or radio button is ticked; one that is hidden behind its label, too."""
        self._tick("ticks", Query(element, beside), True)

    def unticks(self, element: str, *, beside: str | None = None) -> None:
        """Make sure that a tick box is not ticked."""
        self._tick("unticks", Query(element, beside), False)

    def enters_date(self, day: date, *, into: str, beside: str | None = None) -> None:
        """Fill a date box, whatever order the browser's locale shows (a text box gets ISO format)."""
        self._enter("enters_date", day, Query(into, beside))

    def enters_time(self, moment: time, *, into: str, beside: str | None = None) -> None:
        """Fill a time box; a text box gets ``14:30``."""
        self._enter("enters_time", moment, Query(into, beside))

    def enters_datetime(self, moment: datetime, *, into: str, beside: str | None = None) -> None:
        """Fill a date and time box; a text box gets ``2025-03-14 14:30``."""
        self._enter("enters_datetime", moment, Query(into, beside))

    def uploads(self, material: str, *, into: str, beside: str | None = None) -> None:
        """Choose a material file of the mission (by its name) in a file box; the user submits later."""
        query = Query(into, beside)
        with self._step("uploads", f"{material} into {query}", query):
            self._put(material_path(self._settings.material, material), query)

    def uploads_text(self, text: str, name: str, *, into: str) -> None:
        """Choose a file `name` with the content `text` in a file box."""
        with self._step("uploads_text", f"{name} into {into!r}: {text}", Query(into)):
            if Path(name).name != name or name in ("", ".", ".."):
                raise NotFound(f"{name!r} is not the name of a file")
            folder = self._settings.files / "uploads"
            folder.mkdir(exist_ok=True)
            try:
                (folder / name).write_text(text, encoding="utf-8", newline="")
            except OSError as error:
                raise InfrastructureError(f"a file to upload cannot be written: {error}") from error
            self._put(folder / name, Query(into))

    def downloads(self, element: str, *, beside: str | None = None) -> Download:
        """Click, and wait until the file that the click delivers is complete."""
        query = Query(element, beside)
        with self._step("downloads", query) as step:
            number = self._engine.downloads()
            self._click(query)
            download = self._until(lambda: self._finished(number, query))
            step.seen = f"{download.name}, {download.path.stat().st_size} bytes"
            return download

    def _click(self, query: Query, count: int = 1) -> str:
        answer = self._usable(query, "point")
        facts = ElementState.read(answer)
        if facts.tag == "option":
            self._usable(query, "pick")
        else:
            self._engine.click(_point(answer), count, self._answer_time())
        self._settle()
        return facts.text

    def _place_in(self, query: Query, across: float, part: float) -> Point:
        """Return the point of the element at `across` of its width and `part` of its height. Raises `NotFound` when it
        is not in view."""
        area = self._ask_one(query, "area")["area"]
        right, down = (
            min(max(share * area[side], 1), area[side] - 1) for share, side in ((across, "width"), (part, "height"))
        )
        point = Point(float(area["left"] + right), float(area["top"] + down))
        width, height = self._settings.setting.viewport
        if not (0 <= point.x < width and 0 <= point.y < height):
            raise NotFound(f"{query} is not in view together with the element that is dragged there")
        return point

    def _usable(self, query: Query, want: str, **more: object) -> Mapping[str, Any]:
        """Query the element until it can be used as `want`. Raises `NotFound` with the obstacle."""

        def probe() -> Mapping[str, Any]:
            self._reveal(query, bool(more.get("hiddenToo")))
            answer = self._ask_one(query, want, **more)
            if "problem" in answer:
                raise NotFound(f"{query} cannot be used: {answer['problem']}")
            if "covered" in answer:
                raise NotFound(f"{query} cannot be clicked: it is covered by {answer['covered']}")
            return answer

        answer = self._until(probe)
        self._current.acted = True
        return answer

    def _type(self, query: Query, text: str, *, replace: bool) -> None:
        answer = self._usable(query, "focus", all=replace)
        if "other" in answer:  # a colour, a slider, a date: no keys set it in every locale
            self._usable(query, "set", value=text)
            return
        if "pressEnd" in answer and not replace:
            self._engine.press(("End",), self._answer_time())
        if text:
            self._engine.type(text, self._context.deadline.left())
        elif replace:
            self._engine.press(("Delete",), self._answer_time())
        self._settle()

    def _tick(self, verb: str, query: Query, ticked: bool) -> None:
        def probe() -> None:
            now = ElementState.read(self._ask_one(query, "tick", readOnly=True, hiddenToo=True))
            if now.checked != ticked:
                raise NotFound(f"{query} is {'not ' if ticked else 'still '}ticked after the click")

        with self._step(verb, query):
            answer = self._usable(query, "tick", ticked=ticked, hiddenToo=True)
            if "point" not in answer:
                return
            self._engine.click(_point(answer), 1, self._answer_time())
            self._settle()
            if self._ask(query, "count", hiddenToo=True)["count"]:  # a form may leave the page at once
                self._until(probe)

    def _enter(self, verb: str, moment: DateOrTime, query: Query) -> None:
        with self._step(verb, f"{moment.isoformat()} into {query}", query):
            facts = ElementState.read(self._usable(query, "usable"))
            if facts.tag in ("input", "textarea") and (facts.tag == "textarea" or facts.type in TYPED_TYPES):
                self._type(query, typed(moment), replace=True)
                return
            value = box_value(moment, facts.type) if facts.tag == "input" else None
            if value is None:
                raise NotFound(f"{facts.described} takes no {type(moment).__name__}")
            now = ElementState.read(self._usable(query, "set", value=value))
            if not (now.value or "").startswith(value):
                raise NotFound(f"{facts.described} does not take {value!r}; it holds {now.value!r}")
            self._settle()

    def _put(self, path: Path, query: Query) -> None:
        self._usable(query, "fileBox", hiddenToo=True)
        request = query.request("element", hiddenToo=True, kind="input[type=file]")
        self._engine.put_file("element", request, path, self._answer_time())
        self._settle()

    def _finished(self, number: int, query: Query) -> Download:
        found = self._engine.finished(number, self._answer_time())
        if found is None:
            begun = self._engine.downloads() > number
            state = "began a download that did not end" if begun else "did not download a file"
            raise NotFound(f"a click on {query} {state}")
        return Download(*found)


def _point(answer: Mapping[str, Any]) -> Point:
    return Point(float(answer["point"]["x"]), float(answer["point"]["y"]))


@dataclass(frozen=True)
class Form:
    """Address and fields that a form would send, without its protection against forged requests."""

    url: str
    fields: Mapping[str, str]


class PostingVerbs(NavigationVerbs):
    """Verbs for forms: read the fields of one, and send them as any user of the site."""

    def form_of(self, element: str, *, beside: str | None = None) -> Form:
        """Return what the form of this button (or any control in the form, or the form itself) would send now,
        without sending it. An element outside of a form: `NotFound`."""
        query = Query(element, beside)
        with self._step("form_of", query) as step:
            self._state(query)
            form = self._read_form(query)
            step.seen = f"{form.url} {dict(form.fields)}"
            return form

    def posts(self, url: str, fields: Mapping[str, str] | None = None) -> None:
        """Send `fields` to a URL of the project with POST, as a form on the current page would, and open the answer.

        The CSRF token of the user's own session is added: from the cookie ``csrftoken``, else from a hidden box of
        the current page. The user must have opened a page of the project before.
        """
        with self._step("posts", f"{dict(fields or {})} to {url}") as step:
            target = self._own(url)
            if not self._is_on_site():
                raise NotFound("open a page of the project first: the form is sent from there")
            self._call("sendForm", {"url": target, "fields": list((fields or {}).items())})
            self._engine.settle(self._times())
            step.seen = self._address()
            if str(self._call("url")).startswith(ERROR_PAGE):
                raise ExpectationFailed(f"{url} could not be loaded: no answer, a broken one, or redirects without end")

    def _read_form(self, query: Query) -> Form:
        answer: dict[str, Any] | None = self._call("readForm", query.request("element"))
        if answer is None:
            raise NotFound(f"{query} is in no form")
        return Form(str(answer["url"]), {str(name): str(value) for name, value in answer["fields"]})

    def _is_on_site(self) -> bool:
        here, site = urlsplit(str(self._call("url"))), urlsplit(self._settings.site)
        return (here.scheme, here.port) == (site.scheme, site.port)
