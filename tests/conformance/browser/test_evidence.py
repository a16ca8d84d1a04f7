"""Evidence of steps: marked elements, and messages of pages, which are untrusted and bounded."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import pytest
from PIL import Image

from simulators.browser import BrowserUser
from simulators.browser.engines.interface import END, MAX_MESSAGES
from simulators.errors import NotFound
from simulators.evidence import Camera, StepObserver, Trace, TraceEntry, View


@dataclass
class Observer(StepObserver):
    """Keeps what the camera shows before each action, and at the end of each step."""

    before: dict[str, View] = field(default_factory=dict)
    after: dict[str, View] = field(default_factory=dict)
    console: dict[str, tuple[str, ...]] = field(default_factory=dict)
    before_actions = True

    def acts(self, step: TraceEntry, camera: Camera) -> None:
        self.before[step.verb] = camera.view()

    def ends(self, step: TraceEntry, camera: Camera | None) -> None:
        assert camera is not None
        self.after[step.verb] = camera.view()
        self.console[step.verb] = camera.console()


@pytest.fixture
def observer(user: BrowserUser) -> Observer:
    observer = Observer()
    user.trace = Trace(observer=observer)
    user.patience = 1.0
    return observer


def colours_in_mark(view: View) -> set[object]:
    """Return the colours of the pixels in the marked area of a picture."""
    assert view.png is not None
    assert view.marked is not None
    area = view.marked
    with Image.open(io.BytesIO(view.png)) as picture:
        box = (round(area.left), round(area.top), round(area.left + area.width), round(area.top + area.height))
        return {colour for _, colour in picture.convert("RGB").crop(box).getcolors() or ()}


def test_the_element_of_a_step_is_marked(user: BrowserUser, observer: Observer) -> None:
    user.opens("/marked")
    user.sees("#red")
    assert observer.after["opens"].marked is None
    assert colours_in_mark(observer.after["sees"]) == {(255, 0, 0)}


def test_an_element_in_a_frame_is_marked_where_the_window_shows_it(user: BrowserUser, observer: Observer) -> None:
    user.opens("/marked-frame")
    with user.inside("#frame"):
        user.sees("#red")
    assert colours_in_mark(observer.after["sees"]) == {(255, 0, 0)}


def test_an_action_is_shown_before_it_happens_and_scrolled_to(user: BrowserUser, observer: Observer) -> None:
    user.opens("/marked")
    user.clicks("#far")
    assert colours_in_mark(observer.before["clicks"]) == {(0, 0, 255)}
    assert observer.after["clicks"].marked is None
    user.sees_text("clicked")


def test_a_missing_element_marks_nothing(user: BrowserUser, observer: Observer) -> None:
    user.opens("/marked")
    with pytest.raises(NotFound):
        user.clicks("#nowhere")
    assert observer.after["clicks"].png is not None
    assert observer.after["clicks"].marked is None
    assert observer.before == {}


def test_messages_and_uncaught_errors_belong_to_the_step(user: BrowserUser, observer: Observer) -> None:
    user.opens("/console")
    user.sees_text("written")
    user.clicks("#more")
    user.sees_text("more")
    said = {verb: "\n".join(messages) for verb, messages in observer.console.items()}
    written = said["opens"] + said["sees_text"]
    assert "hello" in written
    assert "error: " in written
    assert "went wrong" in written
    assert "uncaught: " in written
    assert "nowhere is not defined" in written
    assert "a later word" in said["clicks"]


def test_messages_without_end_are_bounded(user: BrowserUser, observer: Observer) -> None:
    user.opens("/console-flood")
    user.sees_text("flooded")
    collected = [message for messages in (observer.console["opens"], user.console()) for message in messages]
    assert collected.count(END) == 1
    assert len(collected) <= MAX_MESSAGES + 2
    assert sum(map(len, collected)) < 5_000_000
    user.sees_text("flooded")
    assert user.console() == ()
