"""Evidence of the steps of one testcode: screenshots, messages of the page, output of the project."""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path

from evaluator.model.options import Screenshots
from simulators.clocks import Deadline
from simulators.evidence import (
    Camera,
    ComparedPicture,
    Screenshot,
    Side,
    StepMoment,
    StepObserver,
    TraceEntry,
    View,
    shortened,
)
from simulators.runtime.processes.process import Output

MAX_PICTURES = 200
"""Pictures of one testcode; its further steps have none."""

MAX_PICTURE_SECONDS = 60.0
"""Seconds for all pictures of one testcode; its further steps have none."""

MAX_TEXT_CHARS, MAX_TOTAL_CHARS = 4_000, 400_000
"""Characters of messages, and of output, of one step, and of all steps of a testcode."""

PNG_SIZE = struct.Struct(">16xII")
"""Width and height in the beginning of a PNG."""


@dataclass
class EvidenceRecorder(StepObserver):
    """Adds evidence to the steps of one testcode.

    Pictures remain in memory until `keep` decides about them; their names begin with `name`. The time of taking them
    does not count for the `deadline` of the testcode. `camera` and `output` are those of the session.
    """

    attachments: Path
    name: str
    wanted: Screenshots
    deadline: Deadline
    camera: Camera
    output: Output | None
    _pictures: dict[str, bytes] = field(default_factory=dict)
    _compared: dict[str, bytes] = field(default_factory=dict)
    _ended: int = 0
    _seconds: float = 0.0
    _text_left: int = MAX_TOTAL_CHARS
    _printed_before: int = 0
    _html: str = ""

    def __post_init__(self) -> None:
        self.before_actions = self.wanted is not Screenshots.LAST
        self._printed_before = self.output.size if self.output else 0
        for file in self.attachments.glob(f"{self.name}-[0-9][0-9][0-9]-*.png"):  # of an earlier try
            file.unlink()
        (self.attachments / self._document).unlink(missing_ok=True)

    def acts(self, step: TraceEntry, camera: Camera) -> None:
        self._take(step, StepMoment.BEFORE, camera)

    def ends(self, step: TraceEntry, camera: Camera | None) -> None:
        with self.deadline.suspended():
            messages = self._bounded("\n".join((camera or self.camera).console()))
            step.exchanges = (camera or self.camera).exchanges()
            self._html = "" if step.ok else (camera or self.camera).document()
        step.console = tuple(messages.splitlines())
        step.server = self._bounded(self._printed())
        if self._is_shown_at_its_end(step, camera):
            self._take(step, StepMoment.AFTER, camera or self.camera)
        self._ended += 1

    def compares(self, step: TraceEntry, expected: bytes, seen: bytes) -> None:
        for side, png in ((Side.EXPECTED, expected), (Side.SEEN, seen)):
            file = self._file(side.value)
            self._compared[file] = png
            step.compared += (ComparedPicture(file, side),)

    def keep(self, steps: Sequence[TraceEntry], passed: bool) -> tuple[str, ...]:
        """Write the pictures that are wanted, remove the others from `steps`, and return the attachments of the case:
        what the user saw last, unless it passed. In a failed case a program's window is always shown."""
        last = () if passed else self._last(steps)
        if not passed and self._html:
            steps[-1].document = self._document
            (self.attachments / self._document).write_text(readonly_page(self._html, self.name), "utf-8", "replace")
        if self.wanted is not Screenshots.ALL and (passed or self.wanted is Screenshots.LAST):
            for step in steps:
                if passed or not step.window:
                    step.pictures = tuple(each for each in step.pictures if each.file in last)
        if passed:
            for step in steps:
                step.compared = ()
        named = {each.file for step in steps for each in step.pictures} | set(last)
        compared = {each.file for step in steps for each in step.compared}
        for file, png in (self._pictures | self._compared).items():
            if file in named | compared:
                (self.attachments / file).write_bytes(png)
        return last

    @property
    def _document(self) -> str:
        """Name of the attachment with the page of the failed step."""
        return f"{self.name}.html"

    def _last(self, steps: Sequence[TraceEntry]) -> tuple[str, ...]:
        """Return the name of the picture of what the user saw last: of the failed step, else taken now."""
        file = f"{self.name}.png"
        if steps and not steps[-1].ok and steps[-1].pictures and steps[-1].pictures[-1].moment is StepMoment.AFTER:
            *before, after = steps[-1].pictures
            self._pictures[file] = self._pictures.pop(after.file)
            steps[-1].pictures = (*before, replace(after, file=file))
            return (file,)
        png = self.camera.view().png
        if png is None:
            return ()
        self._pictures[file] = png
        return (file,)

    def _is_shown_at_its_end(self, step: TraceEntry, camera: Camera | None) -> bool:
        """Return True for a step to be shown after it. In a failed case, the picture before an action is enough: the
        next one shows its result. Public testcodes, whose steps have no camera, try in vain many times."""
        if self.wanted is Screenshots.ALL:
            return True
        if self.wanted is Screenshots.FAILURES:
            return not step.ok or not step.pictures
        return step.window or (not step.ok and camera is not None)

    def _take(self, step: TraceEntry, moment: StepMoment, camera: Camera) -> None:
        if len(self._pictures) >= MAX_PICTURES or self._seconds >= MAX_PICTURE_SECONDS:
            return
        begun = time.monotonic()
        with self.deadline.suspended():
            view = camera.view()
        self._seconds += time.monotonic() - begun
        if view.png is not None:
            file = self._file(moment.value)
            self._pictures[file] = view.png
            step.pictures += (_picture(file, moment, view, view.png),)

    def _file(self, what: str) -> str:
        return f"{self.name}-{self._ended + 1:03}-{what}.png"

    def _printed(self) -> str:
        """Return what the project printed since the last step."""
        if self.output is None or (now := self.output.size) == self._printed_before:
            return ""
        printed, self._printed_before = self.output.since(self._printed_before), now
        return printed

    def _bounded(self, text: str) -> str:
        cut = shortened(text, min(MAX_TEXT_CHARS, self._text_left)) if self._text_left else ""
        self._text_left = max(0, self._text_left - len(cut))
        return cut


READONLY_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>html, body, iframe {{ display: block; width: 100%; height: 100%; margin: 0; border: 0 }}</style></head>
<body><iframe sandbox title="{title}" srcdoc="{html}"></iframe></body></html>
"""


def readonly_page(html: str, name: str) -> str:
    """Return a page that shows the `html` of a project in a frame which runs, loads and opens nothing."""
    return READONLY_PAGE.format(title=escape(f"{name}: the page at the failed step"), html=escape(html))


def _picture(file: str, moment: StepMoment, view: View, png: bytes) -> Screenshot:
    width, height = PNG_SIZE.unpack_from(png)
    return Screenshot(file, moment, width, height, view.marked)
