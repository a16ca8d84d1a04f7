"""Browser whose person is recorded: opened at a page, closed by the person or by `until`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Dialog, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.browser_files import private_folder
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind


class StepKind(StrEnum):
    """What a person did."""

    OPENS = "opens"
    RELOADS = "reloads"
    GOES_BACK = "goes_back"
    CLICKS = "clicks"
    TYPES = "types"
    ENTERS_DATE = "enters_date"
    CHOOSES = "chooses"
    TICKS = "ticks"
    UNTICKS = "unticks"
    UPLOADS = "uploads"
    SEES = "sees"


@dataclass(frozen=True)
class RecordedStep:
    """One step: `element` is a selector (empty for pages), `value` a path, text, label, date or file name, `name` what
    the element is called on the page."""

    kind: StepKind
    element: str = ""
    value: str = ""
    name: str = ""


MAX_TEXT_CHARS = 2_000


def step_of(report: object) -> RecordedStep | None:
    """Return the step that a page reported; None for anything else."""
    if not isinstance(report, dict) or report.get("kind") not in set(StepKind):
        return None
    texts = (str(report.get(key) or "")[:MAX_TEXT_CHARS] for key in ("element", "value", "name"))
    return RecordedStep(StepKind(report["kind"]), *texts)


def without_repetitions(steps: list[RecordedStep]) -> list[RecordedStep]:
    """Leave out what a later step replaces: a text typed into the same box at once, the click that only focused it."""
    kept: list[RecordedStep] = []
    for step in steps:
        last = kept[-1] if kept else None
        if last and step.kind is StepKind.TYPES and (last.kind, last.element) == (step.kind, step.element):
            kept.pop()
        kept.append(step)
    return kept


SCRIPT = Path(__file__).with_name("page_events.js")
POLL_MILLISECONDS = 200.0
"""Milliseconds between two checks for a closed browser."""

MAX_STEPS = 5_000


def record(url: str, *, headed: bool = True, play: Callable[[Page], None] | None = None) -> list[RecordedStep]:
    """Open `url` and return what is done until all windows are closed, or until `play` (for tests) returns.

    Raises `InfrastructureError` when the browser does not start or the page cannot be opened.
    """
    steps: list[RecordedStep] = []

    def receive(source: dict[str, Any], report: object) -> None:
        if urlsplit(source["page"].url).netloc != urlsplit(url).netloc:
            return  # other sites are not part of the project
        if (step := step_of(report)) is not None and len(steps) < MAX_STEPS:
            steps.append(step)

    with private_folder("recorder") as home, sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=chromium.program(home, headed),
                headless=not headed,
                chromium_sandbox=chromium.own_sandbox_works(),
            )
        except PlaywrightError as error:
            message = f"the browser does not start: {str(error)[:1000]}"
            raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
        with browser:
            context = browser.new_context()
            context.expose_binding("projectevalRecord", receive)
            context.add_init_script(path=SCRIPT)
            page = context.new_page()
            page.on("dialog", _accept)
            _open(page, url)
            if play is not None:
                play(page)
            else:
                _wait_until_closed(page)
    return without_repetitions(steps)


def _accept(dialog: Dialog) -> None:
    """Accept a dialog of the page: an unanswered one would block it."""
    dialog.accept()


def _open(page: Page, url: str) -> None:
    try:
        page.goto(url)
    except PlaywrightError as error:
        raise InfrastructureError(f"{url} cannot be opened: {error.message.splitlines()[0]}") from error


def _wait_until_closed(page: Page) -> None:
    """Return when the last window of the browser was closed."""
    context = page.context
    try:
        while context.pages:
            context.pages[0].wait_for_timeout(POLL_MILLISECONDS)
    except PlaywrightError:
        return  # the window was closed during the wait
